// The lines of a text that is edited: cursor, selection, marks, and what the mouse does there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/session/document.h"
#include "app/session/editor/syntax.h"
#include "app/session/editor/text_buffer.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// Where a text's lines stand on the screen.
struct LineRows {
    float top = 0;           ///< of the first line, which may be far above what is seen
    float height = 1;        ///< of each
    float from = 0, to = 0;  ///< what is seen of them, from above to below
    int lines = 0;

    float y(int line) const { return top + static_cast<float>(line) * height; }
    /// The line at that height, as if lines went on before the first and behind the last.
    int at(float height_on_screen) const {
        return static_cast<int>(std::floor((height_on_screen - top) / height));
    }
    int first() const { return std::clamp(at(from), 0, lines); }
    /// Behind the last one of which anything is seen.
    int end() const { return std::clamp(at(to - 0.01F) + 1, 0, lines); }
};

/// What is marked in a text besides its words. Lines count from 1.
struct TextMarks {
    std::set<int> step_lines{};          ///< of the current step
    std::set<int> lit_lines{};           ///< of what is chosen or pointed at
    std::vector<TextFault> faults{};     ///< underlined from their column on; 0: the whole line
    std::vector<editor::Range> found{};  ///< what is looked for
    std::set<int> counted_lines{};       ///< that something stands beside, at the right
};

class TextArea {
  public:
    /// Draws the text into the rectangle. Over `right` pixels of it, at its right edge, something
    /// may be drawn beside the lines: the cursor never goes there. Returns where the lines are.
    LineRows draw(Ui& ui, const Document& document, const TextMarks& marks, ImVec2 at, ImVec2 size,
                  float right);

    /// Over everything else that stands in the rectangle.
    void draw_scroll_bars(Ui& ui, const Document& document);
    /// What an upright one takes at the right edge.
    static float scroll_bar_width(const Ui& ui) { return ui.units(3); }

    /// Whether what is typed goes into the text.
    bool focused() const { return focused_; }
    void focus(bool focused) { focused_ = focused; }
    /// Brings these lines (from 1) into the middle, if they are not in sight.
    void show(const std::set<int>& lines);
    /// The line whose number is pointed at, from 1; 0: none.
    int pointed_line() const { return pointed_line_; }
    /// The name that is pointed at; empty: none.
    const std::string& pointed_word() const { return pointed_word_; }
    /// What is wrong where the pointer is, a line each; empty: nothing.
    const std::string& pointed_faults() const { return pointed_faults_; }

    /// The height of one line.
    static float row_height(const Ui& ui);
    /// The width of one character.
    static float advance(const Ui& ui);
    /// What stands left of the text.
    static float gutter_width(const Ui& ui, const Document& document);

  private:
    struct Place {
        ImVec2 at, size;  ///< of the text, without numbers and what stands beside it
        float right = 0;  ///< where the rectangle ends
    };
    void look(const Document& document);
    void follow(const Ui& ui, const Document& document, const Place& place);
    void handle_mouse(Ui& ui, const Document& document, const TextMarks& marks, const Place& place,
                      const LineRows& rows);
    void look_at_word(const Ui& ui, const editor::TextBuffer& text, const Place& place,
                      const LineRows& rows);
    void press(Ui& ui, editor::Position at);
    void scroll(Ui& ui, const Place& place, const Document& document);
    void draw_grounds(Ui& ui, const Document& document, const TextMarks& marks, const Place& place,
                      const LineRows& rows, ImVec2 at, float width);
    void draw_line(Ui& ui, const Document& document, int line, ImVec2 at);
    void draw_numbers(Ui& ui, const Document& document, const TextMarks& marks, ImVec2 at,
                      float width, const LineRows& rows);
    void draw_faults(Ui& ui, const Document& document, const TextMarks& marks, const Place& place,
                     const LineRows& rows);
    void draw_cursor(Ui& ui, const Document& document, const Place& place, const LineRows& rows);
    void fill(Ui& ui, const Document& document, const editor::Range& range, Rgba color,
              const Place& place, const LineRows& rows) const;
    float x_of(const Ui& ui, const Document& document, editor::Position at,
               const Place& place) const;
    float most_down(const Ui& ui, const Document& document, const Place& place) const;
    float most_across(const Ui& ui, const Place& place) const;

    Place place_{};                ///< where it was drawn last
    float down_ = 0, across_ = 0;  ///< scrolled so far, in pixels
    bool focused_ = false, follow_ = false;
    std::set<int> to_show_;
    int pointed_line_ = 0;
    std::string pointed_word_, pointed_faults_;
    int presses_ = 0;  ///< one after another at one place
    ImVec2 pressed_at_{};
    std::optional<float> grabbed_;  ///< where the scroll bar was pressed, within its handle

    // What is known of the text as it is drawn, made anew when it is another.
    std::uint64_t number_ = 0, version_ = 0, moves_ = 0;
    std::vector<editor::LineState> states_;
    int widest_ = 0;  ///< cells of the longest line
    std::optional<std::pair<editor::Position, editor::Position>> brackets_;
};

}  // namespace stridescope

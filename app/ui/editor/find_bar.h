// Finding and replacing in the text, and going to a line of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/document.h"
#include "app/session/editor/text_buffer.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class FindBar {
  public:
    enum class Kind { none, find, replace, line };

    /// Opens it; what is selected in one line is what is looked for.
    void open(Kind kind, const Document& document);
    bool is_open() const { return kind_ != Kind::none; }
    /// It is to have the keyboard, and has not yet: keys wait.
    bool awaits_field() const { return is_open() && focus_ > 0; }
    void close() { kind_ = Kind::none; }

    float height(const Ui& ui) const;
    /// Returns whether it was closed by a key: the text is to have the keyboard again.
    bool draw(Ui& ui, const Document& document, ImVec2 at, float width);

    /// What is looked for, while it is open.
    const std::vector<editor::Range>& found(const Document& document);
    /// The next place (or the one before) of what was looked for last.
    void again(Commands& commands, bool backwards) const;

  private:
    void draw_find(Ui& ui, const Document& document, float width);
    void draw_replace(Ui& ui, float width);
    bool draw_line(Ui& ui, const Document& document, float width);
    std::string count_words(const Document& document);

    Kind kind_ = Kind::none;
    editor::Pattern pattern_{};
    std::string with_, line_;
    int focus_ = 0;            ///< frames until the field must have the keyboard
    bool active_ = false;      ///< the field had it when it was drawn last
    editor::Position from_{};  ///< where it is looked for from, while it is typed
    std::uint64_t number_ = 0, version_ = 0;
    editor::Pattern looked_for_{};
    std::vector<editor::Range> found_;
};

}  // namespace stridescope

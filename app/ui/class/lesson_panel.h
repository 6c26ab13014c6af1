// The lesson beside the pictures: its text, its questions, and the way through its pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/ui/class/question_box.h"
#include "app/ui/kit/rich_text.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

class LessonPanel {
  public:
    /// Draws the open lesson into the current child area, over all of it.
    void draw(Ui& ui);
    /// The number that is typed is meant for that question of the page.
    void take_keyboard(std::size_t question);
    /// Whether a field is about to have the keyboard; see NumberField::pass_frame.
    bool awaits_field() const;
    void pass_frame();

  private:
    static constexpr std::size_t most_told = static_cast<std::size_t>(-1);  ///< none is new

    void draw_head(Ui& ui, float width);
    void draw_page(Ui& ui, float height);
    void draw_text(Ui& ui, float width);
    void draw_questions(Ui& ui, float width);
    void draw_more(Ui& ui);
    void draw_foot(Ui& ui, float width);
    static void follow(Ui& ui, const std::string& link);

    const Lesson* seen_ = nullptr;  ///< the page that was drawn last: another begins at its top
    int seen_page_ = -1;
    std::vector<std::size_t> seen_told_{};  ///< tries at its questions, and hints, so far
    std::vector<NumberField> numbers_{};    ///< that are typed
    TextPictures pictures_;
    float sheet_high_ = 0;  ///< what the page holds, as drawn last, in pixels
    bool to_end_ = false;   ///< the next draw() scrolls to the end of the page
};

}  // namespace stridescope

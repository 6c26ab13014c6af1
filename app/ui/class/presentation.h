// In front of a class: a line of words, a thin timeline and a question, all in large type, round
// one picture; and nothing at all while the screen is black.
#pragma once

#include <cstddef>
#include <vector>

#include "app/ui/class/question_box.h"
#include "app/ui/kit/ui.h"

namespace stridescope {

/// The scale at which the smallest type is 3 % of that side of a window, in pixels: of the
/// window's own words, and of what is drawn in pictures.
float presentation_scale(float side);
float presentation_picture_scale(float side);

/// Height in pixels of the words with the timeline below them.
/// The presented lesson's page, what it is called and its first sentence, above everything else; 0:
/// no lesson is open.
float presentation_head_height(const Ui& ui);
void draw_presentation_head(Ui& ui);

float presentation_foot_height(const Ui& ui);
void draw_presentation_foot(Ui& ui);

/// What the lesson's page or the next step asks, and what a class votes, above the picture.
class PresentationQuestion {
  public:
    /// In pixels, as it was drawn last; 0: nothing is asked.
    float height(const Ui& ui) const;
    void draw(Ui& ui);
    /// The number that is typed is meant for its field; see NumberField.
    void take_keyboard() { number_.take_keyboard(); }
    bool awaits_field() const { return number_.awaits_keyboard(); }
    void pass_frame() { number_.pass_frame(); }

  private:
    float high_ = 0;
    /// Where a number is typed, and of which question it is an answer.
    NumberField number_{};
    const Lesson* lesson_ = nullptr;
    int page_ = 0;
    std::size_t question_ = 0;
};

/// Black, over all of the window, while it is wanted.
void draw_blank(const Ui& ui);

/// What a presenter draws over the window, and the dot that points.
class PenLayer {
  public:
    /// Above all that was drawn: the strokes; and while the pen is in hand, what it draws now.
    void draw(Ui& ui);

  private:
    std::vector<std::vector<ImVec2>> strokes_;  ///< in shares of the window's size
    int wiped_ = 0;                             ///< see PresenterState
};

}  // namespace stridescope

// In front of a class: a line of words, a thin timeline and a question, all in large type, round
// one picture; and nothing at all while the screen is black.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/kit/ui.h"

namespace stridescope {

/// The scale at which the smallest type is 3 % of a window of so many pixels' height: of the
/// window's own words, and of what is drawn in pictures.
float presentation_scale(float height);
float presentation_picture_scale(float height);

/// Height in pixels of the words with the timeline below them.
float presentation_foot_height(const Ui& ui);
void draw_presentation_foot(Ui& ui);

/// Height in pixels of what the lesson's page or the next step asks, in so much width; 0: nothing
/// is asked.
float presentation_question_height(const Ui& ui);
/// What stands in the field for a number, and of which question it is an answer.
struct TypedAnswer {
    const Lesson* lesson = nullptr;
    int page = 0;
    std::size_t question = 0;
    std::string words{};
};
void draw_presentation_question(Ui& ui, TypedAnswer& typed);

/// Black, over all of the window, while it is wanted.
void draw_blank(const Ui& ui);

}  // namespace stridescope

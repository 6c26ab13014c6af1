// An exercise made of a text: those of its lines that others are to write become the hole.
#pragma once

#include <string>

#include "app/experiment/text_spec.h"

namespace stridescope {

struct NewExercise {
    std::string text{};      ///< of the exercise, with its card
    std::string solution{};  ///< what stood in the hole
};

/// The lines from `first` to `last`, counted from 1, are the hole. Its cases are those of a few
/// awkward sizes, where the text has an N, in which it is right itself. `set`: what the exercise's
/// set is called. Throws UsageError where the card cannot be judged by, or the text does not pass.
NewExercise exercise_of(const TextSpec& spec, int first, int last, const std::string& set);

}  // namespace stridescope

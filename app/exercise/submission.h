// What somebody hands in for an exercise, as a text that can be judged.
#pragma once

#include <string>
#include <string_view>

#include "app/exercise/exercise.h"
#include "app/experiment/text_spec.h"

namespace stridescope {

struct Submission {
    TextSpec spec{};         ///< the exercise's card and macros hold for it
    bool body_only = false;  ///< only what belongs into the hole was handed in
    bool as_given = false;   ///< nothing was written into the hole
};

/// A whole text, or what belongs into the hole: it is whole where it has a __global__ function.
/// `path`: where it lies, for what it includes; empty: nowhere.
Submission submission_of(const Exercise& exercise, std::string text, const std::string& path);

/// The exercise's text with that in its hole.
std::string with_hole(const Exercise& exercise, std::string_view body);

/// The same run as a text that needs nobody else's card: the exercise's stands at its head, in the
/// place of its own.
TextSpec standing_alone(TextSpec spec);

}  // namespace stridescope

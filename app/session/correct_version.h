// From a text that is broken on purpose to its correct version, and back.
#pragma once

#include <optional>
#include <string>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// A text, and what it is called.
struct NamedText {
    TextSpec spec{};
    std::string name{};   ///< "kogge_stone.cu"
    std::string title{};  ///< the card's, else the name
};

/// The one that the card of `broken` calls correct, with the same knobs: the file of that name
/// beside it or, where there is none, the program's own. Nothing if there is neither, or the text
/// is not broken. Throws UsageError for a file that cannot be read.
std::optional<NamedText> correct_version(const TextSpec& broken);

/// `to` with its knobs as `from` has them, where it has such knobs. What was given to arrays goes
/// along to those that `to` has as well.
TextSpec with_knobs_of(TextSpec to, const TextSpec& from);

}  // namespace stridescope

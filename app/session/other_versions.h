// Other versions of what is run, to stand beside it: without padding, and the correct one of a text
// that is broken on purpose.
#pragma once

#include <optional>
#include <string>

#include "app/experiment/experiment.h"
#include "app/experiment/text_spec.h"

namespace stridescope {

/// The same run without padding; nothing if it has none, or cannot do without. Of a text: with the
/// knob that its card calls PADDING or PAD at `none` or 0, if that is one of its choices.
std::optional<Experiment> without_padding(const Experiment& experiment);

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

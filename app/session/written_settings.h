// What is set beside a text, written into it.
#pragma once

#include "app/experiment/text_spec.h"

namespace stridescope {

/// The same run, with as much of what is set as can be written in the text itself: #defines, and
/// the card's launch, arrays, scalars and expectation. What cannot stays set.
TextSpec settings_written(const TextSpec& spec);

/// The same, of the launch, the arguments and the expectation alone: what is a knob stays set.
TextSpec card_written(const TextSpec& spec);

/// Whether anything is set beside the text.
bool has_settings(const TextSpec& spec);

}  // namespace stridescope

// The numbers of a text that say how much its main has to do: what a person would make smaller
// where it takes too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/experiment/text/text_run.h"

namespace stridescope {

/// A number that has a name, by a `#define` or where a variable gets its first value.
struct TextSize {
    std::string name{};
    std::int64_t value = 0;
    bool is_define = false;
    // What is written for a variable's value, in the spec's text.
    std::size_t begin = 0, end = 0;
    int line = 0;
};

/// Those that are large enough to matter, the largest first, `#define`s before variables.
std::vector<TextSize> sizes_of(const TextSpec& spec, const TextRun& text);

/// A smaller number for it, and a far smaller one; as round as it is, and with as many factors of
/// two as can be kept.
std::int64_t smaller_size(std::int64_t value, bool by_far);

/// The text with these numbers instead.
TextSpec with_sizes(TextSpec spec, const std::vector<TextSize>& sizes, bool by_far);

/// "-D N=65536", "n = 512 in line 7 and m = 512 in line 8".
std::string sizes_sentence(const std::vector<TextSize>& sizes, bool by_far);

}  // namespace stridescope

// A text resolved but for its arrays' numbers: launches, sizes and types. So a text can be run on a
// GPU with numbers that are there already, of any size.
#pragma once

#include <string>
#include <vector>

#include "app/experiment/text/text_run.h"

namespace stridescope {

/// What an array of TextRun::arrays was to hold.
struct OutlinedArray {
    std::string fill{};      ///< as the card writes it, or as it was guessed
    bool is_output = false;  ///< something is expected of it in the end
};

struct TextOutline {
    TextRun run{};  ///< `before` and `expected` of its arrays are empty
    std::vector<OutlinedArray> arrays{};
};

/// As resolve; throws UsageError as that does.
TextOutline outline(const TextSpec& spec);

}  // namespace stridescope

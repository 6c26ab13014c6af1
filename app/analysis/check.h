// Is the result right? Compared with the plain sequential scan, section by section, or of the whole
// input where the kernel claims that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/trace/trace.h"

namespace stridescope {

/// Whether there is anything to compare the result with: a text may say nothing of it.
bool is_checked(const Trace& trace);

/// How many elements of a trace the oracle scans before it starts anew: a section, or all of them.
std::int64_t oracle_section(const Trace& trace);

/// What the output is compared with, in words: "sequential scan", "sequential exclusive scan".
std::string_view oracle_name(const Trace& trace);

/// First element of the output that is not what the oracle says; sums of floats may be off by what
/// another order of the additions can make (scan_oracle.h). Only blocks that ran are compared, and
/// all ran.
struct WrongElement {
    std::int64_t index = 0;
    std::string expected, got;
    ArrayId array = ArrayId::output;
};
std::optional<WrongElement> first_wrong(const Trace& trace);
/// "out[3] is 7; the sum of A gives 9": of a text.
std::string wrong_text(const Trace& trace, const WrongElement& wrong);
/// The same, held to the scan of each section whatever the kernel claims.
std::optional<WrongElement> first_wrong_by_sections(const Trace& trace);
/// As first_wrong, among the elements of one block; `index` counts from the run's first element.
std::optional<WrongElement> first_wrong(const Trace& trace, int block);

}  // namespace stridescope

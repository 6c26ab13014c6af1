// Is the result right? Compared with what the card, or --expect, says of its arrays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/trace/trace.h"

namespace stridescope {

/// Whether there is anything to compare the result with: a text may say nothing of it.
bool is_checked(const Trace& trace);

/// What the result is compared with, in words: "scan(A)".
std::string_view oracle_name(const Trace& trace);

/// The first element of any array that is not what is expected of it; sums of floats may be off by
/// what another order of the additions can make.
struct WrongElement {
    std::int64_t index = 0;
    std::string expected, got;
    ArrayId array{};
};
std::optional<WrongElement> first_wrong(const Trace& trace);
/// "out[3] is 7; the sum of A gives 9".
std::string wrong_text(const Trace& trace, const WrongElement& wrong);

/// Where the text of a run that nothing is compared with says `// expect:` all the same, and why
/// that is held against nothing. Empty where it says none.
std::string unheld_expectation(const Trace& trace);

}  // namespace stridescope

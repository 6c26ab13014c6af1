// Is the result right? Compared with the plain sequential scan, section by section.
#pragma once

#include <cstdint>
#include <optional>

#include "app/trace/trace.h"

namespace stridescope {

/// The inclusive scan of each section of `section` elements, one after the other: the oracle.
TypedArray sequential_scan(const TypedArray& input, Op op, std::int64_t section);

/// First element of the output that differs from the oracle; floats may differ by rounding:
/// n·ε relative to the sum of magnitudes. Only blocks that ran are compared, and all ran.
struct WrongElement {
    std::int64_t index = 0;
    std::string expected, got;
};
std::optional<WrongElement> first_wrong(const Trace& trace);
/// The same among the elements of one block; `index` counts from the run's first element.
std::optional<WrongElement> first_wrong(const Trace& trace, int block);

}  // namespace stridescope

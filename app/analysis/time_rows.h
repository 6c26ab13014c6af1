// What the rows of the picture of times stand together by.
#pragma once

#include <array>
#include <string_view>

namespace stridescope {

/// A row is a warp; those of one block, of one multiprocessor, or of one of its schedulers stand
/// one under another.
enum class TimeRows { block, multiprocessor, scheduler };
inline constexpr std::array<std::string_view, 3> time_rows{"block", "multiprocessor", "scheduler"};

}  // namespace stridescope

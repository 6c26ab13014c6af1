// Inline assembly for tensor cores: tiles that a warp loads, multiplies and stores together, and
// copies into shared memory that go on beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::language {

/// Which lane of its warp a thread is, as C.
inline constexpr std::string_view lane_of_warp =
    "((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32)";

/// An instruction of PTX, taken apart.
struct AsmInstruction {
    std::vector<std::string> code{};      ///< "ld", "global", "f32"
    std::vector<std::string> operands{};  ///< as C, without the brackets of an address
    std::string constraints{};            ///< of each operand its letter; ' ': it has none
};

/// The address in shared memory that this number stands for, as C.
std::string shared_address(std::string_view number);

/// The statements that do the same; nothing: it is none of these.
std::optional<std::string> tile_statement(const AsmInstruction& instruction);

}  // namespace stridescope::language

// The names of the CUDA runtime's numbers, and what it says of its errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope::language {

/// An error of the CUDA runtime.
struct CudaError {
    std::string_view name;
    std::int32_t number = 0;
    std::string_view text;  ///< what cudaGetErrorString gives
};

/// Those that a program may meet here.
namespace cuda_errors {
inline constexpr std::int32_t none = 0, invalid_value = 1, memory_allocation = 2,
                              invalid_device = 101, illegal_address = 700, assertion = 710,
                              misaligned_address = 716, launch_failure = 719, not_ready = 600,
                              too_many_cooperative_blocks = 720, invalid_cluster = 912;
}

/// The error of a number; nullptr: there is none.
const CudaError* cuda_error(std::int64_t number);

/// What a name of the runtime's enumerations and flags stands for.
std::optional<std::int32_t> cuda_number(std::string_view name);

}  // namespace stridescope::language

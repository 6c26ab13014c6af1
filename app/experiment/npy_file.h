// NumPy's array file, as far as an input needs it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "app/experiment/typed_array.h"

namespace stridescope {

/// The numbers of a .npy file (format 1 to 3, little-endian i1 … i8, u1 … u8, f4, f8, C order), in
/// memory order, as elements of `type`. Throws UsageError, naming `source`, for anything else and
/// for numbers that don't fit.
TypedArray read_npy(std::span<const std::byte> file, ElementType type, const std::string& source);
/// Reads `size` bytes that nobody else has: they are not copied where they are as they should be.
TypedArray read_npy(const std::shared_ptr<std::byte[]>& file, std::size_t size, ElementType type,
                    const std::string& source);

}  // namespace stridescope

// Large arrays that come back: touching fresh pages costs ten times what writing them again does,
// and every change of a knob records a trace of much the same size as the one it replaces.
#pragma once

#include <cstddef>
#include <memory>

namespace stridescope {

/// At least `bytes` uninitialised bytes, aligned for any element; given back to a small cache when
/// the last owner lets go. Thread-safe. Throws std::bad_alloc.
std::shared_ptr<std::byte[]> recycled_bytes(std::size_t bytes);

/// Recycled bytes as an array of `count` T (trivial types only).
template <class T>
std::shared_ptr<T[]> recycled_array(std::size_t count) {
    auto bytes = recycled_bytes(count * sizeof(T));
    return {bytes, reinterpret_cast<T*>(bytes.get())};
}

}  // namespace stridescope

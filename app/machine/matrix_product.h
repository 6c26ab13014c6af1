// Products of matrices in the host's memory, for what <cublas_v2.h> computes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stridescope::machine {

/// As <library_types.h> numbers them.
enum class ElementKind : std::uint8_t { f32 = 0, f64 = 1, f16 = 2, i8 = 3, i32 = 10, bf16 = 14 };

/// 0: it is none of them.
std::size_t bytes_of(ElementKind kind);

/// An element `across` rows and `along` columns from the first lies so many elements behind it.
struct Layout {
    ElementKind kind{};
    std::int64_t across = 0, along = 0;

    /// Bytes of a matrix of so many rows and columns, from its first element to its last.
    std::uint64_t bytes(std::int64_t rows, std::int64_t columns) const;
};

struct ProductSizes {
    std::int64_t rows = 0, columns = 0, inner = 0;
};

/// c = alpha a b + beta c. Each sum is made in double, in the order of the inner index, and rounded
/// once to what c consists of. With beta 0 nothing of c is read.
void multiply(const ProductSizes& sizes, const std::byte* a, const Layout& of_a, const std::byte* b,
              const Layout& of_b, std::byte* c, const Layout& of_c, double alpha, double beta);

}  // namespace stridescope::machine

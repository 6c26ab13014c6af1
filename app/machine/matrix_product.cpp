#include "app/machine/matrix_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "app/language/half.h"

namespace stridescope::machine {
namespace {

using language::half::Format;

template <typename T>
T at(const std::byte* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}

double read(const std::byte* p, ElementKind kind) {
    switch (kind) {
        case ElementKind::f32: return static_cast<double>(at<float>(p));
        case ElementKind::f64: return at<double>(p);
        case ElementKind::f16:
            return static_cast<double>(language::half::value<Format::f16>(at<std::uint16_t>(p)));
        case ElementKind::bf16:
            return static_cast<double>(language::half::value<Format::bf16>(at<std::uint16_t>(p)));
        case ElementKind::i8: return static_cast<double>(at<std::int8_t>(p));
        case ElementKind::i32: return static_cast<double>(at<std::int32_t>(p));
    }
    return 0;
}

template <typename T>
void put(std::byte* p, T value) {
    std::memcpy(p, &value, sizeof value);
}

void write(std::byte* p, ElementKind kind, double value) {
    switch (kind) {
        case ElementKind::f32: return put(p, static_cast<float>(value));
        case ElementKind::f64: return put(p, value);
        case ElementKind::f16:
        case ElementKind::bf16: {
            // Cut with a mark of what was cut: rounded once all the same.
            const float near = language::half::cut_to_odd(value);
            return put(
                p, static_cast<std::uint16_t>(kind == ElementKind::f16
                                                  ? language::half::rounded<Format::f16>(near)
                                                  : language::half::rounded<Format::bf16>(near)));
        }
        case ElementKind::i8:
        case ElementKind::i32: {
            const double least = kind == ElementKind::i8 ? -128.0 : -2147483648.0;
            const double whole = std::clamp(value, least, -least - 1);
            if (kind == ElementKind::i8) return put(p, static_cast<std::int8_t>(whole));
            return put(p, static_cast<std::int32_t>(whole));
        }
    }
}

}  // namespace

std::size_t bytes_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::f64: return 8;
        case ElementKind::f32:
        case ElementKind::i32: return 4;
        case ElementKind::f16:
        case ElementKind::bf16: return 2;
        case ElementKind::i8: return 1;
    }
    return 0;
}

std::uint64_t Layout::bytes(std::int64_t rows, std::int64_t columns) const {
    if (rows <= 0 || columns <= 0) return 0;
    const std::int64_t last = (rows - 1) * across + (columns - 1) * along;
    return static_cast<std::uint64_t>(last + 1) * bytes_of(kind);
}

void multiply(const ProductSizes& sizes, const std::byte* a, const Layout& of_a, const std::byte* b,
              const Layout& of_b, std::byte* c, const Layout& of_c, double alpha, double beta) {
    const auto place = [](const Layout& of, std::int64_t row, std::int64_t column) {
        return static_cast<std::size_t>(row * of.across + column * of.along) * bytes_of(of.kind);
    };
    // So many rows of a stay at hand for all columns of b, of which a few go along together. Each
    // sum is made in its order all the same.
    constexpr std::int64_t rows_at_once = 128;
    constexpr std::size_t columns_at_once = 4;
    const auto inner = static_cast<std::size_t>(sizes.inner);
    std::vector<double> left(static_cast<std::size_t>(rows_at_once) * inner);
    std::vector<double> right(columns_at_once * inner);
    for (std::int64_t row = 0; row < sizes.rows; row += rows_at_once) {
        const auto rows = static_cast<std::size_t>(std::min(rows_at_once, sizes.rows - row));
        for (std::size_t i = 0; i < rows; ++i) {
            for (std::size_t p = 0; p < inner; ++p) {
                left[p * rows_at_once + i] =
                    read(a + place(of_a, row + static_cast<std::int64_t>(i),
                                   static_cast<std::int64_t>(p)),
                         of_a.kind);
            }
        }
        for (std::int64_t column = 0; column < sizes.columns; column += columns_at_once) {
            const auto columns = static_cast<std::size_t>(
                std::min(static_cast<std::int64_t>(columns_at_once), sizes.columns - column));
            for (std::size_t j = 0; j < columns; ++j) {
                for (std::size_t p = 0; p < inner; ++p) {
                    right[p * columns_at_once + j] =
                        read(b + place(of_b, static_cast<std::int64_t>(p),
                                       column + static_cast<std::int64_t>(j)),
                             of_b.kind);
                }
            }
            std::array<std::array<double, rows_at_once>, columns_at_once> sums{};
            for (std::size_t p = 0; p < inner; ++p) {
                const double* const along = left.data() + p * rows_at_once;
                for (std::size_t j = 0; j < columns_at_once; ++j) {
                    const double by = right[p * columns_at_once + j];
                    for (std::size_t i = 0; i < rows_at_once; ++i) sums[j][i] += along[i] * by;
                }
            }
            for (std::size_t j = 0; j < columns; ++j) {
                for (std::size_t i = 0; i < rows; ++i) {
                    std::byte* to = c + place(of_c, row + static_cast<std::int64_t>(i),
                                              column + static_cast<std::int64_t>(j));
                    const double before = beta == 0 ? 0 : beta * read(to, of_c.kind);
                    write(to, of_c.kind, alpha * sums[j][i] + before);
                }
            }
        }
    }
}

}  // namespace stridescope::machine

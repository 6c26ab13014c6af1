// Products of matrices are the sums that their definition says, in its order, to the bit.
#include "app/machine/matrix_product.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace stridescope::machine {
namespace matrix_product_test {

template <typename T>
void expect_the_sums(ElementKind kind, const ProductSizes& sizes, double alpha, double beta) {
    std::mt19937 random{3};
    const auto filled = [&](std::int64_t count) {
        std::vector<T> all(static_cast<std::size_t>(count));
        for (T& one : all) one = static_cast<T>(static_cast<double>(random()) / 1e9 - 2);
        return all;
    };
    const std::vector<T> a = filled(sizes.rows * sizes.inner),
                         b = filled(sizes.inner * sizes.columns);
    std::vector<T> c = filled(sizes.rows * sizes.columns), want = c;
    for (std::int64_t i = 0; i < sizes.rows; ++i) {
        for (std::int64_t j = 0; j < sizes.columns; ++j) {
            double sum = 0;
            for (std::int64_t p = 0; p < sizes.inner; ++p)
                sum += static_cast<double>(a[static_cast<std::size_t>(i * sizes.inner + p)]) *
                       static_cast<double>(b[static_cast<std::size_t>(j * sizes.inner + p)]);
            T& to = want[static_cast<std::size_t>(i * sizes.columns + j)];
            to = static_cast<T>(alpha * sum + (beta == 0 ? 0 : beta * static_cast<double>(to)));
        }
    }
    // b lies the other way round.
    multiply(sizes, reinterpret_cast<const std::byte*>(a.data()), {kind, sizes.inner, 1},
             reinterpret_cast<const std::byte*>(b.data()), {kind, 1, sizes.inner},
             reinterpret_cast<std::byte*>(c.data()), {kind, sizes.columns, 1}, alpha, beta);
    EXPECT_EQ(std::memcmp(c.data(), want.data(), c.size() * sizeof(T)), 0)
        << sizes.rows << " × " << sizes.columns << " × " << sizes.inner;
}

TEST(MatrixProduct, IsTheSumsToTheBit) {
    for (const ProductSizes& sizes :
         {ProductSizes{1, 1, 1}, ProductSizes{3, 5, 2}, ProductSizes{128, 4, 9},
          ProductSizes{129, 6, 33}, ProductSizes{260, 131, 17}, ProductSizes{5, 3, 0}}) {
        for (const double beta : {0.0, 0.75}) {
            expect_the_sums<float>(ElementKind::f32, sizes, 1.25, beta);
            expect_the_sums<double>(ElementKind::f64, sizes, -0.3, beta);
        }
    }
}

}  // namespace matrix_product_test
}  // namespace stridescope::machine

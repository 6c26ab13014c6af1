// Comparisons of what counts on from lane to lane: the machine answers them without looking at the
// lanes one by one, unless a number wraps around on the way.
#include <gtest/gtest.h>

#include <limits>

#include "tests/machine/run_text.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace comparisons_test {

template <typename T>
void compare_lines(const std::string& type) {
    const std::string text = "typedef " + type + R"( number;
__global__ void k(number a, number b, number c, int *out) {
    number x = a + b * (number)threadIdx.x;
    int said = (x < c) | (x <= c) << 1 | (x > c) << 2 | (x >= c) << 3;
    said |= (c < x) << 4 | (c <= x) << 5 | !(x < c) << 6 | !(c >= x) << 7;
    out[threadIdx.x] = said;
}
)";
    using Limits = std::numeric_limits<T>;
    const auto of = [](long long value) { return static_cast<T>(value); };
    const std::vector<T> bases{0,
                               1,
                               7,
                               of(-1),
                               of(-31),
                               of(-32),
                               of(-33),
                               of(1000),
                               Limits::max(),
                               Limits::min(),
                               Limits::max() - 31,
                               Limits::max() - 30};
    const std::vector<T> strides{
        1, 2, 3, 8, of(-1), of(-5), of(1LL << 26), of(1LL << 27), of(1LL << 31)};
    const std::vector<T> limits{0,
                                1,
                                6,
                                7,
                                8,
                                31,
                                32,
                                33,
                                of(-1),
                                of(-16),
                                of(1016),
                                of(1062),
                                Limits::max(),
                                Limits::min()};
    constexpr unsigned threads = 50;  // the second warp is not full
    int round = 0;
    for (const T a : bases) {
        for (const T b : strides) {
            for (const T c : limits) {
                if (stridescope::testing::left_out(round++, 7)) continue;
                RunText run(text);
                run.scalar(a), run.scalar(b), run.scalar(c);
                const std::size_t out = run.array("out", std::vector<int>(threads));
                run.launch({1, 1, 1}, {threads, 1, 1});
                run.expect_clean();
                const std::vector<int> said = run.values<int>(out);
                for (unsigned t = 0; t < threads; ++t) {
                    // As on a GPU, where an int wraps around, too.
                    const T x =
                        static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b) * t);
                    const int lt = x < c, le = x <= c;
                    const int due = lt | le << 1 | !le << 2 | !lt << 3 | !le << 4 | !lt << 5 |
                                    !lt << 6 | !le << 7;
                    ASSERT_EQ(said[t], due)
                        << type << " " << a << " + " << t << " * " << b << " and " << c;
                }
            }
        }
    }
}

TEST(Comparisons, OfSignedLines) {
    compare_lines<int>("int");
}

TEST(Comparisons, OfUnsignedLines) {
    compare_lines<unsigned>("unsigned");
}

}  // namespace comparisons_test
}  // namespace stridescope::machine

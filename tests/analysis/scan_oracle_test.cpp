// Right or wrong, held against every order in which a few numbers can be combined.
#include "app/analysis/scan_oracle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "app/analysis/check.h"
#include "app/engine/engine.h"
#include "kernels/catalog.h"
#include "tests/support/left_out.h"
#include "tests/support/recorded.h"

namespace stridescope {
namespace {

using testing::left_out;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();

/// A NaN is one value, and so is zero.
template <class T>
struct ByValue {
    bool operator()(T a, T b) const {
        if (std::isnan(a) || std::isnan(b)) return std::isnan(b) && !std::isnan(a);
        return a < b;
    }
};
template <class T>
using Values = std::set<T, ByValue<T>>;

/// What all orders of combining neighbours make of `numbers`. Kernels also combine with the
/// identity, which stands where there is no number.
template <class T>
Values<T> of_every_order(Op op, const std::vector<T>& numbers) {
    const std::size_t n = numbers.size();
    const T identity = identity_of<T>(op);
    std::vector<std::vector<Values<T>>> made(n, std::vector<Values<T>>(n));
    for (std::size_t length = 1; length <= n; ++length) {
        for (std::size_t first = 0; first + length <= n; ++first) {
            Values<T>& here = made[first][first + length - 1];
            if (length == 1) here.insert(numbers[first]);
            for (std::size_t cut = first; cut + 1 < first + length; ++cut) {
                for (const T a : made[first][cut]) {
                    for (const T b : made[cut + 1][first + length - 1]) {
                        here.insert(combine(op, a, b));
                    }
                }
            }
            const Values<T> bare = here;
            for (const T value : bare) {
                here.insert(combine(op, identity, value));
                here.insert(combine(op, value, identity));
            }
        }
    }
    return made[0][n - 1];
}

template <class T, class Oracle>
Oracle after(Oracle oracle, const std::vector<T>& numbers) {
    for (const T number : numbers) oracle.take(number);
    return oracle;
}

template <class T>
std::string words(const std::vector<T>& numbers) {
    std::string text;
    for (const T number : numbers) text += fmt::format("{} ", number);
    return text;
}

/// A few numbers of the kinds that make trouble together.
template <class T>
std::vector<T> draw(std::mt19937& random, const std::vector<T>& kinds) {
    std::vector<T> numbers(1 + random() % 6);
    for (T& number : numbers) number = kinds[random() % kinds.size()];
    return numbers;
}

template <class T>
void no_order_is_refused(const std::vector<T>& kinds, std::uint32_t seed) {
    std::mt19937 random{seed};
    for (int round = 0; round < 4000; ++round) {
        if (left_out(round)) continue;
        const std::vector<T> numbers = draw(random, kinds);
        const auto sum = after(SumOracle<T>{}, numbers);
        for (const T value : of_every_order(Op::add, numbers)) {
            ASSERT_TRUE(sum.accepts(value)) << words(numbers) << "= " << value;
        }
        for (const Op op : {Op::min, Op::max}) {
            const auto extreme = after(ExtremeOracle<T>{op}, numbers);
            for (const T value : of_every_order(op, numbers)) {
                ASSERT_TRUE(extreme.accepts(value))
                    << name_of(op) << " " << words(numbers) << "= " << value;
            }
        }
        const auto last = after(ExactOracle<T>{Op::last}, numbers);
        for (const T value : of_every_order(Op::last, numbers)) {
            ASSERT_TRUE(last.accepts(value)) << words(numbers) << "= " << value;
        }
    }
}

TEST(ScanOracle, AcceptsEveryOrderOfFloats) {
    no_order_is_refused<float>({1, -1, 0, 0.1F, 1e30F, -1e30F, 16'777'216, 3, inf, -inf, nan}, 1);
    no_order_is_refused<float>({largest, -largest, largest / 2, -largest / 2, 1, 2e38F}, 2);
    no_order_is_refused<float>({0.1F, 0.3F, -0.7F, 1e-45F, 1e8F, -1e8F, 3.3F}, 3);
}

TEST(ScanOracle, AcceptsEveryOrderOfDoubles) {
    constexpr double most = std::numeric_limits<double>::max();
    no_order_is_refused<double>({1, -1, 0.1, 1e300, -1e300, double{inf}, -double{inf}, double{nan}},
                                4);
    no_order_is_refused<double>({most, -most, most / 2, -most / 2, 1.5e308, 5e-324}, 5);
    no_order_is_refused<double>({0.1, 0.3, -0.7, 1e16, -1e16, 3.3}, 6);
}

// Where nothing is rounded and nothing overflows, what no order makes is wrong.
TEST(ScanOracle, AcceptsNothingElseWhereNothingIsRounded) {
    const std::vector<float> kinds{1, -1, 0, 2, 5, -7, 0.5F, inf, -inf, nan};
    std::mt19937 random{7};
    int refused = 0;
    for (int round = 0; round < 4000; ++round) {
        if (left_out(round)) continue;
        const std::vector<float> numbers = draw(random, kinds);
        std::vector<float> others = kinds;
        for (float x = -20; x <= 20; x += 0.5F) others.push_back(x);
        const auto right = of_every_order(Op::add, numbers);
        const auto sum = after(SumOracle<float>{}, numbers);
        for (const float other : others) {
            ASSERT_EQ(sum.accepts(other), right.contains(other)) << words(numbers) << "= " << other;
            refused += right.contains(other) ? 0 : 1;
        }
        for (const Op op : {Op::min, Op::max}) {
            const auto made = of_every_order(op, numbers);
            const auto extreme = after(ExtremeOracle<float>{op}, numbers);
            for (const float other : others) {
                ASSERT_EQ(extreme.accepts(other), made.contains(other))
                    << name_of(op) << " " << words(numbers) << "= " << other;
            }
        }
    }
    EXPECT_GT(refused, 10'000);
}

// A number that is left out, counted twice or read from elsewhere is found.
TEST(ScanOracle, FindsAMissingNumber) {
    std::mt19937 random{8};
    for (const std::size_t n : {2, 31, 32, 33, 1000, 100'000}) {
        std::vector<float> numbers(n);
        for (float& number : numbers) number = static_cast<float>(1 + random() % 9);
        const auto oracle = after(SumOracle<float>{}, numbers);
        float sum = 0;
        for (const float number : numbers) sum += number;
        EXPECT_TRUE(oracle.accepts(sum));
        EXPECT_EQ(oracle.tolerance(), 0);
        EXPECT_FALSE(oracle.accepts(sum - 1));
        EXPECT_FALSE(oracle.accepts(sum + 1));
        EXPECT_FALSE(oracle.accepts(nan));
        EXPECT_FALSE(oracle.accepts(inf));
    }
    // Thousandths cannot be told exactly, and still one of a thousand is not missed.
    const std::vector<float> thousandths(1000, 0.001F);
    const auto oracle = after(SumOracle<float>{}, thousandths);
    EXPECT_TRUE(oracle.accepts(1.0F));
    EXPECT_FALSE(oracle.accepts(0.999F));
    EXPECT_GT(oracle.tolerance(), 0);
    EXPECT_LT(oracle.tolerance(), 1e-4);
}

// The tolerance is no larger than its reason: the worst that was found is not far below it.
TEST(ScanOracle, IsAsStrictAsItCanBe) {
    for (const std::size_t n : {10, 100, 1000}) {
        // Each addition of half a unit in the last place is rounded down, or up, to the even one.
        std::vector<float> numbers(n, 0x1p-24F);
        numbers.front() = 1;
        const auto oracle = after(SumOracle<float>{}, numbers);
        float forwards = 0;
        for (const float number : numbers) forwards += number;
        EXPECT_EQ(forwards, 1.0F);
        EXPECT_TRUE(oracle.accepts(forwards));
        const double error = static_cast<double>(n - 1) * 0x1p-24;
        EXPECT_LT(oracle.tolerance(), 1.01 * error);
    }
}

TEST(ScanOracle, OverflowsAsSomeOrderDoes) {
    // (a + b) − b overflows, a + (b − b) does not: both are right, and nothing else is.
    const auto oracle = after(SumOracle<float>{}, std::vector<float>{largest, largest, -largest});
    EXPECT_TRUE(oracle.accepts(largest));
    EXPECT_TRUE(oracle.accepts(inf));
    EXPECT_FALSE(oracle.accepts(-inf));
    EXPECT_FALSE(oracle.accepts(nan));
    EXPECT_FALSE(oracle.accepts(0));
    const auto sure = after(SumOracle<float>{}, std::vector<float>{largest, largest});
    EXPECT_TRUE(sure.accepts(inf));
    EXPECT_FALSE(sure.accepts(largest));
}

TEST(ScanOracle, OfNoNumbersIsTheIdentity) {
    EXPECT_TRUE(SumOracle<float>{}.accepts(0));
    EXPECT_FALSE(SumOracle<float>{}.accepts(1));
    EXPECT_TRUE(ExtremeOracle<float>{Op::max}.accepts(-inf));
    EXPECT_FALSE(ExtremeOracle<float>{Op::max}.accepts(0));
    EXPECT_TRUE(ExactOracle<int>{Op::min}.accepts(std::numeric_limits<int>::max()));
}

// Real numbers: however a right kernel adds them up, it is right, and what is off by one of sixteen
// thousand numbers is not.
TEST(FirstWrong, TakesTheAdditionsThatWereRecorded) {
    for (const std::string kernel : {"kogge-stone", "brent-kung", "blelloch", "warp-shuffle",
                                     "raking", "three-kernel", "chained", "decoupled-lookback"}) {
        Experiment e = testing::experiment_of(kernel, 1024, "iota");
        if (takes_coarsening(kernel_of(e).info, 4)) e.coarsen = 4;
        const auto n = static_cast<std::size_t>(shape_of(e).section) * 3 + 5;
        std::string values;
        for (std::size_t i = 0; i < n; ++i) {
            values += fmt::format("{},", 0.1 + static_cast<double>(i * 7919 % 1000) / 997);
        }
        e.input = parse_input("values:" + values);
        const auto trace = record(e);
        ASSERT_FALSE(first_wrong(*trace).has_value()) << kernel;
        // The last one of the second section is its largest sum.
        const std::size_t at = static_cast<std::size_t>(trace->shape().section) * 2 - 1;
        TraceData data = trace->data();
        data.output.as<float>()[at] -= data.input.as<float>()[at - 1];
        const auto found = first_wrong(Trace{data});
        ASSERT_TRUE(found.has_value()) << kernel;
        EXPECT_EQ(found->index, static_cast<std::int64_t>(at)) << kernel;
    }
}

// What the oracle says of a run, changed by hand: the class of mistakes that went unnoticed once a
// NaN or an infinity was among the numbers.
TEST(FirstWrong, SeesWrongResultsBehindNonFiniteNumbers) {
    for (const std::string type : {"f32", "f64"}) {
        for (const std::string numbers : {"1,2,nan,4,5", "1,2,inf,4,5", "1,-inf,3,4,5"}) {
            for (const std::string op : {"add", "max", "min", "last"}) {
                Experiment e = testing::experiment_of("kogge-stone", 8, "values:" + numbers);
                e.type = parse_element_type(type);
                e.op = parse_op(op);
                const auto trace = record(e);
                EXPECT_FALSE(first_wrong(*trace).has_value()) << op << " " << numbers;
                for (std::size_t i = 0; i < 5; ++i) {
                    for (const double wrong : {12345.0, -12345.0}) {
                        TraceData data = trace->data();
                        with_element_type(e.type, [&]<class T>(T) {
                            data.output.as<T>()[i] = static_cast<T>(wrong);
                        });
                        const auto found = first_wrong(Trace{data});
                        ASSERT_TRUE(found.has_value()) << op << " " << numbers << " " << i;
                        EXPECT_EQ(found->index, static_cast<std::int64_t>(i));
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace stridescope

// What the elements of a scan may be: the exact answer, as far as the order is open in which
// a kernel combines the numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <type_traits>
#include <vector>

#include "kernels/monoid.h"

namespace stridescope {

/// Integers, and what is never rounded: one answer.
template <class T>
class ExactOracle {
  public:
    explicit ExactOracle(Op op) : op_{op} {}

    /// One more number of the section is among those combined.
    void take(T number) {
        value_ = any_ ? combine(op_, value_, number) : number;
        any_ = true;
    }
    /// Whether `got` is their combination; of none the identity.
    bool accepts(T got) const {
        const T want = any_ ? value_ : identity_of<T>(op_);
        return want == got || (want != want && got != got);
    }

  private:
    Op op_;
    T value_{};
    bool any_ = false;
};

/// Sums of floats. Addition rounds, so that sums in another order differ; how far tells a bound
/// that holds for every order (docs/report.md, "Right or wrong"):
///   - A NaN among the numbers makes a NaN, and so do two infinities of different sign.
///   - Infinities of one sign make that infinity.
///   - Where no addition of any order can round, since all numbers are multiples of one power of
///     two and Σ|x| has no more digits than a T: exactly the sum.
///   - Otherwise no number goes through more than d additions, n − 1 or as many as were recorded,
///     each of them off by at most half a unit in the last place:
///     |got − Σx| ≤ ((1 + u)ᵈ − 1) · Σ|x|, u being 2⁻²⁴ for f32, 2⁻⁵³ for f64.
///   - An infinity, although no number is one, is right where some order overflows: a kernel only
///     ever adds up stretches of neighbours, so one of these must exceed the largest T.
template <class T>
class SumOracle {
    static_assert(std::is_floating_point_v<T>);
    /// Exact enough that its own rounding does not count, and of so wide a range that nothing
    /// overflows.
    using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

  public:
    /// `most_additions`: how many of them a number goes through at most, where that is known: fewer
    /// round less.
    explicit SumOracle(std::size_t most_additions = std::numeric_limits<std::size_t>::max())
        : most_additions_{most_additions} {}

    void take(T number) {
        ++count_;
        if (!std::isfinite(number)) {
            nan_ = nan_ || std::isnan(number);
            up_ = up_ || number > 0;
            down_ = down_ || number < 0;
            // No stretch goes on through it.
            highest_ending_ = -endless;
            lowest_ending_ = endless;
            return;
        }
        const Wide x = number;
        sum_ += x;
        magnitude_ += std::abs(x);
        // A number alone is not added up, and does not overflow.
        highest_ = std::max(highest_, highest_ending_ + x);
        lowest_ = std::min(lowest_, lowest_ending_ + x);
        highest_ending_ = std::max(x, highest_ending_ + x);
        lowest_ending_ = std::min(x, lowest_ending_ + x);
        if (number != 0) last_digit_ = std::min(last_digit_, last_digit_of(number));
    }

    bool accepts(T got) const {
        if (std::isfinite(got)) {
            if (nan_ || up_ || down_) return false;
            const Wide error = std::abs(static_cast<Wide>(got) - sum_);
            return error == 0 || error <= tolerance();
        }
        const bool upwards = up_ || can_exceed(highest_), downwards = down_ || can_exceed(-lowest_);
        if (std::isnan(got)) return nan_ || (upwards && downwards);
        if (nan_ || (up_ && down_)) return false;
        return got > 0 ? upwards && !down_ : downwards && !up_;
    }

    /// How far off a finite sum may be.
    Wide tolerance() const {
        if (count_ < 2 || is_exact()) return 0;
        constexpr Wide unit = std::numeric_limits<T>::epsilon() / 2;
        // And a little more for what the sums here are off themselves.
        constexpr Wide slack = 1 + Wide{1} / 1024;
        const Wide all = static_cast<Wide>(std::min(count_ - 1, most_additions_)) * unit;
        // (1 + u)ᵈ − 1, of which the first two terms are enough while they are small.
        const Wide factor = all < Wide{1} / 1024 ? all + all * all : std::expm1(all);
        return slack * factor * magnitude_;
    }

  private:
    static constexpr int no_digit = std::numeric_limits<int>::max();

    /// The power of two of the lowest digit that is 1; `number` is neither 0 nor infinite.
    static int last_digit_of(T number) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        constexpr int stored = std::numeric_limits<T>::digits - 1;
        constexpr int least = std::numeric_limits<T>::min_exponent - 1 - stored;
        const Bits bits = std::bit_cast<Bits>(number) << 1 >> 1;
        const Bits fraction = bits & ((Bits{1} << stored) - 1);
        const int exponent = static_cast<int>(bits >> stored);
        const int trailing = fraction == 0 ? stored : std::countr_zero(fraction);
        return least + trailing + std::max(exponent - 1, 0);
    }
    bool is_exact() const {
        return last_digit_ == no_digit ||
               magnitude_ <= std::ldexp(Wide{1}, last_digit_ + std::numeric_limits<T>::digits);
    }
    bool can_exceed(Wide stretch) const {
        // From half a unit above the largest T on a sum is rounded to infinity.
        constexpr Wide most = std::numeric_limits<T>::max();
        return stretch + tolerance() >= most * (1 + std::numeric_limits<T>::epsilon() / 4);
    }

    std::size_t most_additions_, count_ = 0;
    bool nan_ = false, up_ = false, down_ = false;  ///< among the numbers
    Wide sum_ = 0, magnitude_ = 0;                  ///< of the finite ones
    static constexpr Wide endless = std::numeric_limits<Wide>::infinity();
    /// Of neighbours: the largest and the least sum that ends here, and that there was of two or
    /// more.
    Wide highest_ending_ = -endless, lowest_ending_ = endless, highest_ = 0, lowest_ = 0;
    int last_digit_ = no_digit;
};

/// The largest or the least of floats. Where a NaN is among them, `a < b ? b : a` depends on the
/// order: a NaN on the left stays, and one on the right is passed over. So it swallows those behind
/// it that are combined with it first.
template <class T>
class ExtremeOracle {
    static_assert(std::is_floating_point_v<T>);

  public:
    explicit ExtremeOracle(Op op) : op_{op}, certain_{identity_of<T>(op)} {}

    void take(T number) {
        if (std::isnan(number)) {
            first_is_nan_ = first_is_nan_ || !any_;
            any_ = nan_ = true;
            for (const T each : behind_) swallowable_.insert(each);
            behind_.clear();
            return;
        }
        any_ = true;
        if (!nan_) {
            certain_ = combine(op_, certain_, number);
            return;
        }
        // Of those since the last NaN, each with no better one behind it.
        while (!behind_.empty() && combine(op_, behind_.back(), number) == number) {
            behind_.pop_back();
        }
        behind_.push_back(number);
    }

    bool accepts(T got) const {
        if (std::isnan(got)) return first_is_nan_;
        if (got == certain_) return true;
        // Better than what is certain, and one of those that may not have been swallowed.
        const auto is_better = [this](T a, T b) { return op_ == Op::max ? a > b : a < b; };
        return nan_ && is_better(got, certain_) &&
               (swallowable_.contains(got) || std::ranges::binary_search(behind_, got, is_better));
    }

  private:
    Op op_;
    T certain_;  ///< of those before the first NaN, which nothing can swallow
    bool any_ = false, nan_ = false, first_is_nan_ = false;
    std::vector<T> behind_;  ///< the best first
    std::set<T> swallowable_;
};

}  // namespace stridescope

// <random>.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> random_parts() {
    static constexpr LibraryPart parts[] = {
        // <random>: the standard's engines, and distributions as libstdc++ has them
        {"mt19937", R"(
struct mt19937 {
    unsigned __words[624];
    int __at;
    mt19937(unsigned value = 5489) { seed(value); }
    void seed(unsigned value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 624; ++i)
            __words[i] = 1812433253u * (__words[i - 1] ^ (__words[i - 1] >> 30)) + i;
        __at = 624;
    }
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
    unsigned operator()() {
        if (__at == 624) {
            for (int i = 0; i < 624; ++i) {
                unsigned y = (__words[i] & 0x80000000u) | (__words[(i + 1) % 624] & 0x7fffffffu);
                __words[i] = __words[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
            }
            __at = 0;
        }
        unsigned y = __words[__at];
        __at = __at + 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
         true},
        {"mt19937_64", R"(
struct mt19937_64 {
    unsigned long long __words[312];
    int __at;
    mt19937_64(unsigned long long value = 5489) { seed(value); }
    void seed(unsigned long long value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 312; ++i)
            __words[i] = 6364136223846793005ull * (__words[i - 1] ^ (__words[i - 1] >> 62)) + i;
        __at = 312;
    }
    static unsigned long long min() { return 0; }
    static unsigned long long max() { return 18446744073709551615ull; }
    unsigned long long operator()() {
        if (__at == 312) {
            for (int i = 0; i < 312; ++i) {
                unsigned long long y = (__words[i] & 0xffffffff80000000ull) |
                                       (__words[(i + 1) % 312] & 0x7fffffffull);
                __words[i] = __words[(i + 156) % 312] ^ (y >> 1) ^
                             (y & 1 ? 0xb5026f5aa96619e9ull : 0ull);
            }
            __at = 0;
        }
        unsigned long long y = __words[__at];
        __at = __at + 1;
        y ^= (y >> 29) & 0x5555555555555555ull;
        y ^= (y << 17) & 0x71d67fffeda60000ull;
        y ^= (y << 37) & 0xfff7eee000000000ull;
        return y ^ (y >> 43);
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
         true},
        {"minstd_rand0", R"(
struct minstd_rand0 {
    unsigned long long __last;
    minstd_rand0(unsigned long long value = 1) { seed(value); }
    void seed(unsigned long long value = 1) {
        __last = value % 2147483647;
        if (__last == 0) __last = 1;
    }
    static unsigned long long min() { return 1; }
    static unsigned long long max() { return 2147483646; }
    unsigned long long operator()() {
        __last = __last * 16807 % 2147483647;
        return __last;
    }
};
)",
         true},
        {"minstd_rand", R"(
struct minstd_rand {
    unsigned long long __last;
    minstd_rand(unsigned long long value = 1) { seed(value); }
    void seed(unsigned long long value = 1) {
        __last = value % 2147483647;
        if (__last == 0) __last = 1;
    }
    static unsigned long long min() { return 1; }
    static unsigned long long max() { return 2147483646; }
    unsigned long long operator()() {
        __last = __last * 48271 % 2147483647;
        return __last;
    }
};
)",
         true},
        {"default_random_engine", "typedef minstd_rand0 default_random_engine;", true},
        {"__device_number", "unsigned __device_number = 2463534242u;"},
        {"random_device", R"(
struct random_device {
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
    unsigned operator()() {
        __device_number ^= __device_number << 13;
        __device_number ^= __device_number >> 17;
        __device_number ^= __device_number << 5;
        return __device_number;
    }
};
)",
         true},
        {"__canonical", R"(
template <typename T, typename G> T __canonical(G &g) {
    double range = (double)(G::max() - G::min()) + 1.0;
    int each = 0;
    for (double r = range; r >= 2; r /= 2) ++each;
    int rounds = ((sizeof(T) == 4 ? 24 : 53) + each - 1) / each;
    T sum = 0, scale = 1;
    for (int i = 0; i < rounds; ++i) {
        sum += (T)(g() - G::min()) * scale;
        scale = (T)(scale * range);
    }
    T result = sum / scale;
    return result >= 1 ? (T)(sizeof(T) == 4 ? 0.99999994 : 0.99999999999999989) : result;
}
)"},
        {"uniform_real_distribution", R"(
template <typename T = double> struct uniform_real_distribution {
    T __low, __high;
    uniform_real_distribution(T low = 0, T high = 1) : __low(low), __high(high) {}
    template <typename G> T operator()(G &g) {
        return __canonical<T, G>(g) * (__high - __low) + __low;
    }
    T a() const { return __low; }
    T b() const { return __high; }
    void reset() {}
};
)",
         true},
        {"__below", R"(
template <typename G> unsigned long long __below(G &g, unsigned long long span) {
    unsigned long long all = (unsigned long long)(G::max() - G::min());
    if (span == all) return (unsigned long long)(g() - G::min());
    unsigned long long range = span + 1;
    if (all == 4294967295ull) {
        unsigned few = (unsigned)range;
        unsigned long long product = (unsigned long long)g() * few;
        if ((unsigned)product < few) {
            unsigned least = (0u - few) % few;
            while ((unsigned)product < least) product = (unsigned long long)g() * few;
        }
        return product >> 32;
    }
    if (all == 18446744073709551615ull) {
        unsigned long long drawn = g();
        if (drawn * range < range) {
            unsigned long long least = (0ull - range) % range;
            while (drawn * range < least) drawn = g();
        }
        return __umul64hi(drawn, range);
    }
    unsigned long long scale = all / range, past = range * scale;
    unsigned long long drawn = (unsigned long long)(g() - G::min());
    while (drawn >= past) drawn = (unsigned long long)(g() - G::min());
    return drawn / scale;
}
)"},
        {"uniform_int_distribution", R"(
template <typename T = int> struct uniform_int_distribution {
    T __low, __high;
    uniform_int_distribution(T low = 0, T high = numeric_limits<T>::max())
        : __low(low), __high(high) {}
    template <typename G> T operator()(G &g) {
        unsigned long long span = (unsigned long long)__high - (unsigned long long)__low;
        unsigned long long all = (unsigned long long)(G::max() - G::min());
        if (span <= all) return (T)(__below<G>(g, span) + (unsigned long long)__low);
        unsigned long long high, drawn;
        do {
            high = (all + 1) * __below<G>(g, span / (all + 1));
            drawn = high + (unsigned long long)(g() - G::min());
        } while (drawn > span || drawn < high);
        return (T)(drawn + (unsigned long long)__low);
    }
    T a() const { return __low; }
    T b() const { return __high; }
    void reset() {}
};
)",
         true},
        {"normal_distribution", R"(
template <typename T = double> struct normal_distribution {
    T __mean, __deviation, __kept;
    bool __has_kept;
    normal_distribution(T mean = 0, T deviation = 1)
        : __mean(mean), __deviation(deviation), __kept(0), __has_kept(false) {}
    template <typename G> T operator()(G &g) {
        T drawn;
        if (__has_kept) {
            __has_kept = false;
            drawn = __kept;
        } else {
            T x, y, r;
            do {
                x = (T)2 * __canonical<T, G>(g) - (T)1;
                y = (T)2 * __canonical<T, G>(g) - (T)1;
                r = x * x + y * y;
            } while (r > 1 || r == 0);
            T factor = sqrt(-2 * log(r) / r);
            __kept = x * factor;
            __has_kept = true;
            drawn = y * factor;
        }
        return drawn * __deviation + __mean;
    }
    T mean() const { return __mean; }
    T stddev() const { return __deviation; }
    void reset() { __has_kept = false; }
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

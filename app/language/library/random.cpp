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
    typedef unsigned result_type;
    mt19937(unsigned value = 5489) { seed(value); }
    template <typename S> mt19937(S &all) { seed(all); }
    template <typename S> void seed(S &all) {
        all.generate(__words, __words + 624);
        bool none = (__words[0] & 0x80000000u) == 0;
        for (int i = 1; i < 624; ++i) none = none && __words[i] == 0;
        if (none) __words[0] = 0x80000000u;
        __at = 624;
    }
    void seed(unsigned value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 624; ++i)
            __words[i] = 1812433253u * (__words[i - 1] ^ (__words[i - 1] >> 30)) + i;
        __at = 624;
    }
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
    void __turn(int i, int next, int other) {
        unsigned y = (__words[i] & 0x80000000u) | (__words[next] & 0x7fffffffu);
        __words[i] = __words[other] ^ (y >> 1) ^ ((0u - (y & 1)) & 0x9908b0dfu);
    }
    unsigned operator()() {
        if (__at == 624) {
            for (int i = 0; i < 227; ++i) __turn(i, i + 1, i + 397);
            for (int i = 227; i < 623; ++i) __turn(i, i + 1, i - 227);
            __turn(623, 0, 396);
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
    bool operator==(const mt19937 &o) const {
        for (int i = 0; i < 624; ++i) {
            if (__words[i] != o.__words[i]) return false;
        }
        return __at == o.__at;
    }
    bool operator!=(const mt19937 &o) const { return !(*this == o); }
};
)",
         true},
        {"mt19937_64", R"(
struct mt19937_64 {
    unsigned long long __words[312];
    int __at;
    typedef unsigned long long result_type;
    mt19937_64(unsigned long long value = 5489) { seed(value); }
    template <typename S> mt19937_64(S &all) { seed(all); }
    template <typename S> void seed(S &all) {
        vector<unsigned> drawn(624);
        all.generate(drawn.begin(), drawn.end());
        bool none = true;
        for (int i = 0; i < 312; ++i) {
            __words[i] = drawn[2 * i] | (unsigned long long)drawn[2 * i + 1] << 32;
            none = none && (i == 0 ? __words[0] & 0xffffffff80000000ull : __words[i]) == 0;
        }
        if (none) __words[0] = 1ull << 63;
        __at = 312;
    }
    void seed(unsigned long long value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 312; ++i)
            __words[i] = 6364136223846793005ull * (__words[i - 1] ^ (__words[i - 1] >> 62)) + i;
        __at = 312;
    }
    static unsigned long long min() { return 0; }
    static unsigned long long max() { return 18446744073709551615ull; }
    void __turn(int i, int next, int other) {
        unsigned long long y = (__words[i] & 0xffffffff80000000ull) |
                               (__words[next] & 0x7fffffffull);
        __words[i] = __words[other] ^ (y >> 1) ^ ((0ull - (y & 1)) & 0xb5026f5aa96619e9ull);
    }
    unsigned long long operator()() {
        if (__at == 312) {
            for (int i = 0; i < 156; ++i) __turn(i, i + 1, i + 156);
            for (int i = 156; i < 311; ++i) __turn(i, i + 1, i - 156);
            __turn(311, 0, 155);
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
    bool operator==(const mt19937_64 &o) const {
        for (int i = 0; i < 312; ++i) {
            if (__words[i] != o.__words[i]) return false;
        }
        return __at == o.__at;
    }
    bool operator!=(const mt19937_64 &o) const { return !(*this == o); }
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
    typedef unsigned long long result_type;
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
    bool operator==(const minstd_rand0 &o) const { return __last == o.__last; }
    bool operator!=(const minstd_rand0 &o) const { return __last != o.__last; }
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
    typedef unsigned long long result_type;
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
    bool operator==(const minstd_rand &o) const { return __last == o.__last; }
    bool operator!=(const minstd_rand &o) const { return __last != o.__last; }
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
    int each = range >= 18446744073709551616.0 ? 64 : range >= 4294967296.0 ? 32 : 30;
    if (range != 18446744073709551616.0 && range != 4294967296.0 && range != 2147483646.0) {
        each = 0;
        for (double r = range; r >= 2; r /= 2) ++each;
    }
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
    typedef T result_type;
    T __low, __high;
    uniform_real_distribution(T low = 0, T high = 1) : __low(low), __high(high) {}
    template <typename G> T operator()(G &g) {
        return __canonical<T, G>(g) * (__high - __low) + __low;
    }
    typedef uniform_real_distribution param_type;
    template <typename G> T operator()(G &g, const param_type &p) {
        param_type other = p;
        return other(g);
    }
    void param(const param_type &p) { *this = p; }
    const param_type &param() const { return *this; }
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
    typedef T result_type;
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
    typedef uniform_int_distribution param_type;
    template <typename G> T operator()(G &g, const param_type &p) {
        param_type other = p;
        return other(g);
    }
    void param(const param_type &p) { *this = p; }
    const param_type &param() const { return *this; }
    T a() const { return __low; }
    T b() const { return __high; }
    void reset() {}
};
)",
         true},
        {"normal_distribution", R"(
template <typename T = double> struct normal_distribution {
    typedef T result_type;
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
        {"generate_canonical", R"(
template <typename T, size_t bits, typename G> T generate_canonical(G &g) {
    return __canonical<T, G>(g);
}
)"},
        {"seed_seq", R"(
struct seed_seq {
    vector<unsigned> __all;
    typedef unsigned result_type;
    seed_seq() {}
    seed_seq(initializer_list<unsigned> all) : __all(all.begin(), all.end()) {}
    template <typename I> seed_seq(I first, I last) {
        for (; first != last; ++first) __all.push_back((unsigned)*first);
    }
    size_t size() const { return __all.size(); }
    void generate(unsigned *to, unsigned *end) {
        if (to == end) return;
        size_t n = end - to, s = __all.size();
        for (size_t i = 0; i < n; ++i) to[i] = 0x8b8b8b8bu;
        size_t t = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : n >= 7 ? 3 : (n - 1) / 2;
        size_t p = (n - t) / 2, q = p + t, m = s + 1 > n ? s + 1 : n;
        for (size_t k = 0; k < m; ++k) {
            size_t kn = k % n, kp = (k + p) % n, kq = (k + q) % n;
            unsigned x = to[kn] ^ to[kp] ^ to[(k + n - 1) % n];
            unsigned r1 = 1664525u * (x ^ (x >> 27));
            unsigned r2 = r1 + (k == 0 ? (unsigned)s : (unsigned)kn + (k <= s ? __all[k - 1] : 0u));
            to[kp] += r1;
            to[kq] += r2;
            to[kn] = r2;
        }
        for (size_t k = m; k < m + n; ++k) {
            size_t kn = k % n, kp = (k + p) % n, kq = (k + q) % n;
            unsigned x = to[kn] + to[kp] + to[(k - 1) % n];
            unsigned r3 = 1566083941u * (x ^ (x >> 27));
            unsigned r4 = r3 - (unsigned)kn;
            to[kp] ^= r3;
            to[kq] ^= r4;
            to[kn] = r4;
        }
    }
};
)",
         true},
        {"bernoulli_distribution", R"(
struct bernoulli_distribution {
    double __p;
    typedef bool result_type;
    bernoulli_distribution(double p = 0.5) : __p(p) {}
    template <typename G> bool operator()(G &g) { return __canonical<double, G>(g) < __p; }
    double p() const { return __p; }
    void reset() {}
};
)",
         true},
        {"exponential_distribution", R"(
template <typename T = double> struct exponential_distribution {
    T __lambda;
    typedef T result_type;
    exponential_distribution(T lambda = 1) : __lambda(lambda) {}
    template <typename G> T operator()(G &g) { return -log((T)1 - __canonical<T, G>(g)) / __lambda; }
    T lambda() const { return __lambda; }
    void reset() {}
};
)",
         true},
        {"geometric_distribution", R"(
template <typename T = int> struct geometric_distribution {
    double __p, __log;
    typedef T result_type;
    geometric_distribution(double p = 0.5) : __p(p), __log(log(1.0 - p)) {}
    template <typename G> T operator()(G &g) {
        double naf = (1 - DBL_EPSILON) / 2, most = (double)numeric_limits<T>::max() + naf, drawn;
        do {
            drawn = floor(log(1.0 - __canonical<double, G>(g)) / __log);
        } while (drawn >= most);
        return (T)(drawn + naf);
    }
    double p() const { return __p; }
    void reset() {}
};
)",
         true},
        {"lognormal_distribution", R"(
template <typename T = double> struct lognormal_distribution {
    T __m, __s;
    normal_distribution<T> __normal;
    typedef T result_type;
    lognormal_distribution(T m = 0, T s = 1) : __m(m), __s(s), __normal(0, 1) {}
    template <typename G> T operator()(G &g) { return exp(__s * __normal(g) + __m); }
    T m() const { return __m; }
    T s() const { return __s; }
    void reset() { __normal.reset(); }
};
)",
         true},
        {"poisson_distribution", R"(
template <typename T = int> struct poisson_distribution {
    double __mean, __lm, __lfm, __sm, __d, __scx, __1cx, __c2b, __cb;
    normal_distribution<double> __normal;
    typedef T result_type;
    poisson_distribution(double mean = 1.0) : __mean(mean), __normal(0, 1) {
        __lm = exp(-mean);
        if (mean < 12) return;
        double m = floor(mean), pi_4 = 0.7853981633974483096156608458198757;
        __lm = log(mean);
        __lfm = lgamma(m + 1);
        __sm = sqrt(m);
        double dx = sqrt(2 * m * log(32 * m / pi_4));
        double least = m < dx ? m : dx;
        __d = round(least > 6 ? least : 6.0);
        double cx = 2 * m + __d;
        __scx = sqrt(cx / 2);
        __1cx = 1 / cx;
        __c2b = sqrt(pi_4 * cx) * exp(__1cx);
        __cb = 2 * cx * exp(-__d * __1cx * (1 + __d / 2)) / __d;
    }
    template <typename G> T operator()(G &g) {
        if (__mean < 12) {
            T x = 0;
            double product = 1.0;
            do {
                product *= __canonical<double, G>(g);
                x += 1;
            } while (product > __lm);
            return x - 1;
        }
        double x = 0, naf = (1 - DBL_EPSILON) / 2, most = (double)numeric_limits<T>::max() + naf;
        double m = floor(__mean), c1 = __sm * 1.2533141373155002512078826424055226;
        double c2 = __c2b + c1, c3 = c2 + 1, c4 = c3 + 1;
        double c5 = c4 + 1.0129030479320018583185514777512983, c = __cb + c5;
        double twice = 2 * (2 * m + __d);
        for (;;) {
            double u = c * __canonical<double, G>(g);
            double e = -log(1.0 - __canonical<double, G>(g));
            double w = 0.0;
            if (u <= c1) {
                double n = __normal(g), y = -fabs(n) * __sm - 1;
                x = floor(y);
                w = -n * n / 2;
                if (x < -m) continue;
            } else if (u <= c2) {
                double n = __normal(g), y = 1 + fabs(n) * __scx;
                x = ceil(y);
                w = y * (2 - y) * __1cx;
                if (x > __d) continue;
            } else if (u <= c3) {
                x = -1;
            } else if (u <= c4) {
                x = 0;
            } else if (u <= c5) {
                x = 1;
                w = 0.0128205128205128205128205128205128;
            } else {
                double v = -log(1.0 - __canonical<double, G>(g)), y = __d + v * twice / __d;
                x = ceil(y);
                w = -__d * __1cx * (1 + y / 2);
            }
            if (!(w - e - x * __lm > __lfm - lgamma(x + m + 1)) && x + m < most) break;
        }
        return (T)(x + m + naf);
    }
    double mean() const { return __mean; }
    void reset() { __normal.reset(); }
};
)",
         true},
        {"subtract_with_carry_engine", R"(
template <typename U, size_t w, size_t s, size_t r>
struct subtract_with_carry_engine {
    U __words[r], __carry;
    int __at;
    typedef U result_type;
    subtract_with_carry_engine(U value = 19780503) { seed(value); }
    void seed(U value = 19780503) {
        unsigned long long last = value == 0 ? 19780503ull : value % 2147483563;
        if (last == 0) last = 1;
        for (int i = 0; i < r; ++i) {
            unsigned long long sum = 0;
            for (int j = 0; j < (w + 31) / 32; ++j) {
                last = last * 40014 % 2147483563;
                sum += (unsigned long long)(unsigned)last << (32 * j);
            }
            __words[i] = (U)(sum & max());
        }
        __carry = __words[r - 1] == 0 ? 1 : 0;
        __at = 0;
    }
    static U min() { return 0; }
    static U max() { return (U)((1ull << w) - 1); }
    U operator()() {
        int other = __at - (int)s;
        if (other < 0) other += (int)r;
        U made;
        if (__words[other] >= __words[__at] + __carry) {
            made = __words[other] - __words[__at] - __carry;
            __carry = 0;
        } else {
            made = max() - __words[__at] - __carry + __words[other] + 1;
            __carry = 1;
        }
        __words[__at] = made;
        __at = __at + 1 == r ? 0 : __at + 1;
        return made;
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
         true},
        {"discard_block_engine", R"(
template <typename E, size_t p, size_t r>
struct discard_block_engine {
    E __base;
    int __used;
    typedef typename E::result_type result_type;
    discard_block_engine() : __used(0) {}
    discard_block_engine(result_type value) : __base(value), __used(0) {}
    void seed() {
        __base.seed();
        __used = 0;
    }
    void seed(result_type value) {
        __base.seed(value);
        __used = 0;
    }
    static result_type min() { return E::min(); }
    static result_type max() { return E::max(); }
    result_type operator()() {
        if (__used >= r) {
            __base.discard(p - r);
            __used = 0;
        }
        ++__used;
        return __base();
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
         true},
        {"ranlux24_base",
         "typedef subtract_with_carry_engine<unsigned long, 24, 10, 24> ranlux24_base;", true},
        {"ranlux48_base",
         "typedef subtract_with_carry_engine<unsigned long, 48, 5, 12> ranlux48_base;", true},
        {"ranlux24", "typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;", true},
        {"ranlux48", "typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;", true},
        {"knuth_b", R"(
struct knuth_b {
    minstd_rand0 __base;
    unsigned long long __kept[256], __last;
    typedef unsigned long long result_type;
    knuth_b(unsigned long long value = 1) { seed(value); }
    void seed(unsigned long long value = 1) {
        __base.seed(value);
        for (int i = 0; i < 256; ++i) __kept[i] = __base();
        __last = __base();
    }
    static unsigned long long min() { return 1; }
    static unsigned long long max() { return 2147483646; }
    unsigned long long operator()() {
        unsigned long long at = 256 * (__last - 1) / 2147483646;
        __last = __kept[at];
        __kept[at] = __base();
        return __last;
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
         true},
        // As libstdc++ computes them.
        {"gamma_distribution", R"(
template <typename T = double> struct gamma_distribution {
    T __alpha, __beta, __more, __a2;
    normal_distribution<T> __normal;
    typedef T result_type;
    gamma_distribution(T alpha = 1, T beta = 1) : __alpha(alpha), __beta(beta), __normal(0, 1) {
        __more = alpha < 1.0 ? alpha + (T)1 : alpha;
        T a1 = __more - (T)1 / (T)3;
        __a2 = (T)1 / sqrt((T)9 * a1);
    }
    template <typename G> T operator()(G &g) {
        T u, v, n;
        T a1 = __more - (T)1 / (T)3;
        do {
            do {
                n = __normal(g);
                v = (T)1 + __a2 * n;
            } while (v <= 0.0);
            v = v * v * v;
            u = __canonical<T, G>(g);
        } while (u > (T)1 - 0.0331 * n * n * n * n &&
                 log(u) > (0.5 * n * n + a1 * (1.0 - v + log(v))));
        if (__alpha == __more) return a1 * v * __beta;
        do {
            u = __canonical<T, G>(g);
        } while (u == 0.0);
        return pow(u, (T)1 / __alpha) * a1 * v * __beta;
    }
    T alpha() const { return __alpha; }
    T beta() const { return __beta; }
    void reset() { __normal.reset(); }
};
)",
         true},
        {"negative_binomial_distribution", R"(
template <typename T = int> struct negative_binomial_distribution {
    T __k;
    double __p;
    gamma_distribution<double> __gamma;
    typedef T result_type;
    negative_binomial_distribution(T k = 1, double p = 0.5) : __k(k), __p(p), __gamma(k, (1.0 - p) / p) {}
    template <typename G> T operator()(G &g) {
        double mean = __gamma(g);
        poisson_distribution<T> at(mean);
        return at(g);
    }
    T k() const { return __k; }
    double p() const { return __p; }
    void reset() { __gamma.reset(); }
};
)",
         true},
        {"binomial_distribution", R"(
template <typename T = int> struct binomial_distribution {
    T __t;
    double __p, __less, __q, __np, __d1, __d2, __s1, __s2, __c, __a1, __a12, __a123, __s, __lf, __lp1p;
    bool __waits;
    normal_distribution<double> __normal;
    typedef T result_type;
    binomial_distribution(T t = 1, double p = 0.5) : __t(t), __p(p), __normal(0, 1) {
        __less = p <= 0.5 ? p : 1.0 - p;
        __waits = !(t * __less >= 8);
        __q = -log(1 - __less);
        if (__waits) return;
        double pi_4 = 0.7853981633974483096156608458198757, half_pi = 1.2533141373155002512078826424055226;
        __np = floor(t * __less);
        double pa = __np / t, rest = 1 - pa;
        double d1 = sqrt(__np * rest * log(32 * __np / (81 * pi_4 * rest)));
        double d2 = sqrt(__np * rest * log(32 * t * rest / (pi_4 * pa)));
        __d1 = round(d1 > 1.0 ? d1 : 1.0);
        __d2 = round(d2 > 1.0 ? d2 : 1.0);
        __s1 = sqrt(__np * rest) * (1 + __d1 / (4 * __np));
        __s2 = sqrt(__np * rest) * (1 + __d2 / (4 * t * rest));
        __c = 2 * __d1 / __np;
        __a1 = exp(__c) * __s1 * half_pi;
        __a12 = __a1 + __s2 * half_pi;
        double s1s = __s1 * __s1, s2s = __s2 * __s2;
        __a123 = __a12 + (exp(__d1 / (t * rest)) * 2 * s1s / __d1 * exp(-__d1 * __d1 / (2 * s1s)));
        __s = __a123 + 2 * s2s / __d2 * exp(-__d2 * __d2 / (2 * s2s));
        __lf = lgamma(__np + 1) + lgamma(t - __np + 1);
        __lp1p = log(pa / rest);
        __q = -log(1 - (__less - pa) / rest);
    }
    template <typename G> T __waited(G &g, T t) {
        T x = 0;
        double sum = 0.0;
        do {
            if (t == x) return x;
            double e = -log(1.0 - __canonical<double, G>(g));
            sum += e / (t - x);
            x += 1;
        } while (sum <= __q);
        return x - 1;
    }
    template <typename G> double __chosen(G &g) {
        double s1s = __s1 * __s1, s2s = __s2 * __s2, naf = (1 - DBL_EPSILON) / 2;
        double most = (double)numeric_limits<T>::max() + naf;
        for (;;) {
            double u = __s * __canonical<double, G>(g), v = 0, x = 0;
            if (u <= __a12) {
                bool right = u <= __a1;
                double n = __normal(g), y = (right ? __s1 : __s2) * fabs(n);
                if (y >= (right ? __d1 : __d2)) continue;
                double e = -log(1.0 - __canonical<double, G>(g));
                x = floor(right ? y : -y);
                v = right ? -e - n * n / 2 + __c : -e - n * n / 2;
            } else {
                bool right = u <= __a123;
                double e1 = -log(1.0 - __canonical<double, G>(g));
                double e2 = -log(1.0 - __canonical<double, G>(g));
                double y = right ? __d1 + 2 * s1s * e1 / __d1 : __d2 + 2 * s2s * e1 / __d2;
                x = floor(right ? y : -y);
                v = right ? -e2 + __d1 * (1 / (__t - __np) - y / (2 * s1s)) : -e2 - __d2 * y / (2 * s2s);
            }
            if (x < -__np || x > __t - __np) continue;
            double lfx = lgamma(__np + x + 1) + lgamma(__t - (__np + x) + 1);
            if (!(v > __lf - lfx + x * __lp1p) && x + __np < most) return x + __np + naf;
        }
    }
    template <typename G> T operator()(G &g) {
        T x = 0;
        if (!__waits) x = (T)__chosen(g);
        T made = x + __waited(g, (T)(__t - x));
        return __less != __p ? __t - made : made;
    }
    T t() const { return __t; }
    double p() const { return __p; }
    void reset() { __normal.reset(); }
};
)",
         true},
        {"chi_squared_distribution", R"(
template <typename T = double> struct chi_squared_distribution {
    T __n;
    gamma_distribution<T> __gamma;
    typedef T result_type;
    chi_squared_distribution(T n = 1) : __n(n), __gamma(n / 2, 1) {}
    template <typename G> T operator()(G &g) { return 2 * __gamma(g); }
    T n() const { return __n; }
    void reset() { __gamma.reset(); }
};
)",
         true},
        {"cauchy_distribution", R"(
template <typename T = double> struct cauchy_distribution {
    T __a, __b;
    typedef T result_type;
    cauchy_distribution(T a = 0, T b = 1) : __a(a), __b(b) {}
    template <typename G> T operator()(G &g) {
        T u;
        do {
            u = __canonical<T, G>(g);
        } while (u == 0.5);
        const T pi = 3.1415926535897932384626433832795029;
        return __a + __b * tan(pi * u);
    }
    void reset() {}
};
)",
         true},
        {"weibull_distribution", R"(
template <typename T = double> struct weibull_distribution {
    T __a, __b;
    typedef T result_type;
    weibull_distribution(T a = 1, T b = 1) : __a(a), __b(b) {}
    template <typename G> T operator()(G &g) {
        return __b * pow(-log((T)1 - __canonical<T, G>(g)), (T)1 / __a);
    }
    void reset() {}
};
)",
         true},
        {"extreme_value_distribution", R"(
template <typename T = double> struct extreme_value_distribution {
    T __a, __b;
    typedef T result_type;
    extreme_value_distribution(T a = 0, T b = 1) : __a(a), __b(b) {}
    template <typename G> T operator()(G &g) {
        return __a - __b * log(-log((T)1 - __canonical<T, G>(g)));
    }
    void reset() {}
};
)",
         true},
        {"student_t_distribution", R"(
template <typename T = double> struct student_t_distribution {
    T __n;
    normal_distribution<T> __normal;
    gamma_distribution<T> __gamma;
    typedef T result_type;
    student_t_distribution(T n = 1) : __n(n), __normal(0, 1), __gamma(n / 2, 2) {}
    template <typename G> T operator()(G &g) {
        T of_normal = __normal(g);
        return of_normal * sqrt(__n / __gamma(g));
    }
    void reset() {
        __normal.reset();
        __gamma.reset();
    }
};
)",
         true},
        {"fisher_f_distribution", R"(
template <typename T = double> struct fisher_f_distribution {
    T __m, __n;
    gamma_distribution<T> __x, __y;
    typedef T result_type;
    fisher_f_distribution(T m = 1, T n = 1) : __m(m), __n(n), __x(m / 2, 1), __y(n / 2, 1) {}
    template <typename G> T operator()(G &g) {
        // Operands of libstdc++'s quotient are computed from the first to the last.
        T above = __x(g) * __n;
        T below = __y(g) * __m;
        return above / below;
    }
    void reset() {
        __x.reset();
        __y.reset();
    }
};
)",
         true},
        {"discrete_distribution", R"(
template <typename T = int> struct discrete_distribution {
    vector<double> __each, __sums;
    typedef T result_type;
    discrete_distribution() {}
    discrete_distribution(initializer_list<double> all) : __each(all.begin(), all.end()) { __begin(); }
    template <typename I> discrete_distribution(I first, I last) {
        for (; first != last; ++first) __each.push_back((double)*first);
        __begin();
    }
    void __begin() {
        if (__each.size() < 2) {
            __each.clear();
            return;
        }
        double sum = 0, so_far = 0;
        for (size_t i = 0; i < __each.size(); ++i) sum = sum + __each[i];
        for (size_t i = 0; i < __each.size(); ++i) {
            __each[i] = __each[i] / sum;
            so_far = i == 0 ? __each[i] : so_far + __each[i];
            __sums.push_back(so_far);
        }
        __sums[__sums.size() - 1] = 1.0;
    }
    template <typename G> T operator()(G &g) {
        if (__sums.empty()) return 0;
        double drawn = __canonical<double, G>(g);
        T i = 0;
        while (__sums[i] < drawn) ++i;
        return i;
    }
    vector<double> probabilities() const {
        return __each.empty() ? vector<double>(1, 1.0) : __each;
    }
    T min() const { return 0; }
    T max() const { return __each.empty() ? 0 : (T)(__each.size() - 1); }
    void reset() {}
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

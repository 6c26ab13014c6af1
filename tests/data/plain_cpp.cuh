// Functions of two numbers that are C++ as much as CUDA: tests/machine/plain_cpp_test.cpp compiles
// them, gives them to the machine as a text, and asks for the same results, bit by bit.

// --- The preprocessor ---------------------------------------------------------------------------
#define EMPTY
#define ONE 1
#define MINUS_TWO -2
#define TEN (ONE * 10)
#define TWICE(x) ((x) + (x))
#define NOTHING() 7
#define FIRST_OF(a, ...) (a)
#define CALL_WITH(f, ...) f(__VA_ARGS__)
#define PASTE(a, b) a##b
#define LENGTH(x) sizeof(#x)
#undef NEVER_DEFINED
#/* a lone hash */

__device__ int conditions(int a, int b) {
    int r = 0;
#if 1 + 2 * 3 == 7 && (8 >> 1) == 4 && (1 << 3) == 8
    r += 1;
#endif
#if (5 & 3) != 1 || (5 | 3) != 7 || (5 ^ 3) != 6 || ~0 != -1 || !1
    r += 2;
#elif 7 / 2 == 3 && 7 % 3 == 1 && -7 / 2 == -3 && 7 / -1 == -7 && 7 % -1 == 0
    r += 4;
#else
    r += 8;
#endif
#if 3 < 4 && 4 > 3 && 3 <= 3 && 3 >= 3 && 3 != 4 && +2 - 5 == -3
    r += 16;
#endif
#if defined(ONE) && !defined(TWO) && defined EMPTY
    r += 32;
#endif
#if UNKNOWN || false
    r += 64;
#elif true ? ONE : 0
    r += 128;
#endif
#if 0 ? 1 : 0
    r += 256;
#endif
#if 'A' == 65 && '\n' == 10 && '\x41' == 'A' && '\101' == 'A' && '\0' == 0
    r += 512;
#endif
#if 0x1F == 31 && 0X1f == 31 && 0b101 == 5 && 0B11 == 3 && 017 == 15 && 1'000 == 1000
    r += 1024;
#endif
#if 1u == 1U && 2l == 2L && 3ull == 3ULL
    r += 2048;
#endif
#ifdef ONE
#ifndef TWO
    r += 4096;
#else
    r += 8192;
#endif
#else
    r += 16384;
#endif
#if 0
#if 1
    r += 1;
#elif 1
    r += 1;
#else
    r += 1;
#endif
#ifdef ONE
    r += 1;
#endif
#ifndef ONE
    r += 1;
#endif
#else
    r += 32768;
#endif
#if 1 || 1 / 1
    r += 65536;
#endif
#if ((0))
#elif 0
    r += 1;
#endif
    return r + a - b;
}

__device__ int macros(int a, int b) {
    EMPTY int r = TWICE(a) + NOTHING() + TEN - MINUS_TWO;
    r += FIRST_OF(a) + FIRST_OF(b, a, 3) + CALL_WITH(TWICE, b) + PASTE(1, 2) + PASTE(a, );
    r += PASTE(, b) + PASTE(TW, ICE)(3);
    r += static_cast<int>(LENGTH(a + "x\n" 'y'));
    r += __LINE__ - __LINE__ + 1;
    return r;
}

// --- Literals
// ---------------------------------------------------------------------------------------
__device__ long long integers(int a, int b) {
    long long r = 0x7fffffff + 0xffffffff + 0x7fffffffffffffff % 1000 + 0xffffffffffffffff % 1000u;
    r += 2147483648 + 4294967295u + 4294967296u + 010 + 0b1100 + 1'234'567 + 5ul + 6ll + 7LLU;
    r += 'a' + '\t' + '\r' + '\a' + '\b' + '\f' + '\v' + '\\' + '\'' + '"' + '\x7f' + '\177' + '\0';
    r += sizeof(int) + sizeof(a) + sizeof 1ll + sizeof(short) + sizeof(char) + sizeof(double);
    return r * a + b + true - false;
}
__device__ double reals(int a, int b) {
    double r =
        1.5 + 1.f + 2.F + .25 + 3. + 1e3 + 1E-3 + 1.5e+2f + 0x1p4 + 0x1.8p-2f + 0X2P1 + 1'0.5;
    return r * a + b;
}

// --- Types
// ---------------------------------------------------------------------------------------------
typedef unsigned int word;
typedef struct {
    int x, y;
} Spot;
using whole = long long;
enum Color { red, green = 5, blue };
enum class Kind : int { few = 2, many };
enum { nameless = 77 };
struct Inner {
    int a;
    float b;
};
struct Outer {
    Inner in[2];
    Inner one;
    int last;
};
static_assert(sizeof(word) == 4, "a word has four bytes");
constexpr int seven = 7;
const float half_pi = 1.5707964f;
inline constexpr int least(int a, int b) {
    return a < b ? a : b;
}

__device__ long long types(int a, int b) {
    word w = a;
    whole l = b;
    Spot s = {a, b};
    using mine = short;
    typedef unsigned char byte_of_mine;
    enum { three = 3, four };
    static_assert(three == 3, "as it stands");
    mine m = static_cast<mine>(a * 1000);
    byte_of_mine c = static_cast<byte_of_mine>(b * 77);
    signed char sc = static_cast<signed char>(a * 55);
    unsigned short us = static_cast<unsigned short>(b * 4000);
    short int si = static_cast<short int>(a);
    unsigned un = 3;
    signed sn = -3;
    const volatile int v = a;
    return w % 7 + l + s.x * 3 + s.y + m + c + sc + us + si + un + sn + v + red + green + blue +
           nameless + three + four + static_cast<int>(sizeof(Outer)) + seven;
}
// A text's long has 64 bits, as on Linux; where this is compiled for 32, its twin says what it
// gives.
__device__ long long longs(int a, int b) {
    long int li = a;
    long unsigned lu = static_cast<long unsigned>(b);
    long l = a;
    return li * 3000000000 + static_cast<long long>(lu % 100) + (l << 33) + sizeof(long) * 8;
}
__device__ long long long_longs(int a, int b) {
    long long int li = a;
    long long unsigned lu = static_cast<long long unsigned>(b);
    long long l = a;
    return li * 3000000000 + static_cast<long long>(lu % 100) + (l << 33) + sizeof(long long) * 8;
}
__device__ int structs(int a, int b) {
    Outer o = {{{a, 1.f}, {b, 2.f}}, {3, 4.f}, 5};
    Outer copy = o;
    copy.in[1].a += 10;
    copy.one = o.in[0];
    const Inner chosen = a < b ? o.in[0] : copy.in[1];
    Inner empty = {};
    Inner braces{a};
    Outer* p = &copy;
    p->last = p->one.a + empty.a + braces.a;
    Inner* inner = &p->in[0];
    inner->b = 8.f;
    (*inner).a--;
    return copy.in[0].a + copy.in[1].a * 3 + copy.last * 5 + chosen.a + static_cast<int>(chosen.b) +
           static_cast<int>(copy.in[0].b + o.in[0].b);
}
struct Pair {
    int x, y;
};
struct Alone {
    int x;
};
__device__ int assignments(int a, int b) {
    Pair p = {0, 0}, q = {0, 0};
    q = p = Pair{a, b * 2};
    Alone u = {0}, v = {0};
    v = u = Alone{a + 1};
    const bool both = a < b && (++q.x > 3 || b > 2);
    const bool either = a - b > 1 || (q.y += 3) > 4;
    int m = 0, k = 0;
    m = k = a * 3 + b;
    const int stays = a + b;
    int moves = stays;
    moves = moves + 1;
    int x = a, y = b;
    x = y + x;
    y = x - y;
    x = x - y;
    for (int i = 1; i < 4; i *= 2) x = 2 * (x + 1) * i - y;
    return p.x + p.y * 3 + q.x * 5 + q.y * 7 + u.x * 11 + v.x * 13 + both * 17 + either * 19 +
           m * 23 + k * 29 + stays * 31 + moves * 37 + x * 41 + y * 43;
}
__device__ double const_values(int a, int b) {
    constexpr int n = 3 * 4 - 20 / 7 % 5 + (6 & 3 | 8 ^ 2) + (1 << 4 >> 2) - ~1 + +1 - -2;
    const unsigned u = 7u / 2u + 7u % 4u + (0x80000000u >> 3);
    constexpr int least_of = (3 < 4 ? 5 : 6) + (3 >= 4) + (3 <= 4) + (3 > 4) + (3 != 4) +
                             (2 > 1 && 1 > 2) + (1 > 2 || 2 > 1);
    constexpr bool yes = seven;
    constexpr double d = 1.0 / 3.0 + 2 * 0.5 - (true ? 0.25 : 1.0) + -1.5;
    constexpr float f = static_cast<float>(d) * 3;
    constexpr long long big = static_cast<long long>(1e10) + static_cast<long long>(-2.75);
    constexpr unsigned char cut = static_cast<unsigned char>(300);
    constexpr short cut_short = static_cast<short>(70000);
    constexpr unsigned short cut_word = static_cast<unsigned short>(70000);
    constexpr signed char cut_char = static_cast<signed char>(200);
    int array[n > 10 ? 3 : 100] = {1, 2, 3};
    int of_min[seven] = {};
    of_min[2] = a;
    return n + u + least_of + yes + d + f + half_pi + big + cut + cut_short + cut_word + cut_char +
           array[1] * a + of_min[2] * b;
}

// --- Operators
// -------------------------------------------------------------------------------------------
__device__ int int_operators(int a, int b) {
    const int d = b == 0 ? 1 : b;
    int r = a + b * 3 - a / d + a % d + (a & b) + (a | b) + (a ^ b) + ~a + -b + +a + !b;
    r += (a << 3) + (a >> 2) + (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b);
    r += (a && b) + (a || b) + (a ? 1 : 2) + (a, b);
    r += (a & 0) + (b | 0) + (a ^ 0) + (a << 0) + (b >> 0) + a * 0 + a * 1 + b / 1 + 0 * b + 1 * a +
         0 + a + b - 0;
    int c = a;
    c += b;
    c -= 3;
    c *= 5;
    c /= d;
    c %= 1000;
    c &= 0xff;
    c |= 0x100;
    c ^= b;
    c <<= 1;
    c >>= 2;
    r += c++;
    r -= ++c;
    r += c--;
    r ^= --c;
    return r;
}
__device__ unsigned unsigned_operators(int x, int y) {
    unsigned a = x, b = y, d = b == 0 ? 1 : b;
    unsigned r = a + b * 3 - a / d + a % d + (a & b) + (a | b) + (a ^ b) + ~a + -b + !b;
    r += (a << 3) + (a >> 2) + (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b);
    a += b;
    a -= 3;
    a *= 5;
    a /= d;
    a %= 1000;
    a &= 0xff;
    a |= 0x100;
    a ^= b;
    a <<= 1;
    a >>= 2;
    r += a++;
    r -= --a;
    return r + (a > 3u ? a / 16 : a % 16);
}
__device__ long long long_operators(int x, int y) {
    long long a = x * 3000000000ll, b = y, d = y == 0 ? 1 : y;
    long long r = a + b * 3 - a / d + a % d + (a & b) + (a | b) + (a ^ b) + ~a + -b + !b;
    r += (a << 3) + (a >> 2) + (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b);
    a += b;
    a -= 3;
    a *= 5;
    a /= d;
    a %= 1000;
    a &= 0xff;
    a |= 0x100;
    a ^= b;
    a <<= 1;
    a >>= 2;
    r += a++;
    r -= --a;
    return r;
}
__device__ unsigned long long ulong_operators(int x, int y) {
    unsigned long long a = x * 3000000000ll, b = y, d = y == 0 ? 1 : y;
    unsigned long long r = a + b * 3 - a / d + a % d + (a & b) + (a | b) + (a ^ b) + ~a + -b + !b;
    r += (a << 3) + (a >> 2) + (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b);
    a += b;
    a -= 3;
    a *= 5;
    a /= d;
    a %= 1000;
    a &= 0xff;
    a |= 0x100;
    a ^= b;
    a <<= 1;
    a >>= 2;
    r += a++;
    r -= --a;
    return r;
}
__device__ double float_operators(int x, int y) {
    float a = x * 0.5f, b = y * 0.25f, d = b == 0 ? 1.f : b;
    float r = a + b - a / d;
    r += (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b) + !a + (a && b) + (a || b);
    r = r - -a + +b;
    a += b;
    a -= 3;
    a *= 5;
    a /= d;
    a++;
    --a;
    ++a;
    a--;
    return r + (a ? a : b) + (a > 0 ? 1 : 0.5f);
}
__device__ double double_operators(int x, int y) {
    double a = x * 0.5, b = y * 0.25, d = b == 0 ? 1. : b;
    double r = a + b - a / d;
    r += (a < b) + (a > b) + (a <= b) + (a >= b) + (a == b) + (a != b) + !a + (a && b) + (a || b);
    r = r - -a + +b;
    a += b;
    a -= 3;
    a *= 5;
    a /= d;
    a++;
    --a;
    ++a;
    a--;
    return r + (a ? a : b);
}
__device__ int small_operators(int x, int y) {
    char c = static_cast<char>(x);
    unsigned char u = static_cast<unsigned char>(y);
    short s = static_cast<short>(x * y);
    unsigned short w = static_cast<unsigned short>(x - y);
    bool t = x > y, f = !t;
    c++;
    u--;
    ++s;
    --w;
    c += 3;
    u *= 7;
    s -= u;
    w /= 3;
    s <<= 1;
    w >>= 2;
    u ^= 5;
    c |= 2;
    t |= f;
    f &= t;
    t ^= true;
    bool chosen = x & 1 ? t : f;
    return c + u * 2 + s * 3 + w + t + f + chosen + (x % 3 ? c : u) + (t == f) + (t < f);
}
__device__ double conversions(int x, int y) {
    float f = x * 1.25f;
    double d = y * -1.75;
    int fi = static_cast<int>(f);
    unsigned fu = static_cast<unsigned>(f < 0 ? -f : f);
    long long fl = static_cast<long long>(d * 1e9);
    unsigned long long du = static_cast<unsigned long long>(d < 0 ? -d : d);
    short s = static_cast<short>(f);
    unsigned char c = static_cast<unsigned char>(static_cast<int>(d));
    bool z = f, n = d != 0, p = static_cast<bool>(x);
    float from_long = static_cast<float>(fl), from_ulong = du, from_uint = fu;
    double wide = fl + 0.5, unsigned_wide = static_cast<double>(du);
    f = y;
    d = (float)x;
    fi += int(d) + (int)f + int();
    return f + d + fi + fu + static_cast<double>(fl % 1000) + s + c + z + n + p + from_long +
           from_ulong + from_uint + wide + unsigned_wide + (unsigned char)(x * 9) + long(x) +
           float{1};
}

// --- Statements
// --------------------------------------------------------------------------------------------
__device__ int loops(int a, int b) {
    int r = 0;
    for (int i = 0, j = 10; i < 5; ++i, --j) r += i * j;
    for (int i = a & 7; i; i -= 1) {
        if (i == 3) continue;
        if (i == 6) break;
        r += i;
    }
    for (;;) {
        if (++r % 7 == 0) break;
    }
    int k = b & 15;
    while (k > 0) {
        k -= 2;
        if (k == 4) continue;
        r ^= k;
    }
    do {
        r += 3;
    } while (r % 4 != 0);
#pragma unroll
    for (int i = 0; i < 4; i++) r += i;
#pragma unroll 2
    for (unsigned i = 8; i >= 1; i >>= 1) r += static_cast<int>(i);
#pragma unroll(TEN)
    for (int i = 100; i > (a & 3); i /= 2) r -= i;
    for (long long i = 0; i <= 3; i += 2) r += static_cast<int>(i);
    for (int i = 3; i >= 0; --i)
        for (int j = i; j != 0; j--)
            if (j & 1)
                r += j;
            else
                r -= 1;
    for (float f = 0; f < 1; f += 0.25f) r += 1;
    const int* p = nullptr;
    if (p) r += 1000;
    if (p == nullptr) r += 2;
    ;
    return r;
}
__device__ int switches(int a, int b) {
    int r = 0;
    switch (a & 7) {
        case 0: r = 1; break;
        case 1:
        case 2: r += 2;
        case 3: {
            r += 4;
            break;
        }
        case 4 + 1: return b;
        default: r = 9;
    }
    switch (b % 3) {
        default: r += 100; break;
        case -1: r += 200; break;
        case green - 4: r += 300;
    }
    switch (static_cast<Color>(b & 7)) {
        case red: r++; break;
        case green: r--; break;
        case blue: break;
    }
    switch (a) {}
    for (int i = 0; i < 4; ++i) {
        switch (i) {
            case 2: continue;
            default: break;
        }
        r += i;
    }
    return r;
}
__device__ void nothing() {}
__device__ void only_returns(int& a) {
    if (a > 100) return;
    a += 1;
    return nothing();
}
__device__ int early(int a) {
    if (a < 0) return -1;
    for (int i = 0; i < 10; ++i) {
        if (i * i > a) return i;
    }
    while (true) {
        if (a < 50) return 77;
        a /= 2;
    }
}
__device__ int by_default(int a, int b = 5, int c = seven) {
    return a + 10 * b + 100 * c;
}
__device__ int kind_of_it(int) {
    return 1;
}
__device__ int kind_of_it(float) {
    return 2;
}
__device__ int kind_of_it(double) {
    return 3;
}
__device__ int kind_of_it(int*) {
    return 4;
}
__device__ int kind_of_it(int, int) {
    return 5;
}
__device__ int forward(int a);
__device__ int sum_of(const int (&values)[3]) {
    return values[0] + values[1] + values[2];
}
__device__ int of_const(const int& a, const long long& b) {
    return a + static_cast<int>(b);
}
template <typename T, int N = 3, class U = int>
__device__ T powers(T a, U b = 1) {
    T r = 1;
    for (int i = 0; i < N; ++i) r = r * a + b;
    return r;
}
template <typename T>
__device__ T first_of(const T* p, T*) {
    return *p;
}
__host__ __device__ __forceinline__ static int both(int a) {
    return a + 1;
}
extern "C" {
__device__ __noinline__ int named_as_in_c(int a) {
    return a - 1;
}
}
extern "C" __device__ int named_too(int a) {
    return a - 2;
}
__attribute__((noinline)) __device__ int with_attribute(int a) {
    return a * 2;
}

__device__ int calls(int a, int b) {
    int r = early(a) + early(a * 1000) + early(-1) + by_default(a) + by_default(a, b) +
            by_default(1, 2, 3);
    int three[3] = {a, b, 3};
    r += kind_of_it(a) + kind_of_it(1.f) * 10 + kind_of_it(1.0) * 100 + kind_of_it(three) * 1000 +
         kind_of_it(1, 2) * 10000;
    r += forward(a) + sum_of(three) + of_const(a, b) + of_const(3, a);
    r += powers(a) + powers<int, 2>(b) + static_cast<int>(powers<float>(2.f)) +
         powers<int, 1, short>(a, 4);
    r += first_of(three, &r) + both(a) + named_as_in_c(b) + named_too(a) + with_attribute(b);
    only_returns(r);
    a > b ? nothing() : only_returns(r);
    (void)r;
    static_cast<void>(three[0]);
    a % 2 ? (void)(r += 5) : (void)(r -= 5);
    return r;
}
__device__ int forward(int a) {
    return a * 3;
}

__device__ int pointers(int a, int b) {
    int values[2][3] = {{1, 2, 3}, {4, 5, a}};
    int more[] = {a, b, 7, 9};
    int *p = more, *q = &more[3], *const fixed = p + 1;
    const int* c = &values[1][0];
    p++;
    ++p;
    p -= 1;
    p += 2;
    int r = *p--;
    r += static_cast<int>(q - p) + p[-1] + *(p + 1) + *fixed + c[2] + values[a & 1][b & 1];
    r += (p < q) + (p > q) * 2 + (p <= q) * 4 + (p >= q) * 8 + (p == q) * 16 + (p != q) * 32;
    int& name = values[1][2];
    name += 100;
    const int& seen = more[a & 3];
    int* none = 0;
    if (!none && p) r += 1;
    bool is_there = p;
    int* chosen = a < b ? p : q;
    *chosen += 3;
    *q++ = 1;
    auto copied = values[1][1];
    auto* pointer = &more[1];
    r += is_there + copied + *pointer;
    return r + name + seen + more[0] + more[1] * 2 + more[2] * 3 + more[3] * 5 + *chosen;
}
__device__ double vectors(int a, int b) {
    float4 v = make_float4(a, b, 3, 4), w = v;
    int2 i = {a, b};
    uint4 u = make_uint4(1, 2, 3, 4);
    double2 d = make_double2(0.5, b);
    longlong2 l;
    l.x = a;
    l.y = b;
    w.x += v.y;
    float2 f = a < b ? make_float2(1, 2) : make_float2(3, 4);
    return w.x + w.y + w.z + w.w + i.x - i.y + u.x + u.w + d.x + d.y + l.x * 3 + l.y + f.x * f.y;
}

// --- Functions that CUDA has built in
// -----------------------------------------------------------------------
__device__ long long bits(int a, int b) {
    const unsigned u = a * 2654435761u, v = b * 40503u;
    const unsigned long long l = a * 0x9e3779b97f4a7c15ull;
    long long r =
        __popc(u) + __popcll(l) * 3 + __clz(a) + __clzll(a) * 5 + __ffs(a) + __ffsll(b) * 7;
    r += __brev(u) % 1000 + static_cast<long long>(__brevll(l) % 1000);
    r += __mulhi(a * 100000, b * 30000) + static_cast<long long>(__umulhi(u, v)) + __mul24(a, b) +
         __umul24(u & 0xffff, v & 0xff);
    r += __byte_perm(u, v, 0x5410) + __funnelshift_l(u, v, a) + __funnelshift_r(u, v, b);
    r += min(a, b) + max(a, 3) + abs(a - b) + llabs(a - 1ll * b) + umin(u, v) + umax(u, 5u);
    r += min(u, v) + max(1ll * a, 2ll) + min(2ull, 1ull * v);
    return r;
}
__device__ double floats(int x, int y) {
    const float a = x * 0.375f, b = y * 1.125f + 0.0625f;
    double r = __fadd_rn(a, b) + __fsub_rn(a, b) + __fmul_rn(a, b) + __fdiv_rn(a, b) +
               __fdividef(a, b) + fdividef(a, b);
    r += __fmaf_rn(a, b, 3.f) + fmaf(a, b, 1.f) + fma(1.0 * a, 1.0 * b, 0.5) +
         __fma_rn(1.0 * a, 1.0 * b, 1.5);
    r += __dadd_rn(a, b) + __dmul_rn(a, b) + __ddiv_rn(a, b);
    r += fminf(a, b) + fmaxf(a, b) + fmin(a, 0.5) + fmax(b, 0.5) + fabsf(a) + fabs(b) + abs(a);
    r += floorf(a) + ceilf(b) + roundf(a) + truncf(b) + rintf(a) + nearbyintf(b) + floor(1.0 * a) +
         ceil(1.0 * b);
    r += sqrtf(fabsf(a)) + sqrt(fabs(1.0 * b)) + __fsqrt_rn(fabsf(b)) + __frcp_rn(b) +
         __saturatef(a);
    r += copysignf(a, b) + copysign(1.0 * b, 1.0 * a) + fdimf(a, b) + fdim(1.0 * b, 1.0 * a);
    r += fmodf(a, 0.7f) + fmod(1.0 * b, 0.7);
    r += isnan(a) + isinf(a) * 2 + isfinite(a) * 4 + (signbit(a) ? 8 : 0);
    return r;
}
__device__ double not_finite(int x, int y) {
    const float zero = static_cast<float>(x - x), inf = 1 / zero, nan = inf - inf;
    const double wide = inf, none = nan;
    double r = isnan(nan) + 2 * isinf(inf) + 4 * isfinite(inf) + 8 * isnan(wide) +
               16 * isinf(-wide) + 32 * isfinite(none);
    r += 64 * (nan == nan) + 128 * (nan != nan) + 256 * (nan < 1) + 512 * (inf > 1) +
         1024 * (inf == wide);
    r += fminf(nan, 2.f) + fmaxf(3.f, nan) + fmin(none, 4.0) + fmax(5.0, none) + fminf(6.f, nan) +
         fmaxf(nan, 7.f);
    r += (signbit(fminf(0.f, -0.f)) ? 1 : 0) + (signbit(fmaxf(-0.f, 0.f)) ? 2 : 0) + (nan ? 3 : 0) +
         (!nan ? 100 : 0);
    r += (signbit(fminf(-0.f, 0.f)) ? 1 : 0) + (signbit(fmaxf(0.f, -0.f)) ? 2 : 0) +
         (signbit(-zero) ? 5 : 0);
    return r + y;
}
__device__ long long as_bits(int x, int y) {
    const float f = x * 0.3f;
    const double d = y * 0.7;
    long long r = __float_as_int(f) + static_cast<long long>(__float_as_uint(-f)) +
                  __double_as_longlong(d) % 100003;
    r += static_cast<long long>(__int_as_float(0x40490fdb) * 100) +
         static_cast<long long>(__uint_as_float(0x3f800000u) * 10);
    r += static_cast<long long>(__longlong_as_double(0x4009000000000000) * 100);
    r += __float2int_rn(f) + __float2int_rd(f) * 3 + __float2int_ru(f) * 5 + __float2int_rz(f) * 7;
    r += __float2uint_rn(fabsf(f)) + __float2uint_rd(fabsf(f)) * 3ll +
         __float2uint_ru(fabsf(f)) * 5ll + __float2uint_rz(fabsf(f)) * 7ll;
    r += __double2int_rn(d) + __double2int_rz(d) * 11;
    return r;
}
// The last line has another number than it seems.
#line 2

// --- Overloads, default arguments, templates
// ------------------------------------------------------
__device__ int sized(int x, int y = 3) {
    return x * 10 + y;
}
__device__ int sized(float x) {
    return (int)(x * 4) + 100000;
}
__device__ int crossed(int a, float b) {
    return 1;
}
__device__ int crossed(float a, int b) {
    return 2;
}
__device__ int crossed(int a, int b, int c = 0) {
    return 3 + c;
}
__device__ int kind(unsigned x) {
    return 1;
}
__device__ int kind(int x) {
    return 2;
}
__device__ int kind(long long x) {
    return 3;
}
__device__ int kind(double x) {
    return 4;
}
__device__ int pointed(const int* p) {
    return 1;
}
__device__ int pointed(int* p) {
    return 2;
}
__device__ int pointed(const float* p) {
    return 3;
}
template <typename T>
__device__ int general(T x) {
    return 4;
}
__device__ int general(int x) {
    return 5;
}
template <typename T>
__device__ int general(T* p) {
    return 6;
}
template <typename T, int N>
__device__ T horner(const T (&c)[N], T x) {
    T r = 0;
    for (int i = N - 1; i >= 0; --i) r = r * x + c[i];
    return r;
}
template <typename T>
__device__ T lowest();
template <>
__device__ int lowest<int>() {
    return -7;
}
template <>
__device__ double lowest<double>() {
    return -0.5;
}
template <typename A, typename B>
__device__ auto mixed(A a, B b) -> decltype(a + b) {
    return a + b;
}
template <typename T>
__device__ auto half_of(T x) {
    if constexpr (sizeof(T) == 8)
        return x * 0.5;
    else
        return x / 2;
}

__device__ int overloads(int a, int b) {
    short s = (short)a;
    bool t = a > b;
    unsigned u = (unsigned)a;
    long long l = b;
    float f = b;
    int x = 3;
    const int* cp = &x;
    int r = sized(a) + sized(a, b) * 7 + sized(f) + sized(s);
    r = r * 31 + crossed(a, f) * 100 + crossed(f, a) * 10 + crossed(a, b) + crossed(a, b, 4);
    r = r * 31 + kind(u) * 10000 + kind(a) * 1000 + kind(l) * 100 + kind(s) * 10 + kind(t) +
        kind(f);
    r = r * 31 + pointed(cp) * 100 + pointed(&x) * 10 + pointed(&f);
    r = r * 31 + general(a) * 1000 + general(f) * 100 + general(s) * 10 + general(&x);
    const int c[] = {1, -2, 3};
    const double d[2] = {0.5, 2};
    r = r * 31 + horner(c, a) + (int)horner(d, (double)b);
    r = r * 31 + lowest<int>() + (int)(lowest<double>() * 4) + (int)(mixed(a, 0.25) * 4);
    return r * 31 + half_of(a) + (int)(half_of((double)b) * 2);
}

// --- Classes
// --------------------------------------------------------------------------------------
class Counter {
    int value_ = 5;
    static const int step = 3;

  public:
    int log[3] = {1, 2};
    __device__ void add(int x) {
        value_ += x * step;
        log[2]++;
    }
    __device__ int get() const { return value_ + log[0] + log[1] * 10 + log[2] * 100; }
    __device__ Counter& twice() {
        value_ *= 2;
        return *this;
    }
    __device__ int later(int n);
    static __device__ int square(int x) { return x * x + step; }
};
__device__ int Counter::later(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += get() + i;
    return s + this->value_;
}

struct Ratio {
    int n, d;
    __device__ Ratio(int top, int bottom) : n(top), d(bottom == 0 ? 1 : bottom) {
        if (d > 0) return;
        n = -n;
        d = -d;
    }
    __device__ Ratio(int whole) : Ratio(whole, 1) {}
    __device__ Ratio() : n(0), d(1) {}
    __device__ Ratio operator+(const Ratio& o) const { return Ratio(n * o.d + o.n * d, d * o.d); }
    __device__ Ratio& operator+=(const Ratio& o) {
        *this = *this + o;
        return *this;
    }
    __device__ Ratio operator-() const { return {-n, d}; }
    __device__ bool operator<(const Ratio& o) const { return n * o.d < o.n * d; }
    __device__ int operator()(int x) const { return n * x / d; }
    __device__ int& operator[](int i) { return i == 0 ? n : d; }
    __device__ Ratio operator++(int) {
        Ratio old = *this;
        n += d;
        return old;
    }
    __device__ Ratio& operator++() {
        n += d;
        return *this;
    }
    __device__ operator double() const { return (double)n / d; }
};
__device__ Ratio operator*(Ratio a, Ratio b) {
    return Ratio(a.n * b.n, a.d * b.d);
}
__device__ bool operator==(const Ratio& a, const Ratio& b) {
    return a.n * b.d == b.n * a.d;
}

struct Base {
    int id = 2;
    __device__ int twice() const { return id * 2; }
    __device__ int name() const { return 1; }
};
struct Derived : public Base {
    int more;
    __device__ Derived(int m) : more(m) { id += m; }
    __device__ int name() const { return 10 + Base::name() + id; }
};
__device__ int of_base(const Base& b) {
    return b.id + b.name();
}
__device__ void change(Base* b) {
    b->id += 5;
}

__device__ int classes(int a, int b) {
    Counter c;
    for (int i = 0; i < 3; i++) c.add(a + i);
    c.twice().add(b);
    Counter d = c;
    Counter* p = &d;
    p->add(1);
    Derived e(a);
    change(&e);
    return c.get() * 7 + d.get() * 11 + c.later(4) + Counter::square(b) + d.square(2) + e.twice() +
           e.name() * 13 + of_base(e) + e.more;
}

__device__ double operators(int a, int b) {
    Ratio x(a, b), y = 3, z;
    z += x;
    z += y * Ratio{1, 2};
    Ratio w = -z + x;
    w[0] += 2;
    Ratio old = w++;
    ++w;
    Ratio list[3] = {Ratio(1, 2), 4, Ratio()};
    for (Ratio& r : list) r += Ratio(1, 4);
    double s = w(6) + (x < y) * 100 + (x == Ratio(2 * a, 2 * b)) * 1000 + (double)old;
    return s + list[0] + (double)list[1] * 2.0 + list[2].d;
}

// --- Templates of classes
// -------------------------------------------------------------------------
template <typename T, int N>
struct Stack {
    T data[N];
    int n = 0;
    __device__ bool push(T v) {
        if (n == N) return false;
        data[n++] = v;
        return true;
    }
    __device__ T pop();
    template <typename F>
    __device__ T fold(T first, F f) const {
        for (int i = 0; i < n; i++) first = f(first, data[i]);
        return first;
    }
};
template <typename T, int N>
__device__ T Stack<T, N>::pop() {
    return data[--n];
}
template <typename A, typename B>
struct Two {
    using first_type = A;
    A first;
    B second;
};
template <typename A, typename B>
__device__ Two<A, B> two(A a, B b) {
    return {a, b};
}
template <typename A, typename B>
__device__ A first_of(const Two<A, B>& t) {
    typename Two<A, B>::first_type f = t.first;
    return f;
}
template <typename T>
struct Info {
    static const int size = 1;
    static __device__ int of(T x) { return (int)x; }
};
template <>
struct Info<float> {
    static const int size = 2;
    static __device__ int of(float x) { return (int)(x * 2); }
};
template <typename T>
struct Info<T*> {
    static const int size = 30 + Info<T>::size;
    static __device__ int of(T* x) { return Info<T>::of(*x) + 1000; }
};

__device__ int class_templates(int a, int b) {
    Stack<int, 4> s;
    int r = 0;
    for (int i = 0; i < 6; i++) r += s.push(a + i * b);
    r = r * 10 + s.fold(1, [](int x, int y) { return x * 3 + y; });
    r = r * 10 + s.pop() + s.n;
    Stack<Two<int, float>, 2> t;
    t.push(two(a, 0.5f));
    t.push(two(b, 1.5f));
    r = r * 3 + first_of(t.pop()) + (int)(t.data[0].second * 4) + first_of(two(7, 2));
    float f = b;
    return r * 3 + Info<int>::of(a) + Info<float>::of(f) + Info<float*>::of(&f) +
           Info<int**>::size * 5 + Info<float*>::size;
}

// --- Namespaces, enums, unions, initial values
// ----------------------------------------------------
namespace outer {
const int k = 3;
namespace inner {
__device__ int inc(int x) {
    return x + k;
}
struct Box {
    int v;
};
__device__ Box operator+(Box a, int by) {
    return {a.v + by};
}
}  // namespace inner
using inner::inc;
__device__ int twice(int x) {
    return 2 * inc(x);
}
}  // namespace outer
namespace outer {
__device__ int thrice(int x) {
    return 3 * inner::inc(x) + twice(x);
}
}  // namespace outer
namespace other = outer::inner;
enum Plain { first_one, second_one = 4, third_one };
enum class Scoped : unsigned char { none, some = 200, all };
union Bits {
    float f;
    unsigned u;
    unsigned char c[4];
};
struct Cell {
    int a = 3;
    float w = 0.5f;
};
struct Grid {
    Cell c[2];
    Plain k;
    int pair[2][2];
};

__device__ int scopes(int a, int b) {
    other::Box box = other::Box{a} + 5;
    using namespace outer;
    int r = thrice(a) + outer::k + box.v + inc(b);
    switch (a & 1 ? third_one : second_one) {
        case first_one: r += 1; break;
        case second_one: r += 10; break;
        case third_one: r += 100;
    }
    Scoped s = a > b ? Scoped::all : Scoped::some;
    r += (int)s + (s == Scoped::all);
    Bits bits;
    bits.f = (float)a;
    r += (int)(bits.u >> 20) + bits.c[3];
    Grid g = {{{1}, {2, 1.5f}}, second_one, 1, 2, 3};
    Grid h;
    h.k = third_one;
    h.c[1].a += b;
    Cell cells[3] = {{7, 2}, {8}};
    r += g.c[0].a + (int)(g.c[0].w * 2 + g.c[1].w * 2) + g.k + g.pair[1][0] * 10 + g.pair[1][1];
    r += h.c[0].a * 100 + h.c[1].a * 10 + h.k;
    return r + cells[0].a + cells[1].a + (int)(cells[1].w * 4) + cells[2].a;
}

// --- References, lambdas, text
// --------------------------------------------------------------------
__device__ int& larger_of(int& a, int& b) {
    return a < b ? b : a;
}
__device__ int& element(int* p, int i) {
    return p[i];
}
__device__ const char* named(int n) {
    return n % 2 == 0 ? "even" : "odd number";
}
template <typename F>
__device__ int applied(F f, int n, int x) {
    for (int i = 0; i < n; i++) x = f(x, i);
    return x;
}

__device__ int references(int a, int b) {
    int x = a, y = b, z[4] = {1, 2, 3, 4};
    larger_of(x, y) += 100;
    element(z, a & 3) = b;
    int& r = element(z, 1);
    r *= 3;
    auto& s = z[2];
    s++;
    const int& t = a + b;
    int by = 2;
    auto scaled = [=](int v) { return v * by + x; };
    auto counted = [by](int v) mutable { return v + by++; };
    by = 50;
    int sum = scaled(3) + counted(1) + counted(1);
    if (int n = a & 3; n > 1) sum += n * 1000;
    const char* name = named(b);
    char own[] = "abc";
    own[1] = name[0];
    int length = 0;
    while (name[length] != 0) length++;
    for (char c : own) sum = sum * 5 + c;
    return sum + x * 3 + y * 5 + z[0] + z[1] * 2 + z[2] * 4 + z[3] * 8 + t + length + "xyz"[a & 1];
}

struct Counts {
    int n;
};
struct AddsTo {
    Counts& counts;
    const int& step;
    int base = 3;
    __device__ AddsTo(Counts& c, const int& s) : counts(c), step{s} {}
    __device__ int operator()(int x) const {
        counts.n += x * step;
        return counts.n + base;
    }
};
struct Both {
    int &first, &second;
};
__device__ void scale(Both both) {
    both.first *= both.second;
    both.second++;
}
__device__ int referring_members(int a, int b) {
    Counts counts{a & 15};
    int step = b & 7;
    AddsTo adds(counts, step);
    int sum = adds(2);
    step += 5;
    sum = sum * 3 + adds(1);
    const AddsTo same = adds;
    sum = sum * 3 + same(b & 3) + counts.n;
    int one = a & 31, other = b & 31;
    Both both{one, other};
    scale(both);
    scale({other, both.first});
    return sum * 7 + one * 5 + other;
}

__device__ int referring_lambdas(int a, int b) {
    int rounds = 0, by = b;
    const int sum = applied(
        [&](int v, int i) {
            rounds += i;
            return v * 2 + i + by;
        },
        3, a & 7);
    return sum + rounds * 100;
}

__device__ int generic_lambdas(int a, int b) {
    const int by = b & 15;
    auto twice = [](auto v) { return v + v; };
    auto shifted = [=](const auto& v, auto n) { return v * 3 + by + n; };
    auto kind = [](auto v) -> int { return static_cast<int>(sizeof(v)); };
    int sum = twice(a & 1023) + static_cast<int>(twice(0.75f) * 4) + kind(a) * 10 + kind(1.5);
    sum += shifted(a & 255, 2) + static_cast<int>(shifted(2.5, short{3}));
    int own = 1, many[3] = {a & 3, b & 3, 7};
    auto raise = [](auto& to, auto&& how) { to += how; };
    raise(own, 4);
    raise(own, sum);
    float real = 0.5F;
    raise(real, 1);
    auto first = [](auto* from, int n) {
        auto least = from[0];
        for (int i = 1; i < n; ++i) least = from[i] < least ? from[i] : least;
        return least;
    };
    return own * 2 + static_cast<int>(real * 2) + first(many, 3) +
           applied([](auto v, auto i) { return v - i; }, 2, b & 7);
}

// What constants are made of: loops, recursion, other constants.
__device__ constexpr int constant_fibonacci(int n) {
    return n < 2 ? n : constant_fibonacci(n - 1) + constant_fibonacci(n - 2);
}
__device__ constexpr int constant_bits(unsigned n) {
    int bits = 0;
    while (n >>= 1) ++bits;
    return bits;
}
__device__ constexpr int constant_sum(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
        if (i % 2 == 0) continue;
        if (sum > 50) break;
        sum += i;
        const unsigned char wrapped = static_cast<unsigned char>(sum * 40);
        sum += wrapped >> 6;
    }
    do {
        sum -= 1;
    } while (sum % 3 != 0);
    return sum;
}
__device__ constexpr float constant_scaled(float x) {
    x *= 1.5f;
    return x + 0.25f;
}
template <int N>
struct ConstantSized {
    static constexpr int twice(int n) { return n * 2; }
    int v[N];
};

__device__ int constant_functions(int a, int b) {
    int first[constant_fibonacci(7)], second[constant_bits(1000) + 1];
    for (int& v : first) v = a & 7;
    for (int& v : second) v = b & 7;
    char forced[constant_sum(40)];
    constexpr int wide = static_cast<int>(sizeof(forced));
    enum { each = constant_sum(5) };
    static_assert(constant_bits(64) == 6, "bits");
    const ConstantSized<ConstantSized<1>::twice(constant_fibonacci(4))> sized{};
    int sum = static_cast<int>(sizeof(first) + sizeof(second) + sizeof(sized)) + wide * 100 + each;
    switch (a & 3) {
        case constant_bits(2): sum += 1000; break;
        case constant_fibonacci(3): sum += 2000; break;
        default: sum += static_cast<int>(constant_scaled(2.5f) * 4);
    }
    return sum + first[5] + second[constant_bits(255)] + constant_fibonacci(b & 7);
}

struct Guard {
    int* to;
    int by;
    __device__ Guard(int* t, int n) : to(t), by(n) {}
    __device__ ~Guard() { *to = *to * 10 + by; }
};
__device__ int left_early(int* log, int n) {
    Guard all(log, 1);
    for (int i = 0; i < 4; i++) {
        Guard each(log, i + 2);
        if (i == n) continue;
        if (i == n + 1) break;
        if (n < 0) return *log;
    }
    Guard last(log, 9);
    return *log;
}

__device__ int destructors(int a, int b) {
    int log = 0;
    int r = left_early(&log, a & 1);
    int other = 0;
    r += left_early(&other, b < 0 ? -1 : 2);
    return r + log * 3 + other * 7;
}

__device__ int factorial(int n) {
    if (n <= 1) return 1;
    return n * factorial(n - 1);
}
__device__ int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ void quicksort(int* v, int left, int right) {
    int i = left, j = right;
    const int middle = v[(left + right) / 2];
    while (i <= j) {
        while (v[i] < middle) i++;
        while (v[j] > middle) j--;
        if (i <= j) {
            const int t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    if (left < j) quicksort(v, left, j);
    if (i < right) quicksort(v, i, right);
}
__device__ int recursion(int a, int b) {
    int v[9];
    for (int i = 0; i < 9; i++) v[i] = (a * (i + 3) + b * i * i) % 101;
    quicksort(v, 0, 8);
    int sum = 0;
    for (int i = 0; i < 9; i++) sum = sum * 3 + v[i];
    return sum + factorial(a & 7) + fibonacci(b & 7) * 5 + ackermann(a & 1, b & 3) +
           (b > 3 ? factorial(b & 3) : 0);
}

/// Who is called knows of what its callers have: by pointers, references, and what stands there
/// yet.
__device__ void add_up(int* above, int n) {
    int own = n;
    if (n > 0) add_up(&own, n - 1);
    *above += own * (n + 1);
}
__device__ void count_down(int& count, int n) {
    count += n;
    if (n <= 0) return;
    int kept = n * 7;
    count_down(count, n - 1);
    if (n % 3 == 0) count_down(kept, n - 2);
    count = count * 2 + kept;
}
struct Parts {
    int first;
    long long second;
};
__device__ Parts parts_of(Parts p, int n) {
    Parts own = p;
    if (n < 1) return p;
    own.first += n;
    const Parts more = parts_of(own, n - 1);
    own.second += more.first * 3 + p.first;
    return n % 2 ? own : parts_of(own, n - 2);
}
__device__ int table_of(int n) {
    int table[4];
    for (int i = 0; i < 4; i++) table[i] = n * i + 1;
    if (n <= 0) return table[2];
    const int below = table_of(n - 1);
    return table[n & 3] * 5 + below;
}
struct Walker {
    int at;
    __device__ int walk(int n) {
        at += n;
        for (int i = 0; i < 3; i++) {
            if (i == (n & 1)) continue;
            if (n > i) at ^= walk(n - i - 1);
            if (at > 4000) break;
        }
        return at + n;
    }
};
__device__ bool is_odd(int n);
__device__ bool is_even(int n) {
    return n == 0 || is_odd(n - 1);
}
__device__ bool is_odd(int n) {
    return n != 0 && is_even(n - 1);
}
template <typename T>
__device__ T power(T x, unsigned n) {
    if (n == 0) return T(1);
    const T half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}
__device__ int outer_of(int n);
__device__ int inner_of(int a, int n) {
    return n < 1 ? a : inner_of(a + n, n - 1) + outer_of(n / 2);
}
__device__ int outer_of(int n) {
    return n < 2 ? 1 : inner_of(n, n - 2) * 3 + outer_of(n - 2);
}

__device__ long long deep_recursion(int a, int b) {
    int up = a, count = b;
    add_up(&up, a & 7);
    count_down(count, b & 7);
    Walker walker{b};
    const int way = walker.walk(a & 3);
    const Parts parts = parts_of({a, b}, b & 3);
    long long sum = up * 1000003LL + count * 10007LL + way * 13 + walker.at;
    sum += parts.first + parts.second * 17 + table_of(a & 7) + is_even(a & 15) * 2 + is_odd(b & 7);
    return sum * 3 + power(3LL, b & 7) + (long long)power(0.5, a & 3) + outer_of(a & 3);
}

// --- Pointers to parts: bases behind the first one, and variables of one's own that only the value
// of a pointer says
struct LeftPart {
    int left;
};
struct RightPart {
    int right;
    long long more;
};
struct LeftRight : LeftPart, RightPart {
    int own;
};

__device__ long long casts_between_bases(int a, int b) {
    LeftRight both;
    both.left = a;
    both.right = b;
    both.more = a ^ b;
    both.own = a + 1;
    RightPart* part = (RightPart*)&both;
    RightPart* same = static_cast<RightPart*>(&both);
    part->right += 3;
    same->more -= 5;
    const LeftRight* whole = (const LeftRight*)part;
    const LeftPart* first = (const LeftPart*)whole;
    return whole->own * 31LL + first->left * 7LL + whole->more +
           static_cast<LeftRight*>(same)->right;
}

__device__ double wide_variables_by_pointer(int a, int b) {
    double x[3] = {1.5 * a, 2.5 * b, 3.5}, y[2] = {a + 0.25, b + 0.75};
    long long m = a, n = b;
    double* p = a & 1 ? x + 1 : y;
    long long* q = b & 1 ? &m : &n;
    p[0] += 0.5;
    *q = *q * 3 + 1;
    double2 pair[2] = {{1.0 * a, 2.0 * b}, {3.0, 4.0}}, other = {5.0 * b, 6.0};
    double2* r = a & 2 ? &pair[b & 1] : &other;
    double2 taken = *r;
    taken.y += 1;
    *r = taken;
    return x[1] + y[0] * 3 + p[1] * 5 + (double)(m % 1000) + (double)(n % 777) + pair[0].y +
           pair[1].x * 2 + other.y;
}

// --- Packs: templates of any number of parameters
template <typename T>
__device__ T largest(T a) {
    return a;
}
template <typename T, typename... Rest>
__device__ T largest(T a, Rest... rest) {
    const T b = largest(rest...);
    return a > b ? a : b;
}

template <typename... Parts>
struct Chain;
template <>
struct Chain<> {
    int none = 3;
    static constexpr int length = 0;
    __device__ long long sum() const { return none; }
};
template <typename First, typename... Rest>
struct Chain<First, Rest...> : Chain<Rest...> {
    First first;
    static constexpr int length = 1 + Chain<Rest...>::length;
    __device__ Chain(First f, Rest... rest) : Chain<Rest...>(rest...), first(f) {}
    __device__ long long sum() const {
        return static_cast<long long>(first) * length + Chain<Rest...>::sum();
    }
};

template <int First, int... Rest>
struct Product {
    static constexpr int value = First * Product<Rest...>::value;
};
template <int Last>
struct Product<Last> {
    static constexpr int value = Last;
};

template <typename... T>
__device__ int sizes_of() {
    return (static_cast<int>(sizeof(T)) + ... + 100) + static_cast<int>(sizeof...(T));
}

template <typename... T>
__device__ int folded(T... values) {
    const int list[] = {0, static_cast<int>(values)...};
    int sum = 0;
    for (unsigned i = 0; i <= sizeof...(values); ++i) sum += list[i] * static_cast<int>(i);
    sum += (values ^ ... ^ 5);
    sum -= (7 - ... - values);
    ((sum = sum * 3 + static_cast<int>(values)), ...);
    return (sum & 0xffff) + ((values > 0) && ...) * 2 + (... || (values < 0));
}

template <typename F, typename... Args>
__device__ int applied(F f, Args&&... args) {
    return f(static_cast<Args&&>(args)...);
}

template <typename First, typename... Rest>
__device__ constexpr auto added(First first, Rest... rest) {
    if constexpr (sizeof...(rest) == 0)
        return first;
    else
        return first + added(rest...);
}

__device__ int any_number(int) {
    return 1;
}
template <typename... T>
__device__ int any_number(int, T...) {
    return 10 + static_cast<int>(sizeof...(T));
}

__device__ long long packs(int a, int b) {
    const Chain<int, char, long long> chain(a, static_cast<char>(b & 63), 1LL * a * b);
    long long r = largest(a, b, a ^ b) + chain.sum() + Product<2, 3, 7>::value;
    r = r * 31 + sizes_of<char, double, int>() + sizes_of<>();
    r = r * 31 + folded(a & 255, b & 255, 3) + folded();
    r = r * 31 + applied([](int x, int y) { return x - y; }, a & 15, b & 15);
    r = r * 31 + static_cast<long long>(added(a & 7, 2.5, b & 7) * 4);
    r = r * 31 + any_number(1) + any_number(1, 2, 3);
    const auto many = [](auto... x) { return (x * ... * 1); };
    return r * 31 + many(a & 3, b & 3, 5) + many();
}

// --- What templates ask of their arguments
template <typename T>
__device__ T doubled(T x) {
    if constexpr (std::is_same_v<T, float>)
        return x * 2;
    else if constexpr (std::is_integral_v<T> && sizeof(T) > 4)
        return x * 3;
    else
        return x + 1;
}

template <typename T>
constexpr bool is_wide = sizeof(T) > 4;
template <>
constexpr bool is_wide<char> = true;
template <typename T, int N>
constexpr int scaled = static_cast<int>(sizeof(T)) * N;

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ int kind_of(T) {
    return 1;
}
template <typename T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
__device__ int kind_of(T) {
    return 2;
}
template <typename T, typename = std::enable_if_t<std::is_pointer_v<T>>>
__device__ int points(T) {
    return 4;
}
template <typename T>
__device__ typename std::enable_if<std::is_unsigned<T>::value, T>::type signless(T x) {
    return x;
}
template <typename T>
__device__ std::enable_if_t<!std::is_unsigned_v<T>, int> signless(T x) {
    return x < 0 ? -1 : 7;
}

template <typename T>
struct Wider {
    using type = T;
};
template <>
struct Wider<float> {
    using type = double;
};
template <typename T>
using wider_t = typename Wider<T>::type;
template <typename T, T Value>
struct Always {
    static constexpr T value = Value;
};

template <typename T>
concept Numeric = std::is_arithmetic_v<T>;
template <typename T>
concept Addable = requires(T a, T b) {
    a + b;
    { a* b } -> std::convertible_to<int>;
};
struct NoNumber {
    int x;
};
template <std::integral T>
__device__ int sorted(T) {
    return 10;
}
template <std::floating_point T>
__device__ int sorted(T) {
    return 20;
}
template <typename T>
requires Numeric<T> &&(sizeof(T) < 8) __device__ int narrow(T) {
    return 1;
}
template <typename T>
__device__ int narrow(T) {
    return 2;
}
__device__ auto sum_of(auto a, const auto& b) {
    return a + b;
}
__device__ int count_of(auto... values) {
    return static_cast<int>(sizeof...(values)) + (0 + ... + static_cast<int>(values));
}
__device__ int only_integers(std::integral auto a) {
    return static_cast<int>(a) * 3;
}

__device__ long long conditions_of_templates(int a, int b) {
    const float f = static_cast<float>(a & 255);
    const unsigned u = static_cast<unsigned>(b);
    const long long l = a;
    long long r = static_cast<long long>(doubled(f)) + doubled(l) + doubled(b & 0xffff);
    r = r * 31 + is_wide<double> * 2 + is_wide<int> + is_wide<char> * 4 + scaled<short, 5>;
    r = r * 31 + kind_of(a) + kind_of(f) * 3 + kind_of('c') * 5;
    r = r * 31 + points(&f) + signless(u & 1023) + signless(a | 1);
    r = r * 31 + static_cast<long long>(sizeof(wider_t<float>) + sizeof(wider_t<int>));
    r = r * 31 + Always<int, 12>::value + Always<unsigned char, 255>::value;
    r = r * 31 + sorted(a) + sorted(f) * 2 + sorted(u) * 3;
    r = r * 31 + narrow(a) + narrow(l) * 3 + narrow(1.0) * 9;
    r = r * 31 + Addable<int> * 2 + Addable<NoNumber> * 4 + Numeric<NoNumber>;
    r = r * 31 + static_cast<long long>(sum_of(a & 15, 2.5) * 4) + count_of(a & 3, b & 3, 2);
    r = r * 31 + only_integers(u & 7);
    std::conditional_t<sizeof(int) == 4, int, double> chosen = 7;
    std::remove_const_t<const int> changed = 3;
    changed += static_cast<int>(sizeof(std::decay_t<const short&>));
    chosen /= 2;
    return r * 31 + chosen + changed + std::is_same<decltype(changed), int>::value;
}

// --- What is declared in a loop's condition ---------------------------------------------------
struct Counted {
    int* alive;
    int left;
    __device__ Counted(int* a, int n) : alive(a), left(n) { *alive += 1; }
    __device__ Counted(const Counted& other) : alive(other.alive), left(other.left) { *alive += 1; }
    __device__ ~Counted() { *alive -= 1; }
    __device__ explicit operator bool() const { return left > 0; }
};

__device__ int declared_in_loops(int a, int b) {
    int r = 0, n = a & 31;
    while (int rest = n % 7) {
        r = r * 3 + rest;
        if ((r & 3) == 1) {
            n -= 2;
            continue;
        }
        if (n > 28) break;
        --n;
    }
    const int* list = &r;
    int steps = b & 3;
    while (const int* p = steps-- > 0 ? list : nullptr) r = r * 5 + (*p & 15);
    int alive = 0;
    n = b & 15;
    while (Counted c = Counted(&alive, n)) {
        r = r * 7 + alive;
        if (n == 9) break;
        if (n == 4) {
            n = 2;
            continue;
        }
        while (Counted d = Counted(&alive, n & 1)) {
            r += alive * 11;
            n ^= 1;
        }
        --n;
    }
    return r * 31 + alive + n;
}

// --- Objects that are handed over by value ----------------------------------------------------
struct Held {
    int* log;
    int n;
    __device__ Held(int* l, int k) : log(l), n(k) { *log = *log * 3 + 1; }
    __device__ Held(const Held& o) : log(o.log), n(o.n + 100) { *log = *log * 3 + 2; }
    __device__ Held(Held&& o) : log(o.log), n(o.n + 1000) {
        o.n = -1;
        *log = *log * 5 + 1;
    }
    __device__ ~Held() { *log = *log * 7 + n; }
};
struct Holder {
    Held held;
    __device__ Holder(Held h) : held(h) {}
    __device__ int with(Held other) const { return held.n * 3 + other.n; }
};
__device__ int taken_by(Held h, int a) {
    h.n += a;
    if (h.n > 120) return h.n;
    for (int i = 0; i < 3; ++i) {
        Held inner(h.log, i);
        if (i == (a & 3)) return i;
    }
    return h.n * 2;
}
__device__ Held given_back(Held h) {
    h.n++;
    return h;
}
template <typename T>
__device__ T unchanged(T value) {
    return value;
}
__device__ int objects_by_value(int a, int b) {
    int log = 1;
    int r = 0;
    {
        Held first(&log, a & 15);
        r = taken_by(first, a & 63);
        r = r * 31 + log;
        r = r * 31 + taken_by(Held(&log, b & 7), b & 3);
        Held second = given_back(first);
        r = r * 31 + log + second.n;
        Holder holder(second);
        r = r * 31 + holder.with(first);
        const auto ask = [](Held h) { return h.n * 5; };
        r = r * 31 + ask(second);
        Held third = unchanged(holder.held);
        r = r * 31 + log + third.n;
    }
    return r * 31 + log;
}

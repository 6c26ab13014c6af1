// CUDA's intrinsics that the subset can say itself: sums rounded another way, numbers packed into
// words, and the bits of numbers. tests/data/intrinsics.cu holds them to an H200.
#include <array>
#include <deque>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "app/language/compile.h"
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

/// The parts' names and texts, which outlive every parse.
class Parts {
  public:
    void add(std::string name, std::string text) {
        const std::string& kept = kept_.emplace_back(std::move(name));
        all_.push_back({.name = kept, .text = kept_.emplace_back(std::move(text))});
    }
    std::span<const LibraryPart> all() const { return all_; }

  private:
    std::deque<std::string> kept_;
    std::vector<LibraryPart> all_;
};

/// Ways to round: to the nearest, towards zero, up and down. In the texts they are 0 to 3.
constexpr std::array<std::string_view, 4> roundings{"rn", "rz", "ru", "rd"};

/// What is computed to the nearest, with the sign of what is missing, is rounded as it is wanted.
void add_roundings(Parts& parts) {
    for (const auto& [type, most, next] :
         {std::array{"float", "3.402823466e+38f", "nextafterf"},
          std::array{"double", "1.7976931348623157e+308", "__next_double"}}) {
        parts.add(fmt::format("__rounded_{}", type), fmt::format(R"(
__device__ {0} __rounded_{0}({0} nearest, double missing, int how, bool of_numbers) {{
    {0} most = {1};
    if (isinf(nearest) && of_numbers) {{
        bool stays = how == 0 || (how == 2 && nearest > 0) || (how == 3 && nearest < 0);
        return stays ? nearest : nearest < 0 ? -most : most;
    }}
    bool is_exact = !(missing < 0 || missing > 0);
    if (how == 0 || is_exact || isinf(nearest) || isnan(nearest)) return nearest;
    bool is_below = missing > 0;
    if (how == 1) return is_below == (nearest > 0) ? nearest : {2}(nearest, ({0})0);
    if (how == 2) return is_below ? {2}(nearest, ({0})(2 * most)) : nearest;
    return is_below ? nearest : {2}(nearest, ({0})(-2 * most));
}}
)",
                                                                 type, most, next));
    }
    parts.add("__next_double", R"(
__device__ double __next_double(double x, double to) {
    if (x == to || isnan(x) || isnan(to)) return x == to ? to : x + to;
    if (x == 0) return __longlong_as_double(to < 0 ? 0x8000000000000001 : 1);
    long long bits = __double_as_longlong(x);
    return __longlong_as_double((x < to) == (x > 0) ? bits + 1 : bits - 1);
}
)");
    parts.add("nextafter", R"(
__host__ __device__ double nextafter(double x, double to) {
    if (x == to || isnan(x) || isnan(to)) return x == to ? to : x + to;
    double least = 4.9406564584124654e-324;
    if (x == 0) return to < 0 ? -least : least;
    long long bits;
    bits = __double_as_longlong(x);
    return __longlong_as_double((x < to) == (x > 0) ? bits + 1 : bits - 1);
}
)");
    // The sign of what a sum lacks is that of its error, which is a number itself.
    parts.add("__fadd_way", R"(
__device__ float __fadd_way(float a, float b, int how) {
    float s = a + b, c = s - a;
    float missing = (a - (s - c)) + (b - c);
    if (s == 0 && how == 3 && (a != 0 || __float_as_int(a) != __float_as_int(b))) return -0.0f;
    return __rounded_float(s, missing, how, !isinf(a) && !isinf(b));
}
)");
    parts.add("__fmul_way", R"(
__device__ float __fmul_way(float a, float b, int how) {
    double exact = (double)a * (double)b;
    float p = (float)exact;
    return __rounded_float(p, exact - (double)p, how, !isinf(a) && !isinf(b));
}
)");
    parts.add("__fdiv_way", R"(
__device__ float __fdiv_way(float a, float b, int how) {
    float q = a / b;
    double rest = fma(-(double)q, (double)b, (double)a);
    return __rounded_float(q, b < 0 ? -rest : rest, how, !isinf(a) && b != 0);
}
)");
    parts.add("__fsqrt_way", R"(
__device__ float __fsqrt_way(float a, int how) {
    float q = sqrtf(a);
    return __rounded_float(q, fma(-(double)q, (double)q, (double)a), how, !isinf(a));
}
)");
    parts.add("__fmaf_way", R"(
__device__ float __fmaf_way(float a, float b, float c, int how) {
    double p = (double)a * (double)b, s = p + (double)c, t = s - p;
    double missing = (p - (s - t)) + ((double)c - t);
    float r = (float)s;
    double more = s - (double)r;
    float nearest = fmaf(a, b, c);
    // To the nearest the sum of three may round otherwise than in two steps.
    if (nearest != r && !isinf(nearest)) {
        more = s - (double)nearest;
        r = nearest;
    }
    if (r == 0 && more == 0 && missing == 0 && how == 3 &&
        (c != 0 || (1 / (double)c < 0) != (p < 0 || (p == 0 && 1 / p < 0))))
        return -0.0f;
    return __rounded_float(r, more != 0 ? more : missing, how,
                           !isinf(a) && !isinf(b) && !isinf(c));
}
)");
    parts.add("__dadd_way", R"(
__device__ double __dadd_way(double a, double b, int how) {
    double s = a + b, c = s - a;
    double missing = (a - (s - c)) + (b - c);
    if (s == 0 && how == 3 &&
        (a != 0 || __double_as_longlong(a) != __double_as_longlong(b)))
        return -0.0;
    return __rounded_double(s, missing, how, !isinf(a) && !isinf(b));
}
)");
    parts.add("__dmul_way", R"(
__device__ double __dmul_way(double a, double b, int how) {
    double p = __dmul_rn(a, b);
    return __rounded_double(p, fma(a, b, -p), how, !isinf(a) && !isinf(b));
}
)");
    parts.add("__ddiv_way", R"(
__device__ double __ddiv_way(double a, double b, int how) {
    double q = a / b, rest = fma(-q, b, a);
    return __rounded_double(q, b < 0 ? -rest : rest, how, !isinf(a) && b != 0);
}
)");
    parts.add("__dsqrt_way", R"(
__device__ double __dsqrt_way(double a, int how) {
    double q = sqrt(a);
    return __rounded_double(q, fma(-q, q, a), how, !isinf(a));
}
)");
    // Boldo and Muller: what a fused sum lacks is a sum of two numbers.
    parts.add("__fma_way", R"(
__device__ double __fma_way(double a, double b, double c, int how) {
    double r = fma(a, b, c), p = __dmul_rn(a, b), q = fma(a, b, -p);
    double s = c + q, t = s - c, low = (c - (s - t)) + (q - t);
    double u = p + s, v = u - p, middle = (p - (u - v)) + (s - v);
    double missing = ((u - r) + middle) + low;
    if (r == 0 && missing == 0 && how == 3 && (c != 0 || (1 / c < 0) != (p < 0 || 1 / p < 0)))
        return -0.0;
    return __rounded_double(r, missing, how, !isinf(a) && !isinf(b) && !isinf(c));
}
)");
    struct Row {
        std::string_view name, parameters, call;
    };
    constexpr std::array<Row, 11> rows{
        Row{"__fadd", "float a, float b", "__fadd_way(a, b"},
        Row{"__fsub", "float a, float b", "__fadd_way(a, -b"},
        Row{"__fmul", "float a, float b", "__fmul_way(a, b"},
        Row{"__fdiv", "float a, float b", "__fdiv_way(a, b"},
        Row{"__frcp", "float a", "__fdiv_way(1.0f, a"},
        Row{"__fsqrt", "float a", "__fsqrt_way(a"},
        Row{"__fmaf", "float a, float b, float c", "__fmaf_way(a, b, c"},
        Row{"__dadd", "double a, double b", "__dadd_way(a, b"},
        Row{"__dsub", "double a, double b", "__dadd_way(a, -b"},
        Row{"__dmul", "double a, double b", "__dmul_way(a, b"},
        Row{"__ddiv", "double a, double b", "__ddiv_way(a, b"}};
    constexpr std::array<Row, 3> more{
        Row{"__drcp", "double a", "__ddiv_way(1.0, a"}, Row{"__dsqrt", "double a", "__dsqrt_way(a"},
        Row{"__fma", "double a, double b, double c", "__fma_way(a, b, c"}};
    const auto add = [&](const Row& row, std::size_t way) {
        const bool is_float = row.parameters.starts_with("float");
        parts.add(fmt::format("{}_{}", row.name, roundings[way]),
                  fmt::format("__device__ {} {}_{}({}) {{ return {}, {}); }}",
                              is_float ? "float" : "double", row.name, roundings[way],
                              row.parameters, row.call, way));
    };
    for (std::size_t way = 1; way < roundings.size(); ++way) {
        for (const Row& row : rows) add(row, way);
        for (const Row& row : more) add(row, way);
    }
    // To the nearest is what the operators do, but nothing is fused.
    parts.add("__dsub_rn",
              "__device__ double __dsub_rn(double a, double b) { return __dadd_rn(a, -b); }");
    parts.add("__drcp_rn", "__device__ double __drcp_rn(double a) { return 1.0 / a; }");
    parts.add("__dsqrt_rn", "__device__ double __dsqrt_rn(double a) { return sqrt(a); }");
    parts.add("__frsqrt_rn", R"(
__device__ float __frsqrt_rn(float a) { return (float)(1.0 / sqrt((double)a)); }
)");
    parts.add("__fmul_ieee_rn",
              "__device__ float __fmul_ieee_rn(float a, float b) { return __fmul_rn(a, b); }");
}

/// From one kind of number to another, rounded as wanted.
void add_conversions(Parts& parts) {
    parts.add("__float_of_double", R"(
__device__ float __float_of_double(double d, int how) {
    float r = (float)d;
    return __rounded_float(r, d - (double)r, how, !isinf(d));
}
)");
    parts.add("__float_of_long", R"(
__device__ float __float_of_long(long long v, int how) {
    float r = (float)v;
    double missing = r >= 9223372036854775808.0f ? -1.0 : (double)(v - (long long)r);
    return __rounded_float(r, missing, how, true);
}
)");
    parts.add("__float_of_ulong", R"(
__device__ float __float_of_ulong(unsigned long long v, int how) {
    float r = (float)v;
    double missing = r >= 18446744073709551616.0f ? -1.0
                                                  : (double)(long long)(v - (unsigned long long)r);
    return __rounded_float(r, missing, how, true);
}
)");
    parts.add("__double_of_long", R"(
__device__ double __double_of_long(long long v, int how) {
    double r = (double)v;
    double missing = r >= 9223372036854775808.0 ? -1.0 : (double)(v - (long long)r);
    return __rounded_double(r, missing, how, true);
}
)");
    parts.add("__double_of_ulong", R"(
__device__ double __double_of_ulong(unsigned long long v, int how) {
    double r = (double)v;
    double missing = r >= 18446744073709551616.0 ? -1.0
                                                 : (double)(long long)(v - (unsigned long long)r);
    return __rounded_double(r, missing, how, true);
}
)");
    constexpr std::array<std::string_view, 4> to_whole{"rint", "trunc", "ceil", "floor"};
    for (std::size_t way = 0; way < roundings.size(); ++way) {
        const std::string_view how = roundings[way];
        const auto add = [&](std::string_view stem, std::string_view result,
                             std::string_view parameter, const std::string& value) {
            parts.add(fmt::format("{}_{}", stem, how),
                      fmt::format("__device__ {} {}_{}({} v) {{ return {}; }}", result, stem, how,
                                  parameter, value));
        };
        add("__int2float", "float", "int", fmt::format("__float_of_double((double)v, {})", way));
        add("__uint2float", "float", "unsigned",
            fmt::format("__float_of_double((double)v, {})", way));
        add("__ll2float", "float", "long long", fmt::format("__float_of_long(v, {})", way));
        add("__ull2float", "float", "unsigned long long",
            fmt::format("__float_of_ulong(v, {})", way));
        add("__double2float", "float", "double", fmt::format("__float_of_double(v, {})", way));
        add("__ll2double", "double", "long long", fmt::format("__double_of_long(v, {})", way));
        add("__ull2double", "double", "unsigned long long",
            fmt::format("__double_of_ulong(v, {})", way));
        for (const auto& [name, type] :
             {std::array{"int", "int"}, std::array{"uint", "unsigned"},
              std::array{"ll", "long long"}, std::array{"ull", "unsigned long long"}}) {
            add(fmt::format("__float2{}", name), type, "float",
                fmt::format("({}){}f(v)", type, to_whole[way]));
            add(fmt::format("__double2{}", name), type, "double",
                fmt::format("({}){}(v)", type, to_whole[way]));
        }
    }
    parts.add("__int2double_rn", "__device__ double __int2double_rn(int v) { return v; }");
    parts.add("__uint2double_rn", "__device__ double __uint2double_rn(unsigned v) { return v; }");
    parts.add("__double2hiint", R"(
__device__ int __double2hiint(double v) { return (int)(__double_as_longlong(v) >> 32); }
)");
    parts.add("__double2loint",
              "__device__ int __double2loint(double v) { return (int)__double_as_longlong(v); }");
    parts.add("__hiloint2double", R"(
__device__ double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)high << 32 | (unsigned)low);
}
)");
}

/// Two halves or four bytes of a word, each by itself.
void add_packed(Parts& parts) {
    struct Row {
        std::string_view name, sign, value;  ///< of x and y; "": both ways
        bool is_test = false;
    };
    // What is too large for its piece is cut off, unless the value says otherwise.
    constexpr std::array<Row, 14> rows{
        Row{"add", "", "x + y"},
        Row{"sub", "", "x - y"},
        Row{"addss", "s", "x + y < least ? least : x + y > most ? most : x + y"},
        Row{"addus", "u", "x + y > most ? most : x + y"},
        Row{"subss", "s", "x - y < least ? least : x - y > most ? most : x - y"},
        Row{"subus", "u", "x < y ? 0 : x - y"},
        Row{"absdiffs", "s", "x < y ? y - x : x - y"},
        Row{"absdiffu", "u", "x < y ? y - x : x - y"},
        Row{"avgs", "s", "(x + y + (x + y >= 0 ? 1 : 0)) >> 1"},
        Row{"avgu", "u", "(x + y + 1) >> 1"},
        Row{"haddu", "u", "(x + y) >> 1"},
        Row{"mins", "s", "x < y ? x : y"},
        Row{"minu", "u", "x < y ? x : y"},
        Row{"maxs", "s", "x < y ? y : x"},
    };
    const auto add = [&](std::string_view name, std::string_view sign, std::string_view value,
                         bool is_test, bool takes_two = true) {
        for (const int pieces : {2, 4}) {
            const int bits = 32 / pieces;
            const auto piece = [&](std::string_view word) {
                return sign == "s"
                           ? fmt::format("(int)({} << {} - i) >> {}", word, 32 - bits, 32 - bits)
                           : fmt::format("(int)({} >> i & {})", word, (1 << bits) - 1);
            };
            parts.add(
                fmt::format("__v{}{}", name, pieces),
                fmt::format("__device__ unsigned __v{}{}(unsigned a{}) {{\n"
                            "    unsigned all = 0;\n"
                            "    for (int i = 0; i < 32; i += {}) {{\n"
                            "        int x = {}, y = {}, least = {}, most = {};\n"
                            "        int value = {};\n"
                            "        all |= (unsigned)({} & {}) << i;\n"
                            "    }}\n"
                            "    return all;\n}}",
                            name, pieces, takes_two ? ", unsigned b" : "", bits, piece("a"),
                            takes_two ? piece("b") : "0", sign == "s" ? -(1 << (bits - 1)) : 0,
                            sign == "s" ? (1 << (bits - 1)) - 1 : (1 << bits) - 1, value,
                            is_test ? "(value ? -1 : 0)" : "value", (1 << bits) - 1));
        }
    };
    for (const Row& row : rows) add(row.name, row.sign.empty() ? "u" : row.sign, row.value, false);
    add("maxu", "u", "x < y ? y : x", false);
    add("abs", "s", "x < 0 ? -x : x", false, false);
    add("absss", "s", "x < 0 ? (x == least ? most : -x) : x", false, false);
    add("neg", "s", "-x", false, false);
    add("negss", "s", "x == least ? most : -x", false, false);
    for (const auto& [name, test] :
         {std::array{"eq", "=="}, std::array{"ne", "!="}, std::array{"gt", ">"},
          std::array{"ge", ">="}, std::array{"lt", "<"}, std::array{"le", "<="}}) {
        const bool both = std::string_view{name} == "eq" || std::string_view{name} == "ne";
        const std::string value = fmt::format("x {} y", test);
        for (const std::string_view sign : {"s", "u"}) {
            if (both && sign == "s") continue;
            add(fmt::format("cmp{}{}", name, both ? "" : sign), sign, value, true);
            add(fmt::format("set{}{}", name, both ? "" : sign), sign, value, false);
        }
    }
    for (const std::string_view sign : {"s", "u"}) {
        for (const int pieces : {2, 4}) {
            const int bits = 32 / pieces;
            parts.add(fmt::format("__vsad{}{}", sign, pieces),
                      fmt::format("__device__ unsigned __vsad{0}{1}(unsigned a, unsigned b) {{\n"
                                  "    unsigned d = __vabsdiff{0}{1}(a, b), all = 0;\n"
                                  "    for (int i = 0; i < 32; i += {2}) all += d >> i & {3};\n"
                                  "    return all;\n}}",
                                  sign, pieces, bits, (1 << bits) - 1));
        }
    }
    // Products of four bytes, or of two halves with two bytes, added up.
    for (const auto& [type, byte, half] :
         {std::array{"int", "(int)(w << 24 - i) >> 24", "(int)(w << 16 - i) >> 16"},
          std::array{"unsigned", "w >> i & 255", "w >> i & 65535"}}) {
        parts.add(fmt::format("__byte_of_{}", type),
                  fmt::format("__device__ {0} __byte_of_{0}(unsigned w, int i) {{ return {1}; }}",
                              type, byte));
        parts.add(fmt::format("__half_of_{}", type),
                  fmt::format("__device__ {0} __half_of_{0}(unsigned w, int i) {{ return {1}; }}",
                              type, half));
    }
    const auto both_types = [](std::string_view text) {
        std::string all;
        for (const std::string_view type : {"int", "unsigned"})
            all += fmt::format(fmt::runtime(text), type);
        return all;
    };
    parts.add("__dp4a", both_types(R"(
__device__ {0} __dp4a({0} a, {0} b, {0} sum) {{
    for (int i = 0; i < 32; i += 8) sum += __byte_of_{0}(a, i) * __byte_of_{0}(b, i);
    return sum;
}}
)"));
    for (const auto& [name, first] : {std::array{"lo", "0"}, std::array{"hi", "16"}}) {
        parts.add(fmt::format("__dp2a_{}", name), both_types(fmt::format(R"(
__device__ {{0}} __dp2a_{}({{0}} a, {{0}} b, {{0}} sum) {{{{
    sum += __half_of_{{0}}(a, 0) * __byte_of_{{0}}(b, {});
    return sum + __half_of_{{0}}(a, 16) * __byte_of_{{0}}(b, {} + 8);
}}}}
)",
                                                                         name, first, first)));
    }
}

void add_words(Parts& parts) {
    parts.add("__funnelshift_lc", R"(
__device__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
    if (by >= 32) return low;
    return by == 0 ? high : high << by | low >> 32 - by;
}
)");
    parts.add("__funnelshift_rc", R"(
__device__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
    if (by >= 32) return high;
    return by == 0 ? low : low >> by | high << 32 - by;
}
)");
    parts.add("__sad", R"(
__device__ unsigned __sad(int a, int b, unsigned c) {
    return (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b) + c;
}
)");
    parts.add("__usad", R"(
__device__ unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
)");
    parts.add(
        "__rhadd",
        "__device__ int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }");
    parts.add("__uhadd", R"(
__device__ unsigned __uhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b) >> 1);
}
)");
    parts.add("__urhadd", R"(
__device__ unsigned __urhadd(unsigned a, unsigned b) {
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}
)");
    parts.add("__fns", R"(
__device__ unsigned __fns(unsigned mask, unsigned base, int offset) {
    if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    for (int i = (int)base; i >= 0 && i < 32; i += step) {
        if (mask >> i & 1) left = left - 1;
        if (left == 0) return (unsigned)i;
    }
    return 0xffffffffu;
}
)");
    for (const auto& [prefix, type] :
         {std::array{"ll", "long long"}, std::array{"ull", "unsigned long long"}}) {
        for (const std::string_view which : {"min", "max"})
            parts.add(fmt::format("{}{}", prefix, which),
                      fmt::format("__host__ __device__ {0} {1}{2}({0} a, {0} b) {{ return {2}(a, "
                                  "b); }}",
                                  type, prefix, which));
    }
    // Three at once, and sums of which the larger one counts.
    for (const auto& [suffix, type] : {std::array{"s32", "int"}, std::array{"u32", "unsigned"}}) {
        for (const std::string_view which : {"min", "max"}) {
            parts.add(fmt::format("__vi{}3_{}", which, suffix),
                      fmt::format("__host__ __device__ {0} __vi{1}3_{2}({0} a, {0} b, {0} c) {{ "
                                  "return {1}({1}(a, b), c); }}",
                                  type, which, suffix));
            parts.add(fmt::format("__viadd{}_{}", which, suffix),
                      fmt::format("__host__ __device__ {0} __viadd{1}_{2}({0} a, {0} b, {0} c) {{ "
                                  "return {1}(a + b, c); }}",
                                  type, which, suffix));
        }
    }
    parts.add("__pipeline_wait_some", R"(
template <typename T> __device__ void __pipeline_wait_some(T n) {
    switch (n) {
        case 0: __pipeline_wait_prior(0); break;
        case 1: __pipeline_wait_prior(1); break;
        case 2: __pipeline_wait_prior(2); break;
        case 3: __pipeline_wait_prior(3); break;
        case 4: __pipeline_wait_prior(4); break;
        case 5: __pipeline_wait_prior(5); break;
        case 6: __pipeline_wait_prior(6); break;
        case 7: __pipeline_wait_prior(7); break;
        default: __pipeline_wait_prior(8);
    }
}
)");
    parts.add("__match_all_sync", R"(
template <typename T> __device__ unsigned __match_all_sync(unsigned mask, T value, int *all) {
    *all = __match_any_sync(mask, value) == mask;
    return *all ? mask : 0;
}
)");
    // Loads that say what is to be kept.
    for (const std::string_view name : {"__ldlu", "__ldcv"})
        parts.add(std::string{name},
                  fmt::format("template <typename T> __device__ T {}(const T *from) {{ return "
                              "*from; }}",
                              name));
    // What only tells a compiler or a profiler something.
    parts.add("__builtin_expect", R"(
__host__ __device__ long __builtin_expect(long value, long expected) { return value; }
)");
    // gcc's names for what CUDA has others for.
    for (const auto& [name, type, value] :
         {std::tuple{"__builtin_clz", "unsigned", "__clz(x)"},
          {"__builtin_clzl", "unsigned long", "__clzll(x)"},
          {"__builtin_clzll", "unsigned long long", "__clzll(x)"},
          {"__builtin_ctz", "unsigned", "__ffs(x) - 1"},
          {"__builtin_ctzl", "unsigned long", "__ffsll(x) - 1"},
          {"__builtin_ctzll", "unsigned long long", "__ffsll(x) - 1"},
          {"__builtin_ffs", "int", "__ffs(x)"},
          {"__builtin_ffsl", "long", "__ffsll(x)"},
          {"__builtin_ffsll", "long long", "__ffsll(x)"},
          {"__builtin_popcount", "unsigned", "__popc(x)"},
          {"__builtin_popcountl", "unsigned long", "__popcll(x)"},
          {"__builtin_popcountll", "unsigned long long", "__popcll(x)"},
          {"__builtin_parity", "unsigned", "__popc(x) & 1"},
          {"__builtin_parityll", "unsigned long long", "__popcll(x) & 1"}})
        parts.add(name, fmt::format("__host__ __device__ int {}({} x) {{ return {}; }}", name, type,
                                    value));
    parts.add("__builtin_assume", "__host__ __device__ void __builtin_assume(bool value) {}");
    parts.add("__prof_trigger", "__device__ void __prof_trigger(int counter) {}");
}

/// Copies of kernels: of elements, as far as they are whole.
void add_copies(Parts& parts) {
    parts.add("__kernel_copy", R"(
template <typename T> __host__ __device__ void *__kernel_copy(T *to, const T *from, size_t bytes) {
    size_t count = bytes / sizeof(T);
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
    for (size_t i = count * sizeof(T); i < bytes; ++i) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
)");
    parts.add("__kernel_fill", R"(
template <typename T> __host__ __device__ void *__kernel_fill(T *to, int value, size_t bytes) {
    size_t count = sizeof(T) % 4 == 0 ? bytes / 4 : 0;
    unsigned word = (unsigned)(value & 255) * 0x01010101u;
    for (size_t i = 0; i < count; ++i) ((unsigned *)to)[i] = word;
    for (size_t i = 4 * count; i < bytes; ++i) ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}
__host__ __device__ void *__kernel_fill(char *to, int value, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) to[i] = (char)value;
    return to;
}
__host__ __device__ void *__kernel_fill(unsigned char *to, int value, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) to[i] = (unsigned char)value;
    return to;
}
)");
}

void add_functions(Parts& parts) {
    const auto add = [&](std::string name, std::string text) {
        parts.add(std::move(name), "__host__ __device__ " + std::move(text));
    };
    for (const auto& [suffix, type] : {std::array{"f", "float"}, std::array{"", "double"}}) {
        for (const auto& [prefix, result] :
             {std::array{"l", "long"}, std::array{"ll", "long long"}}) {
            add(fmt::format("{}rint{}", prefix, suffix),
                fmt::format("{0} {1}rint{2}({3} v) {{ return ({0})rint{2}(v); }}", result, prefix,
                            suffix, type));
            add(fmt::format("{}round{}", prefix, suffix),
                fmt::format("{0} {1}round{2}({3} v) {{ return ({0})round{2}(v); }}", result, prefix,
                            suffix, type));
        }
        add(fmt::format("logb{}", suffix),
            fmt::format("{0} logb{1}({0} v) {{\n"
                        "    if (v == 0) return -({0})INFINITY;\n"
                        "    if (isinf(v) || isnan(v)) return v * v;\n"
                        "    int e;\n"
                        "    frexp{1}(v, &e);\n"
                        "    return ({0})(e - 1);\n}}",
                        type, suffix));
        add(fmt::format("ilogb{}", suffix),
            fmt::format("int ilogb{1}({0} v) {{\n"
                        "    if (v == 0 || isnan(v)) return INT_MIN;\n"
                        "    return isinf(v) ? INT_MAX : (int)logb{1}(v);\n}}",
                        type, suffix));
        add(fmt::format("remainder{}", suffix),
            fmt::format("{0} remainder{1}({0} a, {0} b) {{\n"
                        "    {0} x = fabs{1}(a), y = fabs{1}(b);\n"
                        "    if (isinf(b) && !isinf(a)) return a;\n"
                        "    if (!(y > ({0}){2})) x = fmod{1}(x, 2 * y);\n"
                        "    if (y > 1 ? x > y / 2 : 2 * x > y) {{\n"
                        "        x = x - y;\n"
                        "        if (y > 1 ? x >= y / 2 : 2 * x >= y) x = x - y;\n"
                        "    }}\n"
                        "    return signbit(a) ? -x : x;\n}}",
                        type, suffix, *suffix == 'f' ? "1e38" : "8e307"));
        add(fmt::format("asinh{}", suffix),
            fmt::format("{0} asinh{1}({0} v) {{\n"
                        "    double x = fabs((double)v);\n"
                        "    double r = x > 1e15 ? log(x) + 0.6931471805599453\n"
                        "                        : log1p(x + x * x / (1 + sqrt(x * x + 1)));\n"
                        "    return ({0})(v < 0 ? -r : r);\n}}",
                        type, suffix));
        add(fmt::format("acosh{}", suffix),
            fmt::format("{0} acosh{1}({0} v) {{\n"
                        "    double t = (double)v - 1;\n"
                        "    return ({0})(t > 1e15 ? log((double)v) + 0.6931471805599453\n"
                        "                          : log1p(t + sqrt(2 * t + t * t)));\n}}",
                        type, suffix));
        add(fmt::format("atanh{}", suffix),
            fmt::format("{0} atanh{1}({0} v) {{\n"
                        "    double x = fabs((double)v), r = 0.5 * log1p(2 * x / (1 - x));\n"
                        "    return ({0})(v < 0 ? -r : r);\n}}",
                        type, suffix));
        add(fmt::format("normcdf{}", suffix),
            fmt::format("{0} normcdf{1}({0} v) {{\n"
                        "    return ({0})(0.5 * erfc(-(double)v * 0.7071067811865476));\n}}",
                        type, suffix));
        add(fmt::format("erfinv{}", suffix),
            fmt::format("{0} erfinv{1}({0} v) {{ return ({0})__erfinv((double)v); }}", type,
                        suffix));
        add(fmt::format("erfcinv{}", suffix),
            fmt::format("{0} erfcinv{1}({0} v) {{ return ({0})__erfcinv((double)v); }}", type,
                        suffix));
        add(fmt::format("normcdfinv{}", suffix),
            fmt::format("{0} normcdfinv{1}({0} v) {{\n"
                        "    return ({0})(-1.4142135623730951 * __erfcinv(2 * (double)v));\n}}",
                        type, suffix));
        add(fmt::format("erfcx{}", suffix),
            fmt::format("{0} erfcx{1}({0} v) {{\n"
                        "    double x = v;\n"
                        "    if (x < 25) return ({0})(exp(x * x) * erfc(x));\n"
                        "    return ({0})(0.5641895835477563 / x * (1 - 0.5 / (x * x)));\n}}",
                        type, suffix));
        add(fmt::format("scalbln{}", suffix),
            fmt::format("{0} scalbln{1}({0} v, long e) {{ return ldexp{1}(v, (int)e); }}", type,
                        suffix));
    }
    add("scalbn", "double scalbn(double v, int e) { return ldexp(v, e); }");
    add("ldexp", R"(double ldexp(double v, int e) {
    for (; e > 1000; e -= 1000) v = v * 1.0715086071862673e+301;
    for (; e < -1000; e += 1000) v = v * 9.3326361850321888e-302;
    double power = 1, base = e < 0 ? 0.5 : 2;
    for (int n = e < 0 ? -e : e; n > 0; n = n >> 1) {
        if (n & 1) power = power * base;
        base = base * base;
    }
    return v * power;
})");
    add("frexp", R"(double frexp(double v, int *e) {
    *e = 0;
    if (v == 0 || isinf(v) || isnan(v)) return v;
    double x = fabs(v);
    for (; x >= 1; ++*e) x = x * 0.5;
    for (; x < 0.5; --*e) x = x * 2;
    return v < 0 ? -x : x;
})");
    // Newton's way, from a first guess by logarithms (Winitzki).
    add("__erfinv", R"(double __erfinv(double v) {
    double y = fabs(v);
    if (y >= 1) return y == 1 ? v * (double)INFINITY : (double)NAN;
    if (y > 0.9) return v < 0 ? -__erfcinv(1 - y) : __erfcinv(1 - y);
    double l = log(1 - y * y), t = 4.330746750799873 + l / 2;
    double x = sqrt(sqrt(t * t - l / 0.147) - t);
    for (int n = 0; n < 3 && x > 0; ++n)
        x = x - (erf(x) - y) / (1.1283791670955126 * exp(-x * x));
    return v < 0 ? -x : x;
})");
    add("__erfcinv", R"(double __erfcinv(double v) {
    if (!(v > 0 && v < 2)) return v == 0 ? (double)INFINITY : v == 2 ? -(double)INFINITY : (double)NAN;
    if (v > 1) return -__erfcinv(2 - v);
    if (v > 0.1) return __erfinv(1 - v);
    double l = log(v * (2 - v)), t = 4.330746750799873 + l / 2;
    double x = sqrt(sqrt(t * t - l / 0.147) - t);
    for (int n = 0; n < 5; ++n) x = x + (erfc(x) - v) / (1.1283791670955126 * exp(-x * x));
    return x;
})");
    parts.add("norm4df", R"(
__device__ float norm4df(float a, float b, float c, float d) {
    return (float)sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d);
}
)");
    parts.add("rnorm4df", R"(
__device__ float rnorm4df(float a, float b, float c, float d) {
    return (float)(1 / sqrt((double)a * a + (double)b * b + (double)c * c + (double)d * d));
}
)");
    parts.add("sincospif", R"(
__device__ void sincospif(float v, float *s, float *c) {
    *s = sinpif(v);
    *c = cospif(v);
}
)");
    parts.add("sincospi", R"(
__device__ void sincospi(double v, double *s, double *c) {
    *s = sinpi(v);
    *c = cospi(v);
}
)");
    const std::uint64_t shared = addresses::begin(addresses::shared);
    parts.add("__cvta_generic_to_shared", fmt::format(R"(
__device__ size_t __cvta_generic_to_shared(const void *p) {{ return (size_t)p - {}ull; }}
)",
                                                      shared));
    parts.add("__cvta_shared_to_generic", fmt::format(R"(
__device__ void *__cvta_shared_to_generic(size_t p) {{ return (void *)(p + {}ull); }}
)",
                                                      shared));
    for (const auto& [name, is, space] : {std::tuple{"__isShared", "==", addresses::shared},
                                          std::tuple{"__isLocal", "==", addresses::local},
                                          std::tuple{"__isGlobal", ">", addresses::local}})
        parts.add(name, fmt::format(R"(
__device__ unsigned {}(const void *p) {{ return (size_t)p >> {} {} {}; }}
)",
                                    name, addresses::shift, is, space));
    // What the library reads and writes of volatile memory is no plain access.
    parts.add("__ss_atomic_load", R"(
template <typename T> __device__ T __ss_atomic_load(const volatile T *at) { return *at; }
)");
    parts.add("__ss_atomic_store", R"(
template <typename T> __device__ void __ss_atomic_store(volatile T *at, T value) { *at = value; }
)");
    parts.add("__ss_copy_async", R"(
// What is not given of them is zero, and written with what is.
__device__ unsigned __ss_given_word(const char *from, int given) {
    if (given >= 4) return *(const unsigned *)from;
    uchar4 word = make_uchar4(0, 0, 0, 0);
    if (given > 0) word.x = from[0];
    if (given > 1) word.y = from[1];
    if (given > 2) word.z = from[2];
    return *(unsigned *)&word;
}
__device__ void __ss_copy_async(char *to, const char *from, int bytes, int given) {
    __ss_tile_note(99);
    if (bytes == 16) *(uint4 *)to = given == 16 ? *(const uint4 *)from : make_uint4(__ss_given_word(from, given), __ss_given_word(from + 4, given - 4), __ss_given_word(from + 8, given - 8), __ss_given_word(from + 12, given - 12));
    else if (bytes == 8) *(uint2 *)to = given == 8 ? *(const uint2 *)from : make_uint2(__ss_given_word(from, given), __ss_given_word(from + 4, given - 4));
    else *(unsigned *)to = __ss_given_word(from, given);
    __ss_tile_note(0);
    __ss_copying(to, bytes);
}
)");
    parts.add("__pipeline_memcpy_zfill", R"(
template <typename T>
__device__ void __pipeline_memcpy_zfill(void *to, const void *from, T bytes, T zfill) {
    __ss_copy_async((char *)to, (const char *)from, (int)bytes, (int)(bytes - zfill));
}
)");
    parts.add("__ss_bulk_copy", R"(
__device__ void __ss_bulk_copy(char *to, const char *from, unsigned bytes) {
    if ((((size_t)to | (size_t)from | bytes) & 15) != 0) __ss_bad_row();
    __ss_tile_note(101);
    for (unsigned i = 0; i < bytes; i += 16) *(uint4 *)(to + i) = *(const uint4 *)(from + i);
    __ss_tile_note(0);
}
)");
    parts.add("__ss_bulk_load", R"(
// It has come when the barrier's phase is over.
__device__ void __ss_bulk_load(char *to, const char *from, unsigned bytes, unsigned long long *at) {
    if ((((size_t)to | (size_t)from | bytes) & 15) != 0) __ss_bad_row();
    __ss_tile_note(98);
    for (unsigned i = 0; i < bytes; i += 16) *(uint4 *)(to + i) = *(const uint4 *)(from + i);
    __ss_tile_note(0);
    __ss_copying(to, (int)bytes);
    __ss_copies_bind(at);
    __ss_mbarrier_count(at, 0, -(int)bytes, 0);
}
)");
    parts.add("__barrier_sync", R"(
__device__ void __barrier_sync(unsigned number) {
    __barrier_sync_count(number, (blockDim.x * blockDim.y * blockDim.z + 31) / 32 * 32);
}
)");
    // From the lowest bit on: 21 for the bytes that are still to come, of which 2^20 are none; 20
    // for the arrivals that are; 20 for how many each phase has; 3 for the phase.
    parts.add("__ss_mbarrier_init", R"(
__device__ void __ss_mbarrier_init(unsigned long long *at, unsigned count) {
    __ss_tile_note(255);
    *at = 0x100000ull | (unsigned long long)count << 21 | (unsigned long long)count << 41;
    __ss_tile_note(0);
}
)");
    parts.add("__ss_mbarrier_count", R"(
__device__ unsigned long long __ss_mbarrier_count(unsigned long long *at, unsigned arrived, int bytes,
                                                  unsigned dropped) {
    __threadfence();
    __ss_tile_note(255);
    unsigned long long before = *(volatile unsigned long long *)at, was;
    do {
        was = before;
        unsigned left = (unsigned)(was & 0x1fffff) + bytes;
        unsigned pending = (unsigned)(was >> 21 & 0xfffff) - arrived;
        unsigned expected = (unsigned)(was >> 41 & 0xfffff) - dropped;
        unsigned phase = (unsigned)(was >> 61);
        if (pending == 0 && left == 0x100000) {
            phase = phase + 1 & 7;
            pending = expected;
        }
        before = atomicCAS(at, was, (unsigned long long)left | (unsigned long long)pending << 21 |
                                        (unsigned long long)expected << 41 |
                                        (unsigned long long)phase << 61);
    } while (before != was);
    __ss_tile_note(0);
    return was;
}
)");
    parts.add("__ss_mbarrier_parity", R"(
__device__ bool __ss_mbarrier_parity(unsigned long long *at, unsigned parity) {
    __ss_tile_note(255);
    bool done = ((unsigned)(*(volatile unsigned long long *)at >> 61) & 1) != (parity & 1);
    __ss_tile_note(0);
    __threadfence();
    if (done) __ss_copies_arrived(at);
    return done;
}
)");
    parts.add("__ss_mbarrier_done", R"(
__device__ bool __ss_mbarrier_done(unsigned long long *at, unsigned long long state) {
    __ss_tile_note(255);
    bool done = *(volatile unsigned long long *)at >> 61 != state >> 61;
    __ss_tile_note(0);
    __threadfence();
    if (done) __ss_copies_arrived(at);
    return done;
}
)");
    add("nanf", "float nanf(const char *tag) { return (float)NAN; }");
    add("nan", "double nan(const char *tag) { return (double)NAN; }");
}

}  // namespace

std::span<const LibraryPart> intrinsic_parts() {
    static const Parts parts = [] {
        Parts made;
        add_roundings(made);
        add_conversions(made);
        add_packed(made);
        add_words(made);
        add_copies(made);
        add_functions(made);
        return made;
    }();
    return parts.all();
}

}  // namespace stridescope::language

// What arrays are filled with and expected to hold: formulas against sums written out here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/formula_tree.h"

namespace stridescope {
namespace expectation_test {

using Extents = std::vector<std::int64_t>;

template <class T>
constexpr ElementType type_of() {
    if constexpr (std::is_same_v<T, float>) return ElementType::f32;
    if constexpr (std::is_same_v<T, double>) return ElementType::f64;
    if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::i32;
    if constexpr (std::is_same_v<T, std::uint32_t>) return ElementType::u32;
    if constexpr (std::is_same_v<T, std::int64_t>) return ElementType::i64;
    if constexpr (std::is_same_v<T, std::uint64_t>) return ElementType::u64;
    return ElementType::u8;
}

template <class T>
TypedArray array_of(const std::vector<T>& values) {
    TypedArray array{type_of<T>(), values.size()};
    std::copy(values.begin(), values.end(), array.as<T>().begin());
    return array;
}
template <class T>
std::vector<T> values_of(const TypedArray& array) {
    return {array.as<T>().begin(), array.as<T>().end()};
}

/// Arrays with names, and the formulas over them.
class Formulas {
  public:
    template <class T>
    void give(const std::string& name, const std::vector<T>& values, Extents extents = {}) {
        arrays_.push_back(std::make_unique<TypedArray>(array_of(values)));
        if (extents.empty()) extents = {static_cast<std::int64_t>(values.size())};
        context_.arrays[name] = {arrays_.back().get(), extents};
    }
    template <class T>
    FormulaResult of(std::string_view formula, Extents extents) {
        context_.type = type_of<T>();
        context_.extents = std::move(extents);
        return evaluate_formula(formula, context_);
    }
    template <class T>
    std::vector<T> values(std::string_view formula, Extents extents) {
        return values_of<T>(of<T>(formula, std::move(extents)).values);
    }
    std::string refusal(std::string_view formula, Extents extents = {4}) {
        try {
            of<std::int32_t>(formula, std::move(extents));
        } catch (const FormulaError& error) {
            return error.what();
        }
        return "nothing is wrong";
    }

  private:
    FormulaContext context_;
    std::vector<std::unique_ptr<TypedArray>> arrays_;
};

std::vector<int> digits(std::size_t n) {
    std::vector<int> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<int>((i * 7 + 3) % 10) - 4;
    return all;
}

TEST(Formula, ScansOfAllAndOfSections) {
    for (const std::size_t n : {0u, 1u, 2u, 31u, 32u, 33u, 100u}) {
        Formulas f;
        const std::vector<int> in = digits(n);
        f.give("A", in);
        for (const std::size_t section : {std::size_t{1}, std::size_t{8}, std::size_t{33}, n + 1}) {
            std::vector<int> inclusive(n), exclusive(n), most(n);
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t first = i / section * section;
                most[i] = in[first];
                for (std::size_t j = first; j <= i; ++j) {
                    inclusive[i] += in[j];
                    if (j < i) exclusive[i] += in[j];
                    most[i] = std::max(most[i], in[j]);
                }
            }
            const Extents extents{static_cast<std::int64_t>(n)};
            const std::string s = std::to_string(section);
            EXPECT_EQ(f.values<int>("scan(A, " + s + ")", extents), inclusive) << n << " " << s;
            EXPECT_EQ(f.values<int>("exclusive_scan(A, " + s + ")", extents), exclusive);
            EXPECT_EQ(f.values<int>("scan(A, " + s + ", max)", extents), most);
            if (section > n) {
                EXPECT_EQ(f.values<int>("scan(A)", extents), inclusive);
                EXPECT_EQ(f.of<int>("scan(A)", extents).name, "sequential scan of A");
            }
        }
    }
    Formulas f;
    f.give<int>("A", {3, 1, 2});
    EXPECT_EQ(f.values<int>("exclusive_scan(A, 0, max)", {3}),
              (std::vector<int>{std::numeric_limits<int>::min(), 3, 3}));
    f.give<float>("B", {3, 1, 2});
    EXPECT_EQ(f.values<float>("exclusive_scan(B, 0, min)", {3}),
              (std::vector<float>{std::numeric_limits<float>::infinity(), 3, 1}));
    f.give<int>("C", {3, 0, 2, 0});
    EXPECT_EQ(f.values<int>("scan(C, 0, last)", {4}), (std::vector<int>{3, 3, 2, 2}));
    EXPECT_EQ(f.values<int>("scan(C, 0, mul)", {4}), (std::vector<int>{3, 0, 0, 0}));
}

TEST(Formula, SumsAndExtremes) {
    Formulas f;
    f.give<int>("A", {5, -2, 9, 4, 4, -7, 1});
    EXPECT_EQ(f.values<int>("sum(A)", {1}), std::vector<int>{14});
    EXPECT_EQ(f.values<int>("sum(A, 3)", {3}), (std::vector<int>{12, 1, 1}));
    EXPECT_EQ(f.values<int>("max(A)", {1}), std::vector<int>{9});
    EXPECT_EQ(f.values<int>("min(A)", {1}), std::vector<int>{-7});
    EXPECT_EQ(f.values<int>("fold(A, 4, min)", {2}), (std::vector<int>{-2, -7}));
    EXPECT_EQ(f.values<int>("max(A, 2)", {7}), (std::vector<int>{5, 2, 9, 4, 4, 2, 2}));
    EXPECT_EQ(f.values<int>("sum(A * A)", {1}), std::vector<int>{25 + 4 + 81 + 16 + 16 + 49 + 1});
    EXPECT_EQ(f.of<int>("max(A)", {1}).name, "maximum of A");
    f.give<int>("E", {});
    EXPECT_EQ(f.values<int>("sum(E)", {1}), std::vector<int>{0});
    // Integers wrap in the output's type.
    f.give<std::int32_t>("W", {std::numeric_limits<std::int32_t>::max(), 1});
    EXPECT_EQ(f.values<std::int32_t>("sum(W)", {1}),
              std::vector<std::int32_t>{std::numeric_limits<std::int32_t>::min()});
    f.give<std::uint64_t>("U", {std::uint64_t{1} << 63, 5, (std::uint64_t{1} << 63) + 1});
    EXPECT_EQ(f.values<std::uint64_t>("max(U)", {1})[0], (std::uint64_t{1} << 63) + 1);
    EXPECT_EQ(f.values<std::uint64_t>("U / 2", {3})[0], std::uint64_t{1} << 62);
}

TEST(Formula, Histograms) {
    Formulas f;
    f.give<std::uint8_t>("text", {'a', 'b', 'z', 'a', 'e', '!', 'd'});
    EXPECT_EQ(f.values<std::uint32_t>("histogram(text, 4, 97)", {7}),
              (std::vector<std::uint32_t>{4, 1, 0, 0, 0, 0, 1}));
    f.give<int>("A", {0, 3, 3, 7, -1});
    EXPECT_EQ(f.values<int>("histogram(A)", {4}), (std::vector<int>{1, 0, 0, 2}));
    EXPECT_EQ(f.of<int>("histogram(A)", {4}).name, "histogram of A");
}

TEST(Formula, MatricesByTheirDefinitions) {
    Formulas f;
    const std::vector<int> a = digits(6), b = digits(12);
    f.give("A", a, {2, 3});
    f.give("B", b, {3, 4});
    std::vector<int> product(8);
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            for (std::size_t k = 0; k < 3; ++k)
                product[row * 4 + column] += a[row * 3 + k] * b[k * 4 + column];
        }
    }
    EXPECT_EQ(f.values<int>("matmul(A, B)", {2, 4}), product);
    EXPECT_EQ(f.values<int>("matmul(A, transpose(transpose(B)))", {2, 4}), product);
    EXPECT_EQ(f.values<int>("transpose(A)", {3, 2}),
              (std::vector<int>{a[0], a[3], a[1], a[4], a[2], a[5]}));
    EXPECT_EQ(f.values<int>("A[j][i]", {3, 2}), f.values<int>("transpose(A)", {3, 2}));
    EXPECT_EQ(f.of<int>("matmul(A, B)", {2, 4}).name, "product of A and B");
    EXPECT_EQ(f.refusal("matmul(B, A)"),
              "[3][4] and [2][3] have no product: the columns of the first must be as many as the "
              "rows of the second");
}

TEST(Formula, ConvolutionsAreZeroOutside) {
    for (const int size : {1, 2, 3, 5, 9}) {
        Formulas f;
        const std::vector<int> a = digits(7);
        const std::vector<int> filter = digits(static_cast<std::size_t>(size));
        f.give("A", a);
        f.give("F", filter);
        std::vector<int> want(7);
        for (int i = 0; i < 7; ++i) {
            for (int k = 0; k < size; ++k) {
                const int at = i + k - size / 2;
                if (at >= 0 && at < 7)
                    want[static_cast<std::size_t>(i)] +=
                        filter[static_cast<std::size_t>(k)] * a[static_cast<std::size_t>(at)];
            }
        }
        EXPECT_EQ(f.values<int>("convolve(A, F)", {7}), want) << size;
    }
    Formulas f;
    const std::vector<int> a = digits(20), filter = digits(9);
    f.give("A", a, {4, 5});
    f.give("F", filter, {3, 3});
    std::vector<int> want(20);
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 5; ++x) {
            for (int v = 0; v < 3; ++v) {
                for (int u = 0; u < 3; ++u) {
                    const int yy = y + v - 1, xx = x + u - 1;
                    if (yy < 0 || yy >= 4 || xx < 0 || xx >= 5) continue;
                    want[static_cast<std::size_t>(y * 5 + x)] +=
                        filter[static_cast<std::size_t>(v * 3 + u)] *
                        a[static_cast<std::size_t>(yy * 5 + xx)];
                }
            }
        }
    }
    EXPECT_EQ(f.values<int>("convolve(A, F)", {4, 5}), want);
}

TEST(Formula, ExpressionsFollowC) {
    Formulas f;
    f.give<int>("A", {7, -7, 0, 3});
    f.give<int>("B", {2, 2, 5, -1});
    EXPECT_EQ(f.values<int>("A + B * 2 - 1", {4}), (std::vector<int>{10, -4, 9, 0}));
    EXPECT_EQ(f.values<int>("A / 2", {4}), (std::vector<int>{3, -3, 0, 1}));
    EXPECT_EQ(f.values<int>("A % 4", {4}), (std::vector<int>{3, -3, 0, 3}));
    EXPECT_EQ(f.values<int>("-A", {4}), (std::vector<int>{-7, 7, 0, -3}));
    EXPECT_EQ(f.values<int>("A > B ? A : B", {4}), (std::vector<int>{7, 2, 5, 3}));
    EXPECT_EQ(f.values<int>("abs(A)", {4}), (std::vector<int>{7, 7, 0, 3}));
    EXPECT_EQ(f.values<int>("1 << 3 | i & 1", {4}), (std::vector<int>{8, 9, 8, 9}));
    EXPECT_EQ(f.values<int>("i * 0x10 % 48", {4}), (std::vector<int>{0, 16, 32, 0}));
    EXPECT_EQ(f.values<int>("A[i + 1]", {4}), (std::vector<int>{-7, 0, 3, 0})) << "0 outside";
    EXPECT_EQ(f.values<int>("A[i * 2 % 4]", {4}), (std::vector<int>{7, 0, 7, 0}));
    EXPECT_EQ(f.values<int>("i * 10 + j", {2, 3}), (std::vector<int>{0, 1, 2, 10, 11, 12}));
    EXPECT_EQ(f.values<int>("3 < 4 && 2 == 2 && !(1 >= 2)", {2}), (std::vector<int>{1, 1}));
    EXPECT_EQ(f.values<int>("0 ? nothing : A", {4}), (std::vector<int>{7, -7, 0, 3}));
    EXPECT_EQ(f.values<int>("(int)2.9 + (char)300", {1}), (std::vector<int>{2 + 44}));
    EXPECT_EQ(f.values<float>("sqrt(A * A) / 2", {4}), (std::vector<float>{3.5F, 3.5F, 0, 1.5F}));
    EXPECT_EQ(f.values<float>("i / 2.0f", {3}), (std::vector<float>{0, 0.5F, 1}));
    for (int i = 0; i < 100; ++i) EXPECT_LT(f.values<int>("random(7)", {100})[i % 100], 7);
    EXPECT_NE(f.values<int>("random(1000)", {9}), f.values<int>("random(1000, 2)", {9}));
    EXPECT_EQ(f.values<int>("copy(A)", {4}), (std::vector<int>{7, -7, 0, 3}));
}

/// The expression is compiled here as well, of 64-bit numbers, which is what a formula counts in.
#define EXPECT_AS_IN_CPP(T, expression)                                     \
    {                                                                       \
        std::vector<T> want;                                                \
        for (std::size_t k = 0; k < a.size(); ++k) {                        \
            const std::int64_t A = a[k], B = b[k], i = static_cast<int>(k); \
            const std::uint64_t U = u[k], V = v[k];                         \
            const double D = d[k];                                          \
            std::ignore = std::tie(A, B, i, U, V, D);                       \
            want.push_back(static_cast<T>(expression));                     \
        }                                                                   \
        EXPECT_EQ(f.values<T>(#expression, {6}), want) << #expression;      \
    }

TEST(Formula, OperatorsGiveWhatCppGives) {
    using Whole = std::int64_t;
    using Unsigned = std::uint64_t;
    const std::vector<Whole> a{7, -7, 0, 3, std::numeric_limits<Whole>::max(), -1};
    const std::vector<Whole> b{2, -1, 5, -1, 1, 63};
    const std::vector<Unsigned> u{7, ~Unsigned{0}, 0, 3, Unsigned{1} << 63, 12};
    const std::vector<Unsigned> v{2, 3, 5, 4, 1, ~Unsigned{0}};
    const std::vector<double> d{0.5, -2.25, 0, 3, 1e300, -0.0};
    Formulas f;
    f.give<Whole>("A", a);
    f.give<Whole>("B", b);
    f.give<Unsigned>("U", u);
    f.give<Unsigned>("V", v);
    f.give<double>("D", d);
    EXPECT_AS_IN_CPP(Whole, A / B);
    EXPECT_AS_IN_CPP(Whole, A % B);
    EXPECT_AS_IN_CPP(Whole, (A ^ B) | (A & 3));
    EXPECT_AS_IN_CPP(Whole, ~A);
    EXPECT_AS_IN_CPP(Whole, +A / 2 - -B % 7);
    EXPECT_AS_IN_CPP(Whole, A >> 2);
    EXPECT_AS_IN_CPP(Whole, (A != B) + 2 * (A <= B) + 4 * (A >= B));
    EXPECT_AS_IN_CPP(Whole, (A && B) + 2 * (A || B) + 4 * !A);
    EXPECT_AS_IN_CPP(Whole, A > 0 ? A : B);
    EXPECT_AS_IN_CPP(Whole, (int)A);
    EXPECT_AS_IN_CPP(Whole, (unsigned)B);
    EXPECT_AS_IN_CPP(Whole, (char)A);
    EXPECT_AS_IN_CPP(Unsigned, U / V);
    EXPECT_AS_IN_CPP(Unsigned, U % V);
    EXPECT_AS_IN_CPP(Unsigned, U >> 3);
    EXPECT_AS_IN_CPP(Unsigned, U << i);
    EXPECT_AS_IN_CPP(Unsigned, ~U / 3);
    EXPECT_AS_IN_CPP(Unsigned, -U / 3);
    EXPECT_AS_IN_CPP(Unsigned, (A > 0 ? U : V) / 3);
    EXPECT_AS_IN_CPP(Whole, (U < V) + 2 * (U >= V) + 4 * (V != U));
    EXPECT_AS_IN_CPP(double, (A > 0 ? D : B) * 0.5);
    EXPECT_AS_IN_CPP(double, D - B);
    EXPECT_AS_IN_CPP(double, D / 4 + U);
    EXPECT_AS_IN_CPP(double, (double)A / 3);
    EXPECT_AS_IN_CPP(double, (float)(D > 1e30 ? 0 : D) / 3.0 + +D);
    EXPECT_AS_IN_CPP(Whole, (D && A) + 2 * (D || A) + 4 * !D + 8 * (D <= A) + 16 * (D != 0));
    EXPECT_AS_IN_CPP(Whole, D ? 1 : 2);
    EXPECT_EQ(f.values<Whole>("(int)(D * (1.0 / 0.0) * 0)", {6}), std::vector<Whole>(6))
        << "what is no number is 0 as a GPU converts it";
    EXPECT_EQ(f.refusal("A > 0 ? A[i % 3] : U + 1", {5}),
              "an array of 6 and one of 5 elements have no elements in pairs");
    f.give<Whole>("M", a, {2, 3});
    EXPECT_EQ(f.refusal("M"), "this has 6 elements ([2][3]), and the array has 4");
    f.give<Whole>("ONE", {1});
    EXPECT_EQ(f.refusal("ONE"), "this has 1 element, and the array has 4");
}
#undef EXPECT_AS_IN_CPP

TEST(Formula, FunctionsAreThoseOfCpp) {
    const std::vector<double> d{0.25, 2.25, 9, 3, 1.5, 16};
    Formulas f;
    f.give<double>("D", d);
    const auto each = [&](const std::string& formula, auto expected) {
        const std::vector<double> got = f.values<double>(formula, {6});
        for (std::size_t k = 0; k < d.size(); ++k)
            EXPECT_DOUBLE_EQ(got[k], expected(d[k])) << formula;
    };
    each("pow(D, 1.5)", [](double x) { return std::pow(x, 1.5); });
    each("sqrtf(D)", [](double x) { return std::sqrt(x); });
    each("exp(D - 20)", [](double x) { return std::exp(x - 20); });
    each("fabs(D - 3)", [](double x) { return std::abs(x - 3); });
    each("fmin(D, 3)", [](double x) { return std::min(x, 3.0); });
    each("fmax(D, 3)", [](double x) { return std::max(x, 3.0); });
    each("sqrt(sqrt(D) * sqrt(D))", [](double x) { return std::sqrt(x); });
    f.give<int>("A", {1, 2, 3, 4});
    EXPECT_EQ(f.values<int>("scan(A, 4, mul)", {4}), (std::vector<int>{1, 2, 6, 24}));
    EXPECT_EQ(f.values<double>("scan(D, 6, mul)", {6})[5], 0.25 * 2.25 * 9 * 3 * 1.5 * 16);
    EXPECT_EQ(f.refusal("sqrt(A, 1)"), "sqrt takes one value");
    EXPECT_EQ(f.refusal("fabs()"), "fabs takes one value");
    EXPECT_EQ(f.refusal("min(A, A, A)"), "min takes two values");
    EXPECT_EQ(f.refusal("pow(A, A)"), "pow takes a value and a number");
    f.give<int>("M", {1, 2, 3, 4}, {2, 2});
    EXPECT_EQ(f.refusal("convolve(M, A)"),
              "convolve takes two arrays of one dimension each, or of two, not [2][2] and [4]");
    f.give<float>("H", {0.5F, 1, 2, 4}, {2, 2});
    EXPECT_EQ(f.values<float>("matmul(M, H)", {2, 2}), (std::vector<float>{4.5F, 9, 9.5F, 19}));
    EXPECT_EQ(f.values<float>("convolve(A, H[0][1] * A)", {4}),
              f.values<float>("convolve(A, A)", {4}));
}

TEST(Formula, TextsReadAsTheyAreMeant) {
    for (const char* text :
         {"a + b * c", "(a + b) * c", "a - (b - c)", "a - b - c", "scan(A, 32)", "A[i + 1][j]",
          "a ? b : c", "-a", "-(a + b)", "(float)a / 3", "a << 2 < b"}) {
        EXPECT_EQ(text_of(parse_formula(text)), text);
    }
    EXPECT_EQ(text_of(parse_formula("((a))+((b*c))")), "a + b * c");
    EXPECT_EQ(text_of(parse_formula("( a )<<2\n")), "a << 2");
}

TEST(Formula, AreNamedByWhatAKnobHasDecided) {
    Formulas f;
    f.give<int>("A", {1, 2, 3});
    EXPECT_EQ(f.of<int>("0 ? exclusive_scan(A, 2) : scan(A, 2)", {3}).name, "sequential scan of A");
    EXPECT_EQ(f.of<int>("1 ? exclusive_scan(A, 2) : scan(A, 2)", {3}).name,
              "sequential exclusive scan of A");
    EXPECT_EQ(f.of<int>("A[0] ? 1 : 2", {3}).name, "A[0] ? 1 : 2");
}

TEST(Formula, FaultsAreOneSentence) {
    Formulas f;
    f.give<int>("A", {1, 2, 3});
    EXPECT_EQ(f.refusal(""), "a value is missing");
    EXPECT_EQ(f.refusal("A +"), "a value is missing at the end of \"A +\"");
    EXPECT_EQ(f.refusal("A A"), "\"A\" is not expected in \"A A\"");
    EXPECT_EQ(f.refusal("(A"), "\")\" is missing at the end of \"(A\"");
    EXPECT_EQ(f.refusal("A[1"), "\"]\" is missing at the end of \"A[1\"");
    EXPECT_EQ(f.refusal("@"), "\"@\" found where a value is expected");
    EXPECT_EQ(f.refusal("1.2.3"), "\"1.2.3\" is not a number");
    EXPECT_EQ(f.refusal("0x"), "\"0x\" is not a number");
    EXPECT_EQ(f.refusal("99999999999999999999"), "\"99999999999999999999\" is not a number");
    EXPECT_EQ(f.refusal("A"), "this has 3 elements, and the array has 4");
    EXPECT_EQ(f.refusal("A + i"), "an array of 3 and one of 4 elements have no elements in pairs");
    EXPECT_EQ(f.refusal("A / 0", {3}), "division by zero");
    EXPECT_EQ(f.refusal("A % 2.5", {3}), "% is for whole numbers only");
    EXPECT_EQ(f.refusal("j", {3}), "j counts a dimension that [3] lacks");
    EXPECT_EQ(f.refusal("sum(i)", {3}),
              "i counts the elements of an array, and there is none here");
    EXPECT_EQ(f.refusal("scan(A, -1)", {3}), "a section of -1 elements");
    EXPECT_EQ(f.refusal("scan(A, B)", {3}), "there is no array B: there are A");
    EXPECT_EQ(f.refusal("scan(A, 2.5)", {3}), "\"2.5\" in scan is not a whole number");
    EXPECT_EQ(f.refusal("scan(A, 2, plus)", {3}),
              "\"plus\" is not an operator: choose add, mul, min, max or last");
    EXPECT_EQ(f.refusal("scan()", {3}),
              "scan is written scan(A), scan(A, section) or scan(A, section, max)");
    EXPECT_EQ(f.refusal("sum(3)", {3}), "this needs an array, not a number");
    EXPECT_EQ(f.refusal("histogram(A, 0)", {3}), "bins that are 0 wide");
    EXPECT_EQ(f.refusal("convolve(A, transpose(A))", {3}),
              "transpose needs a matrix, and this is an array of 1 dimension: write its extents as "
              "[rows][columns]");
    EXPECT_EQ(f.refusal("A[1][2]", {3}), "A has 1 dimensions, not 2");
    EXPECT_EQ(f.refusal("A[0.5]", {3}), "an index is a whole number");
    f.give<std::uint8_t>("column", std::vector<std::uint8_t>(20000), {20000, 1});
    f.give<std::uint8_t>("row", std::vector<std::uint8_t>(20000), {1, 20000});
    EXPECT_EQ(f.refusal("matmul(column, row)"),
              "400000000 numbers are more than a formula computes, which is 67108864");
    f.give<std::uint8_t>("line", std::vector<std::uint8_t>(200000));
    EXPECT_EQ(
        f.refusal("convolve(line, line)"),
        "4.0e+10 additions would take too long: choose smaller arrays, or omit the expectation");
    EXPECT_EQ(f.refusal("i", {1 << 20, 1 << 20}),
              "1099511627776 numbers are more than a formula computes, which is 67108864");
    EXPECT_EQ(f.refusal(std::string(100'000, '(')), "this is nested too deeply");
    EXPECT_EQ(f.refusal(std::string(100'000, '-')), "this is nested too deeply");
    std::string long_sum = "1";
    for (int i = 0; i < 30'000; ++i) long_sum += "+1";
    EXPECT_EQ(f.refusal(long_sum), "this formula has more than 1000 operators");
}

/// A kernel that adds in another order is accepted, one that adds something else is not.
TEST(Expectation, ToleratesRoundingAndNothingElse) {
    Formulas f;
    std::vector<float> in(1000);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1.0F / static_cast<float>(i + 1);
    f.give("A", in);
    FormulaResult sum = f.of<float>("sum(A)", {1});
    const ExpectedArray expected{sum.values, "sum", sum.tolerance};
    float up = 0, down = 0;
    for (const float x : in) up += x;
    for (auto x = in.rbegin(); x != in.rend(); ++x) down += *x;
    EXPECT_NE(up, down);
    EXPECT_EQ(first_wrong(expected, array_of<float>({up})), std::nullopt);
    EXPECT_EQ(first_wrong(expected, array_of<float>({down})), std::nullopt);
    EXPECT_EQ(first_wrong(expected, array_of<float>({up - in[100]})), 0u) << "one is missing";
    // 2 · n · ε · Σ|x|
    ASSERT_EQ(sum.tolerance.size(), 1u);
    EXPECT_NEAR(sum.tolerance.number(0), 2 * 1000 * std::numeric_limits<float>::epsilon() * up,
                1e-6);
    // A product may be fused with the addition that follows.
    f.give<float>("B", {1e8F});
    f.give<float>("C", {1.0000001F});
    f.give<float>("D", {-1e8F});
    const FormulaResult fused = f.of<float>("B * C + D", {1});
    const ExpectedArray both{fused.values, "", fused.tolerance};
    EXPECT_EQ(first_wrong(both, array_of<float>({std::fma(1e8F, 1.0000001F, -1e8F)})),
              std::nullopt);
    volatile float product = 1e8F * 1.0000001F;
    EXPECT_EQ(first_wrong(both, array_of<float>({product - 1e8F})), std::nullopt);
    // What is only copied, or integer, is exact.
    EXPECT_EQ(f.of<float>("A", {1000}).tolerance.size(), 0u);
    EXPECT_EQ(f.of<float>("max(A)", {1}).tolerance.size(), 0u);
    EXPECT_EQ(f.of<std::int32_t>("sum(A)", {1}).tolerance.size(), 0u);
}

TEST(Expectation, NonFiniteNumbersMustBeTheSame) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    const float nan = std::nanf("");
    Formulas f;
    f.give<float>("A", {1, inf, 2, -inf, 3});
    const FormulaResult scan = f.of<float>("scan(A)", {5});
    const ExpectedArray expected{scan.values, "", scan.tolerance};
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, inf, inf, nan, nan})), std::nullopt);
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, -inf, inf, nan, nan})), 1u);
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, inf, 1e30F, nan, nan})), 2u);
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, inf, inf, inf, nan})), 3u);
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, inf, inf, nan, 7})), 4u);
    EXPECT_EQ(first_wrong(expected, array_of<float>({nan, inf, inf, nan, nan})), 0u);
    EXPECT_EQ(first_wrong(expected, array_of<float>({1, inf, inf, nan})), 4u) << "one is missing";
    const ExpectedArray zero{array_of<float>({0}), "", {}};
    EXPECT_EQ(first_wrong(zero, array_of<float>({-0.0F})), std::nullopt);
}

TEST(Expectation, ProductsOfLargeMatricesAreHeldToTheirRounding) {
    constexpr std::size_t n = 65;
    Formulas f;
    std::vector<float> a(n * n), b(n * n);
    for (std::size_t i = 0; i < n * n; ++i) {
        a[i] = std::sin(static_cast<float>(i));
        b[i] = std::cos(static_cast<float>(i) * 0.7F);
    }
    f.give("A", a, {n, n});
    f.give("B", b, {n, n});
    const FormulaResult product = f.of<float>("matmul(A, B)", {n, n});
    const ExpectedArray expected{product.values, "", product.tolerance};
    std::vector<float> got(n * n), wrong(n * n);
    for (std::size_t row = 0; row < n; ++row) {
        for (std::size_t column = 0; column < n; ++column) {
            float sum = 0;
            for (std::size_t k = n; k-- > 0;)
                sum = std::fma(a[row * n + k], b[k * n + column], sum);
            got[row * n + column] = sum;
            wrong[row * n + column] = sum - a[row * n] * b[column];
        }
    }
    EXPECT_EQ(first_wrong(expected, array_of(got)), std::nullopt);
    std::size_t caught = 0;
    for (std::size_t i = 0; i < n * n; ++i) caught += agrees(expected, array_of(wrong), i) ? 0 : 1;
    EXPECT_GT(caught, n * n * 98 / 100) << "a missing product is not rounding";
}

}  // namespace expectation_test
}  // namespace stridescope

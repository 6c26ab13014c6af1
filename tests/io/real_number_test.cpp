#include "app/io/real_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

namespace stridescope {
namespace real_number_test {

/// LLVM's library reads real numbers from its version 20 on.
template <class Real>
concept ReadByTheLibrary = requires(const char* text, Real& number) {
    std::from_chars(text, text, number);
};

/// Both ways say the same of the text: how far it is a number, which one, and what is wrong.
template <class Real>
void expect_same_as([[maybe_unused]] const std::string& text) {}
template <ReadByTheLibrary Real>
void expect_same_as(const std::string& text) {
    Real expected = 7, value = 7;
    const auto oracle = std::from_chars(text.data(), text.data() + text.size(), expected);
    const auto result = read_real_portably(text, value);
    EXPECT_EQ(result.ptr - text.data(), oracle.ptr - text.data()) << text;
    EXPECT_EQ(result.ec, oracle.ec) << text;
    if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value)) << text;
    } else {
        EXPECT_EQ(std::memcmp(&value, &expected, sizeof value), 0) << text << ": " << value;
    }
}

void expect_same(const std::string& text) {
    expect_same_as<float>(text);
    expect_same_as<double>(text);
}

class RealNumberAsInTheLibrary : public ::testing::Test {
    void SetUp() override {
        if (!ReadByTheLibrary<double>) GTEST_SKIP() << "this standard library reads none";
    }
};

TEST_F(RealNumberAsInTheLibrary, IsWhatItReads) {
    for (const char* text : {"",
                             "-",
                             ".",
                             "-.",
                             "e5",
                             "1",
                             "-1",
                             "+1",
                             " 1",
                             "1.",
                             ".5",
                             "-.5",
                             "1.5e",
                             "1.5e+",
                             "1.5e-3x",
                             "1e5",
                             "1E5",
                             "1e+05",
                             "0x10",
                             "1,5",
                             "1..2",
                             "inf",
                             "-inf",
                             "INFINITY",
                             "infinit",
                             "nan",
                             "-NaN",
                             "nan(12_ab)",
                             "nan(",
                             "nan(+)",
                             "1e308",
                             "1e309",
                             "-1e309",
                             "1e-308",
                             "4.9e-324",
                             "1e-323",
                             "1e-324",
                             "-1e-400",
                             "0e999",
                             "0.1",
                             "123456789012345678",
                             "1e99999999999",
                             "00012",
                             "-0",
                             "1f",
                             "2.2250738585072011e-308"}) {
        expect_same(text);
    }
}

TEST_F(RealNumberAsInTheLibrary, OfRandomSignsIsTheSame) {
    std::mt19937 random(5);
    constexpr std::string_view signs = "0123456789.eE+-infaN() x";
    for (int i = 0; i < 200'000; ++i) {
        std::string text;
        const auto length = random() % 12;
        for (unsigned k = 0; k < length; ++k) text += signs[random() % signs.size()];
        expect_same(text);
    }
}

TEST(RealNumber, IsReadInEveryDigit) {
    std::mt19937_64 random(6);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t bits = random();
        double number = 0;
        std::memcpy(&number, &bits, sizeof number);
        char text[64];
        const auto written = std::to_chars(text, text + sizeof text, number);
        expect_same({text, written.ptr});
        double value = 0;
        EXPECT_EQ(read_real_portably(std::string{text, written.ptr}, value).ec, std::errc{});
        if (std::isnan(number)) continue;
        EXPECT_EQ(std::memcmp(&value, &number, sizeof value), 0) << number;
    }
}

}  // namespace real_number_test
}  // namespace stridescope

// Foreign text on its way to a terminal, a window or a file.
#include "app/io/printable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "app/io/table.h"

namespace stridescope {
namespace printable_test {

const std::string hole = "\xEF\xBF\xBD";

TEST(Printable, LeavesTextAsItIs) {
    for (const std::string text :
         {"", "plain words, 1 + 2", "Kogge–Stone", "größer", "日本語", "🙂", "a\xCC\x81"}) {
        EXPECT_EQ(printable(text), text);
        EXPECT_EQ(printable_lines(text), text);
        EXPECT_TRUE(is_utf8(text));
    }
}

TEST(Printable, TakesTheTeethOutOfEscapeSequences) {
    EXPECT_EQ(printable("\x1B]0;title\x07"), hole + "]0;title" + hole);
    EXPECT_EQ(printable("\x1B[2J"), hole + "[2J");
    EXPECT_EQ(printable("\xC2\x9B"
                        "2J"),
              hole + "2J");  // the same as one character
    EXPECT_EQ(printable("a\nb\r\nc\td"), "a b  c d");
    EXPECT_EQ(printable(std::string{"a\0b", 3}), "a" + hole + "b");
    EXPECT_EQ(printable("a\x7F"), "a" + hole);
    EXPECT_EQ(printable("a\xE2\x80\xAE"
                        "b"),
              "a" + hole + "b");  // right to left
    EXPECT_EQ(printable("a\xE2\x81\xA6"
                        "b"),
              "a" + hole + "b");
    EXPECT_EQ(printable("a\xE2\x80\xA8"
                        "b"),
              "a" + hole + "b");  // a line of its own
}

TEST(Printable, ReplacesWhatIsNoUtf8) {
    EXPECT_EQ(printable("a\xFF"), "a" + hole);
    EXPECT_EQ(printable("\xC3"), hole);
    EXPECT_EQ(printable("\xC0\xAF"), hole + hole);             // a slash in two bytes
    EXPECT_EQ(printable("\xED\xA0\x80"), hole + hole + hole);  // half a pair
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), hole + hole + hole + hole);
    EXPECT_FALSE(is_utf8("\xC0\xAF"));
}

TEST(Printable, OfAnyBytes) {
    std::mt19937 random{7};
    for (int round = 0; round < 2000; ++round) {
        std::string bytes(random() % 40, '\0');
        for (char& c : bytes) c = static_cast<char>(random());
        const std::string shown = printable(bytes, 20), lines = printable_lines(bytes);
        EXPECT_TRUE(is_utf8(shown));
        EXPECT_TRUE(is_utf8(lines));
        EXPECT_EQ(printable(printable(bytes)), printable(bytes));
        EXPECT_EQ(printable_lines(lines), lines);
        for (const char c : shown) EXPECT_TRUE(c < 0 || c >= ' ');
        for (const char c : lines)
            EXPECT_TRUE(c < 0 || c >= ' ' || c == '\n' || c == '\t' || c == '\r');
        EXPECT_EQ(std::ranges::count(lines, '\n'), std::ranges::count(bytes, '\n'));
    }
}

TEST(Printable, IsCutByCharacters) {
    EXPECT_EQ(printable("abcdef", 3), "abc…");
    EXPECT_EQ(printable("abc", 3), "abc");
    EXPECT_EQ(printable("äöüß", 3), "äöü…");
    EXPECT_LT(excerpt(std::string(10'000'000, 'x')).size(), 100U);
    EXPECT_TRUE(shown_path(std::string(5000, 'd') + "/name.npz").ends_with("/name.npz"));
    EXPECT_LT(shown_path(std::string(5000, 'd') + "/name.npz").size(), 250U);
}

TEST(PrintableLines, KeepLineBreaksAlone) {
    EXPECT_EQ(printable_lines("a\r\n\tb\n"), "a\r\n\tb\n");
    EXPECT_EQ(printable_lines("a\rb\n"), "a b\n");
    EXPECT_EQ(printable_lines("a\x1B[1mb"), "a" + hole + "[1mb");
}

TEST(CsvField, QuotesWhereItHasTo) {
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"a\""), "\"say \"\"a\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(CsvField, IsNoFormula) {
    EXPECT_EQ(csv_field("=1+1"), "'=1+1");
    EXPECT_EQ(csv_field("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(csv_field("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
    EXPECT_EQ(csv_field("-2+3"), "'-2+3");
    EXPECT_EQ(csv_field("=a,b"), "\"'=a,b\"");
    for (const std::string number : {"-1", "+5", "-1.5e-3", "-inf", "-nan", "0"}) {
        EXPECT_EQ(csv_field(number), number);
    }
}

TEST(CsvField, ComesBack) {
    for (const std::string text : {"", "=1", "'=1", "''", "-2+3", "x'", "@"}) {
        const std::string field = csv_field(text);
        EXPECT_EQ(field.starts_with('\'') ? field.substr(1) : field, text);
    }
}

}  // namespace printable_test
}  // namespace stridescope

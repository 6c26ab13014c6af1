// What stands where in a text, told line by line; broken texts, too.
#include "app/session/editor/syntax.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "app/language/token.h"

namespace stridescope::editor {
namespace syntax_test {

/// The text's classes letter by letter, one line of signs for each of its lines.
std::vector<std::string> classes_of(const std::string& text) {
    const TextBuffer buffer{text};
    std::vector<std::string> out;
    LineState state = LineState::code;
    for (int line = 0; line < buffer.lines(); ++line) {
        std::string signs(buffer.line(line).size(), ' ');
        for (const SyntaxSpan& span : syntax_of(buffer.line(line), state)) {
            for (int at = span.begin; at < span.end; ++at) {
                signs[static_cast<std::size_t>(at)] =
                    ".ktqbnscd"[static_cast<std::size_t>(span.what)];
            }
        }
        out.push_back(signs);
    }
    return out;
}

std::string of_line(const std::string& line) {
    return classes_of(line).front();
}

TEST(Syntax, TellsWordsApart) {
    EXPECT_EQ(of_line("__global__ void f(const float4 *a, int n) {"),
              "qqqqqqqqqq tttt ..kkkkk tttttt ... ttt .. .");
    EXPECT_EQ(of_line("if (threadIdx.x < 0x1Fu) return;"), "kk .bbbbbbbbb.. . nnnnn. kkkkkk.");
    EXPECT_EQ(of_line("x = atomicAdd(&s[i], 1.5e-3f); // c"),
              ". . bbbbbbbbb....... nnnnnnn.. cccc");
    EXPECT_EQ(of_line("float max = min(a, b);"), "ttttt ... . bbb... ...");
}

TEST(Syntax, ANameIsABuiltinWhereItIsCalled) {
    EXPECT_EQ(of_line("max = max (1)"), "... . bbb .n.");
    EXPECT_EQ(of_line("__syncthreads();"), "bbbbbbbbbbbbb...");
    EXPECT_EQ(of_line("threads();"), "..........");
}

TEST(Syntax, Directives) {
    EXPECT_EQ(of_line("#define TILE 32 // w"), "ddddddd dddd nn cccc");
    EXPECT_EQ(of_line("  # include <cstdio>"), "  ddddddddd ssssssss");
    EXPECT_EQ(of_line("#include \"a.h\""), "dddddddd sssss");
    EXPECT_EQ(of_line("#include <never"), "dddddddd ssssss");
    EXPECT_EQ(of_line("#"), "d");
    EXPECT_EQ(of_line("#pragma unroll"), "ddddddd ......");
    EXPECT_EQ(of_line("a # b"), ". . .");
}

TEST(Syntax, CommentsAndStringsOverLines) {
    EXPECT_EQ(classes_of("a /* b\nint\n*/ int"),
              (std::vector<std::string>{". cccc", "ccc", "cc ttt"}));
    EXPECT_EQ(classes_of("// a \\\nint\nint"), (std::vector<std::string>{"cccccc", "ccc", "ttt"}));
    EXPECT_EQ(of_line("/*/ int */ int"), "cccccccccc ttt");
    EXPECT_EQ(of_line("\"a\\\"b\" 'c' x"), "ssssss sss .");
    EXPECT_EQ(classes_of("\"open int\nint"), (std::vector<std::string>{"sssssssss", "ttt"}))
        << "a string that is not closed ends with its line";
    EXPECT_EQ(of_line("\"//\" 1"), "ssss n");
    EXPECT_EQ(of_line("'\\"), "ss");
}

TEST(Syntax, Numbers) {
    for (const std::string number :
         {"0", "1.5f", ".5", "1e+10", "0x1e", "1'000'000", "0b101", "1u", "0x1p-3"}) {
        EXPECT_EQ(of_line(number), std::string(number.size(), 'n')) << number;
    }
    EXPECT_EQ(of_line("0x1e+2"), "nnnn.n") << "that e is a digit";
    EXPECT_EQ(of_line("a1"), "..");
    EXPECT_EQ(of_line("a.x"), "...");
}

/// Spans are in order, side by side, within the line, and leave nothing but blanks out.
TEST(Syntax, TakesAnyText) {
    std::mt19937 random{7};
    const std::string letters = "a_9 \t\"'/*\\\n#<>(){}[].;+-eE0xX\x80\xE2\xFF";
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (unsigned k = random() % 60; k > 0; --k) text += letters[random() % letters.size()];
        const TextBuffer buffer{text};
        const std::vector<LineState> states = line_states(buffer);
        ASSERT_EQ(static_cast<int>(states.size()), buffer.lines());
        for (int line = 0; line < buffer.lines(); ++line) {
            LineState state = states[static_cast<std::size_t>(line)];
            int at = 0;
            const std::string& each = buffer.line(line);
            const auto blank = [&each](int from, int to) {
                return each.substr(static_cast<std::size_t>(from),
                                   static_cast<std::size_t>(to - from))
                           .find_first_not_of(" \t") == std::string::npos;
            };
            for (const SyntaxSpan& span : syntax_of(each, state)) {
                ASSERT_GE(span.begin, at) << text;
                ASSERT_GT(span.end, span.begin) << text;
                ASSERT_TRUE(blank(at, span.begin)) << text;
                at = span.end;
            }
            ASSERT_LE(at, static_cast<int>(each.size())) << text;
            ASSERT_TRUE(blank(at, static_cast<int>(each.size()))) << text;
        }
        for (int line = 0; line < buffer.lines(); ++line) {
            brackets_at(buffer, states, {line, buffer.length(line) / 2});
        }
    }
}

/// Where the compiler's lexer sees names and numbers, nothing else is seen, and nowhere else.
TEST(Syntax, SeesTheTokensOfTheLexer) {
    const std::string text =
        "#define N 64 /* n\n n */ // more\n"
        "template <typename T> __device__ T f(T a = 1.f) { return a >> 2; } // int\n"
        "/* \"\n// */ __global__ void k(float *p) { p[0x1F] = f<float>(.5e+3f) /*x*/ + 'c'; }\n"
        "const char *s = \"a // b /* c\"; int z = 1'000;\n";
    language::Names names;
    const TextBuffer buffer{text};
    std::vector<std::vector<SyntaxSpan>> spans;
    LineState state = LineState::code;
    for (int line = 0; line < buffer.lines(); ++line) {
        spans.push_back(syntax_of(buffer.line(line), state));
    }
    int tokens = 0;
    for (const language::Token& token : language::lex(text, 0, names)) {
        if (token.kind == language::TokenKind::end || token.kind == language::TokenKind::punctuator)
            continue;
        ++tokens;
        const int begin = token.place.column - 1;
        const int end = begin + static_cast<int>(token.text.size());
        const auto& line = spans[token.place.line - 1];
        const auto found = std::ranges::find_if(
            line, [&](const SyntaxSpan& span) { return span.begin <= begin && end <= span.end; });
        ASSERT_NE(found, line.end()) << token.text;
        EXPECT_NE(found->what, SyntaxClass::comment) << token.text;
        if (token.kind == language::TokenKind::number) {
            EXPECT_EQ(*found, (SyntaxSpan{begin, end, SyntaxClass::number})) << token.text;
        }
        if (token.kind == language::TokenKind::string ||
            token.kind == language::TokenKind::character) {
            EXPECT_EQ(*found, (SyntaxSpan{begin, end, SyntaxClass::string})) << token.text;
        }
        if (token.kind == language::TokenKind::identifier &&
            found->what != SyntaxClass::directive) {
            EXPECT_EQ(found->begin, begin) << token.text;
            EXPECT_EQ(found->end, end) << token.text;
        }
    }
    EXPECT_GT(tokens, 30);
}

TEST(Syntax, BracketsHaveCounterparts) {
    const TextBuffer text{"f(a[1], \")\") { // }\n    g({});\n}"};
    const auto states = line_states(text);
    const auto pair = [&](Position at) { return brackets_at(text, states, at); };
    using Pair = std::pair<Position, Position>;
    EXPECT_EQ(pair({0, 1}), (Pair{{0, 1}, {0, 11}})) << "not the one in the string";
    EXPECT_EQ(pair({0, 12}), (Pair{{0, 1}, {0, 11}})) << "right behind it, too";
    EXPECT_EQ(pair({0, 13}), (Pair{{0, 13}, {2, 0}}));
    EXPECT_EQ(pair({2, 1}), (Pair{{0, 13}, {2, 0}}));
    EXPECT_EQ(pair({1, 6}), (Pair{{1, 6}, {1, 7}}));
    EXPECT_FALSE(pair({0, 18})) << "one in a comment is none";
    EXPECT_FALSE(pair({0, 0}));
    const TextBuffer broken{"(]\n{("};
    EXPECT_FALSE(brackets_at(broken, line_states(broken), {0, 0}));
    EXPECT_FALSE(brackets_at(broken, line_states(broken), {1, 1}));
}

}  // namespace syntax_test
}  // namespace stridescope::editor

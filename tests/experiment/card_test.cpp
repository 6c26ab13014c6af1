// The card at a text's head: read, and written back.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/experiment/text/array_numbers.h"
#include "app/experiment/text/card.h"

namespace stridescope {
namespace card_test {

constexpr std::string_view text = R"(// title:    Tiled transpose, padded
// summary:  A tile is read by rows
//           and written by columns.
// source:   https://example.org/a:b         family: matrix
//
// This is prose: nothing of it is a word of the card.
// launch:   transpose<<<dim3(N/TILE, N/TILE), dim3(TILE, TILE)>>>(in, out, N)
// in:       float[N][N] iota      out: float[N][N] expect transpose(in)
// knob:     TILE 8 16 32          knob: PAD 0 1 2        knob: N 32 … 1024
#define N 64

// knob: LATE 1 2
#define TILE 32   // of a side
)";

TEST(Card, StandsBehindIncludesOrAnywhereWhereThereIsNoMain) {
    constexpr std::string_view card =
        "// adds one\n// launch: k<<<2, 32>>>(in, out)\n// in: int[64] iota   out: int[64]\n";
    const std::string kernel =
        "__global__ void k(const int *in, int *out) {\n"
        "    // launch: other<<<1, 1>>>(in)\n}\n";
    const std::string includes = "#include <cstdio>\n#include \"a.h\"\n\n";
    const std::string main = "int main() { return 0; }\n";
    for (const std::string& text :
         {includes + std::string{card} + kernel + main, includes + kernel + std::string{card},
          kernel + "/*\n// launch: x<<<1, 1>>>()\n*/\n" + std::string{card},
          "// Of a stranger.\n\n#pragma once\n" + std::string{card} + kernel}) {
        const Card read = read_card(text);
        EXPECT_TRUE(read.faults.empty());
        ASSERT_EQ(read.launches.size(), 1u) << text;
        EXPECT_EQ(read.launches[0].text(), "k<<<2, 32>>>(in, out)");
        ASSERT_EQ(read.arrays.size(), 2u);
        const Card more = read_card(with_card_entry(text, "expect", "out = scan(in)"));
        ASSERT_EQ(more.expectations.size(), 1u);
        EXPECT_EQ(more.launches.size(), 1u);
        EXPECT_EQ(more.arrays.size(), 2u);
    }
    const std::string parted = "// launch: k<<<2, 32>>>(in, out)\n" + includes +
                               "// in: int[64] iota   out: int[64]\n// expect: out = scan(in)\n";
    EXPECT_EQ(read_card(parted + kernel + main).arrays.size(), 2u);
    EXPECT_EQ(read_card(parted + kernel + main).expectations.size(), 1u);
    // Strangers' remarks, and what stands behind a card at the head, are none.
    for (const std::string& text :
         {includes + kernel + std::string{card} + main, includes + kernel,
          includes + "// launch: it like so\n// n: how many there are\n" + kernel})
        EXPECT_TRUE(read_card(text).launches.empty()) << text;
    const Card first = read_card("// launch: k<<<1, 32>>>(in, out)\n" + kernel + std::string{card});
    EXPECT_EQ(first.launches.size(), 1u);
    EXPECT_TRUE(first.arrays.empty());
}

TEST(Card, ItsWordsAndArrays) {
    const Card card = read_card(text);
    EXPECT_TRUE(card.faults.empty());
    EXPECT_EQ(card.title.text(), "Tiled transpose, padded");
    EXPECT_EQ(card.summary.text(), "A tile is read by rows and written by columns.");
    EXPECT_EQ(card.source.text(), "https://example.org/a:b");
    EXPECT_EQ(card.family.text(), "matrix");
    ASSERT_EQ(card.launches.size(), 1u);
    EXPECT_EQ(card.launches[0].text(),
              "transpose<<<dim3(N/TILE, N/TILE), dim3(TILE, TILE)>>>(in, out, N)");
    ASSERT_EQ(card.arrays.size(), 2u);
    EXPECT_EQ(card.arrays[0].name, "in");
    EXPECT_EQ(card.arrays[0].type.text(), "float");
    ASSERT_EQ(card.arrays[0].extents.size(), 2u);
    EXPECT_EQ(card.arrays[0].extents[1].text(), "N");
    EXPECT_EQ(card.arrays[0].fill.text(), "iota");
    EXPECT_TRUE(card.arrays[0].expect.empty());
    EXPECT_EQ(card.arrays[1].fill.text(), "");
    EXPECT_EQ(card.arrays[1].expect.text(), "transpose(in)");
    ASSERT_EQ(card.knobs.size(), 3u);
    EXPECT_EQ(card.knobs[0].choices, (std::vector<std::string>{"8", "16", "32"}));
    EXPECT_EQ(card.knobs[1].name, "PAD");
    EXPECT_FALSE(card.knobs[1].range);
    EXPECT_EQ(card.knobs[2].range, (CardKnob::Range{32, 1024}));
}

TEST(Card, EveryPieceKnowsItsPlace) {
    const Card card = read_card(text);
    EXPECT_EQ(card.title.place(), (language::Place{1, 14, 0}));
    EXPECT_EQ(card.title.place(6), (language::Place{1, 20, 0}));
    EXPECT_EQ(card.summary.place(card.summary.text().find("columns")), (language::Place{3, 29, 0}));
    EXPECT_EQ(card.arrays[1].extents[1].place(), (language::Place{8, 50, 0}));
    EXPECT_EQ(card.arrays[1].expect.place(), (language::Place{8, 60, 0}));
    EXPECT_EQ(card.knobs[2].written.place(), (language::Place{9, 65, 0}));
}

TEST(Card, ProseGoesOnWithAWordThatHasAColon) {
    const Card card = read_card(R"(// summary: It waits, and then it
//          deadlocks: each for the other.
// in:      float[4]
//   out:   float[4]
// source:  a
//    knob: N 1 2
)");
    EXPECT_EQ(card.summary.text(), "It waits, and then it deadlocks: each for the other.");
    EXPECT_EQ(card.arrays.size(), 2u);
    EXPECT_EQ(card.source.text(), "a");
    EXPECT_EQ(card.knobs.size(), 1u);
}

constexpr std::string_view broken_text = R"(// title:   Off by one
// correct: right          see: Too many.
// why:     One more than there are
//          is let through.
// mend:    Write <.     met: Homework: each year.
// shows:   N % 32 != 0 && sizeof(T) > 1 else
//          There is no rest.
// shows:   --schedule descending random else They start in order.
// layout:  X[N + 1] at i + i / 32
#define N 33
)";

TEST(Card, OfATextThatIsBrokenOnPurpose) {
    const Card card = read_card(broken_text);
    EXPECT_TRUE(card.faults.empty());
    const BrokenText& broken = card.broken;
    EXPECT_EQ(broken.correct.text(), "right");
    EXPECT_EQ(broken.see.text(), "Too many.");
    EXPECT_EQ(broken.why.text(), "One more than there are is let through.");
    EXPECT_EQ(broken.mend.text(), "Write <.");
    EXPECT_EQ(broken.met.text(), "Homework: each year.");
    ASSERT_EQ(broken.shows.size(), 2u);
    EXPECT_EQ(broken.shows[0].condition.text(), "N % 32 != 0 && sizeof(T) > 1");
    EXPECT_EQ(broken.shows[0].otherwise.text(), "There is no rest.");
    EXPECT_EQ(broken.shows[0].otherwise.place(), (language::Place{7, 13, 0}));
    EXPECT_TRUE(broken.shows[1].condition.empty());
    EXPECT_EQ(broken.shows[1].kinds, (std::vector<std::string>{"descending", "random"}));
    ASSERT_TRUE(broken.layout.has_value());
    EXPECT_EQ(broken.layout->array.text(), "X");
    EXPECT_EQ(broken.layout->length.text(), "N + 1");
    EXPECT_EQ(broken.layout->word.text(), "i + i / 32");
}

TEST(Card, OfABrokenTextIsWrittenBack) {
    std::string text{broken_text};
    for (const auto& [key, value] :
         {std::pair{"why", "It is let through."}, std::pair{"met", "Anywhere."},
          std::pair{"layout", "X[N] at i"}, std::pair{"shows", "N > 1 else One is enough."}}) {
        text = with_card_entry(text, key, value);
    }
    const BrokenText broken = read_card(text).broken;
    EXPECT_EQ(broken.why.text(), "It is let through.");
    EXPECT_EQ(broken.met.text(), "Anywhere.");
    EXPECT_EQ(broken.mend.text(), "Write <.");
    EXPECT_EQ(broken.layout->word.text(), "i");
    ASSERT_EQ(broken.shows.size(), 2u);
    EXPECT_EQ(broken.shows[0].condition.text(), "N > 1");
    // There and back again, nothing is lost.
    EXPECT_EQ(with_card_entry(with_card_entry(broken_text, "see", "Few."), "see", "Too many."),
              broken_text);
}

TEST(Card, OfABrokenTextThatIsWrong) {
    const auto fault = [](const std::string& line) {
        const auto faults = read_card("// correct: right\n// " + line + "\n").faults;
        return faults.size() == 1 ? faults[0].message : std::string{};
    };
    EXPECT_NE(fault("shows: N > 1").find("Write shows: "), std::string::npos);
    EXPECT_NE(fault("shows: else Never.").find("Write shows: "), std::string::npos);
    EXPECT_NE(fault("shows: --schedule upward else Never.").find("upward is not a schedule"),
              std::string::npos);
    for (const char* layout : {"layout: X", "layout: X[4]", "layout: X[4] at", "layout: [4] at i",
                               "layout: X[4 at i", "layout: X[4] i"}) {
        EXPECT_NE(fault(layout).find("Write layout: "), std::string::npos) << layout;
    }
    EXPECT_NE(fault("show: N > 1 else Never.").find("write shows"), std::string::npos);
    // In a stranger's text they are words like others.
    EXPECT_TRUE(read_card("// shows: the way\n// layout: wide\n// show: it\n").faults.empty());
}

TEST(Card, StrangersTextsHaveNone) {
    const Card card = read_card(R"(/* launch: k<<<1, 1>>>(a)
   in: float[4]
*/
// Author: Somebody
// Date:   2014-05-06
// Note: compile with: nvcc -o x x.cu
// See also https://example.org
//   TODO: more
#include <cstdio>
// launch: k, with one block for each row
)");
    EXPECT_TRUE(card.faults.empty());
    EXPECT_TRUE(card.launches.empty());
    EXPECT_TRUE(card.arrays.empty());
    EXPECT_TRUE(card.knobs.empty());
    EXPECT_TRUE(read_card("").arrays.empty());
    EXPECT_TRUE(read_card("//").arrays.empty());
    EXPECT_TRUE(read_card("// :\n//:x\n// ::a: b\n").arrays.empty());
    // Nor is a sentence an array's entry, even if it stands behind two blanks.
    const Card prose = read_card("// summary: It is fast.  Note: it is wrong.  in: [4] iota\n");
    EXPECT_EQ(prose.summary.text(), "It is fast.  Note: it is wrong.");
    ASSERT_EQ(prose.arrays.size(), 1u);
}

TEST(Card, WhatAnArrayMayBeWrittenAs) {
    const auto read = [](std::string_view value) {
        return read_array("a", PlacedText{value, {1, 1, 0}});
    };
    EXPECT_EQ(read("unsigned char[N] random(26) + 97").type.text(), "unsigned char");
    EXPECT_EQ(read("unsigned char[N] random(26) + 97").fill.text(), "random(26) + 97");
    EXPECT_EQ(read("[2][3]").extents.size(), 2u);
    EXPECT_EQ(read("float4 [n[1]] ones").extents[0].text(), "n[1]");
    EXPECT_EQ(read("T[N] iota").type.text(), "T");
    EXPECT_EQ(read("iota").fill.text(), "iota");
    EXPECT_EQ(read("double").type.text(), "double");
    EXPECT_EQ(read("values:1, 2, 3 expect values:4").fill.text(), "values:1, 2, 3");
    EXPECT_EQ(read("values:1, 2, 3 expect values:4").expect.text(), "values:4");
    EXPECT_EQ(read("expect b").expect.text(), "b");
    EXPECT_EQ(read("[3, 1, 4]").fill.text(), "[3, 1, 4]") << "no extent has a comma";
    EXPECT_EQ(read("[3] 3 1 4").fill.text(), "3 1 4");
    for (const char* array : {"[4]", "float[4] iota", "ones", "random:3", "values:1", "file:a.csv",
                              "unsigned", "float4[N]", "T[N]", "expect a", "iota expect a"}) {
        EXPECT_TRUE(looks_like_array(array)) << array;
    }
    for (const char* other : {"N", "1024", "John Doe", "random numbers are drawn", "nvcc -o x",
                              "values are 3", "2 * N", "John [1999]", ""}) {
        EXPECT_FALSE(looks_like_array(other)) << other;
    }
}

TEST(Card, NumbersMayBeListedAsPeopleWriteThem) {
    for (const char* list :
         {"3,1,4", "3, 1, 4", "3 1 4", "{3, 1, 4}", "[3, 1, 4]", "3\t1\t4", "3\n1\n4\n", "3;1;4",
          "3,1,", "3 -1, 4", "3 -1", "3 -1 +4", "values:3,1,4"}) {
        EXPECT_EQ(fill_kind(list), FillKind::given) << list;
        EXPECT_FALSE(listed_numbers(list).empty()) << list;
    }
    const TypedArray numbers =
        given_numbers(PlacedText{"{3, 1.5, -4}", {1, 1, 0}}, ElementType::f32, TextFolder{""});
    ASSERT_EQ(numbers.size(), 3U);
    EXPECT_EQ(numbers.text(1), "1.5");
    EXPECT_EQ(numbers.text(2), "-4");
    // A number alone is what each element holds, and what might be a difference is one.
    for (const char* formula :
         {"3", "3 - 1", "3-1", "i * 2", "min(i, 3)", "a[i] + 1", "", "{}", "-1"}) {
        EXPECT_EQ(fill_kind(formula), FillKind::formula) << formula;
    }
    EXPECT_THROW(given_numbers(PlacedText{"3,1,x", {1, 1, 0}}, ElementType::i32, TextFolder{""}),
                 language::FaultError);
}

TEST(Card, Knobs) {
    const auto knob = [](std::string_view value) {
        try {
            return read_knob(PlacedText{value, {1, 1, 0}});
        } catch (const language::FaultError& error) {
            return CardKnob{"fault", {error.fault().message}, {}, {}};
        }
    };
    using List = std::vector<std::string>;
    EXPECT_EQ(knob("T float int").choices, (List{"float", "int"}));
    EXPECT_EQ(knob("T float, unsigned int, double").choices,
              (List{"float", "unsigned int", "double"}));
    EXPECT_EQ(knob("N 32..1024").range, (CardKnob::Range{32, 1024}));
    EXPECT_EQ(knob("N 32 ... 1024").range, (CardKnob::Range{32, 1024}));
    EXPECT_EQ(knob("N -4 … 4").range, (CardKnob::Range{-4, 4}));
    EXPECT_EQ(knob("N 8 16 … 64").choices, (List{"8", "16", "32", "64"}));
    EXPECT_EQ(knob("N 1 2 4 … 16").choices, (List{"1", "2", "4", "8", "16"}));
    EXPECT_EQ(knob("N 1 2 … 5").choices, (List{"1", "2", "3", "4", "5"}));
    EXPECT_EQ(knob("N 32 64 96 … 160").choices, (List{"32", "64", "96", "128", "160"}));
    EXPECT_EQ(knob("N").choices[0], "which values may N take? Write N 8 16 32, or N 32 … 1024");
    EXPECT_EQ(knob("3 4").choices[0],
              "a knob is the name of a #define, and its choices: TILE 8 16 32");
    EXPECT_EQ(knob("").choices[0],
              "a knob is the name of a #define, and its choices: TILE 8 16 32");
    for (const char* wrong : {"N 4 … ", "N … 4", "N 8 … 4", "N 4 2 … 8", "N a … 8", "N 1 … 8 9",
                              "N 8 16 … 60", "N 1 … 2 … 3"}) {
        EXPECT_NE(knob(wrong).choices[0].find("a range is written N 32 … 1024, or 8 16 … 1024"),
                  std::string::npos)
            << wrong;
    }
}

TEST(Card, MisspeltWordsAreTold) {
    const auto faults = [](std::string_view head) {
        std::string all;
        for (const language::Fault& fault : read_card(head).faults) all += fault.message + "\n";
        return all;
    };
    EXPECT_EQ(faults("// titel: x\n// in: [4]\n"),
              "\"titel\" is not a word of the card: write title\n");
    EXPECT_EQ(faults("// knobs: N 1 2\n// in: [4]\n"),
              "\"knobs\" is not a word of the card: write knob\n");
    EXPECT_EQ(faults("// lauch: k<<<1, 1>>>()\n"),
              "\"lauch\" is not a word of the card: write launch\n");
    EXPECT_EQ(faults("// sources: a book\n"), "") << "this is no card";
    EXPECT_EQ(faults("// in: [4]\n// in: [5]\n"), "in is said twice\n");
    EXPECT_EQ(faults("// launch:\n"),
              "nothing stands behind launch: write launch: kernel<<<8, 256>>>(…)\n");
}

TEST(Card, ClosedForms) {
    const Card card = read_card(R"(// form: load, warp scan: operations = 0          in: float[4]
// form: scan: threads = min(BLOCK, SECTION - stride),
//       operations = f(1, 2) == 3 ? 4 : 5
// Form : d: threads = d
)");
    EXPECT_TRUE(card.faults.empty());
    EXPECT_EQ(card.arrays.size(), 1u);
    ASSERT_EQ(card.forms.size(), 3u);
    ASSERT_EQ(card.forms[0].steps.size(), 2u);
    EXPECT_EQ(card.forms[0].steps[1].text(), "warp scan");
    EXPECT_EQ(card.forms[0].steps[1].place(), (language::Place{1, 16, 0}));
    EXPECT_EQ(card.forms[0].operations.text(), "0");
    EXPECT_TRUE(card.forms[0].threads.empty());
    EXPECT_EQ(card.forms[1].threads.text(), "min(BLOCK, SECTION - stride)");
    EXPECT_EQ(card.forms[1].operations.text(), "f(1, 2) == 3 ? 4 : 5");
    EXPECT_EQ(card.forms[1].operations.place(), (language::Place{3, 23, 0}));
    EXPECT_EQ(card.forms[2].steps[0].text(), "d");
    const auto fault = [](std::string_view form) {
        const std::vector<language::Fault> faults = read_card(form).faults;
        if (faults.size() != 1) return fmt::format("{} faults", faults.size());
        return fmt::format("{}: {}", faults[0].place.column, faults[0].message);
    };
    const std::string like = "rite form: scan: operations = N - stride, threads = N / 2";
    EXPECT_EQ(fault("// form: scan: work = 3"),
              "16: a form is of operations or of threads: w" + like);
    EXPECT_EQ(fault("// form: scan: threads = 3, 4"),
              "29: a form is of operations or of threads: w" + like);
    EXPECT_EQ(fault("// form: scan: threads = 3, threads = 4"), "29: threads is said twice");
    EXPECT_EQ(fault("// form: scan: threads = "), "16: how many threads? W" + like);
    EXPECT_EQ(fault("// form: : threads = 3"), "10: of which step? W" + like);
    EXPECT_EQ(fault("// form: load,: threads = 3"), "10: of which step? W" + like);
    EXPECT_EQ(fault("// from: scan: threads = 3"),
              "4: \"from\" is not a word of the card: write form");
    // A stranger's comments.
    EXPECT_EQ(fault("// form: as in the book\n// from: the book\n// form: y = a: b == c\n"),
              "0 faults");
    EXPECT_EQ(read_card("// form: [N] iota").arrays.size(), 1u);
}

/// All of the text but the lines from `first` to `last`.
std::string without_lines(std::string_view all, int first, int last) {
    std::string rest;
    int line = 1;
    for (const char c : all) {
        if (line < first || line > last) rest += c;
        line += c == '\n' ? 1 : 0;
    }
    return rest;
}

TEST(Card, EntriesAreReplacedInTheirPlace) {
    const std::string whole{text};
    for (const auto& [key, value] : {std::pair<std::string, std::string>{"title", "Another"},
                                     {"summary", "In one line."},
                                     {"family", "other"},
                                     {"launch", "k<<<1, 2>>>()"},
                                     {"in", "ones"},
                                     {"out", "[3]"},
                                     {"knob", "TILE 1 2"},
                                     {"knob", "N 7 8"}}) {
        const std::string changed = with_card_entry(whole, key, value);
        const Card card = read_card(changed);
        const Card before = read_card(whole);
        EXPECT_EQ(card.launches.size(), 1u);
        EXPECT_EQ(card.arrays.size(), 2u);
        EXPECT_EQ(card.knobs.size(), 3u);
        EXPECT_NE(changed.find(value), std::string::npos);
        // The longest pieces before and behind are what they were.
        std::size_t same = 0;
        while (whole[same] == changed[same]) ++same;
        std::size_t behind = 0;
        while (whole[whole.size() - 1 - behind] == changed[changed.size() - 1 - behind]) ++behind;
        EXPECT_LE(changed.size() - same - behind, value.size());
        // Written back as it was read, nothing has changed.
        EXPECT_EQ(with_card_entry(whole, "title", before.title.text()), whole);
        EXPECT_EQ(with_card_entry(whole, "knob", before.knobs[1].written.text()), whole);
        EXPECT_EQ(with_card_entry(whole, "out", before.arrays[1].written.text()), whole);
    }
}

TEST(Card, EntriesAreAddedAndTakenOut) {
    const std::string whole{text};
    std::string added = whole;
    added.insert(whole.find("#define N"), "// knob:     SIZE 1 2\n");
    EXPECT_EQ(with_card_entry(whole, "knob", "SIZE 1 2"), added)
        << "below the others, in their column";
    EXPECT_EQ(with_card_entry(with_card_entry(whole, "knob", "SIZE 1 2"), "knob", "SIZE"), whole);
    EXPECT_EQ(with_card_entry(with_card_entry(whole, "x", "[4] ones"), "x", ""), whole);
    EXPECT_EQ(with_card_entry(whole, "nothing", ""), whole);
    EXPECT_EQ(with_card_entry(whole, "title", ""), without_lines(whole, 1, 1));
    EXPECT_EQ(with_card_entry(whole, "summary", ""), without_lines(whole, 2, 3));
    const std::string without_out = with_card_entry(whole, "out", "");
    EXPECT_NE(without_out.find("// in:       float[N][N] iota\n"), std::string::npos);
    const std::string without_in = with_card_entry(whole, "in", "");
    EXPECT_NE(without_in.find("// out: float[N][N] expect transpose(in)\n"), std::string::npos);
    // Where there is no card yet.
    EXPECT_EQ(with_card_entry("int x;\n", "launch", "k<<<1, 2>>>()"),
              "// launch: k<<<1, 2>>>()\n\nint x;\n");
    EXPECT_EQ(with_card_entry("", "title", "A"), "// title: A\n");
    EXPECT_EQ(with_card_entry("// Prose\nint x;\n", "title", "A"),
              "// title: A\n\n// Prose\nint x;\n");
    EXPECT_EQ(with_card_entry("// title: A\r\nint x;\r\n", "family", "B"),
              "// title: A\r\n// family: B\r\nint x;\r\n");
    EXPECT_EQ(with_card_entry("\xEF\xBB\xBFint x;\n", "title", "A"),
              "\xEF\xBB\xBF// title: A\n\nint x;\n");
}

TEST(Card, DefinesAreFoundAndChanged) {
    const auto define = find_define(text, "TILE");
    ASSERT_TRUE(define);
    EXPECT_EQ(define->value, "32");
    EXPECT_EQ(define->place, (language::Place{13, 9, 0}));
    EXPECT_FALSE(find_define(text, "TIL"));
    EXPECT_FALSE(find_define("#define F(x) x\n", "F"));
    EXPECT_EQ(find_define("  #  define  F  (1 << 3) /* eight */\n", "F")->value, "(1 << 3)");
    EXPECT_EQ(find_define("#define F", "F")->value, "");
    EXPECT_EQ(with_define("#define F\n", "F", "3"), "#define F 3\n");
    EXPECT_EQ(with_define("#define F 2 // two\n", "F", "3"), "#define F 3 // two\n");
    EXPECT_EQ(with_define("#define F 2\n", "G", "3"), "#define F 2\n");
}

}  // namespace card_test
}  // namespace stridescope

// The text that is edited, against one string with a cursor in it.
#include "app/session/editor/editor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace stridescope::editor {
namespace text_editor_test {

std::string text_of(const Editor& editor) {
    return editor.text().text();
}

void type(Editor& editor, const std::string& text) {
    for (const char c : text) {
        if (c == '\n') {
            editor.apply(action::NewLine{});
        } else {
            editor.apply(action::Type{std::string(1, c)});
        }
    }
}

Editor with_cursor(const std::string& text, Position at) {
    Editor editor{text};
    editor.apply(action::MoveTo{at});
    return editor;
}

/// A text as one string, places as offsets: what an editor is, done in the plainest way.
struct Plain {
    std::string text;
    std::size_t at = 0, anchor = 0;

    static bool within(const std::string& text, std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    }
    std::size_t offset(Position place) const {
        std::size_t begin = 0;
        for (int line = 0; line < place.line; ++line) begin = text.find('\n', begin) + 1;
        return begin + static_cast<std::size_t>(place.column);
    }
    std::size_t left() const {
        std::size_t to = at > 0 ? at - 1 : 0;
        while (within(text, to)) --to;
        return to;
    }
    std::size_t right() const {
        std::size_t to = std::min(at + 1, text.size());
        while (within(text, to)) ++to;
        return to;
    }
    std::size_t line_begin(std::size_t from) const {
        return from == 0 ? 0 : text.rfind('\n', from - 1) + 1;  // npos + 1 is 0
    }
    std::size_t line_end(std::size_t from) const {
        return std::min(text.find('\n', from), text.size());
    }
    void put(std::size_t to, bool select) {
        at = to;
        if (!select) anchor = to;
    }
    void replace(const std::string& with) {
        const auto [from, to] = std::minmax(at, anchor);
        const std::size_t begin = from;
        text.replace(begin, to - begin, with);
        at = anchor = begin + with.size();
    }
};

class RandomEdits : public ::testing::TestWithParam<unsigned> {
  protected:
    std::mt19937 random{GetParam()};

    int number(int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); }
    std::string some_text() {
        // "é", "–" and "𝄞" take 2, 3 and 4 bytes.
        static const std::vector<std::string> pieces{
            "a",  "B_9",  " ",  "    ", "\t", "\n", "\n\n",  "{",
            "}",  "// x", "é",  "–",    "𝄞",  "(",  "float", "__shared__ float s[32];\n",
            "/*", "*/",   "\"", "\\\n"};
        std::string text;
        for (int k = number(4); k >= 0; --k) {
            text += pieces[static_cast<std::size_t>(number(static_cast<int>(pieces.size())))];
        }
        return text;
    }
    Position somewhere(const Editor& editor) {
        const int line = number(editor.text().lines() + 1);
        return editor.text().nearest({line, number(30)});
    }
};

INSTANTIATE_TEST_SUITE_P(Seeds, RandomEdits, ::testing::Range(0U, 40U));

TEST_P(RandomEdits, AreThoseOfOneString) {
    std::string first = some_text();
    Editor editor{first};
    Plain plain{first};
    for (int k = 0; k < 400; ++k) {
        const bool select = number(3) == 0;
        const auto move = [&](Motion motion, std::size_t to) {
            // A selection that is let go to the side leaves the cursor at its end.
            const auto [from, behind] = std::minmax(plain.at, plain.anchor);
            if (!select && from != behind && motion == Motion::left) to = from;
            if (!select && from != behind && motion == Motion::right) to = behind;
            editor.apply(action::Move{motion, select});
            plain.put(to, select);
        };
        switch (number(9)) {
            case 0:
            case 1: {
                const std::string text = some_text();
                editor.apply(action::Paste{text});
                plain.replace(text);
                break;
            }
            case 2: {
                const bool selected = plain.at != plain.anchor;
                if (!selected) plain.anchor = plain.right();
                editor.apply(action::Erase{Motion::right});
                plain.replace("");
                break;
            }
            case 3: move(Motion::left, plain.left()); break;
            case 4: move(Motion::right, plain.right()); break;
            case 5: move(Motion::line_end, plain.line_end(plain.at)); break;
            case 6: {
                const Position at = somewhere(editor);
                editor.apply(action::MoveTo{at, select});
                plain.put(plain.offset(at), select);
                break;
            }
            case 7: {
                const std::string letter = number(2) == 0 ? "x" : "é";
                editor.apply(action::Type{letter});
                plain.replace(letter);
                break;
            }
            default: {
                if (plain.at == plain.anchor) break;
                EXPECT_EQ(editor.clip(), plain.text.substr(std::min(plain.at, plain.anchor),
                                                           std::max(plain.at, plain.anchor) -
                                                               std::min(plain.at, plain.anchor)));
                editor.apply(action::Cut{});
                plain.replace("");
            }
        }
        ASSERT_EQ(text_of(editor), plain.text) << "after " << k;
        ASSERT_EQ(plain.offset(editor.cursor()), plain.at) << "after " << k;
        ASSERT_EQ(plain.offset(editor.selection().from), std::min(plain.at, plain.anchor));
        ASSERT_EQ(plain.offset(editor.selection().to), std::max(plain.at, plain.anchor));
    }
}

TEST_P(RandomEdits, AreAllUndoneAndDoneAgain) {
    const std::string first = some_text() + some_text();
    Editor editor{first};
    for (int k = 0; k < 300; ++k) {
        const Pattern pattern{.text = number(2) == 0 ? "a" : "x"};
        switch (number(13)) {
            case 0: editor.apply(action::Type{number(2) == 0 ? "}" : "x"}); break;
            case 1: editor.apply(action::NewLine{}); break;
            case 2: editor.apply(action::Tab{}); break;
            case 3: editor.apply(action::Indent{number(2) == 0 ? 1 : -1}); break;
            case 4: editor.apply(action::Erase{static_cast<Motion>(number(12))}); break;
            case 5: editor.apply(action::MoveTo{somewhere(editor), number(2) == 0}); break;
            case 6: editor.apply(action::Cut{}); break;
            case 7: editor.apply(action::Paste{some_text()}); break;
            case 8: editor.apply(action::ToggleComment{}); break;
            case 9: editor.apply(action::Replace{pattern, "ax"}); break;
            case 10: editor.apply(action::ReplaceAll{pattern, some_text()}); break;
            case 11: editor.become(some_text() + text_of(editor).substr(0, 100)); break;
            default: editor.apply(action::SelectWord{somewhere(editor)});
        }
        if (text_of(editor).size() > 20000) editor.become(some_text());
        // Every place is one between two characters.
        ASSERT_EQ(editor.text().nearest(editor.cursor()), editor.cursor());
        ASSERT_EQ(editor.text().nearest(editor.selection().from), editor.selection().from);
    }
    const std::string last = text_of(editor);
    std::vector<std::string> on_the_way{last};
    while (editor.can_undo()) {
        editor.apply(action::Undo{});
        ASSERT_NE(text_of(editor), on_the_way.back()) << "a step that changes nothing";
        on_the_way.push_back(text_of(editor));
        ASSERT_EQ(editor.text().nearest(editor.cursor()), editor.cursor());
    }
    EXPECT_EQ(text_of(editor), first);
    while (editor.can_redo()) {
        ASSERT_EQ(text_of(editor), on_the_way.back());
        on_the_way.pop_back();
        editor.apply(action::Redo{});
    }
    EXPECT_EQ(text_of(editor), last);
}

TEST_P(RandomEdits, TheCursorWalksThroughTheWholeTextAndBack) {
    const Editor text{some_text() + some_text() + some_text()};
    for (const auto& [there, back] : {std::pair{Motion::right, Motion::left},
                                      std::pair{Motion::word_right, Motion::word_left}}) {
        Editor editor = text;
        int steps = 0;
        while (editor.cursor() != editor.text().end()) {
            const Position before = editor.cursor();
            editor.apply(action::Move{there});
            ASSERT_GT(editor.cursor(), before);
            ++steps;
        }
        int steps_back = 0;
        while (editor.cursor() != Position{}) {
            const Position before = editor.cursor();
            editor.apply(action::Move{back});
            ASSERT_LT(editor.cursor(), before);
            ++steps_back;
        }
        if (there == Motion::right) {
            EXPECT_EQ(steps, steps_back);
        }
    }
}

TEST(TextBuffer, KeepsBytesThatAreNoCharacters) {
    // A byte that continues nothing, one that is cut short, and what UTF-8 forbids.
    const std::string odd =
        "a\x80"
        "b\xE2\x80\n\xC0\xAF\xFF\0z";
    const std::string text{odd.data(), odd.size()};
    const TextBuffer buffer{text};
    EXPECT_EQ(buffer.text(), text);
    int characters = 0;
    for (Position at{}; at != buffer.end(); at = buffer.after(at)) {
        ++characters;
        EXPECT_EQ(buffer.before(buffer.after(at)), at);
    }
    EXPECT_EQ(characters, static_cast<int>(text.size()));
}

TEST(TextBuffer, CountsCells) {
    EXPECT_EQ(cells_before("\tab", 1), 4);
    EXPECT_EQ(cells_before("a\tb", 2), 4);
    EXPECT_EQ(cells_before("é–x", 5), 2);
    EXPECT_EQ(cells_before("abc", 99), 3);
    for (const std::string line : {"", "\t\t", "a\té–\tb", "    x"}) {
        for (int column = 0; column <= static_cast<int>(line.size()); ++column) {
            if (!begins_character(line, column)) continue;
            EXPECT_EQ(column_at_cell(line, cells_before(line, column)), column) << line;
        }
    }
    EXPECT_EQ(column_at_cell("\tx", 3), 0) << "the middle of a tab is the tab";
}

TEST(Editor, NewLinesAreIndented) {
    Editor editor;
    type(editor, "void f() {\nint a;\nif (a) {\na = 1;\n}\n}");
    EXPECT_EQ(text_of(editor), "void f() {\n    int a;\n    if (a) {\n        a = 1;\n    }\n}");
    // Between two braces there is room for a line.
    editor = with_cursor("{}", {0, 1});
    editor.apply(action::NewLine{});
    EXPECT_EQ(text_of(editor), "{\n    \n}");
    EXPECT_EQ(editor.cursor(), (Position{1, 4}));
    // A text with tabs goes on with tabs.
    editor = with_cursor("{\n\ta;\n}", {1, 3});
    editor.apply(action::NewLine{});
    EXPECT_EQ(text_of(editor), "{\n\ta;\n\t\n}");
    // Blanks at the break do not add up.
    editor = with_cursor("    a = b;", {0, 7});
    editor.apply(action::NewLine{});
    EXPECT_EQ(text_of(editor), "    a =\n    b;");
    // Before a line's first letter there is no more indentation than the cursor has.
    editor = with_cursor("    a", {0, 0});
    editor.apply(action::NewLine{});
    EXPECT_EQ(text_of(editor), "\na");
}

TEST(Editor, BackspaceGoesToTheStopBefore) {
    Editor editor = with_cursor("          a", {0, 10});
    const auto back = [&editor] {
        editor.apply(action::Erase{Motion::left});
        return editor.cursor().column;
    };
    EXPECT_EQ(back(), 8);
    EXPECT_EQ(back(), 4);
    EXPECT_EQ(back(), 0);
    EXPECT_EQ(back(), 0);
    EXPECT_EQ(text_of(editor), "a");
    editor = with_cursor("ab  c", {0, 4});
    EXPECT_EQ(back(), 3) << "only at a line's begin";
}

TEST(Editor, TabsAndLevels) {
    Editor editor = with_cursor("ab", {0, 2});
    editor.apply(action::Tab{});
    EXPECT_EQ(text_of(editor), "ab  ");
    editor = Editor{"a\n\nb\nc"};
    editor.apply(action::Select{{{0, 0}, {3, 0}}});
    editor.apply(action::Tab{});
    EXPECT_EQ(text_of(editor), "    a\n\n    b\nc") << "neither empty lines nor one not reached";
    EXPECT_EQ(editor.selection(), (Range{{0, 0}, {3, 0}}));
    editor.apply(action::Indent{-1});
    EXPECT_EQ(text_of(editor), "a\n\nb\nc");
    editor.apply(action::Indent{-1});
    EXPECT_EQ(text_of(editor), "a\n\nb\nc");
    editor = with_cursor("  \tx", {0, 3});
    editor.apply(action::Indent{-1});
    EXPECT_EQ(text_of(editor), "x");
}

TEST(Editor, CommentsAreToggled) {
    Editor editor{"    a\n\n  b\nc"};
    editor.apply(action::Select{{{0, 5}, {2, 1}}});
    editor.apply(action::ToggleComment{});
    EXPECT_EQ(text_of(editor), "  //   a\n\n  // b\nc");
    editor.apply(action::ToggleComment{});
    EXPECT_EQ(text_of(editor), "    a\n\n  b\nc");
    editor = with_cursor("//a", {0, 3});
    editor.apply(action::ToggleComment{});
    EXPECT_EQ(text_of(editor), "a");
    EXPECT_EQ(editor.cursor(), (Position{0, 1}));
}

TEST(Editor, HomeAndWordsAndColumns) {
    Editor editor = with_cursor("    int x;", {0, 8});
    const auto move = [&editor](Motion motion, bool select = false) {
        editor.apply(action::Move{motion, select});
        return editor.cursor();
    };
    EXPECT_EQ(move(Motion::line_begin), (Position{0, 4}));
    EXPECT_EQ(move(Motion::line_begin), (Position{0, 0}));
    EXPECT_EQ(move(Motion::word_right), (Position{0, 7}));
    EXPECT_EQ(move(Motion::word_right), (Position{0, 9}));
    EXPECT_EQ(move(Motion::word_right), (Position{0, 10}));
    EXPECT_EQ(move(Motion::word_left), (Position{0, 9}));
    EXPECT_EQ(move(Motion::word_left), (Position{0, 8}));
    EXPECT_EQ(move(Motion::word_left), (Position{0, 4}));
    EXPECT_EQ(move(Motion::word_left), (Position{0, 0}));

    // A short line between two long ones does not make the cursor forget where it came from.
    editor = with_cursor("a long line\n\na long line", {0, 8});
    EXPECT_EQ(move(Motion::down), (Position{1, 0}));
    EXPECT_EQ(move(Motion::down), (Position{2, 8}));
    EXPECT_EQ(move(Motion::down), (Position{2, 11}));
    EXPECT_EQ(move(Motion::up), (Position{1, 0}));
    EXPECT_EQ(move(Motion::up, true), (Position{0, 8}));
    EXPECT_EQ(editor.clip(), "ine\n");
}

TEST(Editor, PagesAreAsLongAsWhatIsInSight) {
    std::string text;
    for (int line = 0; line < 99; ++line) text += "line\n";
    Editor editor{text};
    editor.apply(action::ShowRows{20});
    editor.apply(action::Move{Motion::page_down});
    EXPECT_EQ(editor.cursor().line, 19) << "one line of the page before stays";
    editor.apply(action::Move{Motion::page_down});
    EXPECT_EQ(editor.cursor().line, 38);
    editor.apply(action::Move{Motion::page_up});
    EXPECT_EQ(editor.cursor().line, 19);
    editor.apply(action::GoToLine{1000});
    EXPECT_EQ(editor.cursor().line, 99);
    editor.apply(action::GoToLine{-5});
    EXPECT_EQ(editor.cursor().line, 0);
}

TEST(Editor, UndoTakesBackWordByWord) {
    Editor editor;
    type(editor, "int count = 0;");
    const auto undo = [&editor] {
        editor.apply(action::Undo{});
        return text_of(editor);
    };
    EXPECT_EQ(undo(), "int count = ");
    EXPECT_EQ(undo(), "int count ");
    EXPECT_EQ(undo(), "int ");
    EXPECT_EQ(undo(), "");
    EXPECT_FALSE(editor.can_undo());
    editor.apply(action::Redo{});
    EXPECT_EQ(text_of(editor), "int ");
    type(editor, "x");
    EXPECT_FALSE(editor.can_redo()) << "what is typed takes the place of what was undone";
    EXPECT_EQ(undo(), "int ");
    type(editor, " ");
    EXPECT_EQ(undo(), "int ") << "nor does it go on with what was typed before that";
    type(editor, "x");
    // A move of the cursor ends a run, even where it comes back.
    type(editor, "y");
    editor.apply(action::Move{Motion::left});
    editor.apply(action::Move{Motion::right});
    type(editor, "z");
    EXPECT_EQ(undo(), "int xy");
    EXPECT_EQ(undo(), "int ");
    // Letters erased one after another come back together, with the cursor.
    editor.apply(action::Redo{});
    for (int k = 0; k < 3; ++k) editor.apply(action::Erase{Motion::left});
    EXPECT_EQ(text_of(editor), "int");
    EXPECT_EQ(undo(), "int xy");
    EXPECT_EQ(editor.cursor(), (Position{0, 6}));
}

TEST(Editor, TypingOverASelectionIsUndoneWithIt) {
    Editor editor{"old text"};
    editor.apply(action::Select{{{0, 0}, {0, 3}}});
    type(editor, "new");
    EXPECT_EQ(text_of(editor), "new text");
    editor.apply(action::Undo{});
    EXPECT_EQ(text_of(editor), "old text");
    EXPECT_EQ(editor.selection(), (Range{{0, 0}, {0, 3}}));
}

TEST(Editor, CutsAndCopiesWholeLines) {
    Editor editor = with_cursor("one\ntwo\nthree", {1, 1});
    EXPECT_EQ(editor.clip(), "two\n");
    editor.apply(action::Cut{});
    EXPECT_EQ(text_of(editor), "one\nthree");
    editor.apply(action::Cut{});
    EXPECT_EQ(text_of(editor), "one");
    editor.apply(action::Cut{});
    EXPECT_EQ(text_of(editor), "");
    editor.apply(action::Paste{"a\r\nb\rc\n"});
    EXPECT_EQ(text_of(editor), "a\nb\nc\n") << "line ends of other systems are ours";
}

TEST(Editor, FindsAndReplaces) {
    Editor editor{"foo(Foo, foobar, FOO)\nfoo"};
    const auto find = [&editor](Pattern pattern, bool backwards = false) {
        editor.apply(action::Find{std::move(pattern), backwards});
        return editor.selection().from;
    };
    EXPECT_EQ(find({.text = "foo"}), (Position{0, 0}));
    EXPECT_EQ(find({.text = "foo"}), (Position{0, 4}));
    EXPECT_EQ(find({.text = "foo", .match_case = true}), (Position{0, 9}));
    EXPECT_EQ(find({.text = "foo", .whole_word = true}), (Position{0, 17}));
    EXPECT_EQ(find({.text = "foo"}), (Position{1, 0}));
    EXPECT_EQ(find({.text = "foo"}), (Position{0, 0})) << "from the end on from the begin";
    EXPECT_EQ(find({.text = "foo"}, true), (Position{1, 0}));
    EXPECT_EQ(find({.text = "nothing"}), (Position{1, 0})) << "what is not there moves nothing";
    EXPECT_EQ(find({}), (Position{1, 0}));

    editor.apply(action::MoveTo{{0, 0}});
    const Pattern word{.text = "foo", .whole_word = true};
    editor.apply(action::Replace{word, "x"});
    EXPECT_EQ(text_of(editor), "foo(Foo, foobar, FOO)\nfoo") << "first it is shown";
    editor.apply(action::Replace{word, "foofoo"});
    EXPECT_EQ(text_of(editor), "foofoo(Foo, foobar, FOO)\nfoo");
    EXPECT_EQ(editor.selection().from, (Position{0, 7}));
    editor.apply(action::ReplaceAll{word, "foo foo"});
    EXPECT_EQ(text_of(editor), "foofoo(foo foo, foobar, foo foo)\nfoo foo");
    editor.apply(action::Undo{});
    EXPECT_EQ(text_of(editor), "foofoo(Foo, foobar, FOO)\nfoo") << "all at once";
}

TEST(Editor, PlacesDoNotOverlap) {
    const TextBuffer text{"aaaaa é–é"};
    EXPECT_EQ(find_all(text, {.text = "aa"}).size(), 2U);
    EXPECT_EQ(find_all(text, {.text = "é"}).size(), 2U);
    // The second byte of é alone is in no character's begin.
    EXPECT_TRUE(find_all(text, {.text = "\xA9"}).empty());
}

TEST(Editor, BecomesAnotherTextAndKeepsItsPlace) {
    Editor editor = with_cursor("one\ntwo\nthree\nfour", {2, 3});
    editor.become("zero\none\ntwo\nthree\nfour");
    EXPECT_EQ(editor.cursor(), (Position{3, 3}));
    editor.become("zero\none\ntwo\nthree, or more\nfour");
    EXPECT_EQ(editor.cursor(), (Position{3, 3}));
    editor.become("zero");
    EXPECT_EQ(editor.cursor(), (Position{0, 4}));
    for (int k = 0; k < 3; ++k) editor.apply(action::Undo{});
    EXPECT_EQ(text_of(editor), "one\ntwo\nthree\nfour");
    EXPECT_EQ(editor.cursor(), (Position{2, 3}));
    const std::uint64_t version = editor.version();
    editor.become("one\ntwo\nthree\nfour");
    EXPECT_EQ(editor.version(), version);
}

TEST(Editor, SelectsWordsAndLines) {
    Editor editor{"s[threadIdx.x] += é_2;\nnext"};
    const auto word = [&editor](int column) {
        editor.apply(action::SelectWord{{0, column}});
        return editor.clip();
    };
    EXPECT_EQ(word(5), "threadIdx");
    EXPECT_EQ(word(13), "]");
    EXPECT_EQ(word(15), "+=") << "signs side by side are one";
    EXPECT_EQ(word(19), "é_2");
    editor.apply(action::SelectWord{{1, 4}});
    EXPECT_EQ(editor.clip(), "next") << "behind the last letter";
    editor.apply(action::SelectLine{0});
    EXPECT_EQ(editor.clip(), "s[threadIdx.x] += é_2;\n");
    editor.apply(action::SelectLine{1});
    EXPECT_EQ(editor.clip(), "next");
    editor.apply(action::SelectAll{});
    EXPECT_EQ(editor.clip(), text_of(editor));
}

TEST(Editor, SaysWhichActionsMayChangeTheText) {
    // The oracle is the text itself: what says that it changes nothing leaves it alone.
    const std::vector<Action> all{action::Type{"x"},
                                  action::NewLine{},
                                  action::Tab{},
                                  action::Indent{},
                                  action::Erase{},
                                  action::Move{Motion::right, true},
                                  action::MoveTo{{0, 1}},
                                  action::Select{{{0, 0}, {0, 1}}},
                                  action::SelectWord{},
                                  action::SelectLine{},
                                  action::SelectAll{},
                                  action::Cut{},
                                  action::Paste{"y"},
                                  action::ToggleComment{},
                                  action::Find{{.text = "a"}},
                                  action::Replace{{.text = "a"}, "b"},
                                  action::ReplaceAll{{.text = "a"}, "b"},
                                  action::GoToLine{2},
                                  action::GoToBracket{},
                                  action::ShowRows{5}};
    for (const Action& each : all) {
        Editor editor{"a = (1);\n    b"};
        editor.apply(action::Select{{{0, 0}, {0, 1}}});
        const std::uint64_t version = editor.version();
        editor.apply(each);
        EXPECT_EQ(may_change(each), editor.version() != version) << each.index();
        EXPECT_EQ(text_of(editor) != "a = (1);\n    b", editor.version() != version);
    }
    EXPECT_TRUE(may_change(action::Undo{}));
    EXPECT_TRUE(may_change(action::Redo{}));
}

}  // namespace text_editor_test
}  // namespace stridescope::editor

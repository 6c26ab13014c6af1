// Lessons: their files are read or refused with the line, and their numbers are those of the
// traces. Those that come with the program are played by tests/cli/cli_test.py.
#include "app/lesson/lesson.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_play.h"
#include "tests/support/places.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/unusual_look.h"

namespace stridescope {
namespace lesson_test {

const std::string header = "---\ntitle: T\nabout: A\n---\n";
const std::string run = "run: --kernel kogge-stone --block 16 --input " + testing::sixteen + "\n";

std::string page(const std::string& bookmark, const std::string& text = "Words.\n") {
    return "## Page\n" + text + "```lesson\n" + bookmark + "```\n";
}

Lesson lesson_of(const std::string& body) {
    return parse_lesson(header + body, "x.md");
}

/// What is said of a lesson that cannot be read.
std::string refusal(const std::string& text) {
    try {
        parse_lesson(text, "x.md");
    } catch (const UsageError& error) {
        return error.what();
    }
    return "it was taken";
}

TEST(Markdown, BlocksAndStyles) {
    const std::vector<TextBlock> blocks = read_markdown(
        "# Head\n\nOne *two* **three** `four`\nfive.\n\n- a\n- b\n  1. c\n\n> "
        "said\n\n```c\nx;\n```\n");
    ASSERT_EQ(blocks.size(), 7U);
    EXPECT_EQ(blocks[0].kind, TextBlock::Kind::heading);
    EXPECT_EQ(blocks[0].level, 1);
    EXPECT_EQ(blocks[1].plain(), "One two three four five.");
    ASSERT_EQ(blocks[1].spans.size(), 7U);
    EXPECT_TRUE(blocks[1].spans[1].emphasis);
    EXPECT_TRUE(blocks[1].spans[3].strong);
    EXPECT_TRUE(blocks[1].spans[5].code);
    EXPECT_EQ(blocks[2].marker, "•");
    EXPECT_EQ(blocks[3].plain(), "b");
    EXPECT_EQ(blocks[4].marker, "1.");
    EXPECT_EQ(blocks[4].level, 1);
    EXPECT_TRUE(blocks[5].quoted);
    EXPECT_EQ(blocks[6].language, "c");
    EXPECT_EQ(blocks[6].plain(), "x;\n");
}

TEST(Markdown, TablesLinksAndPictures) {
    const std::vector<TextBlock> blocks = read_markdown(
        "See [the *next* one](b.md) or <https://example.org>.\n\n"
        "| kernel | adds |\n|---|--:|\n| `a` | 1 |\n| **b** | 22 |\n\n"
        "Before ![a *sketch*](pictures/a.png) after.\n");
    ASSERT_EQ(blocks.size(), 5U);
    EXPECT_EQ(blocks[0].plain(), "See the next one or https://example.org.");
    EXPECT_EQ(blocks[0].spans[1].link, "b.md");
    EXPECT_TRUE(blocks[0].spans[2].emphasis);
    EXPECT_EQ(blocks[0].spans[2].link, "b.md");
    EXPECT_EQ(blocks[0].spans[4].text, " or ");
    EXPECT_EQ(blocks[0].spans[4].link, "");
    EXPECT_FALSE(has_scheme("b.md"));
    EXPECT_FALSE(has_scheme("a/b:c.md"));
    EXPECT_TRUE(has_scheme("https://example.org"));
    EXPECT_TRUE(has_scheme("mailto:me@example.org"));
    ASSERT_EQ(blocks[1].kind, TextBlock::Kind::table);
    ASSERT_EQ(blocks[1].rows.size(), 3U);
    EXPECT_EQ(blocks[1].rows[0][1][0].text, "adds");
    EXPECT_TRUE(blocks[1].rows[1][0][0].code);
    EXPECT_TRUE(blocks[1].rows[2][0][0].strong);
    EXPECT_EQ(blocks[1].rows[2][1][0].text, "22");
    EXPECT_EQ(blocks[3].kind, TextBlock::Kind::image);
    EXPECT_EQ(blocks[3].image, "pictures/a.png");
    EXPECT_EQ(blocks[3].plain(), "a sketch");
    EXPECT_EQ(blocks[4].plain(), " after.");
}

// Deep ones would leave no room for words, and neither they nor odd bytes may end the program.
TEST(Markdown, TakesAnything) {
    std::string deep;
    for (int i = 0; i < 2000; ++i) deep += "- ";
    for (const TextBlock& block : read_markdown(deep + "x")) EXPECT_LE(block.level, 6);
    (void)read_markdown(std::string(20'000, '>') + "x");
    (void)read_markdown(std::string(20'000, '['));
    (void)read_markdown(std::string(20'000, '*') + "a" + std::string(20'000, '*'));
    const Lesson lesson = lesson_of("## A\x1B[2J\nW\xFFords\n```lesson\n" + run + "```\n");
    EXPECT_EQ(lesson.pages[0].title, "A\uFFFD[2J");
    EXPECT_EQ(lesson.pages[0].text[0].plain(), "W\uFFFDords");
}

TEST(Markdown, NumberedListsCount) {
    const std::vector<TextBlock> blocks = read_markdown("3. a\n4. b\n");
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].marker, "3.");
    EXPECT_EQ(blocks[1].marker, "4.");
}

TEST(Flags, AreReadBackAsTheyAreWritten) {
    testing::RandomExperiments random{7};
    for (int i = 0; i < 300; ++i) {
        const Experiment experiment = random.next();
        EXPECT_EQ(experiment_of_line(command_line(experiment)), experiment)
            << command_line(experiment);
    }
    Experiment file = ScanRun{};
    std::string& input = file.text.arguments.at(0).second;
    input = "file:it's a\\file.csv";
    EXPECT_EQ(experiment_of_line(command_line(file)), file);
    // What a terminal would obey is written as numbers, and read back as it was.
    input = "file:a\x1B[2J\n'\\\x7F.csv";
    const std::string line = command_line(file);
    for (const char c : line) EXPECT_TRUE(c < 0 || c >= ' ') << line;
    EXPECT_EQ(experiment_of_line(line), file);
    EXPECT_EQ(experiment_of_line("--block=64", file).text.arguments, file.text.arguments);
}

TEST(Flags, OthersAreRefused) {
    for (const char* line :
         {"--blok 16", "--block", "--block x", "--block 1x", "16", "--pad 'xor"}) {
        EXPECT_THROW(experiment_of_line(line), UsageError) << line;
    }
}

TEST(Lesson, NamesNothingOutsideItsFolder) {
    const auto of = [](const std::string& input) {
        return header + page("run: --kernel kogge-stone --input " + input + "\n");
    };
    const testing::TemporaryFolder folder;
    std::filesystem::create_directory(folder / "a");
    folder.write("a/b.csv", "1,2,3");
    const TextSpec text =
        parse_lesson(of("file:a/b.csv"), folder / "x.md").pages[0].bookmark.experiment.text;
    EXPECT_EQ(text.arguments,
              (std::vector<Setting>{{"A", "file:" + (folder / "a/b.csv").string()}}));
    for (const std::string name : {"/etc/passwd", "../b.csv", "a/../../b.csv"}) {
        EXPECT_NE(refusal(of("file:" + name)).find("lies outside the folder"), std::string::npos);
        EXPECT_NE(refusal(header + page("run: " + name + ".cu\n")).find("lies outside the folder"),
                  std::string::npos);
    }
}

TEST(Lesson, IsNoLongerThanALesson) {
    std::string many;
    for (int i = 0; i < 200; ++i) many += page("block: 0\n");
    EXPECT_EQ(refusal(header + page(run) + many),
              "x.md, line 1005: a lesson has at most 200 pages: split it in two.");
    EXPECT_NE(
        refusal(header + page(run, std::string(70'000, 'x') + "\n")).find("longer than 65536"),
        std::string::npos);
    EXPECT_NE(refusal(header + page("run: kogge_stone.cu -D N=2000000000\n"))
                  .find("too large for a lesson"),
              std::string::npos);
}

TEST(Lesson, PagesKeepWhatTheyDoNotSet) {
    const Lesson lesson = lesson_of(
        page(run + "step: stride 2\nshow: banks alone\ncompare: yes\n") + page("block: 0\n") +
        page("run: --kernel brent-kung --block 8\nother: --pad every32\n"));
    ASSERT_EQ(lesson.pages.size(), 3U);
    EXPECT_EQ(lesson.title, "T");
    const Bookmark& first = lesson.pages[0].bookmark;
    EXPECT_EQ(first.step, "stride 2");
    EXPECT_EQ(first.view(), View::banks);
    EXPECT_TRUE(first.alone());
    EXPECT_TRUE(first.compare);
    EXPECT_EQ(lesson.pages[1].bookmark.experiment, first.experiment);
    EXPECT_FALSE(lesson.pages[1].bookmark.compare);
    const Bookmark& last = lesson.pages[2].bookmark;
    EXPECT_EQ(last.experiment, (ScanRun{.kernel = "brent-kung", .block = 8}));
    ASSERT_TRUE(last.other);
    EXPECT_EQ(*last.other,
              (ScanRun{.kernel = "brent-kung", .block = 8, .padding = Padding::every32}));
}

TEST(Lesson, APageSaysEachFieldOfALook) {
    for (const LookField& field : look_fields()) {
        std::string line = fmt::format("{}: {}\n", field.name, field.text(testing::unusual_look()));
        if (&field == &look_field<&Look::view>()) line = "show: banks\n";
        if (&field == &look_field<&Look::alone>()) line = "show: grid alone\n";
        const bool other = &field == &look_field<&Look::step>() ||  // by its name
                           &field == &look_field<&Look::event>();   // it follows the step
        if (other) continue;
        const Lesson lesson = lesson_of(page(run + line));
        const PartialLook& look = lesson.pages.front().bookmark.look;
        EXPECT_TRUE(look.has(field)) << line;
        EXPECT_TRUE(field.same(look.look(), testing::unusual_look())) << line;
    }
}

TEST(Lesson, CodeMayHoldATitle) {
    const Lesson lesson = lesson_of(page(run, "Words.\n```c\n## no page\n```\n"));
    ASSERT_EQ(lesson.pages.size(), 1U);
    EXPECT_EQ(lesson.pages[0].text[1].plain(), "## no page\n");
}

TEST(Lesson, ABadFileIsToldWithItsLine) {
    const auto told = [](const std::string& body, int line, const std::string& words) {
        const std::string said = refusal(body);
        EXPECT_TRUE(said.starts_with("x.md, line " + std::to_string(line) + ": ")) << said;
        EXPECT_NE(said.find(words), std::string::npos) << said;
        EXPECT_TRUE(said.ends_with('.') && !said.ends_with("..")) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    };
    told("", 1, "begins with a header");
    told("## Page\n", 1, "begins with a header");
    told("---\ntitle: T\n", 2, "no end");
    told("---\ntitle: T\n---\n", 3, "about");
    told("---\nauthor: me\n", 2, "author");
    told(header, 4, "no page");
    told(header + "words\n", 5, "before the first page");
    told(header + "```lesson\n", 5, "before the first page");
    told(header + "##  \n", 5, "no title");
    told(header + "## Page\n", 5, "no text");
    told(header + "## Page\nWords.\n", 5, "no experiment");
    told(header + "## Page\n```lesson\nrun: x\n", 7, "not an experiment flag");
    told(header + "## Page\n```lesson\n", 6, "no end");
    told(header + "## Page\n```c\n", 6, "no end");
    told(header + page("run: --kernel nonsense\n"), 8, "nonsense");
    told(header + page("run: --block 3\n"), 8, "Invalid block size 3");
    told(header + page(run + "tree\n"), 9, "key: value");
    told(header + page(run + "step:\n"), 9, "has no value");
    told(header + page(run + "stepp: 2\n"), 9, "stepp");
    told(header + page(run + "block: -1\n"), 9, "0 or more");
    told(header + page(run + "show: trees\n"), 9, "is not a view");
    told(header + page(run + "compare: maybe\n"), 9, "yes, other or no");
    told(header + page(run + "select: node:7\n"), 9, "thread:5");
    told(header + page(run + "wavefront: 0\n"), 9, "from 1");
    told(header + page(run + "check: adds\n"), 9, "COUNT = NUMBER");
    told(header + page(run + "check: additions = 4\n"), 9, "additions");
    told(header + page(run + "check: adds = four\n"), 9, "four");
    told(header + page(run + "answer: adds\n"), 9, "ask");
    told(header + page(run + "wrong: 3 | x\n"), 9, "ask");
    told(header + page(run + "ask: What?\nanswer: adds\nwrong: 3\n"), 11, "WHY");
    told(header + page(run + "ask: What?\nanswer: adds\nwrong: three | x\n"), 11, "three");
    told(header + page(run + "ask: What?\nanswer: adds\nright: many\n"), 9, "both");
    told(header + page(run + "ask: What?\nright: many\n"), 9, "WHY");
    told(header + page(run + "ask: What?\nright: a\nwrong: b | x\ntyped: yes\n"), 9, "number");
    told(header + page(run + "ask: What?\nanswer: adds\ntyped: no way\n"), 11, "yes or no");
    told(header + page(run + "hide: tree, banks, trees\n"), 9, "trees");
    told(header + page(run + "compare: other\n"), 9, "needs an \"other");
    told(header + page(run + "lock: steps\n"), 9, "choose stride");
    told(header + page(run + "locked: perhaps\n"), 9, "yes or no");
    told(header + page(run + "predict: 1\n"), 9, "yes or no");
    for (const char* size : {"0.7", "2.6", "nan", "large", "1x"}) {
        told(header + page(run + "text-size: " + size + "\n"), 9, "0.75 to 2.5");
    }
    told(header + page("run: ../x.npz\n"), 8, "outside the folder");
    told(header + page(run, "See [this](../x.md).\n"), 5, "outside the folder");
    told(header + page(run, "![Words](/etc/x.png)\n"), 5, "outside the folder");
    told(header + page(run + "ask: What?\nanswer: nothing\n"), 10, "nothing");
    told(header + page(run + "ask: What?\n"), 9, "answer");
    told(header + page(run + "ask: What?\nask: Who?\nanswer: adds\n"), 9, "answer");
}

TEST(Lesson, ABadFileIsQuotedBriefly) {
    const std::string endless(30'000, 'x');
    const auto brief = [&](const std::string& body) {
        const std::string said = refusal(body);
        EXPECT_LT(said.size(), 1'000U);
        EXPECT_NE(said, "it was taken");
    };
    brief("---\n" + endless + ": me\n");
    brief("---\n" + endless + "\n");
    for (const char* key : {"run", "other", "block", "show", "hide", "select", "wavefront",
                            "compare", "lock", "locked", "predict", "text-size", "check"}) {
        brief(header + page(run + key + ": " + endless + "\n"));
    }
    brief(header + page(run + endless + "\n"));
    brief(header + page(run + endless + ":\n"));
    brief(header + page(run + endless + ": 1\n"));
    brief(header + page(run + "check: " + endless + " = 1\n"));
    brief(header + page(run + "check: adds = " + endless + "\n"));
    brief(header + page(run + "check: adds at " + endless + " = " + endless + "\n"));
    brief(header + page(run + "measured: " + endless + "\n"));
    brief(header + page(run + "ask: What?\nanswer: " + endless + "\n"));
    const std::string same = "ask: What?\nright: " + endless + "\nwrong: " + endless + " | x\n";
    const Lesson lesson = lesson_of(page(run + same));
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    try {
        (void)question_of(lesson.pages[0].questions[0], {trace.get(), 0, 2, nullptr});
        ADD_FAILURE() << "it was taken";
    } catch (const UsageError& error) {
        EXPECT_LT(std::string{error.what()}.size(), 1'000U);
    }
    brief(header + page(run, "See [this](../" + endless + ").\n"));
    brief(header + page(run, "![Words](/etc/" + endless + ")\n"));
}

TEST(Lesson, TheMarkOfUtf8IsNoText) {
    const std::string body =
        "---\ntitle: T\nabout: A\n---\n## P\nx\n```lesson\nrun: --kernel naive\n```\n";
    EXPECT_EQ(parse_lesson("\xEF\xBB\xBF" + body, "x.md").title, "T");
}

TEST(Lesson, AFileThatIsNoneIsTold) {
    EXPECT_THROW(read_lesson("/no/such/lesson.md"), UsageError);
    EXPECT_THROW(read_lesson("/"), UsageError);
}

TEST(Count, IsThatOfTheTrace) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const auto other = testing::recorded("brent-kung", 16, testing::sixteen);
    const TracePlace place{trace.get(), 0, 2, other.get()};
    ASSERT_EQ(trace->steps()[2].stride, 2);
    const auto count = [&](const std::string& text) { return count_of(text, place); };
    EXPECT_EQ(count("adds"), 14);
    EXPECT_EQ(count("active-threads"), 14);
    EXPECT_EQ(count("adds at stride 8"), 8);
    EXPECT_EQ(count("total adds"), 49);
    EXPECT_EQ(count("other total adds"), 26);
    EXPECT_EQ(count("total adds - other total adds"), 23);
    EXPECT_EQ(count("steps"), 6);
    EXPECT_EQ(count("strides"), 4);
    EXPECT_EQ(count("threads"), 16);
    EXPECT_EQ(count("n"), 16);
    EXPECT_EQ(count("conflict-degree"), 1);
    EXPECT_EQ(count("value 5 at load"), 0);
    EXPECT_EQ(count("value 5"), 0 + 9 + 8 + 5);
    EXPECT_EQ(count("value 5 at step 1"), 0);
    EXPECT_EQ(count("input 3"), 8);
    EXPECT_EQ(count("result 15"), 68);
    EXPECT_EQ(count("value 15 at last - value 15 at first"), 66);
    EXPECT_EQ(count("2 + 3 * 4 / 2"), 10);
    EXPECT_EQ(count("wrong-element"), -1);
    // 15 + 14 + 12 + 8 additions, and none in the load and the store.
    EXPECT_EQ(count("loop adds"), 49);
    EXPECT_EQ(count("thread-slots"), 32);
    EXPECT_EQ(count("loop thread-slots"), 4 * 32);
    EXPECT_EQ(count("loop active-threads % loop thread-slots"), 38);  // 49 of 128
    EXPECT_EQ(count("lane-slots"), 32 * count("requests") + 32 * 1);  // and the addition
}

TEST(Count, SaysWhatItDoesNotKnow) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const TracePlace place{trace.get(), 0, 2, nullptr};
    for (const char* text :
         {"", "add", "adds +", "adds adds", "total threads", "value", "value x", "value 16",
          "value -1", "result 16", "adds at", "adds at stride 3", "adds at step 7", "other adds",
          "adds / races", "adds % races", "loop", "loop threads", "total loop adds"}) {
        EXPECT_THROW(count_of(text, place), UsageError) << text;
    }
    EXPECT_NO_THROW(check_expression("value 99 at stride 3"));
    EXPECT_THROW(check_expression("value"), UsageError);
}

/// The first question of a lesson of one page over 16 numbers, at its second stride.
Question question_of(const std::string& lines) {
    const auto trace = testing::recorded("kogge-stone", 16, testing::sixteen);
    const Lesson lesson = lesson_of(page(run + lines));
    return stridescope::question_of(lesson.pages[0].questions.at(0), {trace.get(), 0, 2, nullptr});
}

TEST(Question, NumbersAreCountedAndOfferedInOrder) {
    const Question question = question_of(
        "ask: How many?\nanswer: adds\nwrong: threads | All are started.\nwrong: adds / 2 | "
        "Half.\nbecause: Those from 2 up.\n");
    EXPECT_EQ(question.options, (std::vector<std::string>{"7", "14", "16"}));
    EXPECT_EQ(question.tempting, (std::vector<std::string>{"Half.", "", "All are started."}));
    EXPECT_EQ(question.right, 1U);
    EXPECT_EQ(question.why, "Those from 2 up.");
    EXPECT_FALSE(question.typed);
    EXPECT_FALSE(question.several());
    EXPECT_EQ(question.tries(), 2);
}

TEST(Question, WordsComeInAnOrderOfTheirOwn) {
    std::set<std::size_t> places;
    for (int blank = 0; blank < 12; ++blank) {
        const Question question =
            question_of(std::string(static_cast<std::size_t>(blank), '\n') +
                        "ask: Why?\nright: because\nwrong: a | x\nwrong: b | y\nwrong: c | z\n");
        ASSERT_EQ(question.options.size(), 4U);
        EXPECT_EQ(question.options[question.right], "because");
        EXPECT_EQ(question.tempting[question.right], "");
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(question.options[i] == "b", question.tempting[i] == "y");
        }
        places.insert(question.right);
    }
    EXPECT_GE(places.size(), 3U) << "nobody learns at which place the right one stands";
}

TEST(Question, ItsWordsHaveNoMarks) {
    const Question question = question_of(
        "ask: Is *i* `a * 2`?\nright: `a[i]` = 2 * 3\nwrong: *p = 1 | It's *all* of `b`.\n"
        "hint: Look at *Banks*: `x`.\nbecause: `t > s`, and a lone ` stays; __syncthreads() "
        "too.\n");
    EXPECT_EQ(question.text, "Is i a * 2?");
    EXPECT_EQ(question.options[question.right], "a[i] = 2 * 3");
    EXPECT_EQ(question.options[1 - question.right], "*p = 1");
    EXPECT_EQ(question.tempting[1 - question.right], "It's all of b.");
    EXPECT_EQ(question.hints[0], "Look at Banks: x.");
    EXPECT_EQ(question.why, "t > s, and a lone ` stays; __syncthreads() too.");
}

TEST(Question, SeveralMayBeRight) {
    const Question question =
        question_of("ask: Which?\nright: one\nwrong: two | even\nright: three\n");
    EXPECT_TRUE(question.several());
    ASSERT_EQ(question.also.size(), 1U);
    int right = 0;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        EXPECT_EQ(question.is_right(i), question.options[i] != "two") << i;
        right += question.is_right(i) ? 1 : 0;
    }
    EXPECT_EQ(right, 2);
    const std::string text = question.right_text();
    EXPECT_TRUE(text == "one; three" || text == "three; one") << text;
}

TEST(Question, ANumberIsTyped) {
    EXPECT_TRUE(question_of("ask: How many?\nanswer: adds\n").typed) << "nothing to choose from";
    const Question question =
        question_of("ask: What?\nanswer: adds * 100\ntyped: yes\nwrong: 0 - 3 | Less?\n");
    EXPECT_TRUE(question.typed);
    EXPECT_EQ(question.options, (std::vector<std::string>{"−3", "1,400"}));
    for (const char* right : {"1400", "1,400", " 1400 ", "1400.0"}) {
        EXPECT_EQ(typed_option(question, right), question.right) << right;
    }
    EXPECT_EQ(typed_option(question, "-3"), 0U);
    EXPECT_EQ(typed_option(question, "−3"), 0U);
    EXPECT_EQ(typed_option(question, "1399"), 2U) << "a number that nothing is said of";
    for (const char* none : {"", " ", "many", "1400x", "-"}) {
        EXPECT_FALSE(typed_option(question, none)) << none;
    }
}

TEST(Question, AWrongAnswerThatIsTheRightOneIsRefused) {
    EXPECT_THROW(question_of("ask: How many?\nanswer: adds\nwrong: active-threads | x\n"),
                 UsageError);
    EXPECT_THROW(question_of("ask: How many?\nanswer: adds\nwrong: 3 | x\nwrong: 3 | y\n"),
                 UsageError);
    EXPECT_THROW(question_of("ask: Why?\nright: a\nwrong: a | x\n"), UsageError);
}

/// A lesson with one question on its first page and none on its second.
LessonPlay play_of(const std::string& question) {
    return LessonPlay{
        std::make_shared<const Lesson>(lesson_of(page(run + question) + page("block: 0\n")))};
}

TEST(LessonPlay, ASecondTryIsTheLast) {
    const std::string lines =
        "ask: How many?\nanswer: adds\nwrong: threads | All.\nwrong: 1 | One.\n";
    const Question question = question_of(lines);
    LessonPlay play = play_of(lines);
    EXPECT_EQ(play.pages(), 2);
    EXPECT_EQ(play.questions(), 1);
    EXPECT_TRUE(play.asks());
    play.answer(0, question, {2}, "16");
    EXPECT_TRUE(play.asks());
    EXPECT_FALSE(play.answered(0));
    EXPECT_EQ(play.answers(), 0);
    play.answer(0, question, {question.right}, "14");
    EXPECT_EQ(play.chosen(0), question.right);
    EXPECT_EQ(play.answers(), 1);
    EXPECT_EQ(play.right_answers(), 0) << "the first try was wrong";
    play.answer(0, question, {0}, "1");   // it is settled
    play.answer(1, question, {1}, "14");  // there is none
    EXPECT_FALSE(play.asks());
    EXPECT_TRUE(play.go(7));
    EXPECT_TRUE(play.at_end());
    EXPECT_FALSE(play.answered(0));
    EXPECT_FALSE(play.asks()) << "this page has no question";
    EXPECT_FALSE(play.go(1));
    EXPECT_TRUE(play.go(-3));
    EXPECT_EQ(play.page(), 0);

    LessonPlay wrong = play_of(lines);
    wrong.answer(0, question, {0}, "1");
    wrong.answer(0, question, {2}, "16");
    EXPECT_EQ(wrong.chosen(0), 2U);
    EXPECT_EQ(wrong.right_answers(), 0);
}

TEST(LessonPlay, OfTwoChoicesTheFirstTryIsTheLast) {
    const std::string lines = "ask: Is it?\nright: yes\nwrong: no | Hm.\n";
    const Question question = question_of(lines);
    LessonPlay play = play_of(lines);
    play.answer(0, question, {1 - question.right}, "no");
    EXPECT_EQ(play.chosen(0), 1 - question.right);
}

TEST(LessonPlay, ARevealedQuestionIsSettledAndNobodysAnswer) {
    const std::string lines = "ask: Is it?\nright: yes\nwrong: no | Hm.\nwrong: so | Ha.\n";
    const Question question = question_of(lines);
    LessonPlay play = play_of(lines);
    EXPECT_EQ(play.vote_on(1), nullptr) << "there is one question";
    ASSERT_NE(play.vote_on(0), nullptr);
    play.vote_on(0)->add(question.right, 3);
    EXPECT_TRUE(play.asks());
    play.reveal(0);
    EXPECT_FALSE(play.asks());
    EXPECT_TRUE(play.answered(0));
    EXPECT_FALSE(play.chosen(0));
    EXPECT_EQ(play.answers(), 0);
    EXPECT_EQ(play.right_answers(), 0);
    EXPECT_EQ(play.vote_on(0), nullptr) << "who votes later, votes no more";
    EXPECT_EQ(play.answer_to(0)->vote.of(question.right), 3);
    play.answer(0, question, {question.right}, "yes");
    EXPECT_TRUE(play.answer_to(0)->tries.empty());
}

TEST(ClassVote, CountsHandsAndNeverFewerThanNone) {
    const Question question =
        question_of("ask: Is it?\nright: yes\nwrong: no | Hm.\nwrong: so | Ha.\n");
    const std::size_t first = (question.right + 1) % 3, second = (question.right + 2) % 3;
    ClassVote vote;
    EXPECT_FALSE(vote.worst(question));
    vote.add(first, -1);
    EXPECT_EQ(vote.all(), 0);
    EXPECT_FALSE(vote.worst(question)) << "nobody chose it";
    vote.add(first, 1);
    vote.set(second, 14);
    vote.add(question.right, 20);
    EXPECT_EQ(vote.worst(question), second);
    EXPECT_EQ(vote.all(), 35);
    vote.set(second, 0);
    EXPECT_EQ(vote.worst(question), first);
    EXPECT_EQ(vote.of(second), 0);
}

TEST(AnswerLog, HasALineForEachTryAndForTheVotesOfEachOption) {
    const std::vector<AnswerLine> answers{
        {.lesson = "T",
         .page = 1,
         .question = "How many?",
         .attempt = 2,
         .answer = "14",
         .right = true},
        {.lesson = "T, too", .page = 3, .question = "Why?", .answer = "so", .votes = 0}};
    EXPECT_EQ(answers_csv(answers),
              "lesson,page,question,try,answer,correct,votes\n"
              "T,1,How many?,2,14,1,\n"
              "\"T, too\",3,Why?,,so,0,0\n");
}

TEST(LessonFile, AMissingFileWithNumbersIsSaidOfItsPageAlone) {
    const Lesson lesson =
        lesson_of(page("run: --kernel kogge-stone --block 16 --input file:nothere.csv\n") +
                  page("step: stride 1\n") + page("run: nothere.npz\n") + page(run));
    ASSERT_EQ(lesson.pages.size(), 4U);
    EXPECT_EQ(lesson.pages[0].bookmark.missing, "there is no file nothere.csv");
    EXPECT_EQ(lesson.pages[1].bookmark.missing, "there is no file nothere.csv")
        << "it keeps that run";
    EXPECT_EQ(lesson.pages[2].bookmark.missing, "there is no file nothere.npz");
    EXPECT_EQ(lesson.pages[3].bookmark.missing, "");
    const std::vector<std::string> faults = lesson_faults(lesson);
    ASSERT_EQ(faults.size(), 3U);
    EXPECT_TRUE(faults[0].ends_with("there is no file nothere.csv"));
}

TEST(LessonPlay, HintsAreShownOneByOne) {
    const std::string lines =
        "ask: Is it?\nright: yes\nwrong: no | Hm.\nwrong: so | Ha.\nhint: First.\nhint: Then.\n";
    const Question question = question_of(lines);
    EXPECT_EQ(question.hints, (std::vector<std::string>{"First.", "Then."}));
    LessonPlay play = play_of(lines);
    EXPECT_EQ(play.answer_to(0), nullptr) << "nobody asked for one";
    play.hint(1, question);
    for (const std::size_t shown : {1U, 2U, 2U}) {
        play.hint(0, question);
        EXPECT_EQ(play.answer_to(0)->hints, shown);
    }
    EXPECT_FALSE(play.answered(0));
    LessonPlay done = play_of(lines);
    done.answer(0, question, {question.right}, "yes");
    done.hint(0, question);
    EXPECT_EQ(done.answer_to(0)->hints, 0U) << "what for?";
    EXPECT_THROW((void)lesson_of(page(run + "hint: Of what?\n")), UsageError);
}

TEST(LessonPlay, SeveralAreChosenTogether) {
    const std::string lines = "ask: Which?\nright: a\nright: b\nwrong: c | Hm.\n";
    const Question question = question_of(lines);
    LessonPlay play = play_of(lines);
    play.mark(0, 1);
    play.mark(0, 2);
    play.mark(0, 1);
    ASSERT_NE(play.answer_to(0), nullptr);
    EXPECT_EQ(play.answer_to(0)->marked, (std::set<std::size_t>{2}));
    EXPECT_FALSE(play.answered(0));
    play.answer(0, question, {question.right}, "one of them");
    EXPECT_FALSE(play.answered(0)) << "not all of it";
    play.answer(0, question, {question.right, question.also[0]}, "both");
    EXPECT_TRUE(play.answer_to(0)->tries.back().right);
    EXPECT_EQ(play.right_answers(), 0) << "half an answer is none";
    LessonPlay another = play_of(lines);
    another.answer(0, question, {question.right, question.also[0]}, "both");
    EXPECT_EQ(another.right_answers(), 1);
}

TEST(LessonPlay, IsDoneWhenAllIsAnsweredAndTheRestWasRead) {
    const std::string lines = "ask: Is it?\nright: yes\nwrong: no | Hm.\nwrong: so | Ha.\n";
    const Question question = question_of(lines);
    const std::size_t wrong = (question.right + 1) % 3;
    LessonPlay play = play_of(lines);
    EXPECT_FALSE(LessonPlay{}.done());
    EXPECT_FALSE(play.page_done(0)) << "it was seen, and not answered";
    play.go(1);
    EXPECT_TRUE(play.page_done(1)) << "it asks nothing";
    EXPECT_FALSE(play.done()) << "paged through";
    play.go(0);
    play.answer(0, question, {wrong}, "wrong");
    EXPECT_FALSE(play.done()) << "there is another try";
    play.answer(0, question, {wrong}, "wrong");
    EXPECT_TRUE(play.done()) << "wrong, and answered";
    EXPECT_FALSE(play.page_done(2));

    LessonPlay jumped = play_of(lines);
    jumped.answer(0, question, {question.right}, "yes");
    EXPECT_FALSE(jumped.done()) << "nobody read the other page";
    LessonPlay shown = play_of(lines);
    shown.go(1);
    shown.go(0);
    shown.reveal(0);
    EXPECT_FALSE(shown.done()) << "nobody answered";
    LessonPlay voted = play_of(lines);
    voted.go(1);
    voted.go(0);
    voted.vote_on(0)->add(wrong, 3);
    voted.reveal(0);
    EXPECT_TRUE(voted.done()) << "a class did";
}

TEST(LessonFaults, AreFound) {
    const auto faults = [](const std::string& bookmark, const std::string& text) {
        return lesson_faults(lesson_of(page(run + bookmark, text)));
    };
    EXPECT_TRUE(faults("check: total adds = 49\n", "It takes 49.\n").empty());
    // A number that is another one, that the text does not say, that nothing accounts for.
    EXPECT_EQ(faults("check: total adds = 50\n", "It takes 50.\n").size(), 1U);
    EXPECT_EQ(faults("check: total adds = 49\n", "It takes many.\n").size(), 1U);
    EXPECT_EQ(faults("", "It takes 49.\n").size(), 1U);
    EXPECT_TRUE(faults("given: 49, by the law\n", "It takes 49.\n").empty());
    EXPECT_EQ(faults("step: stride 3\n", "Words.\n").size(), 1U);
    EXPECT_EQ(faults("block: 1\n", "Words.\n").size(), 1U);
    // A page speaks of a picture: it is no empty one, unless it is hidden yet.
    const auto empty = faults("show: global\nstep: stride 1\n", "Words.\n");
    ASSERT_EQ(empty.size(), 1U);
    EXPECT_NE(empty[0].find("its picture has nothing to show: No thread accessed global memory"),
              std::string::npos)
        << empty[0];
    EXPECT_TRUE(faults("show: global\nstep: load\n", "Words.\n").empty());
    EXPECT_TRUE(faults("show: global\nhide: all\nstep: stride 1\n", "Words.\n").empty());
    EXPECT_TRUE(
        faults("select: thread:15,word:15\nwavefront: 1\nstep: stride 1\n", "Words.\n").empty());
    EXPECT_EQ(faults("select: thread:16\nstep: stride 1\n", "Words.\n").size(), 2U)
        << "it is not there, and has no part in the step";
    EXPECT_EQ(faults("select: line:1\n", "Words.\n").size(), 1U) << "a comment does nothing";
    EXPECT_EQ(faults("wavefront: 2\nstep: stride 1\n", "Words.\n").size(), 1U);
    EXPECT_EQ(faults("ask: What?\nanswer: value 16\n", "Words.\n").size(), 1U);
    EXPECT_EQ(faults("ask: What?\nanswer: adds\nwrong: total adds * 0 | x\n", "Words.\n").size(),
              1U);
    EXPECT_EQ(faults("reveal: stride 3\n", "Words.\n").size(), 1U);
    EXPECT_EQ(faults("show: grid\n", "Words.\n").size(), 1U) << "blocks do not cooperate here";
    EXPECT_EQ(faults("", "A [link](none.md), and ![a picture](none.png).\n").size(), 2U);
    EXPECT_TRUE(faults("", "An [address](https://example.org/16).\n").empty());
    EXPECT_EQ(faults("", "| a | b |\n|---|---|\n| 49 | 1 |\n").size(), 1U);
    // In what tempts as in what is right, numbers come from somewhere.
    EXPECT_EQ(faults("ask: What?\nright: it\nwrong: 48 of them | As many.\n", "Words.\n").size(),
              1U);
    EXPECT_EQ(faults("ask: What?\nanswer: other adds\n", "Words.\n").size(), 1U);
}

// The picture of a Brent–Kung's up-sweep: lanes want words two apart, then four apart.
TEST(LessonFaults, NoWordContradictsThePicture) {
    const auto faults = [](const std::string& bookmark, const std::string& text) {
        std::vector<std::string> found = lesson_faults(
            lesson_of(page("run: --kernel brent-kung --block 64 --input ones\nstep: up-sweep 1\n"
                           "show: banks\n" +
                               bookmark,
                           text)));
        for (std::string& fault : found) fault.erase(0, fault.find(": ") + 2);
        return found;
    };
    using Faults = std::vector<std::string>;
    const std::string after = "reveal: up-sweep 2\nask: What?\nright: a\nwrong: b | c\n";
    EXPECT_EQ(faults("given: 32, and 62\n",
                     "Words 0, 2, 4 … 62 lie in 16 banks, 0 and 32 lie in bank 0.\n"),
              Faults{"nothing says where the 16 of this page comes from: add a \"check\", or a "
                     "\"given\" if no trace can show it"});
    EXPECT_EQ(faults("", "One lane wants word 1.\n"),
              Faults{"the page speaks of word 1, and no lane of its picture wants it"});
    EXPECT_EQ(faults("", "Look at bank 3.\n"),
              Faults{"the page speaks of bank 3, and no lane of its picture wants it"});
    EXPECT_EQ(faults("given: bank 3, of a picture to come\n", "Look at bank 3.\n"), Faults{});
    EXPECT_EQ(faults("", "Word 2 lies in bank 0.\n"), Faults{"word 2 lies in bank 2, not 0"});
    // What is said once the answer is known is said of the step that is revealed.
    EXPECT_EQ(faults(after + "because: Words 1 and 5 lie apart.\n", "Words.\n"), Faults{});
    EXPECT_EQ(faults(after + "because: Words 0 and 4 lie apart.\n", "Words.\n"),
              (Faults{"the page speaks of word 0, and no lane of its picture wants it",
                      "the page speaks of word 4, and no lane of its picture wants it"}));
    // A choice stays when the step changes.
    EXPECT_EQ(faults("select: bank:0\n", "Words.\n"), Faults{});
    EXPECT_EQ(faults("select: bank:0\n" + after, "Words.\n"),
              Faults{"bank 0 is chosen, and has no part in up-sweep 2"});
    EXPECT_EQ(faults("select: bank:0\n", "Look at bank 2.\n"),
              Faults{"bank 0 is chosen, and the page speaks of bank 2"});
    EXPECT_EQ(faults("", "Thread 7 adds.\n"), Faults{});
    EXPECT_EQ(faults("given: 64\n", "Thread 64 adds.\n"),
              Faults{"the page speaks of thread 64, and there is none in its run"});
}

TEST(PictureClaims, AreReadFromWords) {
    const auto named = [](const std::string& words) {
        std::string all;
        for (const NamedThing& thing : named_things(words)) {
            all += fmt::format("{} {}", thing.kind, thing.number);
            all += thing.in_bank < 0 ? "; " : fmt::format(" in bank {}; ", thing.in_bank);
        }
        return all;
    };
    EXPECT_EQ(named("Words 0, 2, 4 … 62 of 1,024."), "word 0; word 2; word 4; word 62; ");
    EXPECT_EQ(named("0, 32 and 64 lie in bank 0"),
              "word 0 in bank 0; word 32 in bank 0; word 64 in bank 0; bank 0; ");
    EXPECT_EQ(named("Element 32 now lies in word 33, which is bank 1, not bank 0."),
              "element 32; word 33 in bank 1; bank 1; bank 0; ");
    EXPECT_EQ(named("Lane 6 is thread 6 in warp 0, 38 in warp 1"),
              "lane 6; thread 6; warp 0; warp 1; ");
    for (const char* none : {"32 words", "words 4 apart", "one bank 32 times", "a word of 4 bytes",
                             "banks share", "0, 32 and 64 are even", "", "bank 99999999999999"}) {
        EXPECT_EQ(named(none), "") << none;
    }
}

TEST(Lesson, SpeaksOfWhatItsChecksCount) {
    const Lesson lesson = lesson_of(page(run + "check: total adds = 49\n", "It takes 49.\n"));
    EXPECT_TRUE(speaks_of(lesson.pages[0], "adds"));
    EXPECT_FALSE(speaks_of(lesson.pages[0], "steps"));
    EXPECT_FALSE(speaks_of(lesson.pages[0], "add"));
}

std::filesystem::path lessons_folder() {
    return std::filesystem::path{source_dir()} / "assets" / "lessons";
}

TEST(Lessons, AreListedInOrder) {
    std::vector<std::string> problems;
    const std::vector<Lesson> lessons = lessons_in(lessons_folder(), problems);
    EXPECT_EQ(problems, std::vector<std::string>{});
    ASSERT_GE(lessons.size(), 2U);
    EXPECT_EQ(lessons.front().title, "Why not one thread each?");
    EXPECT_TRUE(std::ranges::is_sorted(lessons, {}, &Lesson::path));
}

}  // namespace lesson_test
}  // namespace stridescope

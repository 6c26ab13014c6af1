// The controller plays lessons: pages set experiment, step and view, answers are held to the trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/analysis/work.h"
#include "app/experiment/text/scan_flags.h"
#include "app/scene/scene.h"
#include "app/scene/views/views.h"
#include "app/session/controller.h"
#include "app/session/run_text.h"
#include "app/session/view_requests.h"
#include "app/trace/trace.h"
#include "tests/support/scan_run.h"
#include "tests/support/temporary_folder.h"

namespace stridescope {
namespace lesson_controller_test {

constexpr const char* text = R"(---
title: Three pages
about: For this test
---
## One
First.
```lesson
run: --kernel kogge-stone --block 16 --input iota
step: stride 4
show: banks
ask: How many additions?
answer: adds
```
## Two
Second, of the same run.
```lesson
step: stride 8
show: tree alone
select: word:9
wavefront: 1
```
## Three
Third, of another one.
```lesson
run: --kernel brent-kung --block 64
other: --pad every32
step: up-sweep 2
compare: yes
ask: How much less?
answer: excess - other excess
```
)";

class LessonController : public ::testing::Test {
  protected:
    void SetUp() override {
        write(text);
        controller_.wait_until_recorded();
    }

    void write(const std::string& words) { folder_.write("lesson.md", words); }
    void apply(const Command& command) {
        controller_.apply(command);
        controller_.wait_until_recorded();
    }
    const AppState& state() const { return controller_.state(); }
    std::string step() const { return step_label(*state().current_step()); }

    testing::TemporaryFolder folder_;
    std::filesystem::path path_ = folder_ / "lesson.md";
    Controller controller_{ScanRun{}, {}};
};

TEST_F(LessonController, PagesSetWhatIsShown) {
    apply(command::OpenFile{path_});
    ASSERT_TRUE(state().lesson.open());
    EXPECT_EQ(state().trace()->experiment().text.arguments, (std::vector<Setting>{{"A", "iota"}}));
    EXPECT_EQ(step(), "stride 4");
    EXPECT_EQ(state().display.look.view, View::banks);
    EXPECT_FALSE(state().display.look.alone);

    const std::uint64_t recordings = state().runs.recordings;
    apply(command::GoToPage{1});
    EXPECT_EQ(state().runs.recordings, recordings) << "the same run needs no new recording";
    EXPECT_EQ(step(), "stride 8");
    EXPECT_EQ(state().display.look.alone, View::tree);
    EXPECT_EQ(state().display.look.selection, (Selection{.word = 9}));
    EXPECT_EQ(state().wave(), 1);

    apply(command::GoToPage{2});
    EXPECT_EQ(kernel_id(state().trace()->experiment().text), "brent-kung");
    EXPECT_EQ(step(), "up-sweep 2");
    EXPECT_TRUE(state().preferences.lessons_answered.empty()) << "paged through";
    EXPECT_FALSE(state().display.look.alone);
    EXPECT_TRUE(state().comparison.on);
    EXPECT_FALSE(state().display.look.selection.any()) << "a page that chooses nothing lets go";
    EXPECT_EQ(state().wave(), 0);

    apply(command::GoToPage{0});
    EXPECT_EQ(step(), "stride 4");
    EXPECT_FALSE(state().comparison.on);
    apply(command::CloseLesson{});
    EXPECT_FALSE(state().lesson.open());
}

// A page about what happens between blocks speaks of all of it.
TEST_F(LessonController, TheLastStepBesideTheGridIsTheEndOfAllBlocks) {
    write(
        "---\ntitle: A\nabout: b\n---\n## One\nWords.\n```lesson\n"
        "run: --kernel chained --engine cpu --block 4 --n 64 --sms 64 --resident 1 --input ones\n"
        "step: last\nshow: grid alone\n```\n");
    apply(command::OpenLesson{path_});
    ASSERT_GT(state().grid.count(), 100U);
    EXPECT_EQ(state().grid.events(), state().grid.count());
    EXPECT_EQ(state().playback.step(), state().playback.steps() - 1);
}

// A page whose step does not exist, or whose numbers are not those of its run, must not be learned.
TEST_F(LessonController, APageThatDoesNotFitItsRunSaysSo) {
    const auto problem_of = [&](const std::string& bookmark) {
        write(
            "---\ntitle: A\nabout: b\n---\n## One\nWords.\n```lesson\n"
            "run: --kernel kogge-stone --block 16\n" +
            bookmark + "ask: What?\nanswer: adds\n```\n");
        apply(command::OpenLesson{path_});
        EXPECT_EQ(state().lesson.questions.empty(), !state().lesson.problem.empty());
        return state().lesson.problem;
    };
    EXPECT_EQ(problem_of("step: stride 2\ncheck: total adds = 49\n"), "");
    EXPECT_NE(problem_of("step: stride 3\n").find("the run has no step \"stride 3\""),
              std::string::npos);
    EXPECT_NE(problem_of("check: total adds = 50\n").find("total adds is 49, not 50"),
              std::string::npos);
    EXPECT_EQ(problem_of("other: --kernel brent-kung\ncheck: other total adds = 26\n"), "");
    EXPECT_NE(problem_of("other: --kernel brent-kung\ncheck: other total adds = 49\n")
                  .find("other total adds is 26, not 49"),
              std::string::npos);
    EXPECT_NE(problem_of("block: 1\n").find("the run has no block 1"), std::string::npos);
    EXPECT_NE(problem_of("select: thread:16\n").find("no thread 16"), std::string::npos);
    EXPECT_NE(problem_of("step: stride 1\nwavefront: 9\n").find("no wavefront 9"),
              std::string::npos);
    EXPECT_EQ(state().messages.back().text, state().lesson.problem);
    apply(command::CloseLesson{});
    EXPECT_EQ(state().lesson.problem, "");
}

TEST_F(LessonController, APageOfTheSameRunForgetsWhatWasAsked) {
    apply(command::OpenFile{path_});
    apply(command::First{});
    apply(command::TogglePredict{});
    apply(command::StepForward{});
    ASSERT_TRUE(state().predict.waits());
    apply(command::GoToPage{1});
    EXPECT_EQ(step(), "stride 8");
    EXPECT_FALSE(state().predict.question) << "it is of a step that lies behind";
}

TEST_F(LessonController, AnswersAreThoseOfTheTrace) {
    apply(command::OpenLesson{path_});
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    const Question question = state().lesson.questions.front();
    EXPECT_EQ(question.options[question.right], "12");
    apply(command::AnswerLesson{0, 0});  // it is typed
    apply(command::TypeAnswer{1, "12"});
    apply(command::TypeAnswer{0, "a dozen"});
    EXPECT_EQ(state().lesson.play.answer_to(0), nullptr);
    apply(command::TypeAnswer{0, "12"});
    EXPECT_TRUE(state().lesson.play.answered(0));
    EXPECT_EQ(state().lesson.play.right_answers(), 1);
    apply(command::GoToPage{1});
    apply(command::GoToPage{2});
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    const Question& less = state().lesson.questions.front();
    const WorkTable& work = state().runs.shown->work;
    EXPECT_EQ(less.options[less.right],
              count_text(static_cast<double>(
                  work.rows[static_cast<std::size_t>(state().playback.step())].counts.excess())))
        << "with padding nothing is left of it";
    EXPECT_TRUE(state().preferences.lessons_answered.empty());
    apply(command::TypeAnswer{0, "-1"});
    apply(command::TypeAnswer{0, less.options[less.right]});
    EXPECT_EQ(state().lesson.play.answers(), 2);
    EXPECT_EQ(state().lesson.play.right_answers(), 1) << "the first try counts";
    EXPECT_EQ(state().preferences.lessons_answered, std::vector<std::string>{"lesson.md"});
}

TEST_F(LessonController, KnobsAndTheTourLendTheRoomOfAPicture) {
    apply(command::OpenFile{path_});
    apply(command::GoToPage{1});
    ASSERT_EQ(state().display.look.alone, View::tree);
    ASSERT_EQ(state().display.look.selection, (Selection{.word = 9}));
    apply(command::ShowTour{3});
    EXPECT_FALSE(state().display.look.alone) << "this stop is a picture among all";
    apply(command::ShowTour{});
    EXPECT_EQ(state().display.look.alone, View::tree) << "the page is as it was";
    apply(command::ToggleLessonKnobs{});
    EXPECT_TRUE(state().lesson.knobs);
    EXPECT_FALSE(state().display.look.alone) << "beside it there is no room for knobs";
    apply(command::ShowTour{0});
    apply(command::ShowTour{});
    EXPECT_FALSE(state().display.look.alone) << "the knobs keep theirs";
    apply(command::GoToPage{0});
    apply(command::GoToPage{1});
    EXPECT_FALSE(state().display.look.alone);
    apply(command::ToggleLessonKnobs{});
    apply(command::ShowBookmark{});
    EXPECT_EQ(state().display.look.alone, View::tree);
    apply(command::CloseLesson{});
    EXPECT_FALSE(state().display.look.alone);
    EXPECT_FALSE(state().display.look.selection.any()) << "the page had chosen it";
    apply(command::CloseLesson{});
    apply(command::GoToPage{1});
    apply(command::ShowBookmark{});
    EXPECT_FALSE(state().lesson.open()) << "there is none to show";
}

TEST_F(LessonController, AnswersToWhatIsNotAskedAreNone) {
    apply(command::OpenFile{path_});
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    const std::size_t options = state().lesson.questions[0].options.size();
    for (const Command& command :
         {Command{command::AnswerLesson{1, 0}}, Command{command::AnswerLesson{0, options}},
          Command{command::SettleAnswer{0}}, Command{command::SettleAnswer{7}},
          Command{command::TypeAnswer{7, "3"}}}) {
        apply(command);
        EXPECT_FALSE(state().lesson.play.answered(0)) << command.index();
        EXPECT_TRUE(state().answers.empty());
    }
}

TEST_F(LessonController, WhatWasChangedSinceIsSetAgain) {
    apply(command::OpenLesson{path_});
    const Experiment changed = experiment_of_line("--block 32", state().experiment);
    apply(command::SetExperiment{changed});
    EXPECT_EQ(state().trace()->threads(), 32);
    apply(command::ShowBookmark{});
    EXPECT_EQ(state().trace()->threads(), 16);
    EXPECT_EQ(step(), "stride 4");
    apply(command::Last{});
    apply(command::ShowBookmark{});
    EXPECT_EQ(step(), "stride 4");
    EXPECT_TRUE(state().edit.can_undo());
}

TEST_F(LessonController, ABadLessonIsToldAndTheOldOneStays) {
    apply(command::OpenLesson{path_});
    write("words\n");
    apply(command::OpenLesson{path_});
    ASSERT_EQ(state().messages.size(), 1U);
    EXPECT_NE(state().messages.front().text.find("line 1"), std::string::npos);
    EXPECT_EQ(state().lesson.play.lesson()->title, "Three pages");
}

TEST_F(LessonController, AStepThatIsNotThereIsToldWithItsLine) {
    write(
        "---\ntitle: T\nabout: A\n---\n## P\nWords.\n```lesson\nrun: --block 16\nstep: stride "
        "3\n```\n");
    apply(command::OpenLesson{path_});
    ASSERT_EQ(state().messages.size(), 1U);
    EXPECT_NE(state().messages.front().text.find(", line 9: "), std::string::npos)
        << state().messages.front().text;
    EXPECT_TRUE(state().lesson.open());
}

TEST_F(LessonController, ABlockThatIsNotThereIsTold) {
    write(
        "---\ntitle: T\nabout: A\n---\n## P\nWords.\n```lesson\nrun: --block 16\nblock: 7\n```\n");
    apply(command::OpenFile{path_});
    ASSERT_EQ(state().messages.size(), 1U);
    EXPECT_NE(state().messages.front().text.find("no block 7: it recorded 1"), std::string::npos)
        << state().messages.front().text;
}

/// A page whose question refers to another run, changed from the page's by `other`.
std::string asks_of(const std::string& other) {
    return "---\ntitle: T\nabout: A\n---\n## P\nWords.\n```lesson\nrun: --block 16 --n 16\n"
           "other: " +
           other + "\nstep: stride 4\nask: How many?\nanswer: other total adds\n```\n";
}
/// Long enough to be looked at while it is recorded.
constexpr const char* long_run = "--block 1024 --n 1000000 --blocks first:976";

/// Polls until the page's own run is shown, which is the second one.
void await_page(Controller& controller) {
    while (controller.state().runs.recordings < 2) controller.poll();
}

TEST_F(LessonController, QuestionsFollowWhenTheOtherRunIsRecorded) {
    write(asks_of("--block 32 --n 32"));
    controller_.apply(command::OpenLesson{path_});
    EXPECT_TRUE(state().lesson.fetching.now) << "nothing is recorded by the one who turns a page";
    EXPECT_TRUE(state().lesson.questions.empty());
    controller_.wait_until_recorded();
    EXPECT_FALSE(state().lesson.fetching.now);
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    // Of 32 elements strides 1, 2, 4, 8 and 16 leave so many out.
    const Question& question = state().lesson.questions.front();
    EXPECT_EQ(question.options[question.right], std::to_string(31 + 30 + 28 + 24 + 16));
    // Once it is there it is asked of again without being recorded again.
    controller_.apply(command::ShowBookmark{});
    EXPECT_FALSE(state().lesson.fetching.now);
    EXPECT_EQ(state().lesson.questions.size(), 1U);
}

TEST_F(LessonController, APageIsShownWhileTheOtherRunIsRecorded) {
    write(asks_of(long_run));
    controller_.apply(command::OpenLesson{path_});
    await_page(controller_);
    ASSERT_TRUE(state().lesson.fetching.now);
    EXPECT_EQ(step(), "stride 4");
    EXPECT_TRUE(state().lesson.questions.empty());
    // What is changed meanwhile changes nothing about what was asked.
    const Experiment changed = experiment_of_line("--block 64", state().experiment);
    controller_.apply(command::SetExperiment{changed});

    controller_.apply(command::CancelLessonRun{});
    EXPECT_FALSE(state().lesson.fetching.now);
    controller_.wait_until_recorded();
    EXPECT_TRUE(state().lesson.questions.empty());
    EXPECT_TRUE(state().messages.empty()) << "who cancels knows it";
    controller_.apply(command::ShowBookmark{});
    EXPECT_TRUE(state().lesson.fetching.now) << "asked for anew";
    controller_.apply(command::CloseLesson{});
    EXPECT_FALSE(state().lesson.fetching.now);
}

TEST_F(LessonController, QuestionsAreAskedAtThePagesPlace) {
    std::string page = asks_of("--block 512 --n 65536 --blocks first:128");
    const std::string answer = "other total adds", here = answer + " * 0 + adds";
    page.replace(page.find(answer), answer.size(), here);
    write(page);
    controller_.apply(command::OpenLesson{path_});
    await_page(controller_);
    apply(command::Last{});
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    const Question& question = state().lesson.questions.front();
    EXPECT_EQ(question.options[question.right], "12") << "of stride 4, wherever one is by now";
}

TEST_F(LessonController, AnotherPageDropsTheOtherRun) {
    const std::string first = asks_of(long_run);
    write(first +
          "## Q\nMore.\n```lesson\nrun: --block 32 --n 32\nask: How many?\nanswer: adds at "
          "stride 1\n```\n");
    controller_.apply(command::OpenLesson{path_});
    await_page(controller_);
    controller_.apply(command::GoToPage{1});
    EXPECT_FALSE(state().lesson.fetching.now);
    controller_.wait_until_recorded();
    ASSERT_EQ(state().lesson.questions.size(), 1U);
    const Question& question = state().lesson.questions.front();
    EXPECT_EQ(question.options[question.right], "31");
}

TEST_F(LessonController, AnOtherRunThatCannotBeRecordedIsTold) {
    folder_.write("other.cu", "__global__ void k(float *p) { p[0] = }\n");
    write(asks_of("other.cu"));
    apply(command::OpenLesson{path_});
    EXPECT_FALSE(state().lesson.fetching.now);
    EXPECT_TRUE(state().lesson.questions.empty());
    ASSERT_EQ(state().messages.size(), 1U);
    const std::string& told = state().messages.front().text;
    EXPECT_NE(told.find("other.cu:1:"), std::string::npos) << told;
    EXPECT_EQ(step(), "stride 4") << "the page is shown without its question";
}

/// A page with these lines in its bookmark.
std::string one_page(const std::string& lines) {
    return "---\ntitle: T\nabout: A\n---\n## P\nWords.\n```lesson\nrun: --kernel kogge-stone "
           "--block 16 --input iota\n" +
           lines + "```\n## Q\nMore.\n```lesson\nblock: 0\n```\n";
}

TEST_F(LessonController, WhatIsAskedIsHiddenUntilItIsAnswered) {
    write(
        one_page("step: stride 1\nreveal: stride 2\nhide: work, banks\n"
                 "ask: Which?\nright: a\nwrong: b | x\nwrong: c | y\n"
                 "ask: Which all?\nright: d\nright: e\nwrong: f | z\n"));
    apply(command::OpenLesson{path_});
    EXPECT_TRUE(state().lesson.hides(View::work));
    EXPECT_TRUE(state().lesson.hides(View::banks));
    EXPECT_FALSE(state().lesson.hides(View::tree));
    EXPECT_TRUE(state().lesson.hides_counts());
    ASSERT_EQ(state().lesson.questions.size(), 2U);
    const Question first = state().lesson.questions[0], second = state().lesson.questions[1];
    apply(command::AnswerLesson{0, (first.right + 1) % 3});
    EXPECT_FALSE(state().lesson.play.answered(0)) << "there is a second try";
    apply(command::AnswerLesson{0, first.right});
    EXPECT_TRUE(state().lesson.hides_counts()) << "the other one is open";
    apply(command::SettleAnswer{1});
    EXPECT_EQ(state().lesson.play.answer_to(1), nullptr) << "nothing is chosen yet";
    apply(command::AnswerLesson{1, second.right});
    EXPECT_FALSE(state().lesson.play.answered(1)) << "chosen, and not settled";
    EXPECT_EQ(step(), "stride 1");
    apply(command::AnswerLesson{1, second.also[0]});
    apply(command::SettleAnswer{1});
    EXPECT_EQ(state().lesson.play.answers(), 2);
    EXPECT_EQ(state().lesson.play.right_answers(), 1) << "one took a second try";
    EXPECT_FALSE(state().lesson.hides_counts());
    EXPECT_FALSE(state().lesson.hides(View::work));
    EXPECT_EQ(step(), "stride 2");
    apply(command::GoToPage{1});
    EXPECT_FALSE(state().lesson.hides_counts());
    apply(command::GoToPage{0});
    EXPECT_EQ(step(), "stride 2") << "it stays answered";
    const std::filesystem::path file = folder_ / "answers.csv";
    apply(command::SaveAnswers{file});
    std::ifstream saved{file};
    std::string line;
    int lines = 0;
    while (std::getline(saved, line)) ++lines;
    EXPECT_EQ(lines, 4) << "names, two tries and one";
}

TEST_F(LessonController, WhatWasFoundIsHiddenUntilItIsAnswered) {
    write(one_page("hide: faults\nask: Which?\nright: a\nwrong: b | x\nhint: Look.\n"));
    apply(command::OpenLesson{path_});
    EXPECT_TRUE(state().lesson.hides_faults());
    EXPECT_FALSE(state().lesson.hides_counts()) << "what a step does is no fault";
    EXPECT_FALSE(state().lesson.hides(View::tree));
    apply(command::ShowHint{1});
    EXPECT_EQ(state().lesson.play.answer_to(0), nullptr);
    apply(command::ShowHint{0});
    EXPECT_EQ(state().lesson.play.answer_to(0)->hints, 1U);
    EXPECT_TRUE(state().lesson.hides_faults());
    apply(command::AnswerLesson{0, state().lesson.questions[0].right});
    EXPECT_FALSE(state().lesson.hides_faults());
    write(one_page("hide: all\nask: Which?\nright: a\nwrong: b | x\n"));
    apply(command::OpenLesson{path_});
    EXPECT_FALSE(state().lesson.hides_faults());
    EXPECT_TRUE(state().lesson.hides(View::tree));
}

TEST_F(LessonController, APresentedPuzzleShowsTheTextThatItAsksAbout) {
    write(one_page("show: divergence\nhide: faults\nask: Which line?\nanswer: 5\ntyped: yes\n"));
    apply(command::OpenLesson{path_});
    apply(command::TogglePresentation{});
    EXPECT_EQ(state().display.look.alone, View::source);
    apply(command::TogglePresentation{});
    EXPECT_EQ(state().display.look.alone, std::nullopt);
    // Any other page shows what it speaks of.
    write(one_page("show: heatmap\nask: Which?\nright: a\nwrong: b | x\n"));
    apply(command::OpenLesson{path_});
    apply(command::TogglePresentation{});
    EXPECT_EQ(state().display.look.alone, View::heatmap);
    apply(command::TogglePresentation{});
}

TEST_F(LessonController, ARemoteRevealsAnswersBeforeItTurnsThePage) {
    write(
        one_page("step: stride 1\nreveal: stride 2\nhide: work\n"
                 "ask: Which?\nright: a\nwrong: b | x\nwrong: c | y\n"
                 "ask: How many?\nanswer: adds\n"));
    apply(command::OpenLesson{path_});
    const Question first = state().lesson.questions[0];
    const std::size_t wrong = (first.right + 1) % 3;
    apply(command::Vote{wrong});
    EXPECT_EQ(state().question_in_front(), nullptr) << "only in a presentation";
    apply(command::TogglePresentation{});
    ASSERT_TRUE(state().votes());
    apply(command::TypeCount{1});
    apply(command::TypeCount{4});
    apply(command::Vote{wrong});
    apply(command::Vote{first.right});
    apply(command::Vote{first.right});
    apply(command::Vote{first.right, -1});
    apply(command::Vote{3});
    EXPECT_TRUE(state().answers.empty()) << "hands are counted until the answer is shown";
    EXPECT_TRUE(state().lesson.hides(View::work));
    apply(command::TurnOn{});
    EXPECT_TRUE(state().lesson.play.answered(0));
    EXPECT_EQ(state().presenter.asked, 0U) << "it is to be seen";
    EXPECT_FALSE(state().votes());
    const ClassVote& vote = state().lesson.play.answer_to(0)->vote;
    EXPECT_EQ(vote.of(wrong), 14);
    EXPECT_EQ(vote.of(first.right), 1);
    ASSERT_EQ(state().answers.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(state().answers[i].answer, first.options[i]);
        EXPECT_EQ(state().answers[i].votes, i == wrong ? 14 : i == first.right ? 1 : 0);
        EXPECT_EQ(state().answers[i].right, i == first.right);
        EXPECT_EQ(state().answers[i].page, 1);
    }
    apply(command::TurnOn{});
    EXPECT_EQ(state().presenter.asked, 1U);
    EXPECT_FALSE(state().votes()) << "a number is typed";
    EXPECT_EQ(step(), "stride 1");
    apply(command::TurnOn{});
    EXPECT_EQ(step(), "stride 2") << "all of the page is settled";
    EXPECT_FALSE(state().lesson.hides(View::work));
    EXPECT_EQ(state().answers.size(), 3U) << "nobody voted on a number";
    EXPECT_EQ(state().lesson.play.page(), 0);
    apply(command::TurnOn{});
    EXPECT_EQ(state().lesson.play.page(), 1);
    apply(command::TurnOn{false});
    EXPECT_EQ(state().lesson.play.page(), 0);
    EXPECT_EQ(state().presenter.asked, 1U);
    apply(command::TurnOn{false});
    EXPECT_EQ(state().presenter.asked, 0U);
    EXPECT_EQ(vote.of(wrong), 14) << "and its votes are still there";
}

TEST_F(LessonController, APageWhoseNumbersAreMissingSaysSoAndTheOthersPlay) {
    write(
        "---\ntitle: T\nabout: A\n---\n## P\nWords.\n```lesson\nrun: --kernel kogge-stone "
        "--block 16\n```\n## Q\nMore.\n```lesson\nrun: --kernel kogge-stone --input "
        "file:nothere.csv\n```\n## R\nMost.\n```lesson\nrun: --kernel brent-kung --block "
        "32\n```\n");
    apply(command::OpenLesson{path_});
    ASSERT_TRUE(state().lesson.open());
    EXPECT_EQ(state().lesson.problem, "");
    apply(command::GoToPage{1});
    EXPECT_EQ(state().lesson.problem,
              "This page has no run: there is no file nothere.csv. The pictures show another one.");
    EXPECT_TRUE(state().messages.empty()) << "the page says it";
    apply(command::GoToPage{2});
    EXPECT_EQ(state().lesson.problem, "");
    EXPECT_EQ(state().trace()->threads(), 32);
}

// Requests and conflicts are words of a later lesson.
TEST_F(LessonController, BanksAreSpokenOfBesideTheirPicturesOnly) {
    const auto told = [&] {
        return narration_words(state()) +
               step_facts(*state().runs.shown, state().playback.step(), state().speaks_of_banks());
    };
    const auto speaks = [&] {
        return told().find("request") != std::string::npos ||
               told().find("conflict") != std::string::npos;
    };
    // Columns of costs in the pictures.
    const auto counts_wavefronts = [&](View view) {
        const Scene scene = make_scene(
            request_of(state(), view, Side::own, Palette::light(), {.width = 900, .height = 500}));
        return std::ranges::any_of(scene.layers, [](const Layer& layer) {
            return std::ranges::any_of(layer.labels, [](const Label& label) {
                return label.text.find("wavefronts") != std::string::npos;
            });
        });
    };
    write(one_page("step: stride 2\nshow: tree alone\n"));
    apply(command::OpenLesson{path_});
    EXPECT_FALSE(speaks()) << told();
    EXPECT_NE(told().find("14 adds"), std::string::npos) << told();
    apply(command::ToggleEnlarged{View::banks});
    EXPECT_TRUE(speaks()) << told();
    for (const View view : {View::tree, View::memory, View::source, View::work}) {
        apply(command::ToggleEnlarged{view});
        EXPECT_FALSE(speaks()) << told();
        EXPECT_FALSE(counts_wavefronts(view)) << name_of(view);
        apply(command::ToggleEnlarged{view});
    }
    apply(command::CloseLesson{});
    for (const View view : {View::source, View::work})
        EXPECT_TRUE(counts_wavefronts(view)) << name_of(view);
    EXPECT_TRUE(speaks()) << told();
}

TEST_F(LessonController, TwoChosenRunsStandSideBySide) {
    write(one_page("other: --kernel brent-kung\ncompare: other\nlock: wavefronts\n"));
    apply(command::OpenLesson{path_});
    ASSERT_NE(state().pair(), nullptr);
    EXPECT_EQ(kernel_id(state().pair()->left->experiment().text), "kogge-stone");
    EXPECT_EQ(kernel_id(state().pair()->right->experiment().text), "brent-kung");
    EXPECT_EQ(state().comparison.beside.lock, StepLock::wavefronts);
    apply(command::GoToPage{1});
    EXPECT_EQ(state().pair(), nullptr) << "it goes with its page";
    EXPECT_EQ(state().comparison.held.trace, nullptr);
    apply(command::GoToPage{0});
    EXPECT_NE(state().pair(), nullptr);
    apply(command::CloseLesson{});
    EXPECT_EQ(state().pair(), nullptr);
}

TEST_F(LessonController, APageMayShowATrace) {
    apply(command::SetExperiment{ScanRun{.kernel = "brent-kung", .block = 8}});
    apply(command::SaveTrace{folder_ / "small.npz"});
    apply(command::SetExperiment{ScanRun{.kernel = "sklansky", .block = 32}});
    apply(command::SaveTrace{folder_ / "other.npz"});
    write(one_page("ask: What?\nanswer: adds\n") +
          "## R\nA trace.\n```lesson\nrun: small.npz\nother: other.npz\nstep: up-sweep 2\n"
          "ask: How many threads?\nanswer: threads + other threads\n```\n");
    apply(command::OpenLesson{path_});
    apply(command::GoToPage{2});
    EXPECT_EQ(kernel_id(state().trace()->experiment().text), "brent-kung");
    EXPECT_EQ(step(), "up-sweep 2");
    ASSERT_EQ(state().lesson.questions.size(), 1U) << state().lesson.problem;
    EXPECT_EQ(state().lesson.questions[0].options, (std::vector<std::string>{"40"}));
    apply(command::GoToPage{0});
    EXPECT_EQ(kernel_id(state().trace()->experiment().text), "kogge-stone");
}

TEST_F(LessonController, APageSetsWhatAClassNeeds) {
    write(one_page("locked: yes\npredict: yes\ntext-size: 1.5\n"));
    apply(command::OpenLesson{path_});
    EXPECT_TRUE(state().presenter.locked);
    EXPECT_TRUE(state().predict.on);
    EXPECT_EQ(state().preferences.text_scale, 1.5F);
    apply(command::GoToPage{1});
    EXPECT_FALSE(state().presenter.locked) << "the next page can be left";
    apply(command::CloseLesson{});
    EXPECT_EQ(state().preferences.text_scale, 1.0F) << "as it was before the lesson";
}

}  // namespace lesson_controller_test
}  // namespace stridescope

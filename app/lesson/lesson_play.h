// Where one is in a lesson, and what was answered. Knows no window.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/lesson/lesson.h"

namespace stridescope {

/// How many of a class chose each option of a question.
class ClassVote {
  public:
    void add(std::size_t option, int votes);  ///< or takes away: there are never fewer than none
    void set(std::size_t option, int votes);
    int of(std::size_t option) const;
    int all() const;
    /// The wrong option that most chose; nothing where nobody was wrong.
    std::optional<std::size_t> worst(const Question& question) const;

  private:
    std::map<std::size_t, int> votes_;
};

/// What was answered to a question.
struct LessonAnswer {
    struct Try {
        std::set<std::size_t> options;
        std::string words;
        bool right = false;
    };
    std::set<std::size_t> marked{};  ///< chosen, where several are right, and not settled yet
    std::vector<Try> tries{};
    ClassVote vote{};
    std::size_t hints = 0;  ///< that were shown
    bool done = false;      ///< it is right, there is no further try, or the answer was shown
};

class LessonPlay {
  public:
    /// No lesson is open.
    LessonPlay() = default;
    /// Opens the lesson on its first page.
    explicit LessonPlay(std::shared_ptr<const Lesson> lesson) : lesson_{std::move(lesson)} {}

    bool open() const { return lesson_ != nullptr; }
    /// The lesson; null if none is open.
    const std::shared_ptr<const Lesson>& lesson() const { return lesson_; }
    int pages() const { return open() ? static_cast<int>(lesson_->pages.size()) : 0; }
    int page() const { return page_; }  ///< from 0
    /// The page that is read; only while a lesson is open.
    const LessonPage& current() const { return lesson_->pages[static_cast<std::size_t>(page_)]; }
    bool at_end() const { return page_ + 1 >= pages(); }

    /// To that page, or the nearest there is. Returns whether it is another one.
    bool go(int page);

    /// Chooses an option of a question of the current page that has several right ones, or no more.
    void mark(std::size_t question, std::size_t option);
    /// A try at a question of the current page: the options that were chosen, and how the answer
    /// reads. Once it is settled others change nothing.
    void answer(std::size_t index, const Question& question, const std::set<std::size_t>& options,
                std::string words);
    /// One more of the question's hints is shown, where there is one and the question is open.
    void hint(std::size_t index, const Question& question);
    /// The class's vote, while the question is open.
    ClassVote* vote_on(std::size_t question);
    /// The answer is shown, whatever was answered.
    void reveal(std::size_t question);
    /// What was answered to it; null: nothing yet.
    const LessonAnswer* answer_to(std::size_t question) const;
    /// Whether it is settled: answered for good, or its answer shown.
    bool answered(std::size_t question) const;
    /// Which option it was answered with (of several the first; the number of options for a typed
    /// number that is none of them); nothing: it is open, or nobody chose.
    std::optional<std::size_t> chosen(std::size_t question) const;
    /// Whether the current page has questions, and one of them is open.
    bool asks() const;

    int questions() const;  ///< in the whole lesson
    int answers() const;    ///< that were given, and are settled
    /// That were right at the first try: what a second one finds has been told by the first.
    int right_answers() const;
    /// Whether all that the page asks was answered, by one or by a class; of a page that asks
    /// nothing, whether it was read.
    bool page_done(int page) const;
    /// Whether all pages are.
    bool done() const;

  private:
    std::shared_ptr<const Lesson> lesson_;
    int page_ = 0;
    std::set<int> read_{0};                                        ///< pages that were in front
    std::map<std::pair<int, std::size_t>, LessonAnswer> answers_;  ///< by page and question
};

// What was answered, by whom there was: to be written down after an hour.

/// A try at a question, or how many of a class chose one of its options.
struct AnswerLine {
    std::string lesson{};  ///< its title; before a step: what was run
    int page = 0;          ///< from 1; before a step: the step's number
    std::string question{};
    std::optional<int> attempt{};  ///< from 1; absent: these are votes
    std::string answer{};
    bool right = false;
    std::optional<int> votes{};
};

/// A line each, with a line of names: lesson, page, question, try, answer, correct, votes.
std::string answers_csv(const std::vector<AnswerLine>& answers);

}  // namespace stridescope

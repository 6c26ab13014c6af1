#include "app/lesson/lesson_play.h"

#include <algorithm>

#include "app/io/table.h"

namespace stridescope {
namespace {

/// Whether somebody chose, and cannot choose anew.
bool is_answered(const LessonAnswer& answer) {
    return answer.done && !answer.tries.empty();
}

/// Whether somebody chose, or a class voted and has seen what is right.
bool is_settled_by_somebody(const LessonAnswer& answer) {
    return is_answered(answer) || (answer.done && answer.vote.all() > 0);
}

}  // namespace

void ClassVote::add(std::size_t option, int votes) {
    set(option, of(option) + votes);
}

void ClassVote::set(std::size_t option, int votes) {
    constexpr int most = 9999;
    votes_[option] = std::clamp(votes, 0, most);
}

int ClassVote::of(std::size_t option) const {
    const auto found = votes_.find(option);
    return found == votes_.end() ? 0 : found->second;
}

int ClassVote::all() const {
    int sum = 0;
    for (const auto& [option, votes] : votes_) sum += votes;
    return sum;
}

std::optional<std::size_t> ClassVote::worst(const Question& question) const {
    std::optional<std::size_t> found;
    for (const auto& [option, votes] : votes_) {
        if (votes == 0 || question.is_right(option)) continue;
        if (!found || votes > of(*found)) found = option;
    }
    return found;
}

bool LessonPlay::go(int page) {
    const int wanted = std::clamp(page, 0, std::max(pages() - 1, 0));
    const bool another = wanted != page_;
    page_ = wanted;
    read_.insert(page_);
    return another;
}

void LessonPlay::mark(std::size_t question, std::size_t option) {
    if (!open() || question >= current().questions.size()) return;
    LessonAnswer& answer = answers_[{page_, question}];
    if (answer.done) return;
    if (answer.marked.erase(option) == 0) answer.marked.insert(option);
}

void LessonPlay::answer(std::size_t index, const Question& question,
                        const std::set<std::size_t>& options, std::string words) {
    if (!open() || index >= current().questions.size()) return;
    LessonAnswer& answer = answers_[{page_, index}];
    if (answer.done) return;
    const bool right =
        options.size() == question.also.size() + 1 &&
        std::ranges::all_of(options, [&](std::size_t option) { return question.is_right(option); });
    answer.tries.push_back({options, std::move(words), right});
    answer.done = right || static_cast<int>(answer.tries.size()) == question.tries();
    answer.marked.clear();
}

void LessonPlay::hint(std::size_t index, const Question& question) {
    if (!open() || index >= current().questions.size()) return;
    LessonAnswer& answer = answers_[{page_, index}];
    if (!answer.done && answer.hints < question.hints.size()) ++answer.hints;
}

ClassVote* LessonPlay::vote_on(std::size_t question) {
    if (!open() || question >= current().questions.size()) return nullptr;
    LessonAnswer& answer = answers_[{page_, question}];
    return answer.done ? nullptr : &answer.vote;
}

void LessonPlay::reveal(std::size_t question) {
    if (!open() || question >= current().questions.size()) return;
    answers_[{page_, question}].done = true;
}

const LessonAnswer* LessonPlay::answer_to(std::size_t question) const {
    const auto found = answers_.find({page_, question});
    return found == answers_.end() ? nullptr : &found->second;
}

bool LessonPlay::answered(std::size_t question) const {
    const LessonAnswer* answer = answer_to(question);
    return answer != nullptr && answer->done;
}

std::optional<std::size_t> LessonPlay::chosen(std::size_t question) const {
    const LessonAnswer* answer = answer_to(question);
    if (answer == nullptr || !is_answered(*answer)) return std::nullopt;
    return *answer->tries.back().options.begin();
}

bool LessonPlay::asks() const {
    if (!open()) return false;
    for (std::size_t i = 0; i < current().questions.size(); ++i) {
        if (!answered(i)) return true;
    }
    return false;
}

int LessonPlay::questions() const {
    int all = 0;
    if (!open()) return all;
    for (const LessonPage& page : lesson_->pages) all += static_cast<int>(page.questions.size());
    return all;
}

int LessonPlay::answers() const {
    return static_cast<int>(std::ranges::count_if(
        answers_, [](const auto& entry) { return is_answered(entry.second); }));
}

int LessonPlay::right_answers() const {
    return static_cast<int>(std::ranges::count_if(answers_, [](const auto& entry) {
        return is_answered(entry.second) && entry.second.tries.front().right;
    }));
}

bool LessonPlay::page_done(int page) const {
    if (!open() || page < 0 || page >= pages()) return false;
    const std::size_t asked = lesson_->pages[static_cast<std::size_t>(page)].questions.size();
    if (asked == 0) return read_.contains(page);
    for (std::size_t i = 0; i < asked; ++i) {
        const auto found = answers_.find({page, i});
        if (found == answers_.end() || !is_settled_by_somebody(found->second)) return false;
    }
    return true;
}

bool LessonPlay::done() const {
    for (int page = 0; page < pages(); ++page) {
        if (!page_done(page)) return false;
    }
    return open();
}

std::string answers_csv(const std::vector<AnswerLine>& answers) {
    using A = AnswerLine;
    return to_csv(table_of<A>(
        answers, {{.name = "lesson", .cell = [](const A& a) { return Cell{a.lesson}; }},
                  {.name = "page", .cell = [](const A& a) { return Cell{a.page}; }},
                  {.name = "question", .cell = [](const A& a) { return Cell{a.question}; }},
                  {.name = "try", .cell = [](const A& a) { return Cell{a.attempt}; }},
                  {.name = "answer", .cell = [](const A& a) { return Cell{a.answer}; }},
                  {.name = "correct", .cell = [](const A& a) { return Cell{a.right ? 1 : 0}; }},
                  {.name = "votes", .cell = [](const A& a) { return Cell{a.votes}; }}}));
}

}  // namespace stridescope

#include "app/lesson/lesson_play.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/io/csv_field.h"

namespace stridescope {

bool LessonPlay::go(int page) {
    const int wanted = std::clamp(page, 0, std::max(pages() - 1, 0));
    const bool another = wanted != page_;
    page_ = wanted;
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

const LessonAnswer* LessonPlay::answer_to(std::size_t question) const {
    const auto found = answers_.find({page_, question});
    return found == answers_.end() ? nullptr : &found->second;
}

std::optional<std::size_t> LessonPlay::answered(std::size_t question) const {
    const LessonAnswer* answer = answer_to(question);
    if (answer == nullptr || !answer->done) return std::nullopt;
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
    return static_cast<int>(
        std::ranges::count_if(answers_, [](const auto& entry) { return entry.second.done; }));
}

int LessonPlay::right_answers() const {
    return static_cast<int>(std::ranges::count_if(answers_, [](const auto& entry) {
        return entry.second.done && entry.second.tries.back().right;
    }));
}

std::string LessonPlay::answers_csv() const {
    std::string csv = "lesson,page,question,try,answer,correct\n";
    for (const auto& [place, answer] : answers_) {
        const LessonPage& page = lesson_->pages[static_cast<std::size_t>(place.first)];
        for (std::size_t i = 0; i < answer.tries.size(); ++i) {
            csv += fmt::format("{},{},{},{},{},{}\n", csv_field(lesson_->title), place.first + 1,
                               csv_field(page.questions[place.second].ask), i + 1,
                               csv_field(answer.tries[i].words), answer.tries[i].right ? 1 : 0);
        }
    }
    return csv;
}

}  // namespace stridescope

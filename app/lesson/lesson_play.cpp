#include "app/lesson/lesson_play.h"

#include <algorithm>

namespace stridescope {

bool LessonPlay::go(int page) {
    const int wanted = std::clamp(page, 0, std::max(pages() - 1, 0));
    const bool another = wanted != page_;
    page_ = wanted;
    return another;
}

void LessonPlay::answer(std::size_t question, std::size_t option, bool right) {
    if (!open() || question >= current().questions.size()) return;
    answers_.emplace(std::pair{page_, question}, Answer{option, right});
}

std::optional<std::size_t> LessonPlay::answered(std::size_t question) const {
    const auto found = answers_.find({page_, question});
    if (found == answers_.end()) return std::nullopt;
    return found->second.option;
}

int LessonPlay::questions() const {
    int all = 0;
    if (!open()) return all;
    for (const LessonPage& page : lesson_->pages) all += static_cast<int>(page.questions.size());
    return all;
}

int LessonPlay::right_answers() const {
    return static_cast<int>(
        std::ranges::count_if(answers_, [](const auto& entry) { return entry.second.right; }));
}

}  // namespace stridescope

// Where one is in a lesson, and what was answered. Knows no window.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "app/lesson/lesson.h"

namespace stridescope {

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

    /// The first answer to a question of the current page counts; others change nothing.
    void answer(std::size_t question, std::size_t option, bool right);
    /// Which option was chosen; nothing: none yet.
    std::optional<std::size_t> answered(std::size_t question) const;

    int questions() const;  ///< in the whole lesson
    int answers() const { return static_cast<int>(answers_.size()); }
    int right_answers() const;

  private:
    struct Answer {
        std::size_t option = 0;
        bool right = false;
    };

    std::shared_ptr<const Lesson> lesson_;
    int page_ = 0;
    std::map<std::pair<int, std::size_t>, Answer> answers_;  ///< by page and question
};

}  // namespace stridescope

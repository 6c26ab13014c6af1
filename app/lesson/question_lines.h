// The lines of a bookmark that ask something.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lesson/lesson.h"

namespace stridescope {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);
/// Throws UsageError, half a sentence, where the value is neither.
bool yes_or_no(const std::string& key, const std::string& value);

/// Takes in "ask", "answer", "right", "wrong", "typed", "because" or "hint"; false for another key.
/// Throws UsageError, half a sentence, where the value is none.
bool take_question_line(std::vector<LessonQuestion>& all, const std::string& key,
                        const std::string& value, int line);

struct QuestionProblem {
    std::string why;  ///< half a sentence
    int line = 0;
};
/// What the question lacks, once all its lines are read; nothing where it is whole.
std::optional<QuestionProblem> problem_of(const LessonQuestion& question);

}  // namespace stridescope

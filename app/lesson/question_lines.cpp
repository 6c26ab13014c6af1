#include "app/lesson/question_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/io/errors.h"
#include "app/lesson/count.h"

namespace stridescope {
namespace {

/// "12 | why one could think so".
LessonMistake mistake_of(std::string_view value, int line) {
    constexpr std::string_view bar = " | ";
    const std::size_t at = value.find(bar);
    if (at == std::string_view::npos) {
        throw UsageError("a wrong answer says why one could take it: \"wrong: ANSWER | WHY\"");
    }
    return {.answer = std::string{trimmed(value.substr(0, at))},
            .why = std::string{trimmed(value.substr(at + bar.size()))},
            .line = line};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool yes_or_no(const std::string& key, const std::string& value) {
    if (value != "yes" && value != "no") throw UsageError(fmt::format("{} is yes or no", key));
    return value == "yes";
}

bool take_question_line(std::vector<LessonQuestion>& all, const std::string& key,
                        const std::string& value, int line) {
    if (key == "ask") {
        all.push_back({.ask = value, .line = line});
        return true;
    }
    constexpr std::array<std::string_view, 6> keys{"answer", "right",   "wrong",
                                                   "typed",  "because", "hint"};
    const bool known = std::ranges::find(keys, key) != keys.end();
    if (!known) return false;
    if (all.empty()) throw UsageError(fmt::format("\"{}:\" needs an \"ask: …\" before it", key));
    LessonQuestion& question = all.back();
    if (key == "answer") {
        check_expression(value);
        question.answer = value;
    } else if (key == "right") {
        question.right.push_back(value);
    } else if (key == "wrong") {
        question.wrong.push_back(mistake_of(value, line));
    } else if (key == "typed") {
        question.typed = yes_or_no(key, value);
    } else if (key == "hint") {
        question.hints.push_back(value);
    } else {
        question.because = value;
    }
    return true;
}

std::optional<QuestionProblem> problem_of(const LessonQuestion& question) {
    const auto lacks = [&](const char* why) { return QuestionProblem{why, question.line}; };
    if (question.right.empty()) {
        if (question.answer.empty()) {
            return lacks("this question has no \"answer: …\" and no \"right: …\"");
        }
        for (const LessonMistake& mistake : question.wrong) {
            try {
                check_expression(mistake.answer);
            } catch (const UsageError& error) {
                return QuestionProblem{error.what(), mistake.line};
            }
        }
        return std::nullopt;
    }
    if (!question.answer.empty()) {
        return lacks("this question has both \"answer:\", a number, and \"right:\", words");
    }
    if (question.typed) return lacks("only a number can be typed");
    if (question.wrong.empty()) {
        return lacks("this question has no \"wrong: ANSWER | WHY\" to choose from");
    }
    return std::nullopt;
}

}  // namespace stridescope

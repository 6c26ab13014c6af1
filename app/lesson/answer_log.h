// What was answered, by whom there was: to be written down after an hour.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stridescope {

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

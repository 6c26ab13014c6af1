// What somebody has reached in an exercise, in a file with the text that reached it.
#pragma once

#include <string>
#include <string_view>

#include "app/exercise/exercise.h"
#include "app/exercise/judge.h"

namespace stridescope {

/// What a results file says.
struct ExerciseResults {
    std::string exercise{};         ///< "vectors/add"
    std::string exercise_digest{};  ///< of the exercise's text, as it was judged by
    std::string title{};
    std::string text{};  ///< what was handed in
    int points = 0, of = 0;
    int hints = 0;                ///< that were shown
    bool solution_shown = false;  ///< before it was right
    bool intact = false;          ///< nothing was changed since: its digest is that of the rest
};

/// Verdicts and text as JSON, with a digest of both. It tells a slip or a change by hand, no more:
/// whoever computes digests can write another one, so the text can be judged again.
std::string results_text(const Exercise& exercise, const Judgement& judgement,
                         const std::string& text, int hints, bool solution_shown);

/// Whether it may be one: JSON that says so.
bool looks_like_results(std::string_view text);

/// Reads one. Throws UsageError for what is none. `shown`: what it is called.
ExerciseResults read_results(std::string_view text, const std::string& shown);

/// "add.json: Vector addition, 8 of 8 points; text and verdicts belong together."
std::string results_line(const ExerciseResults& results, const std::string& shown);

}  // namespace stridescope

// An exercise: a CUDA text with a card and a hole. docs/exercises.md has its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/text_spec.h"

namespace stridescope {

/// What is judged of a submission, in the order in which it is told.
enum class VerdictKind : std::uint8_t { compiles, right, race, fault, limit };
inline constexpr std::size_t verdict_kinds = 5;
std::string_view name_of(VerdictKind kind);

/// A launch that a submission must get right: which macros are set for it.
struct ExerciseCase {
    std::string name{};  ///< "N = 31"
    std::vector<Setting> settings{};

    bool operator==(const ExerciseCase&) const = default;
};

/// What is counted of a run, for a limit.
enum class LimitCount : std::uint8_t {
    excess_wavefronts,
    wavefronts,
    sectors,
    requests,
    global_requests,
    global_atomics,
    atomics,
    operations,
    barriers,
    threads,
};

/// "sectors <= 1.1 * ideal": what a right solution may cost.
struct ExerciseLimit {
    std::string written{};
    LimitCount count = LimitCount::operations;
    std::string comparison{};  ///< "<=", "<", ">=", ">" or "="
    std::string bound{};       ///< a formula of the text's macros, and of `ideal`

    bool operator==(const ExerciseLimit&) const = default;
};

struct ExerciseHint {
    std::optional<VerdictKind> about{};  ///< nothing: of no verdict in particular
    std::string text{};

    bool operator==(const ExerciseHint&) const = default;
};

struct Exercise {
    std::string path{};  ///< empty: it came with the program
    std::string text{};  ///< all of it, the hole as it is given out
    std::string card{};  ///< its comment lines
    std::string set{};
    int order = 0;  ///< in its set, from 1
    std::string title{}, task{}, source{};
    std::vector<Setting> defines{};  ///< its own outside of the hole: they win over a submission's
    std::vector<ExerciseCase> cases{};  ///< one at least; limits are judged in the last one
    std::vector<ExerciseLimit> limits{};
    std::vector<ExerciseHint> hints{};
    int points[verdict_kinds] = {0, 1, 1, 1, 1};  ///< of each verdict of a kind
    bool hides_expected = false;                  ///< no sentence says what comes out
    std::size_t hole_begin = 0, hole_end = 0;     ///< in `text`: what stands between the marks
    int hole_line = 0;                            ///< of its first line, from 1
    bool shipped = false;                         ///< it came with the program: others have it, too

    std::string_view hole() const {
        return std::string_view{text}.substr(hole_begin, hole_end - hole_begin);
    }
};

/// What it is known by: "vectors/add", its set and its file.
std::string exercise_key(const Exercise& exercise);

/// Whether a text's card says that it is an exercise.
bool is_exercise(std::string_view text);

/// Reads it. Throws UsageError, a sentence with the line, for one that is not whole: without a
/// hole, a task or an expectation nothing can be judged.
Exercise parse_exercise(std::string text, const std::string& path);

/// The text, or its card alone, without what there is to judge it by, hints among it.
std::string without_exercise_words(std::string text);

/// What who solves it begins with: the text without what is there to judge it by, hints among it.
/// Launch and arrays stay, so that it runs; what is expected only where that is no secret.
std::string given_out(const Exercise& exercise);

// What somebody hands in for an exercise, as a text that can be judged.

struct Submission {
    TextSpec spec{};         ///< the exercise's card and macros hold for it
    bool body_only = false;  ///< only what belongs into the hole was handed in
    bool as_given = false;   ///< nothing was written into the hole
};

/// A whole text, or what belongs into the hole: it is whole where it has a __global__ function.
/// `path`: where it lies, for what it includes; empty: nowhere.
Submission submission_of(const Exercise& exercise, std::string text, const std::string& path);

/// The exercise's text with that in its hole.
std::string with_hole(const Exercise& exercise, std::string_view body);

/// The same run as a text that needs nobody else's card: the exercise's stands at its head, in the
/// place of its own.
TextSpec standing_alone(TextSpec spec);

}  // namespace stridescope

// Verdicts on a submission: does it compile, is it right at each size, are there races and faults,
// does it keep to what it may cost. Each is of a recorded run, and what was not judged says so.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/trace/trace.h"

namespace stridescope {

struct ExerciseVerdict {
    enum class State : std::uint8_t {
        passed,
        failed,
        open,  ///< not judged: the sentence says why
    };
    VerdictKind kind = VerdictKind::compiles;
    State state = State::open;
    std::string name{};        ///< "right at N = 31"
    std::string sentence{};    ///< what was found; of one that passed it may be empty
    int of_case = -1;          ///< the case in which it shows; -1: none
    int line = 0;              ///< of the submission's text; 0: none
    int step = -1, block = 0;  ///< of that case's run, where it shows; −1: in none
    int order = 0;             ///< of a race or a fault: its place among that case's findings
    int of_points = 0;

    int points() const { return state == State::passed ? of_points : 0; }
    bool operator==(const ExerciseVerdict&) const = default;
};
std::string_view name_of(ExerciseVerdict::State state);

struct Judgement {
    std::vector<ExerciseVerdict> verdicts{};
    bool body_only = false, as_given = false;  ///< see Submission

    int points() const;  ///< none for a hole as it was given
    int of_points() const;
    bool passed() const;  ///< each verdict did
    /// What to mend first; empty where all passed. A cause comes before what follows from it: a
    /// fault or a race before a wrong result.
    const ExerciseVerdict* first() const;
};

struct JudgeOptions {
    double seconds = 1;       ///< for each case
    std::uint64_t bytes = 0;  ///< of arrays; 0: as much as the machine gives
    int workers = 1;          ///< threads for each run
    /// Asked now and then; false: stop. Then judge throws Cancelled.
    std::function<bool()> go_on{};
};

/// Judges it. Throws Cancelled, and UsageError where the exercise itself cannot be judged by.
Judgement judge(const Exercise& exercise, const Submission& submission,
                const JudgeOptions& options = {});

/// What is run in a case, from 0: macros are set in the text's own lines where it has one for each.
TextSpec spec_of_case(const Exercise& exercise, const Submission& submission, std::size_t of_case);

/// The hint that speaks of the first verdict that failed, else the first one that was not given;
/// `given`: so many were. -1: there is no further one.
int next_hint(const Exercise& exercise, const Judgement& judgement, const std::vector<bool>& given);

}  // namespace stridescope

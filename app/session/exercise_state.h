// The exercise that is solved, if any.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/exercise/judge.h"

namespace stridescope {

struct ExerciseState {
    std::vector<std::shared_ptr<const Exercise>> all;  ///< that were found, set by set
    std::shared_ptr<const Exercise> current;           ///< that is open; null: none is
    /// What came of the text as it stood when it was last judged; nothing before that.
    std::optional<Judgement> judgement;
    std::string problem;      ///< why it cannot be judged; empty: it can
    bool judging = false;     ///< the text is another one by now
    std::vector<bool> hints;  ///< those that were given
    bool passed = false;      ///< it was right in everything, at least once
    bool given_up = false;    ///< the solution is shown all the same
    std::string solution;     ///< what stands in the model's hole; empty: none lies beside it

    bool open() const { return current != nullptr; }
    const Exercise& exercise() const { return *current; }
    bool shows_solution() const { return (passed || given_up) && !solution.empty(); }
    /// Whether there are verdicts on the text as it stands.
    bool has_results() const { return open() && judgement.has_value() && !judging; }
    /// Whether there is a hint that was not given.
    bool has_hint() const;
};

}  // namespace stridescope

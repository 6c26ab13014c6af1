// A class's submissions of one exercise: a row each, whatever it is that was handed in; and the
// rows as lines, a table, or one page.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/exercise/handed_in.h"
#include "app/exercise/judge.h"

namespace stridescope {

struct Grade {
    std::string name{};
    std::string refused{};  ///< why it was not judged; empty: it was
    std::string note{};     ///< of results that were saved: what they say otherwise
    Judgement judgement{};
    Submission submission{};  ///< what was judged
    double seconds = 0;

    int points() const { return refused.empty() ? judgement.points() : 0; }
    bool passed() const { return refused.empty() && judgement.passed(); }
    /// The first finding, a sentence with the case in which it shows; empty: there is none.
    std::string first(const Exercise& exercise) const;
};

/// Which of a set's exercises it is for, by its name: that of the exercise's file, alone or as one
/// of its words ("add_ann.cu"), or of a folder that it lies in ("ann/add/kernel.cu"). Nothing: for
/// none, or for two.
std::optional<std::size_t> exercise_for(const std::vector<Exercise>& set,
                                        const HandedIn& submission);

/// Grades one, and never throws for what it is.
Grade grade(const Exercise& exercise, const HandedIn& submission, const JudgeOptions& options);

/// Grades them on all cores; `done` is told of each, in their order.
std::vector<Grade> grade_all(const Exercise& exercise, const std::vector<HandedIn>& submissions,
                             const JudgeOptions& options,
                             const std::function<void(const Grade&)>& done);

/// "ann.cu: 3 of 8 points · N = 31: Thread 31 writes beyond C. · 12 ms\n".
std::string grade_line(const Exercise& exercise, const Grade& grade);
/// A row each: name, points, what was found first, seconds, and a column for each verdict.
std::string grades_csv(const Exercise& exercise, const std::vector<Grade>& grades);
std::string grades_json(const Exercise& exercise, const std::vector<Grade>& grades);

/// One page of all: a table that a browser shows, without anything from elsewhere. `link`: the
/// address that opens a submission where its first finding shows; empty: none.
std::string grades_html(const Exercise& exercise, const std::vector<Grade>& grades,
                        const std::function<std::string(const Grade&)>& link);

/// An exercise of a set, and what was handed in for it.
struct GradedExercise {
    Exercise exercise{};
    std::vector<Grade> grades{};
};

/// A set's rows: those of each exercise, then what is for none of them. CSV has the exercise and no
/// column for each verdict, since each has others.
std::string grades_csv(const std::vector<GradedExercise>& set, const std::vector<Grade>& others);
std::string grades_json(const std::vector<GradedExercise>& set, const std::vector<Grade>& others);
std::string grades_html(const std::vector<GradedExercise>& set, const std::vector<Grade>& others,
                        const std::function<std::string(const Exercise&, const Grade&)>& link);

/// How many points there are for it.
int most_points(const Exercise& exercise);

}  // namespace stridescope

// The rows of a class: as lines, a table, or one page.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/exercise/grade.h"

namespace stridescope {

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

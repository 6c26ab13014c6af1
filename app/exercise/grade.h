// A class's submissions of one exercise: a row each, whatever it is that was handed in.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/exercise/exercise.h"
#include "app/exercise/judge.h"

namespace stridescope {

/// Something that was handed in; it may turn out not to be a text.
struct HandedIn {
    std::string name{};  ///< as the row calls it
    std::filesystem::path path{};
    std::string refused{};  ///< why it is not judged, a sentence; empty: read it and see
};

/// The files that the paths name. Of a folder each file in it and below is a submission, but for
/// hidden ones, and those that another file beside it includes.
std::vector<HandedIn> handed_in(const std::vector<std::string>& paths);

struct Grade {
    std::string name{};
    std::string refused{};  ///< why it was not judged; empty: it was
    Judgement judgement{};
    std::string text{};  ///< what was judged, for a link
    double seconds = 0;

    int points() const { return refused.empty() ? judgement.points() : 0; }
    bool passed() const { return refused.empty() && judgement.passed(); }
    /// The first finding, a sentence with the case in which it shows; empty: there is none.
    std::string first(const Exercise& exercise) const;
};

/// Grades one, and never throws for what it is.
Grade grade(const Exercise& exercise, const HandedIn& submission, const JudgeOptions& options);

/// Grades them on all cores; `done` is told of each, in their order.
std::vector<Grade> grade_all(const Exercise& exercise, const std::vector<HandedIn>& submissions,
                             const JudgeOptions& options,
                             const std::function<void(const Grade&)>& done);

}  // namespace stridescope

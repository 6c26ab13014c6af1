// Judges what is written into an exercise's hole, off the UI's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/exercise/judge.h"
#include "app/io/background.h"

namespace stridescope {

class ExerciseJudge {
  public:
    struct Outcome {
        Judgement judgement{};
        Submission submission{};  ///< what it is of
        std::string error{};      ///< why there is none
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit ExerciseJudge(std::function<void()> wake);

    /// Whether it judges off the UI's thread; else it takes its turns on it.
    bool has_thread() const { return job_.has_thread(); }
    /// Judges the text; what is under way is dropped.
    void judge(std::shared_ptr<const Exercise> exercise, std::string text) {
        job_.start({std::move(exercise), std::move(text)});
    }
    /// Drops what is under way: nothing comes of it any more.
    void cancel() { job_.cancel(); }
    /// What came of the text handed in last, once.
    std::optional<Outcome> take() { return job_.take(); }

  private:
    struct Job {
        std::shared_ptr<const Exercise> exercise;
        std::string text;
    };
    LatestJob<Job, Outcome> job_;
};

}  // namespace stridescope

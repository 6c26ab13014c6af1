// Judges what is written into an exercise's hole, off the UI's thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

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
    /// Stops what is under way.
    ~ExerciseJudge();
    ExerciseJudge(const ExerciseJudge&) = delete;
    ExerciseJudge& operator=(const ExerciseJudge&) = delete;

    /// Whether it judges off the UI's thread; else it takes its turns on it.
    bool has_thread() const { return background_.has_thread(); }
    /// Judges the text; what is under way is dropped.
    void judge(std::shared_ptr<const Exercise> exercise, std::string text);
    /// Drops what is under way: nothing comes of it any more.
    void cancel();
    /// What came of the text handed in last, once.
    std::optional<Outcome> take();

  private:
    struct Job {
        std::shared_ptr<const Exercise> exercise;
        std::string text;
    };
    std::optional<std::chrono::milliseconds> turn();
    Outcome carry_out(Job job, std::uint64_t number);

    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Job> waiting_;
    std::optional<Outcome> outcome_;
    std::atomic<std::uint64_t> latest_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

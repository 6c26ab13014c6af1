#include "app/session/exercise_judge.h"

#include <exception>
#include <new>
#include <utility>

#include "app/engine/engine.h"

namespace stridescope {

ExerciseJudge::ExerciseJudge(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

ExerciseJudge::~ExerciseJudge() {
    cancel();
}

void ExerciseJudge::judge(std::shared_ptr<const Exercise> exercise, std::string text) {
    {
        const std::lock_guard lock(mutex_);
        ++latest_;
        waiting_ = {std::move(exercise), std::move(text)};
        outcome_.reset();
    }
    background_.notify();
}

void ExerciseJudge::cancel() {
    const std::lock_guard lock(mutex_);
    ++latest_;
    waiting_.reset();
    outcome_.reset();
}

std::optional<ExerciseJudge::Outcome> ExerciseJudge::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

ExerciseJudge::Outcome ExerciseJudge::carry_out(Job job, std::uint64_t number) {
    JudgeOptions options;
    options.go_on = [this, number] { return latest_.load() == number; };
    Outcome outcome;
    try {
        outcome.submission = submission_of(*job.exercise, std::move(job.text), "");
        outcome.judgement = stridescope::judge(*job.exercise, outcome.submission, options);
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        outcome.error = "There is not enough memory to judge it.";
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    return outcome;
}

std::optional<std::chrono::milliseconds> ExerciseJudge::turn() {
    std::unique_lock lock(mutex_);
    if (!waiting_) return std::nullopt;
    Job job = *std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    std::optional<Outcome> outcome;
    try {
        outcome = carry_out(std::move(job), number);
    } catch (const Cancelled&) {
        // Asked for: there is nothing to say.
    }
    lock.lock();
    if (number == latest_) outcome_ = std::move(outcome);
    lock.unlock();
    if (wake_) wake_();
    return std::chrono::milliseconds{0};
}

}  // namespace stridescope

#include "app/session/engine_comparer.h"

#include <fmt/format.h>

#include <cctype>
#include <exception>
#include <new>
#include <utility>

#include "app/session/recorder.h"

namespace stridescope {

Message compare_engines(const Experiment& experiment, const GpuEngine& gpu,
                        const RunOptions& options) {
    Experiment run = experiment;
    run.engine = EngineChoice::cuda;  // what a GPU cannot run is told before anything runs
    if (const std::string why = why_impossible(run); !why.empty()) throw UsageError(why);
    const GpuVerdict verdict = gpu.verify(limited_to_window(run), options);
    Message message;
    message.fine = verdict.same;
    message.text = verdict.text + '.';
    message.text.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(message.text.front())));
    return message;
}

EngineComparer::EngineComparer(std::function<void()> wake, GpuEngine gpu)
    : wake_(std::move(wake)), gpu_(std::move(gpu)), background_([this] { return turn(); }) {}

EngineComparer::~EngineComparer() {
    cancel();
}

void EngineComparer::compare(Experiment experiment) {
    {
        const std::lock_guard lock(mutex_);
        ++latest_;
        waiting_ = std::move(experiment);
        outcome_.reset();
        share_ = 0;
    }
    background_.notify();
}

void EngineComparer::cancel() {
    const std::lock_guard lock(mutex_);
    ++latest_;
    waiting_.reset();
    outcome_.reset();
    share_ = 0;
}

std::optional<std::string> EngineComparer::gpu_problem() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return gpu_problem_;
}

std::optional<Message> EngineComparer::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

Message EngineComparer::carry_out(const Experiment& experiment, std::uint64_t number) {
    Message failed;
    failed.fine = false;
    RunOptions options;
    options.progress = [this, number](double share) {
        if (latest_.load() != number) return false;
        share_ = share;
        return true;
    };
    try {
        if (const std::string why = gpu_.why_unavailable(); !why.empty()) {
            throw RunError(why);
        }
        return compare_engines(experiment, gpu_, options);
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        failed.text = "The engines cannot be compared: not enough memory. Choose fewer elements.";
    } catch (const std::exception& error) {
        failed.text = fmt::format("The engines cannot be compared. {}", error.what());
    }
    return failed;
}

std::optional<std::chrono::milliseconds> EngineComparer::turn() {
    constexpr std::chrono::milliseconds at_once{0};
    std::unique_lock lock(mutex_);
    if (!gpu_problem_) {
        lock.unlock();
        std::string problem = gpu_.why_unavailable();
        lock.lock();
        gpu_problem_ = std::move(problem);
        lock.unlock();
        if (wake_) wake_();
        return at_once;
    }
    if (!waiting_) return std::nullopt;
    const Experiment experiment = *std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    std::optional<Message> outcome;
    try {
        outcome = carry_out(experiment, number);
    } catch (const Cancelled&) {
        // Asked for: there is nothing to say.
    }
    lock.lock();
    if (number == latest_) outcome_ = std::move(outcome);
    lock.unlock();
    if (wake_) wake_();
    return at_once;
}

}  // namespace stridescope

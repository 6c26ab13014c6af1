#include "app/session/engine_comparer.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "app/analysis/divergence.h"
#include "app/session/presets.h"
#include "app/session/recorder.h"

namespace stridescope {
namespace {

constexpr int first_step = 1;  // as the timeline counts

std::string first_blocks_words(const Trace& trace) {
    if (trace.blocks() >= trace.grid()) return {};
    return fmt::format(" (the first {} of {} blocks)", trace.blocks(), trace.grid());
}

}  // namespace

Message compare_engines(const Experiment& experiment, const EnginePair& engines,
                        const RunOptions& options) {
    Experiment run = experiment;
    run.engine = EngineChoice::cuda;  // what a GPU cannot run is told before anything runs
    run = limited_to_window(run);
    // Half of the work each.
    const auto record_on = [&](EngineChoice engine, double from) {
        const Experiment mine = engine == EngineChoice::cpu ? emulated_as_on_gpu(run) : run;
        RunOptions half = options;
        if (options.progress) {
            half.progress = [&options, from](double share) {
                return options.progress(from + share / 2);
            };
        }
        return engines.record(mine, half);
    };
    const auto got = record_on(EngineChoice::cuda, 0);
    const auto expected = record_on(EngineChoice::cpu, 0.5);
    const TraceComparison compared = compare_traces(*expected, *got, first_step);
    run.engine = EngineChoice::automatic;
    const std::string what = fmt::format("{} and {}, {}{}", expected->device(), got->device(),
                                         experiment_title(run), first_blocks_words(*got));
    Message message;
    if (!compared.divergence) {
        message.text =
            fmt::format("Identical: {}. Compared: {}{}.", what, sentence(compared.amounts),
                        compared.left_out.empty() ? "" : "; not compared: " + compared.left_out);
        return message;
    }
    const Divergence& found = *compared.divergence;
    message.fine = false;
    message.text = fmt::format("The engines diverge: {}. First in {}.", what, found.text);
    // What is of no single step is what came out at the end.
    message.place = RunStep{experiment, std::max(found.block, 0),
                            found.step >= 0 ? found.step : std::max(expected->step_count() - 1, 0)};
    return message;
}

EngineComparer::EngineComparer(std::function<void()> wake, EnginePair engines)
    : wake_(std::move(wake)), engines_(std::move(engines)), thread_([this] { work(); }) {}

EngineComparer::~EngineComparer() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        ++latest_;
    }
    changed_.notify_all();
    thread_.join();
}

void EngineComparer::compare(Experiment experiment) {
    {
        const std::lock_guard lock(mutex_);
        ++latest_;
        waiting_ = std::move(experiment);
        outcome_.reset();
        share_ = 0;
    }
    changed_.notify_all();
}

void EngineComparer::cancel() {
    const std::lock_guard lock(mutex_);
    ++latest_;
    waiting_.reset();
    outcome_.reset();
    share_ = 0;
}

std::optional<std::string> EngineComparer::gpu_problem() {
    const std::lock_guard lock(mutex_);
    return gpu_problem_;
}

std::optional<Message> EngineComparer::take() {
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
        if (const std::string why = engines_.why_unavailable(EngineChoice::cuda); !why.empty()) {
            throw RunError(why);
        }
        return compare_engines(experiment, engines_, options);
    } catch (const Cancelled&) {
        throw;
    } catch (const std::bad_alloc&) {
        failed.text = "The engines cannot be compared: not enough memory. Choose fewer elements.";
    } catch (const std::exception& error) {
        failed.text = fmt::format("The engines cannot be compared. {}", error.what());
    }
    return failed;
}

void EngineComparer::work() {
    std::string problem = engines_.why_unavailable(EngineChoice::cuda);
    std::unique_lock lock(mutex_);
    gpu_problem_ = std::move(problem);
    for (;;) {
        lock.unlock();
        if (wake_) wake_();
        lock.lock();
        changed_.wait(lock, [this] { return stop_ || waiting_; });
        if (stop_) return;
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
    }
}

}  // namespace stridescope

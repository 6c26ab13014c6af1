#include "app/session/recorder.h"

#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <utility>

#include "app/engine/engine.h"
#include "app/session/opened_arguments.h"
#include "app/session/unpadded.h"
#include "app/trace/trace_file.h"

namespace stridescope {
namespace {

/// `check` is called now and then; what it throws ends it.
Recording describe(std::shared_ptr<const Trace> trace, const std::function<void()>& check) {
    Recording recording;
    recording.work = work_table(*trace);
    check();
    recording.lines = std::make_shared<const LineTable>(line_table(*trace));
    check();
    recording.wrong = first_wrong(*trace);
    check();
    recording.races = races_of(*trace);
    check();
    if (trace->facts().is_broken()) recording.findings = findings(*trace);
    recording.trace = std::move(trace);
    return recording;
}

}  // namespace

Experiment limited_to_window(const Experiment& experiment) {
    if (experiment.first_blocks) return experiment;
    Experiment limited = experiment;
    limited.first_blocks = window_blocks;
    return limited;
}

Recorder::Recorder(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

Recorder::~Recorder() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    ++latest_;
}

std::uint64_t Recorder::record(Experiment experiment) {
    return request(std::move(experiment));
}

std::uint64_t Recorder::open(std::filesystem::path path) {
    return request(std::move(path));
}

std::uint64_t Recorder::request(Job job) {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++latest_;
        waiting_ = std::move(job);
        outcomes_.clear();
        share_ = 0;
    }
    background_.notify();
    return number;
}

void Recorder::cancel() {
    const std::lock_guard lock(mutex_);
    ++latest_;
    waiting_.reset();
    outcomes_.clear();
    share_ = 0;
}

std::vector<Recorder::Outcome> Recorder::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(outcomes_, {});
}

std::optional<std::chrono::milliseconds> Recorder::turn() {
    std::unique_lock lock(mutex_);
    if (stop_ || !waiting_) return std::nullopt;
    const Job job = *std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    try {
        carry_out(job, number);
    } catch (const Cancelled&) {
        // A newer request is waiting, or the window closes.
    } catch (const std::bad_alloc&) {
        deliver({number, nullptr, "Not enough memory for this recording: choose fewer elements.",
                 true});
    } catch (const std::exception& error) {
        deliver({number, nullptr, error.what(), true});
    }
    return std::chrono::milliseconds{0};
}

void Recorder::carry_out(const Job& job, std::uint64_t number) {
    const auto check = [this, number] {
        if (superseded(number)) throw Cancelled();
    };
    Recording recording;
    std::optional<Experiment> unpadded;
    if (const auto* path = std::get_if<std::filesystem::path>(&job)) {
        recording = describe(read_trace(*path), check);
        recording.opened_from = path->string();
        unpadded = without_padding(recording.trace->experiment());
        if (unpadded) {
            unpadded->engine = EngineChoice::automatic;
            unpadded->text.arguments = arguments_beside(*recording.trace, *path);
            unpadded->first_blocks = std::max(1, recording.trace->blocks());
        }
    } else {
        const Experiment experiment = limited_to_window(std::get<Experiment>(job));
        unpadded = without_padding(experiment);
        recording = describe(run(experiment, number, 0, unpadded ? 0.5 : 1), check);
    }
    deliver({number, std::make_shared<const Recording>(recording), {}, !unpadded});
    if (unpadded) add_unpadded(std::move(recording), *unpadded, number);
}

void Recorder::add_unpadded(Recording recording, const Experiment& unpadded, std::uint64_t number) {
    try {
        recording.unpadded = run(unpadded, number, 0.5, 1);
        recording.unpadded_totals = work_table(*recording.unpadded).totals;
    } catch (const UsageError&) {
        // A file may hold a run that cannot be repeated here; then there is nothing to compare.
    }
    deliver({number, std::make_shared<const Recording>(std::move(recording)), {}, true});
}

std::shared_ptr<const Trace> Recorder::run(const Experiment& experiment, std::uint64_t number,
                                           double from, double to) {
    RunOptions options;
    options.progress = [this, number, from, to](double share) {
        if (superseded(number)) return false;
        share_ = from + share * (to - from);
        return true;
    };
    if (superseded(number)) throw Cancelled();
    return stridescope::record(experiment, options);
}

void Recorder::deliver(Outcome outcome) {
    {
        const std::lock_guard lock(mutex_);
        if (stop_ || outcome.request != latest_) return;
        outcomes_.push_back(std::move(outcome));
    }
    if (wake_) wake_();
}

}  // namespace stridescope

#include "app/session/recorder.h"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "app/engine/engine.h"
#include "app/session/opened_arguments.h"
#include "app/session/other_versions.h"
#include "app/session/workers.h"

namespace stridescope {
namespace {

/// What is said about a run, part by part.
constexpr std::array parts{
    +[](Recording& of) { of.work = work_table(*of.trace); },
    +[](Recording& of) { of.lines = std::make_shared<const LineTable>(line_table(*of.trace)); },
    +[](Recording& of) { of.wrong = first_wrong(*of.trace); },
    +[](Recording& of) { of.findings = findings(*of.trace); },
};

/// How long one turn takes where nobody else can work meanwhile: a picture is drawn between two,
/// and all of it within 50 ms. Most runs are done by then.
constexpr std::chrono::milliseconds patience{12};

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
    constexpr std::chrono::milliseconds soon{1}, later{10};
    std::unique_lock lock(mutex_);
    if (stop_) return std::nullopt;
    const std::optional<Job> job = std::exchange(waiting_, std::nullopt);
    const std::uint64_t number = latest_;
    lock.unlock();
    turn_began_ = Clock::now();
    if (job) {
        end_task();
        Task task;
        task.number = number;
        task_ = std::move(task);
    } else if (!task_) {
        return std::nullopt;
    }
    try {
        if (job) begin(*job);
        if (task_ && !go_on()) return later;
    } catch (const Cancelled&) {
        // A newer request is waiting, or the window closes.
        end_task();
    } catch (const std::bad_alloc&) {
        deliver({number, nullptr, "Not enough memory for this recording: choose fewer elements.",
                 true});
        end_task();
    } catch (const std::exception& error) {
        deliver({number, nullptr, error.what(), true});
        end_task();
    }
    return soon;
}

void Recorder::end_task() {
    if (task_ && task_->away) workers()->drop(*task_->away);
    task_.reset();
}

void Recorder::begin(const Job& job) {
    if (const auto* path = std::get_if<std::filesystem::path>(&job)) {
        task_->path = *path;
        task_->opening = begin_to_read_trace(*path);
    } else {
        task_->experiment = limited_to_window(std::get<Experiment>(job));
        task_->unpadded = without_padding(task_->experiment);
    }
}

/// Reads on in the file, as describe() says.
void Recorder::read_on() {
    while (task_->opening->go_on()) {
        if (superseded(task_->number)) throw Cancelled();
        if (takes_long()) return;
    }
    std::shared_ptr<const Trace> trace = std::exchange(task_->opening, nullptr)->trace();
    task_->unpadded = without_padding(trace->experiment());
    if (task_->unpadded) {
        task_->unpadded->engine = EngineChoice::automatic;
        task_->unpadded->text.arguments = arguments_beside(*trace, task_->path);
        task_->unpadded->first_blocks = std::max(1, trace->blocks());
    }
    task_->making.emplace().trace = std::move(trace);
    task_->making->opened_from = task_->path.string();
}

/// Records the task's next run, and tells of it. False: it is not done yet.
bool Recorder::go_on() {
    if (task_->opening) {
        read_on();
        return true;
    }
    if (task_->making) {
        describe();
        return true;
    }
    std::shared_ptr<const Trace> trace;
    try {
        trace = run();
    } catch (const UsageError&) {
        // A file may hold a run that cannot be repeated here; then there is nothing to compare.
        if (!task_->padded) throw;
        deliver({task_->number,
                 std::make_shared<const Recording>(std::move(*task_->padded)),
                 {},
                 true});
        end_task();
        return true;
    }
    if (!trace) return false;
    const bool was_away = task_->away.has_value();
    task_->away.reset();
    if (task_->padded) {
        Recording recording = std::move(*task_->padded);
        recording.unpadded = std::move(trace);
        recording.unpadded_totals = work_table(*recording.unpadded).totals;
        deliver({task_->number, std::make_shared<const Recording>(std::move(recording)), {}, true});
        end_task();
        return true;
    }
    task_->making.emplace().trace = std::move(trace);
    if (!was_away) describe();
    return true;
}

bool Recorder::takes_long() const {
    return workers() != nullptr && Clock::now() > turn_began_ + patience;
}

/// Says more about what was recorded; where nobody else can do it meanwhile, not all in one turn.
void Recorder::describe() {
    const std::uint64_t number = task_->number;
    while (task_->said < parts.size()) {
        if (superseded(number)) throw Cancelled();
        if (takes_long()) return;
        parts[task_->said++](*task_->making);
    }
    task_->said = 0;
    Recording recording = *std::exchange(task_->making, std::nullopt);
    deliver({number, std::make_shared<const Recording>(recording), {}, !task_->unpadded});
    if (!task_->unpadded) {
        end_task();
        return;
    }
    task_->experiment = *std::exchange(task_->unpadded, std::nullopt);
    task_->padded = std::move(recording);
}

/// The task's run; null: it is not done yet.
std::shared_ptr<const Trace> Recorder::run() {
    const std::uint64_t number = task_->number;
    const double from = task_->padded ? 0.5 : 0, to = task_->unpadded ? 0.5 : 1;
    if (superseded(number)) throw Cancelled();
    if (task_->away) {
        Workers::News news = workers()->ask(*task_->away);
        share_ = from + news.share * (to - from);
        return news.trace;
    }
    bool too_long = false;
    RunOptions options;
    options.progress = [&](double share) {
        if (superseded(number)) return false;
        share_ = from + share * (to - from);
        too_long = takes_long();
        return !too_long;
    };
    try {
        return stridescope::record(task_->experiment, options);
    } catch (const Cancelled&) {
        if (!too_long) throw;
    }
    task_->away = workers()->begin(task_->experiment);
    return nullptr;
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

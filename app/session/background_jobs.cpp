#include "app/session/background_jobs.h"

#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "app/engine/engine.h"
#include "app/experiment/experiment.h"
#include "app/session/recorder.h"

namespace stridescope {
namespace {

/// Whoever asked for a search of schedules waits for it.
constexpr std::chrono::milliseconds patience_of_search{1000};

/// What comes of the work, which is given what it is to fill in; or the reason why nothing does, as
/// its error. Nothing where it was cancelled: there is nothing to say of that.
template <class Outcome, class Work>
std::optional<Outcome> outcome_of(const Work& work, const char* without_memory) {
    Outcome outcome;
    try {
        work(outcome);
    } catch (const Cancelled&) {
        return std::nullopt;
    } catch (const std::bad_alloc&) {
        outcome.error = without_memory;
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    return outcome;
}

constexpr const char* no_memory_to_run = "There is not enough memory to run it again.";

RunOptions while_wanted(const std::function<bool()>& wanted) {
    RunOptions options;
    options.progress = [&wanted](double) { return wanted(); };
    return options;
}

}  // namespace

ExerciseJudge::ExerciseJudge(std::function<void()> wake)
    : job_{std::move(wake), [](const Job& job, const std::function<bool()>& wanted) {
               const auto work = [&](Outcome& outcome) {
                   JudgeOptions options;
                   options.go_on = wanted;
                   outcome.submission = submission_of(*job.exercise, job.text, "");
                   outcome.judgement =
                       stridescope::judge(*job.exercise, outcome.submission, options);
               };
               return outcome_of<Outcome>(work, "There is not enough memory to judge it.");
           }} {}

LocalsReader::LocalsReader(std::function<void()> wake)
    : LatestJob{std::move(wake), [](const LocalsToRead& job, const Wanted& wanted) {
                    const auto work = [&](LocalsRead& read) {
                        read.locals = std::make_shared<const ThreadLocals>(
                            locals_of(job.trace->experiment(), *job.trace, job.block, job.thread,
                                      while_wanted(wanted)));
                    };
                    return outcome_of<LocalsRead>(work, no_memory_to_run);
                }} {}

ScheduleSearcher::ScheduleSearcher(std::function<void()> wake)
    : jobs_{std::move(wake), [](const Job& job, const std::function<bool()>& wanted) {
                const auto work = [&](Outcome& outcome) {
                    outcome.search = search_schedules(job.experiment, *job.trace,
                                                      patience_of_search, while_wanted(wanted));
                };
                return outcome_of<Outcome>(work, no_memory_to_run);
            }} {}

LadderRunner::LadderRunner(std::function<void()> wake)
    : wake_{std::move(wake)}, jobs_{wake_, [this](const LadderPlan& plan, const auto& wanted) {
                                        return carry_out(plan, wanted);
                                    }} {}

void LadderRunner::start(LadderPlan plan) {
    {
        const std::lock_guard lock{mutex_};
        now_ = {};
    }
    jobs_.start(std::move(plan));
}

LadderProgress LadderRunner::now() const {
    const std::lock_guard lock{mutex_};
    return now_;
}

LadderRunner::Outcome LadderRunner::carry_out(const LadderPlan& plan,
                                              const std::function<bool()>& wanted) {
    Outcome outcome;
    try {
        outcome.ladder = measure_ladder(plan, [&](const LadderProgress& now) {
            if (wanted()) {
                const std::lock_guard lock{mutex_};
                now_ = now;
            }
            if (wake_) wake_();
            return wanted();
        });
    } catch (const std::exception& error) {
        outcome.error = error.what();
    }
    return outcome;
}

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
    : gpu_(std::move(gpu)),
      driver_{wake, [this](const Question&, const auto&) { return std::optional{ask_driver()}; }},
      jobs_{std::move(wake), [this](const Experiment& experiment, const auto& wanted) {
                return carry_out(experiment, wanted);
            }} {
    driver_.start({});
}

std::string EngineComparer::ask_driver() {
    const std::lock_guard lock(asking_);
    return gpu_.why_unavailable();
}

void EngineComparer::compare(Experiment experiment) {
    share_ = 0;
    jobs_.start(std::move(experiment));
}

void EngineComparer::cancel() {
    jobs_.cancel();
    share_ = 0;
}

std::optional<std::string> EngineComparer::gpu_problem() {
    if (auto problem = driver_.take()) gpu_problem_ = std::move(problem);
    return gpu_problem_;
}

std::optional<Message> EngineComparer::carry_out(const Experiment& experiment,
                                                 const std::function<bool()>& wanted) {
    Message failed;
    failed.fine = false;
    RunOptions options;
    options.progress = [&](double share) {
        if (!wanted()) return false;
        share_ = share;
        return true;
    };
    try {
        if (const std::string why = ask_driver(); !why.empty()) throw RunError(why);
        return compare_engines(experiment, gpu_, options);
    } catch (const Cancelled&) {
        return std::nullopt;  // asked for: there is nothing to say
    } catch (const std::bad_alloc&) {
        failed.text = "The engines cannot be compared: not enough memory. Choose fewer elements.";
    } catch (const std::exception& error) {
        failed.text = fmt::format("The engines cannot be compared. {}", error.what());
    }
    return failed;
}

namespace {

constexpr std::chrono::milliseconds pause{250};

}  // namespace

std::optional<FileWatcher::Stamp> FileWatcher::stamp_of(const std::filesystem::path& path) {
    std::error_code no_time, no_size;
    const Stamp stamp{std::filesystem::last_write_time(path, no_time),
                      std::filesystem::file_size(path, no_size)};
    if (no_time || no_size) return std::nullopt;
    return stamp;
}

FileWatcher::FileWatcher(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

FileWatcher::~FileWatcher() = default;

void FileWatcher::watch(std::filesystem::path path) {
    {
        const std::lock_guard lock(mutex_);
        path_ = std::move(path);
        anew_ = true;
        news_.reset();
    }
    background_.notify();
}

std::optional<FileWatcher::News> FileWatcher::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
}

std::optional<std::chrono::milliseconds> FileWatcher::turn() {
    std::unique_lock lock(mutex_);
    if (path_.empty()) return std::nullopt;
    if (std::exchange(anew_, false)) seen_.reset();
    const std::filesystem::path path = path_;
    lock.unlock();
    std::optional<News> news;
    const std::optional<Stamp> stamp = stamp_of(path);
    // A file that is not there may be on its way, and so may an empty one's text.
    if (stamp && stamp != seen_ && stamp->size > 0) {
        try {
            news = News{path, read_text_file(path)};
            // Written to meanwhile, it is read again.
            if (stamp_of(path) == stamp) seen_ = stamp;
        } catch (const UsageError&) {
            seen_ = stamp;  // what cannot be read is no news
        }
    }
    if (!news) return pause;
    lock.lock();
    if (!anew_) {
        news_ = std::move(news);
        lock.unlock();
        if (wake_) wake_();
    }
    return pause;
}

}  // namespace stridescope

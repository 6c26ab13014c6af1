// What the controller has done off the UI's thread: jobs, of each kind one at a time, of which the
// newest wins; and a look, a few times a second, whether a text's file is another one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "app/engine/engine.h"
#include "app/engine/schedule_search.h"
#include "app/engine/text_on_gpu.h"
#include "app/exercise/judge.h"
#include "app/experiment/text_file.h"
#include "app/io/background.h"
#include "app/ladder/measure/measure.h"
#include "app/session/app_state.h"

namespace stridescope {

/// Judges what is written into an exercise's hole.
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

struct LocalsToRead {
    std::shared_ptr<const Trace> trace;  ///< whose run is watched
    int block = 0, thread = 0;
};
struct LocalsRead {
    std::shared_ptr<const ThreadLocals> locals{};  ///< null:
    std::string error{};                           ///< this is why
};

/// Reads a thread's variables.
class LocalsReader : public LatestJob<LocalsToRead, LocalsRead> {
  public:
    explicit LocalsReader(std::function<void()> wake);
};

/// Looks for a schedule under which a run comes to something else.
class ScheduleSearcher {
  public:
    struct Outcome {
        ScheduleSearch search{};
        std::string error{};  ///< why there is none
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit ScheduleSearcher(std::function<void()> wake);

    /// Looks for a run that comes to something else than the trace, which is of the experiment; a
    /// search that is under way is dropped.
    void search(Experiment experiment, std::shared_ptr<const Trace> trace) {
        jobs_.start({std::move(experiment), std::move(trace)});
    }
    /// What came of the search asked for last, once.
    std::optional<Outcome> take() { return jobs_.take(); }

  private:
    struct Job {
        Experiment experiment;
        std::shared_ptr<const Trace> trace;
    };
    LatestJob<Job, Outcome> jobs_;
};

/// Measures a ladder.
class LadderRunner {
  public:
    struct Outcome {
        Ladder ladder{};
        std::string error{};  ///< a sentence; empty: there is a ladder
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit LadderRunner(std::function<void()> wake);

    /// Begins to measure; what was under way is stopped, and nothing comes of it.
    void start(LadderPlan plan);
    void cancel() { jobs_.cancel(); }
    /// What came of it, once.
    std::optional<Outcome> take() { return jobs_.take(); }
    LadderProgress now() const;

  private:
    Outcome carry_out(const LadderPlan& plan, const std::function<bool()>& wanted);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    LadderProgress now_{};
    LatestJob<LadderPlan, Outcome> jobs_;  // last: starts when everything else stands
};

/// The GPU, as the window needs it.
struct GpuEngine {
    std::function<std::string()> why_unavailable = why_no_text_on_gpu;
    std::function<GpuVerdict(const Experiment&, const RunOptions&)> verify = verify_on_gpu;
};

/// Records `experiment` on the GPU, has the machine follow, and says what came of it. Throws
/// Cancelled if progress asked to stop, UsageError or RunError, saying why, if it cannot be run.
Message compare_engines(const Experiment& experiment, const GpuEngine& gpu,
                        const RunOptions& options);

/// A worker thread for that. It asks the driver for a GPU first of all, which can take a second.
class EngineComparer {
  public:
    /// `wake` is called from the worker whenever there is something to take.
    explicit EngineComparer(std::function<void()> wake, GpuEngine gpu = {});

    /// Asks for a comparison; one that is under way is dropped.
    void compare(Experiment experiment);
    /// Drops what is under way: nothing comes of it any more.
    void cancel();

    /// Why no GPU can be used, empty if one can; nothing until the driver has answered.
    std::optional<std::string> gpu_problem();
    /// What came of the comparison asked for last, once.
    std::optional<Message> take() { return jobs_.take(); }
    /// How much of it is done, 0 … 1.
    double share() const { return share_.load(); }

  private:
    std::string ask_driver();
    std::optional<Message> carry_out(const Experiment& experiment,
                                     const std::function<bool()>& wanted);

    GpuEngine gpu_;
    std::mutex asking_;  ///< the driver: one at a time
    std::optional<std::string> gpu_problem_;
    std::atomic<double> share_{0};
    struct Question {};
    LatestJob<Question, std::string> driver_;
    LatestJob<Experiment, Message> jobs_;  // last: start when everything else stands
};

class FileWatcher {
  public:
    /// What stands in the file, whenever it was written since it was looked at last.
    struct News {
        std::filesystem::path path{};
        TextFile file{};
    };

    /// `wake` is called from the watcher whenever there is something to take.
    explicit FileWatcher(std::function<void()> wake);
    ~FileWatcher();
    FileWatcher(const FileWatcher&) = delete;
    FileWatcher& operator=(const FileWatcher&) = delete;

    /// Looks at this file from now on, a few times a second, and at no other one; empty: at none.
    /// Its text as it stands comes first, so that nothing is missed that was written before.
    void watch(std::filesystem::path path);
    std::optional<News> take();

  private:
    /// What another writing of a file changes.
    struct Stamp {
        std::filesystem::file_time_type when{};
        std::uintmax_t size = 0;

        bool operator==(const Stamp&) const = default;
    };
    static std::optional<Stamp> stamp_of(const std::filesystem::path& path);
    std::optional<std::chrono::milliseconds> turn();

    std::function<void()> wake_;
    std::mutex mutex_;
    std::filesystem::path path_;
    bool anew_ = false;  ///< another path, or the same once more
    std::optional<News> news_;
    std::optional<Stamp> seen_;  ///< of the turns alone
    Background background_;      // last: starts when everything else stands
};

}  // namespace stridescope

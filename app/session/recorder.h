// Records off the UI thread. The latest request wins: an earlier one still running is cancelled.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/io/background.h"
#include "app/session/app_state.h"
#include "app/trace/trace_file.h"

namespace stridescope {

/// Blocks recorded for the window at most, unless the experiment says otherwise: a picture shows
/// one block at a time, and eight tell what the others do too.
inline constexpr int window_blocks = 8;

/// The experiment with its recorded blocks limited to window_blocks if it has more and asks for
/// all. Throws UsageError for numbers that cannot be read.
Experiment limited_to_window(const Experiment& experiment);

/// A worker thread that records experiments and opens trace files.
class Recorder {
  public:
    /// What came of a request. Up to two of them: the trace, then the same with its unpadded.
    struct Outcome {
        std::uint64_t request = 0;
        std::shared_ptr<const Recording> recording;  ///< null: it failed
        std::string error;                           ///< why
        bool last = false;                           ///< nothing more comes of this request
    };

    /// `wake` is called from the worker whenever there is something to take.
    explicit Recorder(std::function<void()> wake);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Asks for a recording or for a file; what was asked before is dropped. Returns the number
    /// that the outcomes will carry.
    std::uint64_t record(Experiment experiment);
    std::uint64_t open(std::filesystem::path path);

    /// Drops the latest request: nothing comes of it any more.
    void cancel();

    /// Outcomes of the latest request that have come in since the last call.
    std::vector<Outcome> take();
    /// How much of the latest request is done, 0 … 1.
    double share() const { return share_.load(); }

  private:
    using Clock = std::chrono::steady_clock;
    using Job = std::variant<Experiment, std::filesystem::path>;

    /// What is being made of a request, from turn to turn.
    struct Task {
        std::uint64_t number = 0;
        Experiment experiment{};                  ///< whose run is to be recorded
        std::filesystem::path path{};             ///< where what is opened lies
        std::unique_ptr<TraceReading> opening{};  ///< what is opened, being read
        std::optional<Experiment> unpadded{};     ///< that follows it
        std::optional<Recording> padded{};        ///< that the run is to be compared with
        std::optional<int> away{};                ///< what it is called elsewhere
        std::optional<Recording> making{};        ///< recorded, but not all is said about it yet
        std::size_t said = 0;                     ///< of the parts that are said
    };

    std::uint64_t request(Job job);
    std::optional<std::chrono::milliseconds> turn();
    void begin(const Job& job);
    bool go_on();
    void read_on();
    void describe();
    bool takes_long() const;
    void end_task();
    void deliver(Outcome outcome);
    bool superseded(std::uint64_t number) const { return latest_.load() != number; }
    std::shared_ptr<const Trace> run();

    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Job> waiting_;
    std::optional<Task> task_;  ///< of the turns alone
    Clock::time_point turn_began_{};
    std::vector<Outcome> outcomes_;
    bool stop_ = false;
    std::atomic<std::uint64_t> latest_{0};
    std::atomic<double> share_{0};
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

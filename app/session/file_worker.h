// Writes files off the UI thread, one after another. What was asked for is finished, also when the
// window is closed meanwhile, unless it is cancelled.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/io/background.h"

namespace stridescope {

class FileWorker {
  public:
    /// What came of a job.
    struct Outcome {
        bool fine = true;
        std::string text;  ///< for people
        std::string path;  ///< the file that was written; empty if none was
    };
    /// Somebody else is at it: there is nothing to do here for a while.
    struct Waiting {
        double share = 0;
    };
    /// What came of a piece of a job: the share of it that is done by now, 0 … 1, or, after the
    /// last one, what to say, perhaps nothing.
    using Piece = std::variant<double, Waiting, std::string>;
    /// Does one piece; called again until that was the last one. Runs on the worker, and throws
    /// what went wrong. What it holds goes with it, done or not.
    using Job = std::function<Piece()>;

    /// `wake` is called from the worker whenever there is something to take.
    explicit FileWorker(std::function<void()> wake);
    /// Waits for all that was asked for.
    ~FileWorker();
    FileWorker(const FileWorker&) = delete;
    FileWorker& operator=(const FileWorker&) = delete;

    /// `what` says what is being done, for the status line ("Saving trace.npz"); empty for what
    /// nobody asked for.
    void ask(std::string what, std::string path, Job job);

    /// Outcomes that have come in since the last call.
    std::vector<Outcome> take();
    /// What is being done now, as ask() was told, and how much of it is done; no words when nothing
    /// is.
    std::pair<std::string, double> doing();
    /// Stops that after the piece that is being done.
    void cancel();
    /// Whether anything is being done, or waits to be.
    bool busy();

  private:
    struct Task {
        std::string what, path;
        Job job;
        double share = 0;
        bool cancelled = false;
    };
    std::optional<std::chrono::milliseconds> turn();

    std::function<void()> wake_;
    std::mutex mutex_;
    std::deque<Task> tasks_;  ///< the first one is being carried out
    std::vector<Outcome> outcomes_;
    Background background_;  // last: starts when everything else stands
};

}  // namespace stridescope

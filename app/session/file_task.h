// What takes long to write, as a value: so that it can be written here, or elsewhere.
#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/export/frame_range.h"
#include "app/ladder/ladder.h"
#include "app/scene/ladder/ladder_scene.h"
#include "app/session/export_command.h"
#include "app/session/file_worker.h"
#include "app/trace/trace.h"
#include "app/trace/trace_file.h"

namespace stridescope {

struct TraceToSave {
    std::shared_ptr<const Trace> trace;
};
struct ViewToExport {
    ShownView shown;
    AnimationChoice animation{};
};
struct LadderToExport {
    std::shared_ptr<const Ladder> ladder;
    LadderOptions options{};
};

struct FileTask {
    std::filesystem::path path;
    std::variant<TraceToSave, ViewToExport, LadderToExport> what;
};

/// Writes it: elsewhere, where that is (workers.h), else here. Says at its end what was written;
/// throws UsageError or RunError in words for people.
FileWorker::Job job_of(FileTask task);
/// Writes it here.
FileWorker::Job job_here(FileTask task);

// Files that are written elsewhere (workers.h): both ends of it. What is to be written, and what
// came of it, goes between this program and itself as bytes: of the same build, since they are laid
// out as it has them in its memory.

/// A task's bytes, a piece at a time: its traces take a while.
class FileTaskWriting {
  public:
    explicit FileTaskWriting(FileTask task);

    /// False: that was the last piece.
    bool go_on();
    /// All of them, after the last piece; may be asked for once.
    std::vector<std::byte> bytes() { return std::move(bytes_); }

  private:
    FileTask task_;
    std::vector<std::byte> bytes_;
    std::deque<std::shared_ptr<const Trace>> traces_;  ///< that are still to come
    std::unique_ptr<TraceWriting> writing_{};          ///< of the first of them
    std::deque<StoredMember> members_{};               ///< of it, once it is written
};

/// Reads them back. Throws RunError where they end too early.
FileTask decode_file_task(std::span<const std::byte> bytes);

/// What was written, and what is said about it.
struct WrittenFiles {
    std::string words;
    std::vector<std::pair<std::string, std::vector<std::byte>>> files;  ///< by name

    bool operator==(const WrittenFiles&) const = default;
};
std::vector<std::byte> encode_written(const WrittenFiles& written);
/// Throws as decode_file_task does.
WrittenFiles decode_written(std::span<const std::byte> bytes);

/// Has it written elsewhere, and puts what comes back in its place.
FileWorker::Job job_of_worker(FileTask task);

/// The other end: writes what FileTaskWriting gave, into the current folder, which is empty, and
/// returns it as encode_written does. `progress` is told the share that is done.
std::vector<std::byte> write_for_others(std::span<const std::byte> task,
                                        const std::function<void(double)>& progress);

}  // namespace stridescope

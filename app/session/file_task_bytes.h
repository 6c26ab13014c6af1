// What is written elsewhere, and what came of it, as bytes between this program and itself: of the
// same build, since they are laid out as it has them in its memory.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/session/file_task.h"
#include "app/trace/trace_file.h"

namespace stridescope {

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

}  // namespace stridescope

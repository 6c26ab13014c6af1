// Writing files so that nothing is ever lost: beside their places, synced, renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace stridescope {

/// Replaces the file at `path` by `bytes`. After a failure the old file, if any, is as it was; a
/// link stays a link, and a file keeps who may read and write it. A file that is read-only is not
/// replaced. What is no regular file (a pipe, /dev/null) is written into instead.
/// Throws RunError that names the path and the reason.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Several files that are to appear together: each is written beside its place, and put there when
/// all are done. What is not put there leaves nothing behind, unless the program is killed: then
/// what it left is removed when a file is next written to that folder. All throw RunError as above.
class PendingFiles {
  public:
    PendingFiles();
    PendingFiles(const PendingFiles&) = delete;
    PendingFiles& operator=(const PendingFiles&) = delete;
    ~PendingFiles();

    /// One more of them: written beside `path`, and synced.
    void add(const std::filesystem::path& path, std::span<const std::byte> bytes);

    /// Puts all into their places. If that fails for one of them, all are as before.
    void put_in_place();

  private:
    class Workplace;
    class One;
    std::vector<std::unique_ptr<Workplace>> workplaces_;  ///< of each folder; outlive the files
    std::vector<std::unique_ptr<One>> files_;
};

}  // namespace stridescope

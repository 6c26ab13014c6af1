// Writing a file so that nothing is ever lost: beside it, synced, renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace stridescope {

/// Replaces the file at `path` by `bytes`. After a failure the old file, if any, is as it was.
/// What is no regular file (a pipe, /dev/null) is written into instead.
/// Throws RunError that names the path and the reason.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// One of several files that are to appear together: each is written beside its place, and put
/// there when all are done. One that is not put there leaves nothing behind. All throw RunError as
/// above.
class PendingFile {
  public:
    explicit PendingFile(const std::filesystem::path& path);
    PendingFile(const PendingFile&) = delete;
    PendingFile& operator=(const PendingFile&) = delete;
    ~PendingFile();

    void write(std::span<const std::byte> bytes) const;
    /// No more comes: synced and closed.
    void finish();
    /// After finish().
    void put_in_place();

  private:
    std::filesystem::path path_;
    std::string name_;  ///< beside it; empty once it is in its place
    int fd_;
};

}  // namespace stridescope

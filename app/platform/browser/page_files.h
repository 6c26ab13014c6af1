// A page's files: what is written goes to the reader's downloads, what is remembered to the
// browser's storage.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <utility>

namespace stridescope {

/// The window hears of it as of a file dropped on it.
void drop_file(const std::filesystem::path& path);

/// Files live in the page's memory, below the folder that the program begins in. What stands in
/// that folder by its own is the reader's: each writing of it is offered as a download.
class PageFiles {
  public:
    /// Goes to that folder. Puts what was remembered the last time into `state`.
    explicit PageFiles(std::filesystem::path state);

    /// Hands over what has been written since the last call.
    void hand_over();
    /// A file that the reader has put there.
    void note(const std::filesystem::path& file);

  private:
    using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;

    void remember();

    std::filesystem::path state_;
    Stamp remembered_{};
    std::map<std::filesystem::path, Stamp> known_;
    std::chrono::steady_clock::time_point looked_{};
};

}  // namespace stridescope

// Tells when a text's file is another one, off the UI thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>

#include "app/experiment/text_file.h"
#include "app/io/background.h"

namespace stridescope {

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

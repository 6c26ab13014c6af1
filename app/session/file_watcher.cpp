#include "app/session/file_watcher.h"

#include <chrono>
#include <cstdint>
#include <utility>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

constexpr std::chrono::milliseconds pause{250};

/// What another writing of a file changes.
struct Stamp {
    std::filesystem::file_time_type when{};
    std::uintmax_t size = 0;

    bool operator==(const Stamp&) const = default;
};

std::optional<Stamp> stamp_of(const std::filesystem::path& path) {
    std::error_code no_time, no_size;
    const Stamp stamp{std::filesystem::last_write_time(path, no_time),
                      std::filesystem::file_size(path, no_size)};
    if (no_time || no_size) return std::nullopt;
    return stamp;
}

}  // namespace

FileWatcher::FileWatcher(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

FileWatcher::~FileWatcher() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void FileWatcher::watch(std::filesystem::path path) {
    {
        const std::lock_guard lock(mutex_);
        path_ = std::move(path);
        anew_ = true;
        news_.reset();
    }
    changed_.notify_all();
}

std::optional<FileWatcher::News> FileWatcher::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
}

void FileWatcher::work() {
    std::unique_lock lock(mutex_);
    std::optional<Stamp> seen;
    while (!stop_) {
        if (path_.empty()) {
            changed_.wait(lock, [this] { return stop_ || !path_.empty(); });
            continue;
        }
        if (std::exchange(anew_, false)) seen.reset();
        const std::filesystem::path path = path_;
        lock.unlock();
        std::optional<News> news;
        const std::optional<Stamp> stamp = stamp_of(path);
        // A file that is not there may be on its way, and so may an empty one's text.
        if (stamp && stamp != seen && stamp->size > 0) {
            try {
                news = News{path, read_text_file(path)};
                // Written to meanwhile, it is read again.
                if (stamp_of(path) == stamp) seen = stamp;
            } catch (const UsageError&) {
                seen = stamp;  // what cannot be read is no news
            }
        }
        lock.lock();
        if (news && !anew_) {
            news_ = std::move(news);
            lock.unlock();
            if (wake_) wake_();
            lock.lock();
        }
        changed_.wait_for(lock, pause, [this] { return stop_ || anew_; });
    }
}

}  // namespace stridescope

#include "app/session/file_watcher.h"

#include <utility>

#include "app/experiment/experiment.h"

namespace stridescope {
namespace {

constexpr std::chrono::milliseconds pause{250};

}  // namespace

std::optional<FileWatcher::Stamp> FileWatcher::stamp_of(const std::filesystem::path& path) {
    std::error_code no_time, no_size;
    const Stamp stamp{std::filesystem::last_write_time(path, no_time),
                      std::filesystem::file_size(path, no_size)};
    if (no_time || no_size) return std::nullopt;
    return stamp;
}

FileWatcher::FileWatcher(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

FileWatcher::~FileWatcher() = default;

void FileWatcher::watch(std::filesystem::path path) {
    {
        const std::lock_guard lock(mutex_);
        path_ = std::move(path);
        anew_ = true;
        news_.reset();
    }
    background_.notify();
}

std::optional<FileWatcher::News> FileWatcher::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(news_, std::nullopt);
}

std::optional<std::chrono::milliseconds> FileWatcher::turn() {
    std::unique_lock lock(mutex_);
    if (path_.empty()) return std::nullopt;
    if (std::exchange(anew_, false)) seen_.reset();
    const std::filesystem::path path = path_;
    lock.unlock();
    std::optional<News> news;
    const std::optional<Stamp> stamp = stamp_of(path);
    // A file that is not there may be on its way, and so may an empty one's text.
    if (stamp && stamp != seen_ && stamp->size > 0) {
        try {
            news = News{path, read_text_file(path)};
            // Written to meanwhile, it is read again.
            if (stamp_of(path) == stamp) seen_ = stamp;
        } catch (const UsageError&) {
            seen_ = stamp;  // what cannot be read is no news
        }
    }
    if (!news) return pause;
    lock.lock();
    if (!anew_) {
        news_ = std::move(news);
        lock.unlock();
        if (wake_) wake_();
    }
    return pause;
}

}  // namespace stridescope

#include "app/session/file_worker.h"

#include <exception>
#include <new>
#include <utility>

namespace stridescope {

FileWorker::FileWorker(std::function<void()> wake)
    : wake_(std::move(wake)), background_([this] { return turn(); }) {}

FileWorker::~FileWorker() = default;

void FileWorker::ask(std::string what, std::string path, Job job) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back({std::move(what), std::move(path), std::move(job)});
    }
    background_.notify();
}

std::vector<FileWorker::Outcome> FileWorker::take() {
    background_.poll();
    const std::lock_guard lock(mutex_);
    return std::exchange(outcomes_, {});
}

std::string FileWorker::doing() {
    const std::lock_guard lock(mutex_);
    return tasks_.empty() ? std::string{} : tasks_.front().what;
}

bool FileWorker::busy() {
    const std::lock_guard lock(mutex_);
    return !tasks_.empty();
}

std::optional<std::chrono::milliseconds> FileWorker::turn() {
    std::unique_lock lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    const Job job = std::move(tasks_.front().job);
    std::string path = tasks_.front().path;
    lock.unlock();
    Outcome outcome;
    try {
        outcome = {true, job(), std::move(path)};
    } catch (const std::bad_alloc&) {
        outcome = {false, "Not enough memory to write " + path + ".", {}};
    } catch (const std::exception& error) {
        outcome = {false, error.what(), {}};
    }
    lock.lock();
    tasks_.pop_front();
    outcomes_.push_back(std::move(outcome));
    lock.unlock();
    if (wake_) wake_();
    return std::chrono::milliseconds{0};
}

}  // namespace stridescope

#include "app/session/file_worker.h"

#include <exception>
#include <new>
#include <utility>

namespace stridescope {

FileWorker::FileWorker(std::function<void()> wake)
    : wake_(std::move(wake)), thread_([this] { work(); }) {}

FileWorker::~FileWorker() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void FileWorker::ask(std::string what, std::string path, Job job) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back({std::move(what), std::move(path), std::move(job)});
    }
    changed_.notify_all();
}

std::vector<FileWorker::Outcome> FileWorker::take() {
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

void FileWorker::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
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
    }
}

}  // namespace stridescope

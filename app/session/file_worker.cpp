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

std::pair<std::string, double> FileWorker::doing() {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return {};
    return {tasks_.front().what, tasks_.front().share};
}

void FileWorker::cancel() {
    const std::lock_guard lock(mutex_);
    if (!tasks_.empty()) tasks_.front().cancelled = true;
}

bool FileWorker::busy() {
    const std::lock_guard lock(mutex_);
    return !tasks_.empty();
}

std::optional<std::chrono::milliseconds> FileWorker::turn() {
    constexpr std::chrono::milliseconds at_once{0}, later{10};
    std::unique_lock lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    Task& task = tasks_.front();  // others may come behind it
    const bool cancelled = task.cancelled;
    lock.unlock();
    Outcome outcome;
    try {
        const Piece piece = cancelled ? Piece{std::string{}} : task.job();
        if (const double* share = std::get_if<double>(&piece)) {
            lock.lock();
            task.share = *share;
            return at_once;
        }
        if (const auto* waiting = std::get_if<Waiting>(&piece)) {
            lock.lock();
            task.share = waiting->share;
            return later;
        }
        outcome = {true, std::get<std::string>(piece), cancelled ? std::string{} : task.path};
    } catch (const std::bad_alloc&) {
        outcome = {false, "Not enough memory to write " + task.path + ".", {}};
    } catch (const std::exception& error) {
        outcome = {false, error.what(), {}};
    }
    task.job = {};
    lock.lock();
    tasks_.pop_front();
    outcomes_.push_back(std::move(outcome));
    lock.unlock();
    if (wake_) wake_();
    return at_once;
}

}  // namespace stridescope

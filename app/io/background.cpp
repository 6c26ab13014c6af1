#include "app/io/background.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stridescope {

Background::Background(Turn turn, Threads threads) : turn_(std::move(turn)) {
    if (threads == Threads::none) return;
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        // The system has no more threads to give: poll() takes the turns.
    }
}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    } else if (std::exchange(told_, false)) {
        take_turns(Clock::time_point::max());
    }
}

void Background::notify() {
    {
        const std::lock_guard lock(mutex_);
        told_ = true;
    }
    changed_.notify_all();
}

void Background::work() {
    std::unique_lock lock(mutex_);
    while (std::exchange(told_, false) || !stop_) {
        lock.unlock();
        const auto rest = turn_();
        lock.lock();
        const auto waited_for = [this] { return told_ || stop_; };
        if (!rest) {
            changed_.wait(lock, waited_for);
        } else if (rest->count() > 0) {
            changed_.wait_for(lock, *rest, waited_for);
        } else {
            told_ = true;
        }
    }
}

void Background::take_turns(Clock::time_point until) {
    in_turn_ = true;
    auto rest = turn_();
    while (rest && rest->count() == 0 && Clock::now() < until) rest = turn_();
    in_turn_ = false;
    due_.reset();
    if (rest && rest->count() == 0) {
        told_ = true;
    } else if (rest) {
        due_ = Clock::now() + *rest;
    }
}

void Background::poll() {
    constexpr std::chrono::milliseconds patience{8};
    if (thread_.joinable() || in_turn_) return;
    const bool due = due_ && Clock::now() >= *due_;
    if (std::exchange(told_, false) || due) take_turns(Clock::now() + patience);
}

std::size_t core_count() {
    return std::max(1U, std::thread::hardware_concurrency());
}

void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    const auto take_turns = [&] {
        try {
            for (std::size_t k = next++; k < count; k = next++) work(k);
        } catch (...) {
            next = count;
            throw;
        }
    };
    std::vector<Errand<void>> others;
    for (std::size_t n = 1; n < std::min(count, core_count()); ++n)
        others.emplace_back(On::own_thread, take_turns);
    // This thread first: an errand that got no thread of its own then finds nothing left.
    Errand<void> own{On::this_thread, take_turns};
    own.wait();
    for (auto& other : others) other.wait();
    own.get();
    for (auto& other : others) other.get();
}

}  // namespace stridescope

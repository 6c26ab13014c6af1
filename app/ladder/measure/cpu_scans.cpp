#include "app/ladder/measure/cpu_scans.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace stridescope {

/// All take part in a job, the calling thread as the first.
struct ScanThreads::Team {
    explicit Team(unsigned count) {
        threads.reserve(count);
        try {
            for (unsigned k = 1; k < count; ++k) threads.emplace_back([this, k] { work(k); });
        } catch (const std::system_error&) {
            // The system has no more threads to give: with fewer the result is the same.
        }
    }
    ~Team() {
        {
            const std::lock_guard lock{mutex};
            stop = true;
        }
        changed.notify_all();
        for (std::thread& thread : threads) thread.join();
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    std::size_t size() const { return threads.size() + 1; }

    void run(std::function<void(std::size_t)> what) {
        {
            const std::lock_guard lock{mutex};
            job = std::move(what);
            at_it = threads.size();
            ++jobs;
        }
        changed.notify_all();
        job(0);
        std::unique_lock lock{mutex};
        changed.wait(lock, [this] { return at_it == 0; });
    }

    void work(std::size_t k) {
        std::size_t done = 0;
        std::unique_lock lock{mutex};
        for (;;) {
            changed.wait(lock, [&] { return stop || jobs != done; });
            if (stop) return;
            done = jobs;
            lock.unlock();
            job(k);
            lock.lock();
            if (--at_it == 0) changed.notify_all();
        }
    }

    std::mutex mutex{};
    std::condition_variable changed{};
    std::function<void(std::size_t)> job{};
    std::size_t jobs = 0, at_it = 0;
    bool stop = false;
    std::vector<std::thread> threads{};
};

ScanThreads::ScanThreads(unsigned count) : team_{std::make_unique<Team>(std::max(1U, count))} {}

ScanThreads::~ScanThreads() = default;

template <class T>
void ScanThreads::scan(std::span<const T> from, std::span<T> to) {
    // A sum to a line of the cache, so that threads do not write to one another's.
    struct alignas(64) Sum {
        T value{};
    };
    const std::size_t parts = team_->size();
    std::vector<Sum> sums(parts);
    const auto part = [&](std::size_t k) {
        const std::size_t begin = from.size() * k / parts, end = from.size() * (k + 1) / parts;
        return from.subspan(begin, end - begin);
    };
    team_->run([&](std::size_t k) {
        const auto own = part(k);
        sums[k].value = std::reduce(own.begin(), own.end(), T{});
    });
    team_->run([&](std::size_t k) {
        T before{};
        for (std::size_t p = 0; p < k; ++p) before += sums[p].value;
        const auto own = part(k);
        std::inclusive_scan(own.begin(), own.end(), to.begin() + (own.data() - from.data()),
                            std::plus<>{}, before);
    });
}

template void ScanThreads::scan(std::span<const float>, std::span<float>);
template void ScanThreads::scan(std::span<const int>, std::span<int>);

}  // namespace stridescope

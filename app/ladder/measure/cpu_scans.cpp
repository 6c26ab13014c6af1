#include "app/ladder/measure/cpu_scans.h"

#include <algorithm>
#include <barrier>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

namespace stridescope {

/// All take part in a job, the calling thread as the first.
struct ScanThreads::Team {
    explicit Team(unsigned count) : meet{static_cast<std::ptrdiff_t>(count)}, size{count} {
        for (unsigned k = 1; k < count; ++k) {
            threads.emplace_back([this, k] {
                for (;;) {
                    meet.arrive_and_wait();
                    if (!job) return;
                    job(k);
                    meet.arrive_and_wait();
                }
            });
        }
    }
    ~Team() {
        job = nullptr;
        meet.arrive_and_wait();
        for (std::thread& thread : threads) thread.join();
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    void run(std::function<void(unsigned)> what) {
        job = std::move(what);
        meet.arrive_and_wait();
        job(0);
        meet.arrive_and_wait();
    }

    std::barrier<> meet;
    unsigned size;
    std::function<void(unsigned)> job;
    std::vector<std::thread> threads;
};

ScanThreads::ScanThreads(unsigned count) : team_{std::make_unique<Team>(std::max(1U, count))} {}

ScanThreads::~ScanThreads() = default;

template <class T>
void ScanThreads::scan(std::span<const T> from, std::span<T> to) {
    // A sum to a line of the cache, so that threads do not write to one another's.
    struct alignas(64) Sum {
        T value{};
    };
    const std::size_t parts = team_->size;
    std::vector<Sum> sums(parts);
    const auto part = [&](std::size_t k) {
        const std::size_t begin = from.size() * k / parts, end = from.size() * (k + 1) / parts;
        return from.subspan(begin, end - begin);
    };
    team_->run([&](unsigned k) {
        const auto own = part(k);
        sums[k].value = std::reduce(own.begin(), own.end(), T{});
    });
    team_->run([&](unsigned k) {
        T before{};
        for (unsigned p = 0; p < k; ++p) before += sums[p].value;
        const auto own = part(k);
        std::inclusive_scan(own.begin(), own.end(), to.begin() + (own.data() - from.data()),
                            std::plus<>{}, before);
    });
}

template void ScanThreads::scan(std::span<const float>, std::span<float>);
template void ScanThreads::scan(std::span<const int>, std::span<int>);

}  // namespace stridescope

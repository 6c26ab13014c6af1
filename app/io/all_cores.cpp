#include "app/io/all_cores.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "app/io/errand.h"

namespace stridescope {

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

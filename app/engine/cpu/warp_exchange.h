// What the lanes of a warp hand one another in a shuffle: all put down a value, then all take one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace stridescope {

/// The shuffles of one block's warps. No lane is more than one shuffle ahead of another of its
/// warp, for none gets on before all have put their values down: two sets of values do.
class WarpExchange {
  public:
    static constexpr int warp_size = 32;

    void start(int threads) {
        const auto count = static_cast<std::size_t>(threads);
        threads_ = threads;
        shuffles_.assign(count, 0);
        for (auto& values : values_) values.assign(count, 0);
        warps_.assign((count + warp_size - 1) / warp_size, {});
    }
    /// The thread comes to its next shuffle with a value of up to 8 bytes.
    template <class T>
    void put(int thread, const T& value) {
        const auto t = static_cast<std::size_t>(thread);
        ++shuffles_[t];
        std::memcpy(&values_[shuffles_[t] % 2][t], &value, sizeof value);
        Warp& warp = warps_[t / warp_size];
        if (++warp.arrived < lanes_of(thread / warp_size)) return;
        warp.arrived = 0;
        ++warp.done;
    }
    /// Whether all of its warp have come to the thread's latest shuffle.
    bool complete(int thread) const {
        const auto t = static_cast<std::size_t>(thread);
        return warps_[t / warp_size].done >= shuffles_[t];
    }
    /// What thread `source` of the same warp put down for it.
    template <class T>
    T take(int thread, int source) const {
        T value;
        const std::size_t set = shuffles_[static_cast<std::size_t>(thread)] % 2;
        std::memcpy(&value, &values_[set][static_cast<std::size_t>(source)], sizeof value);
        return value;
    }
    /// Whom __shfl_up_sync reads: the lane so far to the left, or where there is none, itself.
    static int source_up(int thread, int distance) {
        return thread % warp_size >= distance ? thread - distance : thread;
    }

  private:
    struct Warp {
        int arrived = 0;         ///< lanes at the shuffle under way
        std::uint32_t done = 0;  ///< shuffles that all have come to
    };
    int lanes_of(int warp) const {
        const int rest = threads_ - warp * warp_size;
        return rest < warp_size ? rest : warp_size;
    }

    int threads_ = 0;
    std::vector<std::uint32_t> shuffles_;  ///< [thread]: that it has come to
    std::array<std::vector<std::uint64_t>, 2> values_;
    std::vector<Warp> warps_;
};

}  // namespace stridescope

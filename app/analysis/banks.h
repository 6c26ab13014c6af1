// Bank conflicts: what it costs that lanes want words of shared memory. 32 banks of 4 bytes; rule
// and evidence in docs/bank_model.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

inline constexpr int bank_count = 32;
inline constexpr int warp_size = 32;

/// What the lanes of a request do with their elements; each is served by a rule of its own. `copy`:
/// they bring them from global memory by way of the L1 cache, asynchronously.
enum class Access { load, store, atomic, copy };

/// What one request to shared memory costs.
struct SharedCost {
    int active = 0;      ///< lanes that took part; 0: no request was issued
    int wavefronts = 0;  ///< passes through the banks
    int ideal = 0;       ///< passes the same lanes need without a conflict
    int degree = 0;      ///< n-way: worst, over groups of lanes that are served together, of the
                         ///< elements wanted of one bank over those that it must hand out anyway

    int excess() const { return wavefronts - ideal; }
};

/// Cost of one warp's request. `words` has up to 32 entries, Trace::idle for idle lanes; indices
/// count elements of `element_bytes` (4, 8 or 16; atomics: 4 or 8). Lanes that load or store the
/// same element are one broadcast; those of an atomic or a copy queue up. `sources`, of a copy:
/// what each lane brings, counted as `words` are from where a line of the cache begins; none: all
/// lie in banks of their own.
SharedCost shared_cost(std::span<const std::int32_t> words, std::size_t element_bytes,
                       Access access = Access::load, std::span<const std::int32_t> sources = {});

/// What one group of lanes that are served together wants.
struct GroupLoad {
    /// Of each place where an element can start in a row of banks (32 banks, 16 pairs or 8 fours):
    /// distinct elements; of an atomic or a copy: lanes.
    std::array<std::uint8_t, bank_count> wanted{};
    int first_lane = 0, lanes = 0;  ///< of the warp
    int active = 0;
    int worst = 0;  ///< rounds that they take: the largest of `wanted`; of a copy sometimes more
    int ideal = 0;  ///< rounds that the same lanes need without a conflict

    /// n-way: how many times as long as without a conflict.
    int degree(int rounds) const { return ideal > 0 ? (rounds + ideal - 1) / ideal : 0; }
};
/// The groups of a request's lanes, in order.
std::vector<GroupLoad> group_loads(std::span<const std::int32_t> words, std::size_t element_bytes,
                                   Access access, std::span<const std::int32_t> sources = {});
/// Whether a copy's lanes wait for banks of the cache alone, where what they bring comes from.
bool waits_for_cache(const std::vector<GroupLoad>& loads);

/// In which of the request's wavefronts each lane is served, from 0; −1: it is idle. The words of a
/// bank come one after the other, in the order of the first lanes that want them; all lanes that
/// want the same word are served together.
std::vector<int> wavefronts_of_words(std::span<const std::int32_t> words, std::size_t element_bytes,
                                     Access access, std::span<const std::int32_t> sources = {});

/// Places where an element can start in a row of banks: 32 banks, 16 pairs or 8 fours of them.
constexpr int bank_columns(std::size_t element_bytes) {
    return bank_count * 4 / static_cast<int>(element_bytes);
}

/// The bank (for wider elements: the first of two or four) of word `word`.
constexpr int bank_of(int word, std::size_t element_bytes) {
    return static_cast<int>(static_cast<std::size_t>(word) * element_bytes / 4 % bank_count);
}

}  // namespace stridescope

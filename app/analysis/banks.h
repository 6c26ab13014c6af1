// Bank conflicts: what each request cost. 32 banks of 4 bytes; rule and evidence in
// docs/bank_model.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {

inline constexpr int bank_count = 32;
inline constexpr int warp_size = 32;

/// What the lanes of a request do with their elements; each is served by a rule of its own. `copy`:
/// they bring them from global memory by way of the L1 cache, asynchronously.
enum class Access { load, store, atomic, copy };

/// What one request costs.
struct RequestCost {
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
RequestCost request_cost(std::span<const std::int32_t> words, std::size_t element_bytes,
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

/// The bank (for wider elements: the first of two or four) of word `word`.
constexpr int bank_of(int word, std::size_t element_bytes) {
    return static_cast<int>(static_cast<std::size_t>(word) * element_bytes / 4 % bank_count);
}

/// One recorded request with its cost.
struct Request {
    int block = 0;
    int step = 0;
    int site = 0;
    int iteration = 0;
    int warp = 0;
    int row = 0;   ///< first row of the request; rows split by their values' origin follow it
    int rows = 1;  ///< how many they are
    Event event = Event::load;
    Access access = Access::load;
    RequestCost cost;
    std::size_t bytes = 4;  ///< that each lane moves; words of a request are so wide
};

/// The rule by which the site's requests are served.
Access access_of(const Trace& trace, int site);
/// Whether a store to shared memory is an asynchronous copy that takes none of the wavefronts that
/// are counted here: past the L1 cache, or in bulk. It is no request then.
bool goes_past_banks(const TraceSite& site);
/// Whether the block has such copies in the step.
bool copies_past_banks(const Trace& trace, int block, int step);

/// All requests of a step of a block to shared memory, in program order.
std::vector<Request> requests_of_step(const Trace& trace, int block, int step);
/// Those parts of asynchronous copies whose cost nobody has measured (async_copies.h), as requests
/// that tell who reached what: of their cost the active lanes alone.
std::vector<Request> uncounted_requests_of_step(const Trace& trace, int block, int step);

/// The words of a request: one entry per lane of the warp (fewer in a part-filled last warp). They
/// count from the begin of shared memory and are as wide as what a lane moves, which mostly is a
/// cell's width: then they are cells.
/// Rows that were split because lanes' values came from different places are joined.
std::vector<std::int32_t> words_of_request(const Trace& trace, const Request& request);

/// What the lanes of a copy bring, as request_cost takes it; of other requests nothing.
std::vector<std::int32_t> sources_of_request(const Trace& trace, const Request& request);
std::vector<GroupLoad> group_loads(const Trace& trace, const Request& request);
/// Whether a copy's lanes wait for banks of the cache alone, where what they bring comes from.
bool waits_for_cache(const std::vector<GroupLoad>& loads);
/// What people call it: "load", "store", "atomic", "copy".
std::string_view name_of(const Request& request);

/// The cells that the lanes reached, the first of each; −1: the lane is idle.
std::vector<int> cells_of_request(const Trace& trace, const Request& request);

/// In which of the request's wavefronts each lane of the warp is served, from 0; −1: it is idle.
/// The words of a bank come one after the other, in the order of the first lanes that want them;
/// all lanes that want the same word are served together.
std::vector<int> wavefront_of_lanes(const Trace& trace, const Request& request);

/// Matrices for heatmaps, worst over all recorded blocks unless one is named.
struct ConflictMap {
    int steps = 0;
    int columns = 0;          ///< 32 banks, or the warps
    std::vector<int> degree;  ///< [step][column]: worst n-way; 0: not touched
    int worst = 0;            ///< the largest entry

    int at(int step, int column) const {
        return degree[static_cast<std::size_t>(step) * static_cast<std::size_t>(columns) +
                      static_cast<std::size_t>(column)];
    }
};

enum class HeatmapAxis { bank, warp };

/// Step × bank: most distinct words that one request wanted of that bank in that step.
/// Step × warp: worst degree among the warp's requests in that step.
/// block < 0: worst over all recorded blocks.
ConflictMap conflict_map(const Trace& trace, HeatmapAxis axis, int block = -1);

}  // namespace stridescope

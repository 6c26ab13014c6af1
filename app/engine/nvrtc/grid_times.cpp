#include "app/engine/nvrtc/grid_times.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace stridescope::nvrtc {
namespace {

using machine::GridEntry;
using Kind = GridEntry::Kind;

bool reads(const GridEntry& entry) {
    return entry.kind == Kind::load || entry.kind == Kind::wait;
}
bool writes(const GridEntry& entry) {
    return entry.kind == Kind::store || entry.kind == Kind::atomic;
}

/// Puts entries of one time into an order in which they can have happened: each block's as they
/// stand, and what one reads behind what wrote it. A GPU's clock goes on by many nanoseconds at
/// once.
class OneTime {
  public:
    /// All that was written before stays known from call to call.
    void order(std::span<GridEntry> entries) {
        std::map<std::uint32_t, std::vector<GridEntry>> of_block;
        for (const GridEntry& entry : entries) of_block[entry.block].push_back(entry);
        if (of_block.size() < 2) {
            for (const GridEntry& entry : entries) pass(entry);
            return;
        }
        std::map<std::pair<Place, std::uint64_t>, int> to_come;
        for (const GridEntry& entry : entries) {
            if (writes(entry)) ++to_come[{place_of(entry), entry.bits}];
        }
        std::map<std::uint32_t, std::size_t> next;
        bool stuck = false;
        for (std::size_t made = 0; made < entries.size();) {
            const std::size_t before = made;
            for (const auto& [block, own] : of_block) {
                std::size_t& at = next[block];
                // If each waits for another one, the first goes on.
                for (; at < own.size() && (stuck || !is_early(own[at], to_come)); stuck = false) {
                    pass(own[at]);
                    if (writes(own[at])) --to_come[{place_of(own[at]), own[at].bits}];
                    entries[made++] = own[at++];
                }
            }
            stuck = made == before;
        }
    }

  private:
    using Place = std::pair<std::int32_t, std::int64_t>;
    static Place place_of(const GridEntry& entry) { return {entry.object, entry.offset}; }

    void pass(const GridEntry& entry) {
        if (writes(entry)) now_[place_of(entry)] = entry.bits;
    }
    bool is_early(const GridEntry& entry,
                  const std::map<std::pair<Place, std::uint64_t>, int>& to_come) const {
        if (!reads(entry)) return false;
        const auto now = now_.find(place_of(entry));
        if (now != now_.end() && now->second == entry.bits) return false;
        const auto found = to_come.find({place_of(entry), entry.bits});
        return found != to_come.end() && found->second > 0;
    }

    std::map<Place, std::uint64_t> now_;
};

}  // namespace

void add_times(machine::GridRecord& record, std::span<const BlockSpan> spans,
               std::span<const PassedBarrier> barriers) {
    record.nanoseconds = true;
    if (record.too_much) return;
    std::vector<std::uint64_t> begins, ends;
    for (const BlockSpan& span : spans) {
        begins.push_back(~span.not_start);
        ends.push_back(std::max(span.end, ~span.not_start));
    }
    std::vector<GridEntry> all;
    for (const PassedBarrier& passed : barriers) {
        record.entries.push_back({.tick = passed.time,
                                  .kind = Kind::interval,
                                  .block = passed.block,
                                  .interval = passed.interval});
    }
    // A thread's own stand in the order in which they came, and between its block's begin and end,
    // whatever the clocks of a multiprocessor's parts say.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> latest;  // [block, thread]
    for (GridEntry& entry : record.entries) {
        if (entry.block >= spans.size()) continue;
        if (entry.kind != Kind::interval) {
            std::uint64_t& time = latest[{entry.block, entry.thread}];
            time = entry.tick = std::max(entry.tick, time);
        }
        begins[entry.block] = std::min(begins[entry.block], entry.tick);
        ends[entry.block] = std::max(ends[entry.block], entry.tick);
    }
    const auto blocks = static_cast<std::uint32_t>(spans.size());
    for (std::uint32_t block = 0; block < blocks; ++block) {
        all.push_back({.tick = begins[block],
                       .kind = Kind::start,
                       .block = block,
                       .object = static_cast<std::int32_t>(spans[block].multiprocessor)});
    }
    all.insert(all.end(), record.entries.begin(), record.entries.end());
    for (std::uint32_t block = 0; block < blocks; ++block)
        all.push_back({.tick = ends[block], .kind = Kind::end, .block = block});
    std::ranges::stable_sort(all, {}, &GridEntry::tick);
    OneTime one;
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        while (end < all.size() && all[end].tick == all[begin].tick) ++end;
        one.order(std::span{all}.subspan(begin, end - begin));
    }
    record.entries = std::move(all);
}

}  // namespace stridescope::nvrtc

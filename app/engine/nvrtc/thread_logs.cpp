#include "app/engine/nvrtc/thread_logs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace stridescope::nvrtc {
namespace {

constexpr std::uint64_t address_mask = 0x7fff'ffff'ffff;
constexpr int site_shift = 53, lane_shift = 48, shared_shift = 47, passed_shift = 32;
constexpr std::size_t lanes = 32;
/// What stands in the place of a site's number; a smaller one than these that is no site's is what
/// a whole warp wrote.
enum class Mark : std::uint64_t { upper = 0x7fd, again, barriers };
constexpr std::size_t places_of_warp = 16;
constexpr int own_site_shift = 50, own_odd_shift = 61, passed_beside_shift = 18;
constexpr std::uint64_t own_site_mask = 0x7ff, own_address_mask = 0x3'ffff, low_mask = 0xffff'ffff;
/// How many looks at one word in vain are followed.
constexpr std::uint32_t looks_in_vain = 2;

}  // namespace

std::vector<SharedPlace> shared_places(std::span<const language::Variable* const> variables,
                                       std::span<const std::uint32_t> places,
                                       const language::Program& program, std::uint64_t begin) {
    std::vector<SharedPlace> all;
    for (std::size_t k = 0; k < std::min(variables.size(), places.size()); ++k) {
        if (places[k] == 0) continue;  // no thread came to its declaration
        const auto object =
            std::ranges::find(program.objects, variables[k], &language::Object::variable);
        if (object == program.objects.end()) continue;
        const std::uint64_t bytes = variables[k]->is_extern
                                        ? std::numeric_limits<std::uint32_t>::max()
                                        : variables[k]->type->size;
        all.push_back({variables[k]->name, places[k] - 1 - begin, bytes, object->offset});
    }
    // What lies behind the extern ones is theirs, and only that.
    std::ranges::sort(all, {}, &SharedPlace::bytes);
    return all;
}

std::uint64_t lay_out(std::span<const std::uint32_t> counts, std::span<WarpRoom> rooms) {
    constexpr std::uint64_t line = 128 / sizeof(LoggedEvent);
    std::uint64_t all = 0;
    for (std::size_t w = 0; w < counts.size(); ++w) {
        rooms[w] = {.first = all, .room = counts[w]};
        all += (counts[w] + line - 1) / line * line;
    }
    return all;
}

namespace {

bool is_of_warp(const LoggedEvent& event) {
    const std::uint64_t number = event.where >> site_shift;
    return number >= most_sites && number < static_cast<std::uint64_t>(Mark::upper);
}

/// Calls f(index of the event, the event, its number of a site) for all of a warp's. What lanes
/// wrote as a warp begins at its index.
template <class F>
void for_each_event(const LogReading& logs, std::size_t warp, F&& f) {
    const WarpRoom& room = logs.rooms[warp];
    const std::size_t end = room.first + std::min(logs.counts[warp], room.room);
    for (std::size_t at = room.first; at < end; ++at) {
        const LoggedEvent& event = logs.events[at];
        if (event.where == 0) continue;  // up to a line of memory
        if (!is_of_warp(event)) {
            f(at, event, event.where >> site_shift);
            continue;
        }
        if (end - at < places_of_warp) return;
        f(at, event, most_sites);
        at += places_of_warp - 1;
    }
}

/// Where on the machine lies what the GPU has at that address.
std::uint64_t address_of(const LogReading& logs, bool shared, std::uint64_t address) {
    if (shared) {
        address -= logs.shared_begin;
        const auto variable = std::ranges::find_if(
            logs.shared, [&](const SharedPlace& p) { return address - p.device < p.bytes; });
        return variable == logs.shared.end() ? address
                                             : address + variable->machine - variable->device;
    }
    const auto piece = std::ranges::find_if(logs.memory, [&](const Placed& p) {
        return address - (p.device & address_mask) < p.bytes;
    });
    // What is in no array is nowhere: the machine will not agree.
    return piece == logs.memory.end() ? 0
                                      : piece->machine + (address - (piece->device & address_mask));
}

}  // namespace

std::vector<std::vector<machine::TapeEvent>> read_logs(const LogReading& logs) {
    const std::size_t warps = warps_of(logs.threads_of_block);
    std::vector<std::vector<machine::TapeEvent>> all(logs.counts.size() / warps *
                                                     logs.threads_of_block);
    for (std::size_t w = 0; w < logs.counts.size(); ++w) {
        const std::size_t first_lane = w % warps * lanes;
        const std::size_t first = w / warps * logs.threads_of_block + first_lane;
        const std::size_t count = std::min(lanes, logs.threads_of_block - first_lane);
        std::array<std::uint32_t, lanes> interval{};
        const auto add = [&](std::size_t lane, std::uint64_t number, bool shared,
                             std::uint64_t address, std::uint64_t value, std::uint64_t time) {
            if (lane >= count || number >= logs.sites.size()) return;
            const language::PrintedSite& site = logs.sites[number];
            machine::TapeEvent& event = all[first + lane].emplace_back();
            event.time = time;
            event.expr = site.expr;
            event.kind = site.kind;
            event.shared = shared;
            event.count = 1;
            event.interval = interval[lane];
            event.value = {value, 0};
            event.address = site.kind == language::SiteKind::shuffle
                                ? address
                                : address_of(logs, shared, address);
        };
        const auto add_of_warp = [&](std::size_t at) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const LoggedEvent& two = logs.events[at + lane / 2];
                const std::uint64_t own = lane % 2 == 0 ? two.where : two.value;
                if ((own >> own_odd_shift & 1) != (interval[lane] & 1)) ++interval[lane];
                add(lane, own >> own_site_shift & own_site_mask, true,
                    own >> passed_shift & own_address_mask, own & low_mask, 0);
            }
        };
        for_each_event(logs, w, [&](std::size_t at, const LoggedEvent& from, std::uint64_t number) {
            const std::size_t lane = from.where >> lane_shift & (lanes - 1);
            if (number == most_sites) return add_of_warp(at);
            if (number < most_sites) {
                const bool shared = (from.where >> shared_shift & 1) != 0;
                std::uint64_t address = from.where & address_mask;
                if (shared) {
                    const auto passed = static_cast<std::uint32_t>(address >> passed_beside_shift);
                    interval[lane] = std::max(interval[lane], passed);
                    address &= own_address_mask;
                }
                return add(lane, number, shared, address, from.value,
                           logs.times.empty() ? 0 : logs.times[at]);
            }
            if (Mark{number} == Mark::barriers) {
                for (std::size_t one = 0; one < count; ++one) {
                    if ((from.value >> one & 1) != 0)
                        interval[one] = static_cast<std::uint32_t>(from.value >> passed_shift);
                }
                return;
            }
            if (lane >= count || all[first + lane].empty()) return;
            machine::TapeEvent& before = all[first + lane].back();
            if (Mark{number} == Mark::upper) before.value[1] = from.value;
            if (Mark{number} == Mark::again)
                before.count = 1 + static_cast<std::uint32_t>(from.value);
        });
    }
    for (std::vector<machine::TapeEvent>& own : all) {
        if (!logs.waits) break;
        for (machine::TapeEvent& event : own) {
            if (event.count > looks_in_vain * 8) event.count = looks_in_vain;
        }
    }
    return all;
}

std::vector<PassedBarrier> passed_barriers(const LogReading& logs) {
    const std::size_t warps = warps_of(logs.threads_of_block);
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> latest;  // [block, interval]
    for (std::size_t w = 0; w < logs.counts.size() && !logs.times.empty(); ++w) {
        for_each_event(
            logs, w, [&](std::size_t at, const LoggedEvent& event, std::uint64_t number) {
                if (Mark{number} != Mark::barriers) return;
                const auto interval = static_cast<std::uint32_t>(event.value >> passed_shift);
                std::uint64_t& time = latest[{w / warps, interval}];
                time = std::max(time, logs.times[at]);
            });
    }
    std::vector<PassedBarrier> all;
    for (const auto& [at, time] : latest)
        all.push_back({static_cast<std::uint32_t>(at.first), at.second, time});
    return all;
}

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

#include "app/engine/nvrtc/thread_logs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

namespace stridescope::nvrtc {
namespace {

constexpr std::uint64_t address_mask = 0x7fff'ffff'ffff;
constexpr int site_shift = 53, lane_shift = 48, shared_shift = 47, passed_shift = 32;
constexpr std::size_t lanes = 32;
/// What stands in the place of a site's number.
enum class Mark : std::uint64_t { upper = most_sites, again, barriers };
/// Of looks at one word in vain this many are followed.
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

/// Calls f(index of the event, the event, its number of a site) for all of a warp's.
template <class F>
void for_each_event(const LogReading& logs, std::size_t warp, F&& f) {
    const WarpRoom& room = logs.rooms[warp];
    const std::size_t count = std::min(logs.counts[warp], room.room);
    for (std::size_t at = room.first; at < room.first + count; ++at)
        f(at, logs.events[at], logs.events[at].where >> site_shift);
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
        for_each_event(logs, w, [&](std::size_t at, const LoggedEvent& from, std::uint64_t number) {
            if (number >= most_sites && Mark{number} == Mark::barriers) {
                for (std::size_t lane = 0; lane < count; ++lane) {
                    if ((from.value >> lane & 1) != 0)
                        interval[lane] = static_cast<std::uint32_t>(from.value >> passed_shift);
                }
                return;
            }
            const std::size_t lane = from.where >> lane_shift & (lanes - 1);
            if (lane >= count) return;
            std::vector<machine::TapeEvent>& own = all[first + lane];
            if (number >= most_sites) {
                if (own.empty()) return;
                if (Mark{number} == Mark::upper) own.back().value[1] = from.value;
                if (Mark{number} == Mark::again)
                    own.back().count = 1 + static_cast<std::uint32_t>(from.value);
                return;
            }
            if (number >= logs.sites.size()) return;
            const language::PrintedSite& site = logs.sites[number];
            machine::TapeEvent& event = own.emplace_back();
            if (!logs.times.empty()) event.time = logs.times[at];
            event.expr = site.expr;
            event.kind = site.kind;
            event.shared = (from.where >> shared_shift & 1) != 0;
            event.count = 1;
            event.interval = interval[lane];
            event.value = {from.value, 0};
            event.address = from.where & address_mask;
            if (site.kind != language::SiteKind::shuffle)
                event.address = address_of(logs, event.shared, event.address);
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

}  // namespace stridescope::nvrtc

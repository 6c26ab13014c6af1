#include "app/engine/nvrtc/thread_logs.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace stridescope::nvrtc {
namespace {

constexpr std::uint64_t address_mask = 0xffff'ffff'ffff;
constexpr int site_shift = 52, passed_shift = 49, shared_shift = 48;
constexpr std::uint64_t most_passed = 7;
/// What stands in the place of a site's number, and then belongs to the event before.
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

std::uint64_t lay_out(std::span<const std::uint32_t> counts, std::size_t threads_of_block,
                      std::span<ThreadRoom> rooms) {
    constexpr std::size_t lanes = 32;
    std::uint64_t all = 0;
    for (std::size_t t = 0; t < counts.size();) {
        const std::size_t left = threads_of_block - t % threads_of_block;
        const std::size_t width = std::min({left, lanes, counts.size() - t});
        const auto warp = counts.subspan(t, width);
        const std::uint32_t most = *std::ranges::max_element(warp);
        const std::uint64_t sum = std::accumulate(warp.begin(), warp.end(), std::uint64_t{0});
        const bool side_by_side = most * width <= 2 * sum;
        for (std::size_t lane = 0; lane < width; ++lane) {
            rooms[t + lane] = side_by_side
                                  ? ThreadRoom{all + lane, static_cast<std::uint32_t>(width), most}
                                  : ThreadRoom{all, 1, warp[lane]};
            if (!side_by_side) all += warp[lane];
        }
        if (side_by_side) all += most * width;
        t += width;
    }
    return all;
}

namespace {

/// Calls f(index of the event, the event, its number of a site) for all of a thread's.
template <class F>
void for_each_event(const LogReading& logs, std::size_t thread, F&& f) {
    const ThreadRoom& room = logs.rooms[thread];
    const std::size_t count = std::min(logs.counts[thread], room.room);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t at = room.first + k * room.stride;
        f(at, logs.events[at], logs.events[at].where >> site_shift);
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
    std::vector<std::vector<machine::TapeEvent>> all(logs.counts.size());
    for (std::size_t t = 0; t < logs.counts.size(); ++t) {
        std::vector<machine::TapeEvent>& own = all[t];
        own.reserve(std::min(logs.counts[t], logs.rooms[t].room));
        std::uint32_t interval = 0;
        for_each_event(logs, t, [&](std::size_t at, const LoggedEvent& from, std::uint64_t number) {
            if (number >= most_sites) {
                const Mark mark{number};
                if (mark == Mark::barriers) interval = static_cast<std::uint32_t>(from.value);
                if (own.empty()) return;
                if (mark == Mark::upper) own.back().value[1] = from.value;
                if (mark == Mark::again)
                    own.back().count = 1 + static_cast<std::uint32_t>(from.value);
                return;
            }
            if (number >= logs.sites.size()) return;
            interval += static_cast<std::uint32_t>(from.where >> passed_shift & most_passed);
            const language::PrintedSite& site = logs.sites[number];
            machine::TapeEvent& event = own.emplace_back();
            if (!logs.times.empty()) event.time = logs.times[at];
            event.expr = site.expr;
            event.kind = site.kind;
            event.shared = (from.where >> shared_shift & 1) != 0;
            event.count = 1;
            event.interval = interval;
            event.value = {from.value, 0};
            event.address = from.where & address_mask;
            if (site.kind != language::SiteKind::shuffle)
                event.address = address_of(logs, event.shared, event.address);
        });
        if (!logs.waits) continue;
        for (machine::TapeEvent& event : own) {
            if (event.count > looks_in_vain * 8) event.count = looks_in_vain;
        }
    }
    return all;
}

std::vector<PassedBarrier> passed_barriers(const LogReading& logs, std::size_t threads_of_block) {
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> latest;  // [block, interval]
    for (std::size_t t = 0; t < logs.counts.size() && !logs.times.empty(); ++t) {
        for_each_event(
            logs, t, [&](std::size_t at, const LoggedEvent& event, std::uint64_t number) {
                // One without a time only brings the number of barriers up to date.
                if (Mark{number} != Mark::barriers || logs.times[at] == 0) return;
                std::uint64_t& time =
                    latest[{t / threads_of_block, static_cast<std::uint32_t>(event.value)}];
                time = std::max(time, logs.times[at]);
            });
    }
    std::vector<PassedBarrier> all;
    for (const auto& [at, time] : latest)
        all.push_back({static_cast<std::uint32_t>(at.first), at.second, time});
    return all;
}

}  // namespace stridescope::nvrtc

#include "app/engine/nvrtc/thread_logs.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace stridescope::nvrtc {
namespace {

constexpr std::uint64_t address_mask = 0xffff'ffff'ffff;
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

std::vector<std::vector<machine::TapeEvent>> read_logs(const LogReading& logs) {
    std::vector<std::vector<machine::TapeEvent>> all(logs.threads.size());
    for (std::size_t t = 0; t < logs.threads.size(); ++t) {
        const std::size_t first = logs.first[t], room = logs.first[t + 1] - first;
        const std::size_t count = std::min<std::size_t>(logs.threads[t].count, room);
        all[t].reserve(count);
        for (std::size_t k = first; k < first + count; ++k) {
            const LoggedEvent& from = logs.events[k];
            const std::size_t number = from.where >> 49;
            if (number >= logs.sites.size()) continue;
            const language::PrintedSite& site = logs.sites[number];
            machine::TapeEvent& event = all[t].emplace_back();
            if (!logs.times.empty()) event.time = logs.times[k];
            event.expr = site.expr;
            event.kind = site.kind;
            event.shared = (from.where >> 48 & 1) != 0;
            event.count = from.count;
            if (logs.waits && event.count > looks_in_vain * 8) event.count = looks_in_vain;
            event.interval = from.interval;
            event.value = {from.value[0], from.value[1]};
            event.address = from.where & address_mask;
            if (site.kind == language::SiteKind::shuffle) continue;
            if (event.shared) {
                event.address -= logs.shared_begin;
                const auto variable = std::ranges::find_if(logs.shared, [&](const SharedPlace& p) {
                    return event.address - p.device < p.bytes;
                });
                if (variable != logs.shared.end())
                    event.address += variable->machine - variable->device;
                continue;
            }
            const auto piece = std::ranges::find_if(logs.memory, [&](const Placed& p) {
                return event.address - (p.device & address_mask) < p.bytes;
            });
            // What is in no array is nowhere: the machine will not agree.
            event.address = piece == logs.memory.end()
                                ? 0
                                : piece->machine + (event.address - (piece->device & address_mask));
        }
    }
    return all;
}

std::vector<PassedBarrier> passed_barriers(const LogReading& logs, std::size_t threads_of_block) {
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> latest;  // [block, interval]
    for (std::size_t t = 0; t < logs.threads.size(); ++t) {
        const std::size_t first = logs.first[t], room = logs.first[t + 1] - first;
        const std::size_t count = std::min<std::size_t>(logs.threads[t].count, room);
        for (std::size_t k = first; k < first + count && k < logs.times.size(); ++k) {
            if (logs.events[k].where >> 49 < most_sites) continue;
            std::uint64_t& time = latest[{t / threads_of_block, logs.events[k].interval}];
            time = std::max(time, logs.times[k]);
        }
    }
    std::vector<PassedBarrier> all;
    for (const auto& [at, time] : latest)
        all.push_back({static_cast<std::uint32_t>(at.first), at.second, time});
    return all;
}

}  // namespace stridescope::nvrtc

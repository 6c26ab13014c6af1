#include "app/engine/nvrtc/thread_logs.h"

#include <algorithm>

namespace stridescope::nvrtc {
namespace {

constexpr std::uint64_t address_mask = 0xffff'ffff'ffff;
/// Of looks at one word in vain this many are followed.
constexpr std::uint32_t looks_in_vain = 2;

}  // namespace

std::vector<std::vector<machine::TapeEvent>> read_logs(const LogReading& logs) {
    std::vector<std::vector<machine::TapeEvent>> all(logs.threads.size());
    for (std::size_t t = 0; t < logs.threads.size(); ++t) {
        const std::size_t first = logs.first[t], room = logs.first[t + 1] - first;
        const std::size_t count = std::min<std::size_t>(logs.threads[t].count, room);
        all[t].reserve(count);
        for (const LoggedEvent& from : logs.events.subspan(first, count)) {
            const std::size_t number = from.where >> 49;
            if (number >= logs.sites.size()) continue;
            const language::PrintedSite& site = logs.sites[number];
            machine::TapeEvent& event = all[t].emplace_back();
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

}  // namespace stridescope::nvrtc

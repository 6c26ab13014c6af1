#include "app/engine/machine/access_steps.h"

#include <utility>

namespace stridescope {
namespace {

bool may_be(Event event, const SoughtAccess& sought) {
    return is_atomic(event) || (sought.writes ? is_store(event) : is_load(event));
}

}  // namespace

AccessSteps::AccessSteps(const TraceData& data) : data_{data} {
    for (std::size_t k = 0; k < data.rows.size(); ++k) {
        const Row& row = data.rows[k];
        const Site& site = data.sites[static_cast<std::size_t>(row.site)];
        const int launch = data.steps[static_cast<std::size_t>(row.step)].launch;
        rows_[{launch, site.file, site.line}].push_back(k);
    }
}

bool AccessSteps::is_made_in(std::size_t row, const SoughtAccess& sought) const {
    const Site& site = data_.sites[static_cast<std::size_t>(data_.rows[row].site)];
    if (!may_be(site.event, sought)) return false;
    const auto block = static_cast<std::size_t>(sought.block < data_.blocks ? sought.block : 0);
    const auto thread = static_cast<std::size_t>(sought.thread);
    const std::size_t lane = thread % lanes_of_warp;
    const PlaceTable& places = *data_.places;
    const WarpPlaces& warp = places.at(block, row, thread / lanes_of_warp);
    if ((warp.mask >> lane & 1) == 0) return false;
    if (reaches_cells(site.event)) {
        return sought.word < 0 || places.place<std::uint16_t>(block, warp, lane) == sought.word;
    }
    if (!is_global(site.event) || sought.element < 0) return is_global(site.event);
    const auto element = places.place<std::uint32_t>(block, warp, lane);
    return site.array == sought.array && element == sought.element;
}

int AccessSteps::step_of(const SoughtAccess& sought) const {
    const auto found = rows_.find({sought.launch, sought.file, sought.line});
    if (found == rows_.end()) return -1;
    const bool recorded = data_.blocks > 0 && sought.thread < data_.threads;
    int first = -1;
    for (const std::size_t row : found->second) {
        if (sought.interval && data_.rows[row].interval != *sought.interval) continue;
        if (first < 0) first = data_.rows[row].step;
        if (!recorded) break;
        if (is_made_in(row, sought)) return data_.rows[row].step;
    }
    return first >= 0 ? first : data_.rows[found->second.front()].step;
}

}  // namespace stridescope

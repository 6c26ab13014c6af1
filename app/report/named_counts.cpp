#include "app/report/named_counts.h"

namespace stridescope {

std::vector<std::pair<const char*, std::int64_t>> named(const WorkCounts& c) {
    return {{"active_threads", c.active_threads},
            {"active_warps", c.active_warps},
            {"adds", c.adds},
            {"barriers", c.barriers},
            {"load_requests", c.load_requests},
            {"load_wavefronts", c.load_wavefronts},
            {"load_excess", c.load_excess},
            {"store_requests", c.store_requests},
            {"store_wavefronts", c.store_wavefronts},
            {"store_excess", c.store_excess},
            {"max_degree", c.max_degree},
            {"global_load_requests", c.global_load_requests},
            {"global_load_sectors", c.global_load_sectors},
            {"global_load_lines", c.global_load_lines},
            {"global_store_requests", c.global_store_requests},
            {"global_store_sectors", c.global_store_sectors},
            {"global_store_lines", c.global_store_lines},
            {"global_ideal_sectors", c.global_ideal_sectors},
            {"atomic_requests", c.atomic_requests},
            {"atomic_wavefronts", c.atomic_wavefronts},
            {"atomic_excess", c.atomic_excess},
            {"global_atomic_requests", c.global_atomic_requests},
            {"global_atomic_sectors", c.global_atomic_sectors},
            {"lane_slots", c.lane_slots},
            {"lanes_used", c.lanes_used}};
}

}  // namespace stridescope

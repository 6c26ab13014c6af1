#include "app/engine/machine/row_finder.h"

#include <algorithm>
#include <utility>

namespace stridescope {
namespace {

std::size_t warps_of(const language::Program& program) {
    const auto& dim = program.block_dim;
    return (std::size_t{dim[0]} * dim[1] * dim[2] + 31) / 32;
}

}  // namespace

RowFinder::RowFinder(const language::Program& program, const MachineSteps& steps,
                     std::uint32_t first_step, std::vector<std::uint32_t> paths,
                     MachineSites& sites, RowKeys& keys)
    : steps_{steps},
      first_step_{first_step},
      paths_{std::move(paths)},
      sites_{sites},
      keys_{keys},
      walk_{program},
      warps_{warps_of(program)},
      before_(warps_ * steps.count(), RowKeys::none),
      of_row_(warps_) {}

std::uint32_t RowFinder::key_of(std::uint32_t warp, machine::From from, int lane) const {
    if (from.nowhere() || from.row() >= of_row_[warp].size()) return RowKeys::none;
    const Keys& keys = of_row_[warp][from.row()];
    if (keys.each < 0) return keys.all;
    return each_[static_cast<std::size_t>(keys.each)][static_cast<std::size_t>(lane)];
}

std::uint32_t RowFinder::add(RowKey key, std::uint32_t row, std::uint32_t mask, std::uint32_t warp,
                             std::vector<RowPart>& parts) {
    std::uint32_t& last = before_[warp * steps_.count() + (key.step - first_step_)];
    for (;; ++key.again) {
        const std::uint32_t number = keys_.find(key, last);
        if ((number + 1) * warps_ > seen_.size()) seen_.resize((number + 1) * warps_, 0);
        std::uint32_t& lanes = seen_[number * warps_ + warp];
        // A lane is there twice only if the machine had it go the same way again, as in a wait.
        if ((lanes & mask) != 0) continue;
        lanes |= mask;
        last = number;
        parts.push_back({row, number, mask});
        return number;
    }
}

std::uint32_t RowFinder::add_with_origins(RowKey key, const std::vector<std::uint32_t>& origins,
                                          std::uint32_t row, std::uint32_t mask, std::uint32_t warp,
                                          std::vector<RowPart>& parts) {
    std::size_t next = 0;
    std::uint32_t left = origins.empty() ? RowKeys::none : origins[next++];
    while (origins.size() - next > 1) {
        RowKey both = key;
        both.site = sites_.move_beside(key.site);
        both.left = left;
        both.right = origins[next++];
        left = add(both, row, mask, warp, parts);
    }
    key.left = left;
    if (next < origins.size()) key.right = origins[next];
    return add(key, row, mask, warp, parts);
}

void RowFinder::take(const machine::BlockRecord& block, const machine::Segment& segment,
                     const machine::Row& row, std::vector<RowPart>& parts) {
    const std::uint32_t number = row_++, warp = segment.warp;
    const machine::OriginWalk::Step step = walk_.next(warp, row);
    Keys& kept = of_row_[warp].emplace_back();
    const std::uint32_t site = sites_.find(row);
    if (site == MachineSites::untold || row.mask == 0) return;
    const std::uint32_t at = steps_.of_row(block, segment, row);
    const RowKey key{.step = first_step_ + at, .path = paths_[row.round], .site = site};
    // What a shuffle reads is another thread's; a load's value is what lies in memory.
    const Event event = sites_.event(site);
    const bool takes = event != Event::shuffle && !step.sources.empty();
    // Mostly all lanes' values came from the same rows.
    const bool alike = std::ranges::all_of(step.sources, [&](const machine::LanesFrom& from) {
        if (!from.same()) return false;
        const machine::From all = from[0];
        return all.nowhere() || of_row_[warp][all.row()].each < 0;
    });
    const auto origins_of = [&](int lane, std::vector<std::uint32_t>& origins) {
        origins.clear();
        for (const machine::LanesFrom& from : step.sources) {
            const std::uint32_t origin = key_of(warp, from[lane], lane);
            if (origin != RowKeys::none) origins.push_back(origin);
        }
    };
    std::vector<std::uint32_t> first, other;
    Lanes lanes{};
    std::uint32_t left = row.mask;
    while (left != 0) {
        // All lanes whose values came from where those of the first one did.
        std::uint32_t same = left;
        if (takes) {
            origins_of(__builtin_ctz(left), first);
            for (std::uint32_t mask = alike ? 0 : left & (left - 1); mask != 0; mask &= mask - 1) {
                const int lane = __builtin_ctz(mask);
                origins_of(lane, other);
                if (other != first) same &= ~(1U << lane);
            }
        }
        kept.all = add_with_origins(key, first, number, same, warp, parts);
        for (std::uint32_t mask = same; mask != 0; mask &= mask - 1)
            lanes[static_cast<std::size_t>(__builtin_ctz(mask))] = kept.all;
        left &= ~same;
        if (left == 0 && same != row.mask) {
            kept.each = static_cast<std::int32_t>(each_.size());
            each_.push_back(lanes);
        }
    }
}

}  // namespace stridescope

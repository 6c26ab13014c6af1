#include "app/engine/machine/trace_parts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <ranges>
#include <utility>

namespace stridescope {
namespace {

/// More would make files slow, and nobody could look at them.
constexpr std::size_t most_groups = 65'536;

/// In which steps one block did what.
class BlockMoments {
  public:
    BlockMoments(const machine::BlockRecord& block, const LaunchPlace& place, const TraceData& data)
        : block_{block}, place_{place}, data_{data} {}

    CopyGroup::Moment of(const machine::CopyRecord::Moment& at) {
        if (!at.is_known()) return {};
        CopyGroup::Moment moment{.step = place_.first_step + static_cast<int>(step_of(at))};
        // A block that is cut may come to steps that the trace does not have.
        moment.step = std::clamp(moment.step, 0, static_cast<int>(data_.steps.size()) - 1);
        if (std::cmp_less_equal(at.place.file, data_.includes.size())) {
            moment.line = static_cast<int>(at.place.line);
            moment.file = static_cast<int>(at.place.file);
        }
        return moment;
    }

  private:
    /// [bytes that end with a row]: its step.
    using Rows = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

    const Rows& rows_of(std::uint32_t number) {
        const auto [found, is_new] = rows_.try_emplace(number);
        if (is_new) {
            std::uint32_t end = 0;
            const machine::Segment& segment = block_.segments[number];
            segment.for_each_row([&](const machine::Row& row) {
                end += static_cast<std::uint32_t>(row.bytes());
                found->second.emplace_back(end, place_.steps->of_row(block_, segment, row));
            });
        }
        return found->second;
    }

    /// That of the warp's row before it; of what comes first behind a barrier, of the row behind
    /// it.
    std::uint32_t step_of(const machine::CopyRecord::Moment& at) {
        const bool has_rows = at.segment < block_.segments.size() &&
                              block_.segments[at.segment].warp == at.warp &&
                              block_.segments[at.segment].interval == at.interval;
        if (has_rows) {
            const Rows& rows = rows_of(at.segment);
            const auto behind =
                std::ranges::upper_bound(rows, at.offset, {}, &Rows::value_type::first);
            if (behind != rows.begin()) return std::prev(behind)->second;
            if (behind != rows.end()) return behind->second;
        }
        if (place_.steps->by_barriers()) return place_.steps->of_interval(at.interval);
        // Steps go by rounds: that of the warp's last row before.
        for (auto number = std::min<std::size_t>(at.segment, block_.segments.size());
             number-- > 0;) {
            if (block_.segments[number].warp != at.warp) continue;
            const Rows& rows = rows_of(static_cast<std::uint32_t>(number));
            if (!rows.empty()) return rows.back().second;
        }
        return 0;
    }

    const machine::BlockRecord& block_;
    const LaunchPlace& place_;
    const TraceData& data_;
    std::map<std::uint32_t, Rows> rows_;
};

/// Whether threads that differ are all that sets the two apart.
bool are_alike(const CopyGroup& one, const CopyGroup& other) {
    return one.group == other.group && one.out == other.out && one.at_barrier == other.at_barrier &&
           one.begun == other.begun && one.committed == other.committed &&
           one.awaited == other.awaited;
}

}  // namespace

void add_copies(TraceData& data, const MachineRun& run, const std::vector<LaunchPlace>& launches) {
    if (data.steps.empty()) return;
    for (std::size_t k = 0; k < launches.size(); ++k) {
        const auto& blocks = run.launches[k].blocks;
        for (std::size_t b = 0; b < blocks.size() && std::cmp_less(b, data.blocks); ++b) {
            BlockMoments moments{blocks[b], launches[k], data};
            const std::size_t first = data.copies.size();
            // The lanes of each group, by warps: one thread may have begun several that are alike.
            std::vector<std::map<std::uint32_t, std::uint32_t>> lanes;
            for (const machine::CopyRecord& record : blocks[b].copies) {
                if (record.mask == 0) continue;
                const bool is_grouped = record.committed.is_known();
                CopyGroup made{
                    .block = static_cast<int>(b),
                    .group = is_grouped ? static_cast<int>(record.group) : -1,
                    .at_barrier = record.at_barrier,
                    .out = record.out,
                    .first_thread = static_cast<int>(record.warp) * machine::lanes_of_warp +
                                    std::countr_zero(record.mask),
                    .threads = std::popcount(record.mask),
                    .bytes = static_cast<std::int64_t>(record.bytes),
                    .begun = moments.of(record.begun),
                    .committed = moments.of(record.committed),
                    .awaited = moments.of(record.awaited),
                    .too_early = moments.of(record.too_early)};
                const auto own = std::ranges::subrange(
                    data.copies.begin() + static_cast<std::ptrdiff_t>(first), data.copies.end());
                const auto same = std::ranges::find_if(
                    own, [&](const CopyGroup& other) { return are_alike(made, other); });
                if (same == own.end()) {
                    if (data.copies.size() == most_groups) continue;
                    data.copies.push_back(made);
                    lanes.push_back({{record.warp, record.mask}});
                    continue;
                }
                std::uint32_t& known =
                    lanes[static_cast<std::size_t>(same - own.begin())][record.warp];
                same->threads += std::popcount(record.mask & ~known);
                known |= record.mask;
                same->first_thread = std::min(same->first_thread, made.first_thread);
                same->bytes += made.bytes;
                if (!same->too_early.is_known()) same->too_early = made.too_early;
            }
        }
    }
    std::ranges::stable_sort(data.copies, {}, &CopyGroup::block);
}

}  // namespace stridescope

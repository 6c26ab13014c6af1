#include "app/analysis/work_columns.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stridescope {
namespace {

/// Short words for the rows of the list.
namespace column_list {

using W = WorkCounts;
constexpr auto threads = WorkColumn::Part::threads, shared = WorkColumn::Part::shared,
               global = WorkColumn::Part::global, lanes = WorkColumn::Part::lanes;
constexpr auto sum = WorkColumn::Total::sum, worst = WorkColumn::Total::worst;
constexpr bool bars = true, no_bars = false;

template <std::int64_t W::*count>
bool any(const W& c) {
    return c.*count > 0;
}

constexpr std::array columns{
    WorkColumn{.name = "active_threads",
               .title = "active threads",
               .brief = "threads",
               .weight = 2,
               .bars = bars,
               .counted = &W::active_threads,
               .form = &WorkRow::expected_active_threads,
               .form_name = "expected_active_threads"},
    WorkColumn{"active_warps", "active warps", "warps", threads, "", 1, no_bars, &W::active_warps},
    WorkColumn{.name = "adds",
               .title = "adds",
               .brief = "adds",
               .weight = 3,
               .bars = bars,
               .counted = &W::adds,
               .form = &WorkRow::expected_adds,
               .form_name = "expected_adds",
               .operations_title = "operations",
               .operations_brief = "ops"},
    WorkColumn{"barriers", "barriers", "barriers", threads, "", 1, no_bars, &W::barriers},
    WorkColumn{"load_requests", "requests", "loads", shared, "loads", 1, no_bars,
               &W::load_requests},
    WorkColumn{"load_wavefronts", "wavefronts", "wavefr.", shared, "loads", 3, bars,
               &W::load_wavefronts},
    WorkColumn{"load_excess", "excess", "excess", shared, "loads", 2, bars, &W::load_excess,
               nullptr, sum, any<&W::load_excess>},
    WorkColumn{"store_requests", "requests", "stores", shared, "stores", 1, no_bars,
               &W::store_requests},
    WorkColumn{"store_wavefronts", "wavefronts", "wavefr.", shared, "stores", 3, bars,
               &W::store_wavefronts},
    WorkColumn{"store_excess", "excess", "excess", shared, "stores", 2, bars, &W::store_excess,
               nullptr, sum, any<&W::store_excess>},
    WorkColumn{"max_degree", "worst degree", "degree", shared, "", 3, no_bars, &W::max_degree,
               nullptr, worst, [](const W& c) { return c.max_degree > 1; }},
    WorkColumn{"global_requests", "requests", "requests", global, "global memory", 1, no_bars,
               nullptr, [](const W& c) { return c.global_requests(); }},
    WorkColumn{"global_sectors", "sectors", "sectors", global, "global memory", 2, bars, nullptr,
               [](const W& c) { return c.global_sectors(); }, sum,
               [](const W& c) { return c.global_sectors() > c.global_ideal_sectors; }},
    WorkColumn{"global_ideal_sectors", "at least", "at least", global, "global memory", 2, no_bars,
               &W::global_ideal_sectors},
    WorkColumn{"global_load_requests", "requests", "loads", global, "global loads", 0, no_bars,
               &W::global_load_requests},
    WorkColumn{"global_load_sectors", "sectors", "sectors", global, "global loads", 0, bars,
               &W::global_load_sectors},
    WorkColumn{"global_load_lines", "lines", "lines", global, "global loads", 0, no_bars,
               &W::global_load_lines},
    WorkColumn{"global_store_requests", "requests", "stores", global, "global stores", 0, no_bars,
               &W::global_store_requests},
    WorkColumn{"global_store_sectors", "sectors", "sectors", global, "global stores", 0, bars,
               &W::global_store_sectors},
    WorkColumn{"global_store_lines", "lines", "lines", global, "global stores", 0, no_bars,
               &W::global_store_lines},
    WorkColumn{"atomic_requests", "requests", "atomics", shared, "atomics", 1, no_bars,
               &W::atomic_requests},
    WorkColumn{"atomic_wavefronts", "wavefronts", "wavefr.", shared, "atomics", 3, bars,
               &W::atomic_wavefronts},
    WorkColumn{"atomic_excess", "excess", "excess", shared, "atomics", 2, bars, &W::atomic_excess,
               nullptr, sum, any<&W::atomic_excess>},
    WorkColumn{"global_atomic_requests", "requests", "atomics", global, "global atomics", 0,
               no_bars, &W::global_atomic_requests},
    WorkColumn{"global_atomic_sectors", "sectors", "sectors", global, "global atomics", 0, bars,
               &W::global_atomic_sectors},
    WorkColumn{"remote_requests", "requests", "cluster", shared, "of the cluster", 1, no_bars,
               &W::remote_requests},
    WorkColumn{"lane_slots", "lane slots", "slots", lanes, "", 0, no_bars, &W::lane_slots},
    WorkColumn{"lanes_used", "lanes used", "used", lanes, "", 0, no_bars, &W::lanes_used},
};

}  // namespace column_list

constexpr const auto& all_columns = column_list::columns;

/// What --sort-by called columns when they were in the picture alone.
constexpr std::array earlier_names{std::pair{"requests", "global_requests"},
                                   std::pair{"sectors", "global_sectors"},
                                   std::pair{"ideal_sectors", "global_ideal_sectors"}};

}  // namespace

std::span<const WorkColumn> work_columns() {
    return all_columns;
}

std::vector<std::size_t> work_columns_for_pictures(const WorkCounts& totals,
                                                   const PictureOfWork& picture) {
    const bool shared = totals.requests() > 0, atomics = totals.atomic_requests > 0,
               remote = totals.remote_requests > 0;
    const auto is_told = [&](const WorkColumn& column) {
        if (column.weight == 0) return false;
        if (column.part == WorkColumn::Part::threads) return column.weight >= picture.least_weight;
        if (!picture.costs || (column.group == "atomics" && !atomics)) return false;
        if (column.group == "of the cluster") return remote;
        if (column.part == WorkColumn::Part::shared)
            return shared && column.weight >= picture.least_weight;
        return column.weight + (shared ? 0 : 1) >= picture.least_weight;
    };
    std::vector<std::size_t> numbers;
    for (std::size_t k = 0; k < all_columns.size(); ++k) {
        if (std::cmp_equal(k, picture.sorted_by) || is_told(all_columns[k])) numbers.push_back(k);
    }
    std::ranges::stable_sort(numbers, {}, [](std::size_t k) { return all_columns[k].part; });
    return numbers;
}

std::string whole_title(const WorkColumn& column, bool adds_only) {
    if (!column.operations_title.empty() && !adds_only) return std::string{column.operations_title};
    std::string title{column.group.empty() ? column.title : column.name};
    std::ranges::replace(title, '_', ' ');
    return title;
}

std::optional<int> work_column_called(std::string_view name) {
    for (const auto& [earlier, now] : earlier_names) {
        if (name == earlier) name = now;
    }
    const auto found = std::ranges::find(all_columns, name, &WorkColumn::name);
    if (found == all_columns.end()) return std::nullopt;
    return static_cast<int>(found - all_columns.begin());
}

WorkCounts& WorkCounts::operator+=(const WorkCounts& other) {
    for (const WorkColumn& column : all_columns) {
        if (column.counted == nullptr) continue;
        std::int64_t& mine = this->*column.counted;
        const std::int64_t its = other.*column.counted;
        mine = column.total == WorkColumn::Total::worst ? std::max(mine, its) : mine + its;
    }
    return *this;
}

}  // namespace stridescope

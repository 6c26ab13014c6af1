#include "app/engine/row_table.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace stridescope {
namespace {

constexpr std::uint64_t low_bits(int bits) {
    return (std::uint64_t{1} << bits) - 1;
}

int step_of(std::uint64_t place) {
    return static_cast<int>(place >> EventKey::step_shift);
}
int iteration_of(std::uint64_t place) {
    return static_cast<int>((place >> EventKey::iteration_shift) &
                            low_bits(EventKey::iteration_bits));
}
Site site_of(std::uint64_t place) {
    return {static_cast<int>((place >> EventKey::line_shift) & low_bits(EventKey::line_bits)),
            static_cast<int>((place >> EventKey::operand_shift) & low_bits(EventKey::operand_bits)),
            EventKey::event_of(place), EventKey::array_of(place)};
}

/// A row of the union of all tables; origins are indices into the union.
struct UnionRow {
    std::uint64_t place = 0;
    std::uint32_t interval = 0;
    std::uint32_t left = EventKey::no_origin, right = EventKey::no_origin;

    auto identity() const { return std::tuple{place, interval, left, right}; }
};

/// In the order in which an expression does it: values come from global memory, are worked with in
/// shared memory, and go to global memory.
auto site_order(const Site& site) {
    const int turn = site.event == Event::global_load || site.event == Event::global_atomic ? 0
                     : site.event == Event::global_store                                    ? 2
                                                                                            : 1;
    return std::tuple{site.line, turn, site.operand, site.event, site.array};
}

/// Of each row, its place in the order that a person reads them in. Rows of one site and iteration,
/// which differ in where their values came from, stand in the order of those: which thread came
/// first must not show. Rows that look alike so far share a number; looking at their origins'
/// numbers tells more of them apart, until all are: no two rows are the same.
std::vector<std::uint32_t> ranks_of(const std::vector<UnionRow>& all) {
    std::vector<std::uint32_t> order(all.size()), rank(all.size(), 0);
    std::iota(order.begin(), order.end(), 0U);
    const auto number = [&](auto&& key) {
        std::ranges::stable_sort(order, {}, key);
        std::vector<std::uint32_t> numbers(all.size());
        std::uint32_t different = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i > 0 && key(order[i - 1]) != key(order[i])) ++different;
            numbers[order[i]] = different;
        }
        rank = std::move(numbers);
        return different + 1;
    };
    std::uint32_t known = number([&](std::uint32_t i) {
        const UnionRow& row = all[i];
        return std::tuple{step_of(row.place), row.interval, iteration_of(row.place),
                          site_order(site_of(row.place))};
    });
    while (known < all.size()) {
        const std::vector<std::uint32_t> before = rank;
        const auto origin = [&](std::uint32_t row) {
            return row == EventKey::no_origin ? 0 : before[row] + 1;
        };
        known = number([&](std::uint32_t i) {
            return std::tuple{before[i], origin(all[i].left), origin(all[i].right)};
        });
    }
    return rank;
}

}  // namespace

RowTable join_row_tables(const std::vector<const RecordedRows*>& tables, int steps) {
    // A value's origin is recorded before the value is used: one pass in order of arrival resolves
    // all origins.
    std::vector<UnionRow> all;
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>
        index;
    RowTable table;
    for (const RecordedRows* rows : tables) {
        auto& mapped = table.final_row.emplace_back();
        const auto origin = [&](std::uint32_t row) {
            return row == EventKey::no_origin ? row : mapped[row];
        };
        for (const auto& row : *rows) {
            // Nothing that is kept came from here: origins are never of a later step.
            if (step_of(row.place) >= steps) {
                mapped.push_back(RowTable::left_out);
                continue;
            }
            const UnionRow joined{row.place, row.interval, origin(row.left), origin(row.right)};
            const auto [it, added] =
                index.try_emplace(joined.identity(), static_cast<std::uint32_t>(all.size()));
            if (added) all.push_back(joined);
            mapped.push_back(it->second);
        }
    }

    const std::vector<std::uint32_t> rank = ranks_of(all);
    std::vector<std::uint32_t> order(all.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) order[rank[i]] = i;

    for (const UnionRow& row : all) table.sites.push_back(site_of(row.place));
    std::ranges::sort(table.sites, {}, site_order);
    const auto unique = std::ranges::unique(table.sites);
    table.sites.erase(unique.begin(), unique.end());

    const auto final_origin = [&](std::uint32_t row) {
        return row == EventKey::no_origin ? Row::none : static_cast<int>(rank[row]);
    };
    for (const std::uint32_t i : order) {
        const UnionRow& row = all[i];
        const auto site =
            std::ranges::lower_bound(table.sites, site_order(site_of(row.place)), {}, site_order);
        table.rows.push_back({.step = step_of(row.place),
                              .interval = static_cast<int>(row.interval),
                              .site = static_cast<int>(site - table.sites.begin()),
                              .iteration = iteration_of(row.place),
                              .left = final_origin(row.left),
                              .right = final_origin(row.right)});
    }
    for (auto& mapped : table.final_row) {
        for (std::uint32_t& row : mapped) {
            if (row != RowTable::left_out) row = rank[row];
        }
    }
    return table;
}

}  // namespace stridescope

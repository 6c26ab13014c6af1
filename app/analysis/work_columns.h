// The columns of the work table, described once: pictures, text, CSV, JSON and --sort-by take what
// they say of a count from here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/work.h"
#include "app/io/table.h"

namespace stridescope {

/// One count of what a step, a warp or a site did.
struct WorkColumn {
    /// What it counts; pictures and text keep columns of one part together, in this order.
    enum class Part { threads, shared, global, lanes };
    /// How steps come to a total.
    enum class Total { sum, worst };

    std::string_view name;   ///< in CSV, JSON and after --sort-by: "load_excess"
    std::string_view title;  ///< over it in a picture, below the group's: "excess"
    std::string_view brief;  ///< the same where all has to fit a terminal
    Part part = Part::threads;
    std::string_view group{};  ///< over the titles of neighbouring columns: "loads"
    /// In pictures: 3 stays in the narrowest of rooms, 1 goes first, and 0 is there only where rows
    /// are sorted by it.
    int weight = 0;
    bool bars = false;                            ///< pictures compare the steps by bars
    std::int64_t WorkCounts::*counted = nullptr;  ///< null: it is made of others
    std::int64_t (*made)(const WorkCounts&) = nullptr;
    Total total = Total::sum;
    /// Whether the count is more than it need be; null: no count is.
    bool (*too_much)(const WorkCounts&) = nullptr;
    /// Its closed form, where it has one.
    std::optional<std::int64_t> WorkRow::*form = nullptr;
    std::string_view form_name{};  ///< in CSV and JSON: "expected_adds"
    /// Where not all that is counted are additions: these stand in for `title` and `brief`.
    std::string_view operations_title{}, operations_brief{};

    std::int64_t of(const WorkCounts& counts) const {
        return counted != nullptr ? counts.*counted : made(counts);
    }
    bool is_too_much(const WorkCounts& counts) const {
        return too_much != nullptr && too_much(counts);
    }
};

/// All of them, in the order of CSV and JSON. A column's number (--sort-by, clicks) is its place
/// here.
std::span<const WorkColumn> work_columns();

/// The count as a column of any table; `work_of` finds a row's WorkRow.
template <class Row, class WorkOf>
ColumnOf<Row> count_column(const WorkColumn& column, WorkOf work_of) {
    return {.name = std::string{column.name}, .cell = [&column, work_of](const Row& row) {
                return Cell{column.of(work_of(row).counts)};
            }};
}
/// Its closed form, which it must have.
template <class Row, class WorkOf>
ColumnOf<Row> form_column(const WorkColumn& column, WorkOf work_of) {
    return {.name = std::string{column.form_name},
            .cell = [&column, work_of](const Row& row) { return Cell{work_of(row).*column.form}; }};
}

/// What of a table a picture has room for, and is to tell.
struct PictureOfWork {
    int least_weight = 1;  ///< see WorkColumn::weight
    bool costs = true;     ///< what accesses cost as well
    int sorted_by = -1;    ///< this column whatever it tells; -1: none
};
/// The numbers of the columns that a picture of such totals has, in its order. Atomics are there
/// where there are some; where shared memory is not accessed, what global memory takes tells more.
std::vector<std::size_t> work_columns_for_pictures(const WorkCounts& totals,
                                                   const PictureOfWork& picture);

/// What stands over the column where no group's title does: "load requests".
std::string whole_title(const WorkColumn& column, bool adds_only);

/// Its number; nothing where no column has that name, or had it in earlier versions.
std::optional<int> work_column_called(std::string_view name);

}  // namespace stridescope

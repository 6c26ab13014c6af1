#include "app/report/work_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "app/analysis/copy_sites.h"
#include "app/analysis/work_columns.h"

namespace stridescope {
namespace {

using Part = WorkColumn::Part;

/// A row of any of the cuts. What names it stands in `step`, `warp` or `site`.
struct AnyRow {
    WorkRow work{};
    Site site{};
    std::size_t warp = 0;
    bool total = false;
};
using TableColumns = std::vector<ColumnOf<AnyRow>>;

std::vector<AnyRow> rows_of_steps(const Trace& trace) {
    WorkTable work = work_table(trace);
    std::vector<AnyRow> rows;
    for (WorkRow& row : work.rows) rows.push_back({.work = std::move(row)});
    rows.push_back({.work = {.step = {}, .counts = work.totals}, .total = true});
    return rows;
}

std::vector<AnyRow> rows_of_warps(const Trace& trace) {
    std::vector<AnyRow> rows;
    for (const WorkCounts& counts : work_by_warp(trace))
        rows.push_back({.work = {.step = {}, .counts = counts}, .warp = rows.size()});
    return rows;
}

std::vector<AnyRow> rows_of_sites(const Trace& trace) {
    std::vector<AnyRow> rows;
    for (const SiteWork& work : work_by_site(trace))
        rows.push_back({.work = {.step = {}, .counts = work.counts}, .site = work.site});
    return rows;
}

std::vector<AnyRow> rows_by(const Trace& trace, ReportCut cut) {
    if (cut == ReportCut::warp) return rows_of_warps(trace);
    if (cut == ReportCut::site) return rows_of_sites(trace);
    return rows_of_steps(trace);
}

/// "up-sweep" where the stride has a column of its own, else "up-sweep 4".
std::string name_of_row(const AnyRow& row, bool stride_apart) {
    if (row.total) return "total";
    const Step& step = row.work.step;
    return stride_apart ? phase_of(step) : name_of(step);
}

/// The columns that tell what a row is of.
TableColumns naming_columns(ReportCut cut, bool strides) {
    if (cut == ReportCut::warp)
        return {{.name = "warp", .cell = [](const AnyRow& row) { return Cell{row.warp}; }}};
    if (cut == ReportCut::site) {
        return {
            {.name = "event",
             .cell = [](const AnyRow& row) { return Cell{access_name(row.site)}; },
             .words = true},
            {.name = "line", .cell = [](const AnyRow& row) { return Cell{row.site.line}; }},
            {.name = "operand", .cell = [](const AnyRow& row) { return Cell{row.site.operand}; }}};
    }
    TableColumns columns{
        {.name = "phase",
         .cell = [strides](const AnyRow& row) { return Cell{name_of_row(row, strides)}; },
         .title = strides ? "phase" : "step",
         .words = true}};
    if (!strides) return columns;
    columns.push_back(
        {.name = "stride",
         .cell = [](const AnyRow& row) { return row.total ? Cell{} : Cell{row.work.step.stride}; },
         .shown =
             [](const AnyRow& row) {
                 const int stride = row.work.step.stride;
                 return stride == 0 ? std::string{} : std::to_string(stride);
             }});
    return columns;
}

const WorkRow& work_of(const AnyRow& row) {
    return row.work;
}

ColumnOf<AnyRow> titled_count(const WorkColumn& column, bool adds_only) {
    const bool adds = adds_only || column.operations_brief.empty();
    auto titled = count_column<AnyRow>(column, work_of);
    titled.title = adds ? column.brief : column.operations_brief;
    if (column.part == Part::shared) {
        titled.cell = [of = titled.cell](const AnyRow& row) {
            return is_uncounted(row.site) ? Cell{} : of(row);
        };
    }
    return titled;
}

ColumnOf<AnyRow> titled_form(const WorkColumn& column, const std::string& title) {
    auto titled = form_column<AnyRow>(column, work_of);
    titled.title = "=" + title;
    titled.shown = [&column](const AnyRow& row) {
        const auto& formula = row.work.*column.form;
        const bool differs = formula && *formula != column.of(row.work.counts);
        return Cell{formula}.text() + (differs ? " *" : "");
    };
    return titled;
}

/// Adds first, as reports have had them.
TableColumns form_columns(bool adds_only) {
    TableColumns columns;
    for (const WorkColumn& column : work_columns()) {
        if (column.form == nullptr) continue;
        columns.insert(columns.begin(), titled_form(column, titled_count(column, adds_only).title));
    }
    return columns;
}

/// Whether the table for people has that count: atomics, and requests within clusters, only
/// where there are some.
bool is_told(const WorkColumn& column, const std::vector<AnyRow>& rows) {
    if (column.weight > 0 && column.part != Part::global && column.group != "atomics" &&
        column.group != "of the cluster")
        return true;
    return std::ranges::any_of(rows, [&](const AnyRow& row) {
        // All counts of a group come and go together.
        return std::ranges::any_of(work_columns(), [&](const WorkColumn& other) {
            return other.part == column.part && other.group == column.group &&
                   other.of(row.work.counts) != 0;
        });
    });
}

/// Those of the counts, in the order in which pictures have them.
TableColumns told_columns(const std::vector<AnyRow>& rows, bool adds_only,
                          std::initializer_list<Part> parts) {
    TableColumns columns;
    for (const Part part : parts) {
        for (const WorkColumn& column : work_columns()) {
            if (column.part == part && is_told(column, rows))
                columns.push_back(titled_count(column, adds_only));
        }
    }
    return columns;
}

}  // namespace

Table work_table_by(const Trace& trace, ReportCut cut) {
    TableColumns columns = naming_columns(cut, true);
    for (const WorkColumn& column : work_columns()) columns.push_back(titled_count(column, true));
    if (cut == ReportCut::step) std::ranges::move(form_columns(true), std::back_inserter(columns));
    return table_of(rows_by(trace, cut), std::move(columns));
}

std::vector<Table> work_tables_for_people(const Trace& trace, ReportCut cut) {
    const std::vector<AnyRow> rows = rows_by(trace, cut);
    const bool adds = adds_only(trace);
    const bool forms = cut == ReportCut::step && work_table(trace).has_forms();
    TableColumns first = naming_columns(cut, forms), second = first;
    std::ranges::move(told_columns(rows, adds, {Part::threads, Part::shared}),
                      std::back_inserter(first));
    if (forms) std::ranges::move(form_columns(adds), std::back_inserter(first));
    const TableColumns rest = told_columns(rows, adds, {Part::global, Part::lanes});
    std::vector<Table> tables{table_of(rows, std::move(first))};
    if (rest.empty()) return tables;
    std::ranges::copy(rest, std::back_inserter(second));
    tables.push_back(table_of(rows, std::move(second)));
    return tables;
}

}  // namespace stridescope

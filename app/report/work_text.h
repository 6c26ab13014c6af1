// The work table, step by step, warp by warp or site by site.
#pragma once

#include <vector>

#include "app/io/table.h"
#include "app/report/report.h"

namespace stridescope {

/// The table of the chosen cut with all counts; of steps, with closed forms and, in its last row,
/// the totals.
Table work_table_by(const Trace& trace, ReportCut cut);

/// The same for people: one table of what threads do in a block and its shared memory, and one of
/// global memory and lanes. Each fits a terminal. What is 0 in every row may be left out, and
/// differences from the closed form have an asterisk.
std::vector<Table> work_tables_for_people(const Trace& trace, ReportCut cut);

}  // namespace stridescope

// The work table as rows of text: for people, and as CSV.
#pragma once

#include "app/report/report.h"
#include "app/report/table_text.h"

namespace stridescope {

/// The table of the chosen cut. For people it fits a terminal, and differences from the closed form
/// have an asterisk; CSV has plain names and bare numbers.
TextTable work_text(const Trace& trace, ReportCut cut, bool for_people);

}  // namespace stridescope

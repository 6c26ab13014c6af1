// The report as JSON.
#pragma once

#include <string>

#include "app/report/report.h"

namespace stridescope {

/// With the keys of docs/report.md, ending in a newline.
std::string json_report(const Trace& trace, ReportCut cut);

}  // namespace stridescope

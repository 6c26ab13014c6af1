// The tables of csv_tables.h as JSON, for programs: the same columns, told by name in every row.
#pragma once

#include <string>
#include <string_view>

namespace stridescope {

/// `csv`, one of our own tables, as a JSON array with an object per row. Numbers are numbers, to
/// the last digit that the table has; readers and writers are arrays of them. What JSON has no
/// number for (nan, inf) stays text; an empty field is null, but for a line of the kernel's text.
std::string json_of_csv(std::string_view csv);

}  // namespace stridescope

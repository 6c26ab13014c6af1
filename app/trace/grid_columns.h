// The trace's grid events as columns of its file, and back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/experiment/typed_array.h"
#include "app/trace/trace.h"

namespace stridescope {

/// One member of the file for each part of an event.
struct GridColumn {
    std::string name;
    TypedArray numbers;
};

std::vector<GridColumn> grid_columns(const TraceData& data);

/// The names and types that grid_columns gives, in order.
struct GridColumnKind {
    std::string name;
    ElementType type;
};
std::vector<GridColumnKind> grid_column_kinds();

/// The events of these columns, which are in the order of grid_column_kinds and equally long.
/// Throws UsageError, with half a sentence that says why, if they cannot be a trace's.
std::vector<GridEvent> grid_events_of(const std::vector<TypedArray>& columns,
                                      const TraceData& data);

}  // namespace stridescope

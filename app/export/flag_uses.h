// Which flags of `export` a view has a use for: one that changes nothing was meant otherwise.
#pragma once

#include <array>
#include <string_view>

#include "app/export/export.h"

namespace stridescope {

/// Flags that say something of a view; each by its name on the command line.
enum class ExportFlag {
    step,
    block,
    axis,
    event,
    events,
    measure,
    difference,
    hide_later,
    element,
    request,
    wavefront,
    warp,
    sort_by,
    select,
    dark,
};

inline constexpr std::array export_flags{
    ExportFlag::step,    ExportFlag::block,   ExportFlag::axis,       ExportFlag::event,
    ExportFlag::events,  ExportFlag::measure, ExportFlag::difference, ExportFlag::hide_later,
    ExportFlag::element, ExportFlag::request, ExportFlag::wavefront,  ExportFlag::warp,
    ExportFlag::sort_by, ExportFlag::select,  ExportFlag::dark};

std::string_view name_of(ExportFlag flag);

/// Whether the picture of that view, or its table, is another one where the flag is given.
/// `selects`: something is selected, which is looked for in one block.
bool has_use(View view, bool table, ExportFlag flag, bool selects);

}  // namespace stridescope

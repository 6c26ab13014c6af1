#include "app/export/flag_uses.h"

#include <cstddef>

#include "app/scene/views/view_request.h"

namespace stridescope {
namespace {

/// Of a table; what it holds is chosen in csv_of.
bool table_uses(View view, ExportFlag flag) {
    switch (view) {
        case View::tree: return flag == ExportFlag::block;
        case View::memory: return flag == ExportFlag::block || flag == ExportFlag::step;
        case View::banks:
            return flag == ExportFlag::block || flag == ExportFlag::step ||
                   flag == ExportFlag::request || flag == ExportFlag::wavefront;
        case View::heatmap:
            return flag == ExportFlag::block || flag == ExportFlag::axis ||
                   flag == ExportFlag::events || flag == ExportFlag::measure;
        case View::source: return flag == ExportFlag::step;
        case View::global:
            return flag == ExportFlag::block || flag == ExportFlag::step ||
                   flag == ExportFlag::request;
        case View::fragment:
            return flag == ExportFlag::block || flag == ExportFlag::step ||
                   flag == ExportFlag::request;
        case View::divergence:
            return flag == ExportFlag::block || flag == ExportFlag::step ||
                   flag == ExportFlag::warp;
        case View::grid:
        case View::work: break;
    }
    return false;
}

/// What the flag sets, set to something else than usual.
void set(ExportFlag flag, Subject& subject, ViewSettings& settings) {
    switch (flag) {
        case ExportFlag::step: subject.at.step = 1; break;
        case ExportFlag::block: subject.at.block = settings.only_block = 1; break;
        case ExportFlag::axis: settings.axis = HeatmapAxis::warp; break;
        case ExportFlag::event: settings.grid_events = 1; break;
        case ExportFlag::events: settings.events = HeatEvents::loads; break;
        case ExportFlag::measure: settings.measure = HeatMeasure::total; break;
        case ExportFlag::hide_later: settings.hide_later = true; break;
        case ExportFlag::request:
            settings.request = settings.global_request = RequestChoice{};
            break;
        case ExportFlag::wavefront: settings.wave = 1; break;
        case ExportFlag::warp: settings.warp = 1; break;
        case ExportFlag::sort_by: settings.sorted_by = 1; break;
        case ExportFlag::element:
        case ExportFlag::difference:
        case ExportFlag::select:
        case ExportFlag::dark: break;
    }
}

}  // namespace

std::string_view name_of(ExportFlag flag) {
    constexpr std::array<std::string_view, export_flags.size()> names{
        "--step",      "--block",      "--axis",       "--event",   "--events",
        "--measure",   "--difference", "--hide-later", "--element", "--request",
        "--wavefront", "--warp",       "--sort-by",    "--select",  "--dark"};
    return names[static_cast<std::size_t>(flag)];
}

bool has_use(View view, bool table, ExportFlag flag, bool selects) {
    if (table) return table_uses(view, flag);
    if (flag == ExportFlag::block && selects) return true;
    if (flag == ExportFlag::select || flag == ExportFlag::dark) return true;  // over every picture
    if (flag == ExportFlag::element) return view == View::tree;               // of any text
    // Two runs in one picture have a difference.
    if (flag == ExportFlag::difference) return facts_of(view).other == OtherRun::either;
    // Requests that are equal are requests for the same picture.
    Subject subject;
    ViewSettings settings;
    const ViewRequest without = view_request(view, subject, settings);
    set(flag, subject, settings);
    return view_request(view, subject, settings) != without;
}

}  // namespace stridescope

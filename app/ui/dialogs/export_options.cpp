#include "app/ui/dialogs/export_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/session/export_command.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr std::string_view series_format = "series", series_mark = "-%03d";

constexpr float formats_units = 130, extent_units = 84;
constexpr int shortest_ms = 20, longest_ms = 60000;  ///< of an animation's pictures

/// What the file dialog lets people choose: the formats, and behind them a series of pictures.
std::vector<widgets::Option> format_options() {
    std::vector<widgets::Option> options;
    for (const FormatRow& row : export_formats()) {
        options.push_back(
            {std::string{row.name()}, std::string{row.label}, {}, std::string{row.tip}});
    }
    options.push_back({std::string{series_format}, "Numbered", {}, "A PNG for each step"});
    return options;
}

std::string ending_of(std::string_view format) {
    return "." + std::string{format == series_format ? "png" : format};
}

}  // namespace

std::string file_stem_of(const AppState& state) {
    const Experiment& e =
        state.runs.shown ? state.runs.shown->trace->experiment() : state.experiment;
    std::string stem = std::filesystem::path{name_of(e.text)}.stem().string();
    for (const auto& [name, value] : e.text.defines) {
        if (name == "BLOCK" || name == "PADDING" || name == "PAD") stem += "-" + value;
    }
    return stem;
}

std::string ExportOptions::begin(View view, const std::optional<SeenPanes>& seen,
                                 const AppState& state) {
    view_ = view;
    seen_ = seen;
    // As people count: steps from 1, and of events how many have happened.
    const bool grid = facts_of(view).by_events;
    const Trace& trace = *state.runs.shown->trace;
    first_ = grid ? 0 : 1;
    last_ = grid ? static_cast<int>(trace.grid_events().size()) : trace.step_count();
    return fmt::format("{}-{}{}{}", name_of(view), file_stem_of(state),
                       format_ == series_format ? series_mark : "", ending());
}

std::string ExportOptions::ending() const {
    return ending_of(format_);
}

bool ExportOptions::draw(Ui& ui, std::string& name) {
    const bool another = draw_formats(ui, name);
    const std::filesystem::path path{name};
    draw_extent(ui, path);
    if (has_frames(path)) draw_animation(ui, path);
    return another;
}

bool ExportOptions::draw_formats(Ui& ui, std::string& name) {
    const std::vector<widgets::Option> options = format_options();
    int selected = -1;
    const std::filesystem::path path{name};
    const bool series = is_series(path);
    for (std::size_t i = 0; i < options.size(); ++i) {
        const bool own = path.extension() == ending_of(options[i].id);
        if (own && series == (options[i].id == series_format)) selected = static_cast<int>(i);
    }
    const int picked =
        widgets::segmented(ui, "dialog.format", options, selected, ui.units(formats_units));
    if (picked < 0) return false;
    format_ = options[static_cast<std::size_t>(picked)].id;
    std::string stem = path.stem().string();
    if (stem.ends_with(series_mark)) stem.resize(stem.size() - series_mark.size());
    if (format_ == series_format && !series) stem += series_mark;
    name = (path.parent_path() / (stem + ending_of(format_))).string();
    return true;
}

std::optional<Page> ExportOptions::page() const {
    if (extent_ == Extent::slide) return Page::slide;
    if (extent_ == Extent::paper) return Page::paper;
    return std::nullopt;
}

/// All of the view, what its pane shows of it, or all of it fitted for a page; a table is always
/// whole.
void ExportOptions::draw_extent(Ui& ui, const std::filesystem::path& path) {
    const FormatRow* format = format_row_of(path);
    if (format != nullptr && is_table(*format)) return;
    // Beside the formats, where there is room.
    if (ImGui::GetContentRegionAvail().x >= ui.units(formats_units + 4 + extent_units)) {
        ImGui::SameLine(0, ui.units(4));
    }
    const std::vector<widgets::Option> options{
        {"whole", "Whole", {}, "All of it, laid out for a page"},
        {"seen", "As seen", seen_ ? std::string{} : "It is not on screen now: show its pane first",
         "What its pane shows now, at its zoom"},
        {"slide",
         "Slide",
         {},
         "160 × 90 mm for a wall, all of it fitted; nothing is set below 9 pt"},
        {"paper", "Paper", {}, "160 × 90 mm in type of at least 9 pt, all of it fitted"}};
    if (extent_ == Extent::seen && !seen_) extent_ = Extent::whole;
    const int picked = widgets::segmented(ui, "dialog.extent", options, static_cast<int>(extent_),
                                          ui.units(extent_units));
    if (picked >= 0) extent_ = static_cast<Extent>(picked);
}

/// Which steps an animation shows, and how long.
void ExportOptions::draw_animation(Ui& ui, const std::filesystem::path& path) {
    const auto number = [&](const char* id, int& value, int least, int most, const char* tip) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(ui.units(14));
        ImGui::InputInt(fmt::format("##{}", id).c_str(), &value, 0);
        // Half typed, a number may be anything.
        if (!ImGui::IsItemActive()) value = std::clamp(value, least, most);
        widgets::tooltip(ui, tip);
        widgets::note_entry(
            ui, id, {.role = ControlRole::field, .words = tip, .value = std::to_string(value)});
    };
    const auto word = [&](const char* text) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        widgets::text(text, ui.fonts.regular, ui.colors.text);
    };
    const bool grid = facts_of(view_).by_events;
    const Trace* trace = ui.state.trace();
    if (trace == nullptr) return;
    const int least = grid ? 0 : 1;
    const int most =
        grid ? static_cast<int>(trace->grid_events().size()) : std::max(trace->step_count(), 1);
    ImGui::AlignTextToFramePadding();
    widgets::text(grid ? "Events" : "Steps", ui.fonts.regular, ui.colors.text);
    number("dialog.first", first_, least, most, "The first one shown");
    word("to");
    number("dialog.last", last_, least, most, "The last one shown");
    if (is_series(path)) return;
    word(", each for");
    number("dialog.ms", milliseconds_, shortest_ms, longest_ms, "20 … 60,000");
    word("ms");
}

AnimationChoice ExportOptions::animation() const {
    const int from = facts_of(view_).by_events ? 0 : 1;
    const auto [first, last] = std::minmax(first_, last_);
    return {{first - from, last - from}, std::clamp(milliseconds_, shortest_ms, longest_ms)};
}

bool ExportOptions::replaces(const std::filesystem::path& path) const {
    std::error_code error;
    if (!is_series(path)) return std::filesystem::exists(path, error);
    const auto [first, last] = animation().range;
    for (int number = std::max(*first, 0); number <= *last; ++number) {
        if (std::filesystem::exists(series_path(path, number), error)) return true;
    }
    return false;
}

}  // namespace stridescope

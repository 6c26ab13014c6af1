#include "app/ui/panels/beside_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/difference.h"
#include "app/analysis/number_text.h"
#include "app/analysis/warp_clock.h"
#include "app/session/run_text.h"
#include "app/ui/kit/imgui_versions.h"
#include "app/ui/kit/widgets.h"

namespace stridescope {
namespace {

constexpr float locks_units = 78, column_gap_units = 3.5F;
/// How many of the work's counts stand in the strip: steps, operations, barriers and at last,
/// where banks are spoken of, wavefronts.
constexpr std::ptrdiff_t counts_shown = 4;

std::string count_text(const Difference& count) {
    return fmt::format("{} {} : {}", count.words, with_commas(count.a), with_commas(count.b));
}

std::string ratio_text(const Difference& count, const SideNames& sides) {
    // It is told of the one that is larger: so many times the other.
    const auto ratio = count.ratio();
    if (!ratio || count.a == count.b) return ratio ? "the same" : std::string{};
    if (*ratio >= 1) return fmt::format("{} {:.2f}×", sides.first, *ratio);
    return *ratio > 0 ? fmt::format("{} {:.2f}×", sides.second, 1 / *ratio) : std::string{};
}

float width_of(const std::string& text, ImFont* font) {
    imgui::push_font(font);
    const float width = std::ceil(ImGui::CalcTextSize(text.c_str()).x);
    ImGui::PopFont();
    return width;
}

/// A row of counts in columns that begin where `starts` says.
void draw_counts(Ui& ui, const std::string& name, const std::string& what,
                 const std::vector<Difference>& counts, const std::vector<float>& starts,
                 bool ratios) {
    ImGui::SameLine(starts[0]);
    ImGui::AlignTextToFramePadding();
    widgets::text(what, ui.fonts.regular, ui.colors.faint);
    std::string all = what + ":";
    const SideNames sides = side_names(ui.state);
    for (std::size_t k = 0; k < counts.size(); ++k) {
        const std::string text = count_text(counts[k]), ratio = ratio_text(counts[k], sides);
        all += fmt::format(" {}{};", text, ratio.empty() ? "" : " (" + ratio + ")");
        if (k + 1 >= starts.size()) continue;
        ImGui::SameLine(starts[k + 1]);
        widgets::text(text, ui.fonts.bold, ui.colors.text);
        if (!ratios || ratio.empty()) continue;
        ImGui::SameLine(0, ui.units(1.5F));
        widgets::text(ratio, ui.fonts.regular, ui.colors.faint);
    }
    all.pop_back();
    const ImVec2 at = ImGui::GetWindowPos();
    const float top = ImGui::GetItemRectMin().y;
    const ImVec2 low{at.x + starts[0], top},
        high{at.x + ImGui::GetWindowWidth(), top + ui.row_height()};
    ui.widgets[name] = {{low.x, low.y, high.x - low.x, high.y - low.y}, true, all};
}

/// Where there is no room for all counts, those that are alike in both runs go.
void put_what_differs_first(std::vector<Difference>& all, std::vector<Difference>& here) {
    std::vector<Difference> all_by_need, here_by_need;
    for (const bool differs : {true, false}) {
        for (std::size_t k = 0; k < all.size(); ++k) {
            if ((all[k].a != all[k].b) != differs) continue;
            all_by_need.push_back(all[k]);
            here_by_need.push_back(here[k]);
        }
    }
    all = std::move(all_by_need);
    here = std::move(here_by_need);
}

/// Where the columns of both rows begin, and where the last one ends: each is as wide as the wider
/// of its two counts.
std::vector<float> starts_of(const Ui& ui, float first, const std::vector<Difference>& all,
                             const std::vector<Difference>& here, bool ratios) {
    std::vector<float> starts{first};
    const SideNames sides = side_names(ui.state);
    for (std::size_t k = 0; k < all.size(); ++k) {
        float width = 0;
        for (const auto* row : {&all, &here}) {
            const std::string ratio = ratios ? ratio_text((*row)[k], sides) : std::string{};
            width = std::max(
                width,
                width_of(count_text((*row)[k]), ui.fonts.bold) +
                    (ratio.empty() ? 0 : ui.units(1.5F) + width_of(ratio, ui.fonts.regular)));
        }
        starts.push_back(starts.back() + width + ui.units(column_gap_units));
    }
    return starts;
}

void draw_locks(Ui& ui, float width) {
    const AppState& state = ui.state;
    std::vector<widgets::Option> locks{
        {"stride", "stride", {}, "Locked by stride: as many strides done in both (V)"},
        {"phase", "phase", {}, "Locked by phase: the same share of the same phase (V)"},
        {"progress", "progress", {}, "Locked by progress: the same share of the steps (V)"}};
    const StepLock lock = state.comparison.beside.lock;
    if (state.speaks_of_banks() || lock == StepLock::wavefronts) {
        locks.push_back(
            {"wavefronts",
             "wavefronts",
             {},
             "Locked by wavefronts: the other run is where it has spent no more than this one, "
             "which shows which is done first (V)"});
    }
    const int picked =
        ui.state.is_narrow()
            ? widgets::combo(ui, "beside.lock", locks, static_cast<int>(lock), width)
            : widgets::segmented(ui, "beside.lock", locks, static_cast<int>(lock), width);
    if (picked >= 0)
        ui.emit(command::Set{setting::step_lock, step_locks[static_cast<std::size_t>(picked)]});
}

/// What the lesson's page states of what two runs cost in all: a count that it does not speak of
/// only contradicts it, as steps do where it speaks of depth.
std::vector<Difference> counts_of_page(const AppState& state, const ShownPair& pair) {
    std::vector<Difference> all = differences(pair.left_work, pair.right_work);
    const LessonPage& page = state.lesson.play.current();
    std::erase_if(all, [&](const Difference& count) { return !speaks_of(page, count.name); });
    const bool additions = adds_only(*pair.left) && adds_only(*pair.right);
    for (Difference& count : all) {
        if (additions && count.name == "adds") count.words = "additions";
    }
    return all;
}

}  // namespace

float beside_height(const Ui& ui) {
    if (!ui.state.comparison.beside.on || ui.state.trace() == nullptr) return 0;
    if (ui.state.reads_lesson()) {
        const ShownPair* pair = ui.state.pair();
        const bool any = pair != nullptr && !counts_of_page(ui.state, *pair).empty();
        return any ? ui.row_height() + ui.units(2) : 0;
    }
    if (ui.state.is_narrow())
        return 3 * ui.row_height() + 2 * ImGui::GetStyle().ItemSpacing.y + ui.units(2);
    return 2 * ui.row_height() + ui.units(3);
}

void BesideStrip::measure(const ShownPair& pair, int step, int other_step) {
    const bool known = known_of_ == pair.number;
    if (known && step_ == step && other_step_ == other_step) return;
    step_ = step;
    other_step_ = other_step;
    times_here_ = time_differences(*pair.left, step, *pair.right, other_step);
    if (known) return;
    known_of_ = pair.number;
    times_ = time_differences(*pair.left, *pair.right);
    grids_ = times_.empty() ? grid_pair(*pair.left, *pair.right) : std::nullopt;
}

/// One row, without what a page has chosen for its reader.
void BesideStrip::draw_of_page(Ui& ui, const ShownPair& pair) {
    const std::string in_all = counted_of(ui.state);
    const float left = ImGui::GetCursorPosX();
    if (ui.state.display.look.hide_later) {
        ImGui::AlignTextToFramePadding();
        widgets::text(in_all + ": once you have answered", ui.fonts.regular, ui.colors.faint);
        return;
    }
    const std::vector<Difference> counts = counts_of_page(ui.state, pair);
    std::vector<float> starts{left, left + width_of(in_all, ui.fonts.regular) + ui.units(3)};
    for (const Difference& count : counts) {
        starts.push_back(starts.back() + width_of(count_text(count), ui.fonts.bold) +
                         ui.units(column_gap_units));
    }
    starts.pop_back();  // where the last one ends
    ImGui::Dummy({0, 0});
    draw_counts(ui, "beside.whole", in_all, counts, starts, false);
}

void BesideStrip::draw(Ui& ui) {
    const AppState& state = ui.state;
    const ShownPair* pair = state.pair();
    if (state.reads_lesson()) {
        if (pair == nullptr) return;
        return draw_of_page(ui, *pair);
    }
    const float whole = ImGui::GetWindowContentRegionMax().x, gap = ui.units(1);
    const float start = ImGui::GetCursorPosX(), side = ui.row_height();
    const float locks = std::min(ui.units(locks_units), (whole - start) * 0.5F);
    if (pair == nullptr) {
        ImGui::AlignTextToFramePadding();
        widgets::fitted_text(ui,
                             state.comparison.fetching.now || state.runs.recording.now
                                 ? "The other run is being recorded."
                                 : "There is nothing to compare with: this run has no padding. "
                                   "Hold a run (Compare menu), then change a knob.",
                             ui.fonts.regular, ui.colors.text, whole - start - side - gap);
        widgets::note_item(ui, "beside.words");
        ImGui::SameLine(whole - side);
        if (widgets::icon_button(ui, "beside.close", widgets::Icon::close,
                                 "Back to this run alone (B)")) {
            ui.emit(command::ToggleBeside{});
        }
        return;
    }
    draw_locks(ui, locks);
    ImGui::SameLine(0, gap);
    const SideNames sides = side_names(state);
    const std::string swap_tip = fmt::format("Swaps {} and {} (X)", sides.first, sides.second);
    if (widgets::button(ui, "beside.swap", "swap", swap_tip, !state.presenter.locked)) {
        ui.emit(command::SwapSides{});
    }
    ImGui::SameLine(0, gap);
    if (widgets::icon_button(ui, "beside.close", widgets::Icon::close,
                             "Back to this run alone (B)")) {
        ui.emit(command::ToggleBeside{});
    }
    measure(*pair, state.playback.step(), state.other_step());
    // Operations and barriers that neither run has at all need no column.
    const std::vector<Difference> whole_work = differences(pair->left_work, pair->right_work);
    const auto has = [&](std::ptrdiff_t k) {
        const Difference& count = whole_work[static_cast<std::size_t>(k)];
        return count.a > 0 || count.b > 0;
    };
    const auto counts = [&](const std::vector<Difference>& work,
                            const std::vector<Difference>& times, double now) {
        // What was measured comes first; or, where blocks wait for each other, what that costs.
        std::vector<Difference> row = times;
        if (grids_) row = grid_differences(*grids_, now);
        const auto shown = counts_shown - (state.speaks_of_banks() ? 0 : 1);
        for (std::ptrdiff_t k = 0; k < shown; ++k) {
            if (has(k)) row.push_back(work[static_cast<std::size_t>(k)]);
        }
        return row;
    };
    const std::size_t events = state.grid.events();
    const double now = !grids_ || state.grid.at_end() ? std::numeric_limits<double>::infinity()
                       : events == 0                  ? 0
                                                      : grids_->a.times[events - 1];
    auto all = counts(whole_work, times_, std::numeric_limits<double>::infinity());
    auto here = counts(differences(pair->left_work, state.playback.step() + 1, pair->right_work,
                                   state.other_step() + 1),
                       times_here_, now);
    const auto fits = [&](const std::vector<float>& starts) {
        return starts.back() - ui.units(column_gap_units) <= whole;
    };
    if (state.is_narrow()) {
        ImGui::AlignTextToFramePadding();
        widgets::fitted_text(ui, beside_sentence(state), ui.fonts.regular, ui.colors.faint,
                             whole - start);
        widgets::note_item(ui, "beside.words", true, beside_sentence(state));
        // As many of what was spent so far as have room.
        const float first = start + width_of("so far", ui.fonts.regular) + ui.units(3);
        std::vector<float> starts = starts_of(ui, first, here, here, false);
        if (!fits(starts)) {
            put_what_differs_first(all, here);
            starts = starts_of(ui, first, here, here, false);
        }
        while (starts.size() > 1 && !fits(starts)) starts.pop_back();
        starts.back() = start;  // where the row's name stands
        std::ranges::rotate(starts, starts.end() - 1);
        ImGui::Dummy({0, 0});
        draw_counts(ui, "beside.here", "so far", here, starts, false);
        return;
    }
    // Without the ratios, or without the last columns, where there is no room for them.
    const float swap = width_of("swap", ui.fonts.regular) + 2 * ImGui::GetStyle().FramePadding.x;
    const float left = locks + swap + side + 2 * gap, first = start + left + ui.units(4);
    const std::string in_all = counted_of(state);
    const float name =
        std::max(width_of("so far", ui.fonts.regular), width_of(in_all, ui.fonts.regular)) +
        ui.units(3);
    bool ratios = true;
    std::vector<float> starts = starts_of(ui, first + name, all, here, ratios);
    if (!fits(starts)) {
        ratios = false;
        starts = starts_of(ui, first + name, all, here, ratios);
    }
    if (!fits(starts)) {
        put_what_differs_first(all, here);
        starts = starts_of(ui, first + name, all, here, ratios);
    }
    while (starts.size() > 1 && !fits(starts)) starts.pop_back();
    starts.back() = first;  // where the rows' names stand
    std::ranges::rotate(starts, starts.end() - 1);
    if (!state.display.look.hide_later) {
        draw_counts(ui, "beside.whole", in_all, all, starts, ratios);
    }
    ImGui::AlignTextToFramePadding();
    widgets::fitted_text(ui, beside_sentence(state), ui.fonts.regular, ui.colors.faint, left);
    widgets::note_item(ui, "beside.words", true, beside_sentence(state));
    draw_counts(ui, "beside.here", "so far", here, starts, ratios);
}

}  // namespace stridescope

#include "app/export/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/export/recorded_tables.h"
#include "app/export/tables.h"
#include "app/io/atomic_file.h"
#include "app/io/printable.h"
#include "app/ladder/ladder.h"
#include "app/scene/scene.h"
#include "app/scene/side_by_side.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/views/views.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

/// `wanted`, or `otherwise` where nothing is wanted; throws if it is not below `count`.
int checked(std::optional<int> wanted, int otherwise, int count, std::string_view what) {
    if (!wanted) return otherwise;
    if (*wanted >= 0 && *wanted < count) return *wanted;
    if (count == 0) throw UsageError(fmt::format("There is no {}: nothing was recorded.", what));
    throw UsageError(fmt::format("There is no {} {}: the trace has {}s 0 … {}.", what, *wanted,
                                 what, count - 1));
}

struct BlockStep {
    int block, step;
};

BlockStep place_of(const Trace& trace, const ExportRequest& request) {
    if (request.look.lock && facts_of(request.look.view).other == OtherRun::within) {
        throw UsageError(request.look.view == View::grid
                             ? "Two grids share one time scale, not one slider: omit --lock."
                             : "Two runs share one time scale here, not one slider: omit --lock.");
    }
    if (request.look.lock && request.look.difference) {
        throw UsageError(
            "--difference makes one map of two, --lock shows both side by side: omit one of them.");
    }
    if (request.look.event && *request.look.event > trace.grid_events().size()) {
        throw UsageError(fmt::format("There is no event {}: the trace has {} between blocks.",
                                     *request.look.event, trace.grid_events().size()));
    }
    const int any_block = facts_of(request.look.view).all_blocks ? -1 : 0;
    checked(request.look.warp, 0, trace.warps(), "warp");
    return {.block = checked(request.look.block, any_block, trace.blocks(), "block"),
            .step = checked(request.look.step, trace.step_count() - 1, trace.step_count(), "step")};
}

std::vector<std::byte> bytes_of(const Table& table, ExportFormat format) {
    const std::string text = row_of(format).table(table);
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

HeatmapOptions options_for(const ExportRequest& request, int block, const Trace* compare) {
    return {.axis = request.look.axis,
            .block = block,
            .compare = compare,
            .events = request.look.events,
            .measure = request.look.measure,
            .difference = request.look.difference,
            .hide_later = request.look.hide_later};
}

/// Whether the step has the very request that was chosen.
bool has_request(const Trace& trace, int block, int step,
                 const std::optional<RequestChoice>& choice) {
    if (!choice || block < 0 || block >= trace.blocks() || step >= trace.step_count()) return false;
    const auto request = chosen_request(trace, block, step, Space::shared, choice);
    return request && choice_of(*request) == *choice;
}

/// The request as it is put to the other trace, at the step that belongs to its own.
ExportRequest request_beside(const Trace& trace, const Trace& other, const ExportRequest& request) {
    const BlockStep place = place_of(trace, request);
    ExportRequest there = request;
    if (trace.step_count() > 0) {
        const LockedSteps locked =
            locked_steps(pace_of(trace, work_table(trace)), pace_of(other, work_table(other)),
                         request.look.lock.value_or(StepLock::stride));
        const auto at = static_cast<std::size_t>(place.step);
        const int next = at + 1 < locked.steps.size() ? locked.steps[at + 1] : locked.steps[at] + 1;
        const int most = std::max(next - 1, locked.steps[at]);
        there.look.step = std::min(locked.steps[at] + request.passed, most);
    }
    if (trace.step_count() == 0) there.look.step = 0;
    if (other.step_count() == 0) there.look.step.reset();
    if (request.look.block) there.look.block = std::min(*request.look.block, other.blocks() - 1);
    if (other.blocks() == 0) there.look.block.reset();
    if (request.look.warp) there.look.warp = std::min(*request.look.warp, other.warps() - 1);
    if (there.seen && there.seen->beside) there.seen->own = *there.seen->beside;
    there.look.wave = 0;
    there.look.event.reset();
    if (trace.text() != other.text()) {
        // Requests and lines of another text are other ones.
        there.look.request.reset();
        there.look.global_request.reset();
        if (there.look.selection.of_text()) there.look.selection = {};
        return there;
    }
    // Two runs go through the wavefronts of the same request together.
    const bool both = has_request(trace, place.block, place.step, request.look.request) &&
                      has_request(other, there.look.block.value_or(0), there.look.step.value_or(0),
                                  request.look.request);
    if (both) {
        there.look.wave = request.look.wave;
    } else {
        there.look.request.reset();
    }
    return there;
}

Table table_of_view(const Trace& trace, const Trace* compare, const ExportRequest& request) {
    const BlockStep place = place_of(trace, request);
    switch (request.look.view) {
        case View::tree: return tree_table(trace, place.block);
        case View::memory: return memory_table(trace, place.block, place.step);
        case View::banks:
            return banks_table(trace, place.block, place.step, request.look.request,
                               request.look.wave);
        case View::heatmap: return heatmap_table(trace, options_for(request, place.block, compare));
        case View::grid: return grid_table(trace);
        case View::source: return source_table(trace, place.step);
        case View::global:
            return global_table(trace, place.block, place.step, request.look.global_request);
        case View::fragment:
            return fragment_table(trace, place.block, place.step, request.look.request);
        case View::divergence:
            return divergence_table(trace, place.block, place.step, request.look.warp);
        case View::time: return time_table(trace, request.look.block.value_or(-1));
        case View::work: break;
    }
    return work_steps_table(trace);
}

/// One of two runs says before each line which of them it is of.
Table table_of_runs(const Trace& trace, const Trace* compare, const ExportRequest& request) {
    const bool two = compare != nullptr && facts_of(request.look.view).other != OtherRun::either;
    if (!two) return table_of_view(trace, compare, request);
    return joined(
        "run", {"this", table_of_view(trace, nullptr, request)},
        {"other", table_of_view(*compare, nullptr, request_beside(trace, *compare, request))});
}

/// A trace that somebody else keeps.
std::shared_ptr<const Trace> kept_elsewhere(const Trace* trace) {
    return {std::shared_ptr<const Trace>{}, trace};
}

/// Another run, and where it is looked at, where it has a picture of its own.
struct OtherOf {
    const Trace* trace = nullptr;
    std::optional<BlockStep> beside{};
};

Scene scene_of_view(const Trace& trace, const OtherOf& other, const ExportRequest& request,
                    const BlockStep& place, const Palette& palette) {
    const bool one_scale = other.beside && facts_of(request.look.view).shares_scale;
    return make_scene(
        view_request(request.look.view,
                     {.trace = kept_elsewhere(&trace),
                      .at = {.block = std::max(place.block, 0),
                             .step = place.step,
                             .progress = shown_progress(request.look.view, request.progress)},
                      .other = kept_elsewhere(other.trace),
                      .beside = other.beside.has_value(),
                      .other_step = one_scale ? other.beside->step : -1,
                      .other_block = one_scale ? std::max(other.beside->block, 0) : 0,
                      .palette = palette,
                      .room = request.seen ? request.seen->own.layout() : Room{}},
                     request.look));
}

/// Frames round what is chosen, where it lies in the file's picture.
Layer selection_frames(const Scene& scene, const Trace& trace, const ExportRequest& request,
                       const BlockStep& place, const Palette& palette) {
    const Related lit =
        related(trace, std::max(place.block, 0), place.step, request.look.selection);
    const std::vector<Box> boxes = lit_boxes(scene, lit, place.step);
    if (!request.seen) return lit_layer(boxes, palette);
    Layer frames = lit_layer(seen_boxes(scene, request.seen->own, boxes), palette);
    frames.clip = request.seen->own.pane();
    return frames;
}

/// Whether two runs on a page stand above one another: half of its width is too little for arrows
/// from 32 lanes, and for tables.
bool stand_below_another(const ExportRequest& request) {
    constexpr Views wide{View::banks, View::work, View::global, View::fragment};
    return request.page && wide.has(request.look.view);
}

/// `other` has a picture of its own beside this one, or a part in it.
Scene scene_of(const Trace& trace, const OtherOf& other, ExportRequest request) {
    if (request.page)
        request.seen = panes_on(*request.page, !other.beside                  ? OnPage::alone
                                               : stand_below_another(request) ? OnPage::below
                                                                              : OnPage::beside);
    const BlockStep place = place_of(trace, request);
    const Palette& palette = request.dark ? Palette::dark() : Palette::light();
    Scene scene = scene_of_view(trace, other, request, place, palette);
    // On a page nobody scrolls: all of it, smaller, what is pinned as well.
    if (request.page) scene.scrolls = false;
    std::optional<Layer> frames;
    if (request.look.selection.any()) {
        frames = selection_frames(scene, trace, request, place, palette);
    }
    if (request.seen) scene = seen_scene(scene, request.seen->own);
    if (frames) scene.layers.push_back(std::move(*frames));
    scene.progress = request.progress;
    return scene;
}

/// Those parts of the selection that the trace does not have; all, where it has each of them but
/// not together.
Selection missing_in(const Trace& trace, const Selection& wanted) {
    Selection missing;
    for (int Selection::*part :
         {&Selection::thread, &Selection::word, &Selection::bank, &Selection::warp,
          &Selection::line, &Selection::site, &Selection::iteration, &Selection::wavefront}) {
        Selection one;
        one.*part = wanted.*part;
        if (!exists_in(trace, one)) missing.*part = wanted.*part;
    }
    return missing.any() ? missing : wanted;
}

}  // namespace

int step_beside(const Trace& trace, const Trace& other, const ExportRequest& request) {
    return request_beside(trace, other, request).look.step.value_or(0);
}

namespace {

Scene whole_scene(const Trace& trace, const Trace* compare, const ExportRequest& request) {
    const bool here = exists_in(trace, request.look.selection);
    if (!here && (compare == nullptr || !exists_in(*compare, request.look.selection))) {
        throw UsageError(fmt::format("The trace has no {}: select something that it has.",
                                     name_of(missing_in(trace, request.look.selection))));
    }
    ExportRequest own = request;
    if (!here) own.look.selection = {};
    if (compare == nullptr || !is_two_pictures(request)) return scene_of(trace, {compare}, own);
    const Palette& palette = request.dark ? Palette::dark() : Palette::light();
    ExportRequest there = request_beside(trace, *compare, request);
    if (!exists_in(*compare, there.look.selection)) there.look.selection = {};
    const int step = place_of(trace, request).step;
    bool moves = true;
    if (step > 0) {
        ExportRequest before = request;
        before.look.step = step - 1;
        before.passed = compare->step_count();  // the last of those that belong to it
        moves = request_beside(trace, *compare, before).look.step != there.look.step;
    }
    const auto together = stand_below_another(request) ? one_below_other : side_by_side;
    return together(scene_of(trace, {compare, place_of(*compare, there)}, own),
                    scene_of(*compare, {&trace, place_of(trace, own)}, there),
                    run_titles(trace, *compare), palette, moves);
}

}  // namespace

Scene exported_scene(const Trace& trace, const Trace* compare, const ExportRequest& request) {
    Scene scene = whole_scene(trace, compare, request);
    if (request.page) make_readable(scene);
    return scene;
}

std::string left_out_of_page(const Trace& trace, const Trace* compare,
                             const ExportRequest& request) {
    Scene scene = whole_scene(trace, compare, request);
    std::string words = make_readable(scene);
    if (request.look.view != View::tree || request.look.block || !request.look.element.empty() ||
        !request.page)
        return words;
    const OnPage where = compare == nullptr || !is_two_pictures(request) ? OnPage::alone
                         : stand_below_another(request)                  ? OnPage::below
                                                                         : OnPage::beside;
    if (!leaves_out_blocks(trace, panes_on(*request.page, where).own.layout())) return words;
    return fmt::format(
        "Of {} blocks that read from each other one has its tree here: leave out --for to see all "
        "of them, or choose the view grid.{}{}",
        trace.blocks(), words.empty() ? "" : " ", words);
}

bool is_two_pictures(const ExportRequest& request) {
    const OtherRun other = facts_of(request.look.view).other;
    return other == OtherRun::beside ||
           (other == OtherRun::either && request.look.lock.has_value());
}

std::vector<std::byte> encode_picture(const Scene& scene, const ExportRequest& request,
                                      ExportFormat format) {
    const FormatRow& row = row_of(format);
    if (is_picture(row)) return row.picture(scene, request);
    throw UsageError(fmt::format("A {} is not a picture of one step: end the name in {}.",
                                 row.ending, listed_endings(is_picture)));
}

std::vector<std::byte> export_view(const Trace& trace, const Trace* compare,
                                   const ExportRequest& request, ExportFormat format) {
    if (!is_table(format)) {
        return encode_picture(exported_scene(trace, compare, request), request, format);
    }
    return bytes_of(table_of_runs(trace, compare, request), format);
}

std::vector<std::byte> export_table(const Trace& trace, PlainTable table, std::optional<int> block,
                                    std::optional<int> step, ExportFormat format) {
    checked(block, 0, trace.blocks(), "block");
    checked(step, 0, trace.step_count(), "step");
    return bytes_of(table == PlainTable::events ? events_table(trace, block, step)
                                                : requests_table(trace, block, step),
                    format);
}

void export_to_file(const Trace& trace, const Trace* compare, const ExportRequest& request,
                    const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = export_view(trace, compare, request, format_of(path));
    write_file_atomically(path, bytes);
}

View parse_view(const std::string& text) {
    if (const auto view = view_called(text)) return *view;
    throw UsageError(
        fmt::format("There is no view {:?}: choose {}; or events or requests, which are tables.",
                    excerpt(text), all_view_names()));
}

ExportFormat ladder_format_of(const std::filesystem::path& path) {
    const ExportFormat format = format_of(path);
    if (is_of_one_step(row_of(format))) return format;
    throw UsageError(fmt::format("A ladder is one picture: end the name in {}.",
                                 listed_endings(is_of_one_step)));
}

std::vector<std::byte> export_ladder(const Ladder& ladder, const LadderOptions& options,
                                     ExportFormat format) {
    if (!is_table(format))
        return encode_picture(ladder_scene(ladder, Palette::light(), {}, options), {}, format);
    const std::string text = format == ExportFormat::json
                                 ? ladder_json(ladder)
                                 : row_of(format).table(ladder_results(ladder));
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

}  // namespace stridescope

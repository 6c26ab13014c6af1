#include "app/session/export_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/matrices.h"
#include "app/experiment/shell_word.h"
#include "app/export/flag_uses.h"
#include "app/export/sight_text.h"

namespace stridescope {
namespace {

constexpr std::string_view compared_file = "compared.npz";

std::string heatmap_flags(const ExportRequest& request) {
    std::string line;
    if (request.axis == HeatmapAxis::warp) line += " --axis warp";
    if (request.events == HeatEvents::loads) line += " --events loads";
    if (request.events == HeatEvents::stores) line += " --events stores";
    if (request.measure == HeatMeasure::total) line += " --measure total";
    if (request.measure == HeatMeasure::per_request) line += " --measure per-request";
    return line;
}

std::string banks_flags(const Trace& trace, bool beside, const ExportRequest& request) {
    std::string line;
    // What was chosen in another step may not be in this one; then the worst is shown.
    const int block = request.block.value_or(0);
    if (block >= trace.blocks()) return line;
    const auto shown =
        chosen_request(trace, block, request.step.value_or(0), request.banks_request);
    if (!shown) return line;
    if (request.banks_request == choice_of(*shown)) {
        line += " --request " + text_of(*request.banks_request);
    }
    // Beside another run the request may be done already.
    const int wave = beside ? request.wave : std::min(request.wave, shown->cost.wavefronts);
    if (wave > 0) line += fmt::format(" --wavefront {}", wave);
    return line;
}

std::string global_flags(const Trace& trace, const ExportRequest& request) {
    const int block = request.block.value_or(0);
    if (block >= trace.blocks() || trace.step_count() == 0 || !request.global_request) return {};
    const auto shown =
        chosen_global_request(trace, block, request.step.value_or(0), request.global_request);
    // What was chosen in another step may not be in this one; then the worst is shown.
    if (!shown || choice_of(*shown) != *request.global_request) return {};
    return " --request " + text_of(*request.global_request);
}

/// What was chosen in another step may not be in this one; then the worst is shown.
std::string fragment_flags(const Trace& trace, const ExportRequest& request) {
    const int block = request.block.value_or(0);
    if (block >= trace.blocks() || trace.step_count() == 0 || !request.banks_request) return {};
    const auto shown = chosen_matrices(ranked_matrices(trace, block, request.step.value_or(0)),
                                       request.banks_request);
    const bool is_part = shown && std::ranges::any_of(shown->matrices, [&](const Request& matrix) {
                             return choice_of(matrix) == *request.banks_request;
                         });
    return is_part ? " --request " + text_of(*request.banks_request) : std::string{};
}

std::string animation_flags(const AnimationChoice& animation) {
    const auto [first, last] = animation.range;
    std::string line;
    if (first || last) {
        line += fmt::format(" --steps {}:{}", first ? fmt::to_string(*first) : "",
                            last ? fmt::to_string(*last) : "");
    }
    if (animation.milliseconds != AnimationChoice{}.milliseconds)
        line += fmt::format(" --ms {}", animation.milliseconds);
    return line;
}

std::string view_flags(const ShownView& shown) {
    const ExportRequest& request = shown.request;
    std::string later = request.hide_later ? " --hide-later" : "";
    switch (request.view) {
        case View::tree:
            if (request.element.empty()) return later;
            return " --element " + shell_word(request.element) + later;
        case View::heatmap: {
            const bool difference = shown.compared && request.difference;
            return heatmap_flags(request) + (difference ? " --difference" : "") + later;
        }
        case View::banks: return banks_flags(*shown.trace, shown.compared != nullptr, request);
        case View::work:
            if (request.sorted_by < 0) return later;
            return fmt::format(" --sort-by {}", name_of_work_column(request.sorted_by)) + later;
        case View::grid:
            return request.event ? fmt::format(" --event {}", *request.event) : std::string{};
        case View::global: return global_flags(*shown.trace, request);
        case View::fragment: return fragment_flags(*shown.trace, request);
        case View::divergence:
            if (!request.warp) return later;
            return fmt::format(" --warp {}", *request.warp) + later;
        case View::memory:
        case View::source: break;
    }
    return {};
}

/// Of those only what a table is another one for.
std::string table_flags(const ShownView& shown) {
    ShownView plain = shown;
    plain.request.hide_later = plain.request.difference = false;
    plain.request.sorted_by = -1;
    plain.request.event.reset();
    return view_flags(plain);
}

}  // namespace

std::string export_line(const AppState& state, View view, const std::filesystem::path& file,
                        const AnimationChoice& animation, const std::optional<SeenPanes>& seen,
                        std::optional<Page> page) {
    ShownView shown = shown_view(state, view, seen);
    const bool moves = has_frames(file);
    if (moves) {
        shown.request = animation_of(shown, animation).request;
        shown.request.event.reset();
    }
    const ExportRequest& request = shown.request;
    const auto record = [](const Trace& trace, std::string_view output) {
        return fmt::format("stridescope-cli record {} -o {}", command_line(trace.experiment()),
                           output);
    };
    std::string line;
    // A file says what a new recording need not: it may be of a GPU, or of an older program.
    const bool of_file =
        shown.compared == state.comparison.held.trace && !state.comparison.held.opened_from.empty();
    const std::string compared =
        of_file ? state.comparison.held.opened_from : std::string{compared_file};
    if (shown.compared && !of_file) line += record(*shown.compared, compared) + " && ";
    const std::string& opened = state.runs.shown->opened_from;
    if (opened.empty()) line += record(*shown.trace, "-") + " | ";
    line += fmt::format("stridescope-cli export {} --view {}",
                        opened.empty() ? "-" : shell_word(opened), name_of(request.view));
    if (shown.compared) line += fmt::format(" --compare {}", shell_word(compared));
    if (shown.compared && request.lock) line += fmt::format(" --lock {}", name_of(*request.lock));
    if (shown.compared && request.passed > 0) line += fmt::format(" --passed {}", request.passed);
    if (moves) line += animation_flags(animation);
    const bool table = !moves && is_table(format_of(file));
    const auto matters = [&](ExportFlag flag) {
        return has_use(request.view, table, flag, request.selection.any());
    };
    if (!moves && request.step && shown.trace->step_count() > 0 && matters(ExportFlag::step))
        line += fmt::format(" --step {}", *request.step);
    if (request.block.value_or(0) > 0 && matters(ExportFlag::block))
        line += fmt::format(" --block {}", *request.block);
    line += table ? table_flags(shown) : view_flags(shown);
    if (request.selection.any() && matters(ExportFlag::select))
        line += " --select " + text_of(request.selection);
    if (request.seen && !table) line += text_of(*request.seen);
    if (page && !table) line += fmt::format(" --for {}", name_of(*page));
    return line + " -o " + shell_word(file.string());
}

}  // namespace stridescope

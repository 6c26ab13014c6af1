#include "app/cli/sight_flags.h"

#include <fmt/format.h>

#include "app/analysis/cone.h"
#include "app/export/animation.h"

namespace stridescope::cli {

SightFlags::SightFlags(CLI::App& app) {
    const auto group = "Selection";
    app.add_option("--select", select_,
                   "Highlight thread:5, word:12, bank:3, warp:0, line:20 or "
                   "site:2,warp:0,wavefront:1, and what is related to it")
        ->group(group);
    app.add_option("--request", request_,
                   "Banks, global: which request; 1 is the step's worst, or site:2,warp:0")
        ->group(group);
    app.add_option("--wavefront", wavefront_, "Banks: only this wavefront of the request, from 1")
        ->check(CLI::PositiveNumber)
        ->group(group);
    app.add_option(
           "--warp", warp_,
           "Divergence: whose lanes are shown (default: the warp that wastes the most slots)")
        ->group(group);
    app.add_option("--sort-by", sort_by_, "Work: sort by this column, such as load_excess")
        ->group(group);
    app.add_flag("--hide-later", hide_later_,
                 "Tree, heatmap, work, divergence: hide what comes after this step")
        ->group(group);
    app.add_option("--element", element_,
                   "Tree: what this element of a CUDA text's array is made of, such as C[3][5]")
        ->group(group);
    app.add_option("--width", width_, "Width of the picture: 1920, or 160mm, 12cm, 6in, 400pt");
    app.add_option("--for", page_,
                   "slide or paper: 160 × 90 mm in type of at least 9 pt, all of it fitted")
        ->excludes("--width");
    const auto panes =
        "As a pane of the window shows it (with --compare, give each twice: once per run)";
    app.add_option("--pane", panes_.pane,
                   "Size of the pane in pixels, such as 800x500, or 1600x1000@2")
        ->allow_extra_args(false)
        ->group(panes);
    app.add_option(
           "--part", panes_.part,
           "The part that fills it: left,top,width,height in the picture's units (default: all)")
        ->allow_extra_args(false)
        ->group(panes);
    app.add_option("--room", panes_.room,
                   "Size that the picture is laid out for, such as 640x400 (default: the pane's)")
        ->allow_extra_args(false)
        ->group(panes);
}

void SightFlags::apply(const Trace& trace, bool beside, ExportRequest& request) const {
    request.selection = parse_selection(select_);
    request.sorted_by = parse_work_column(sort_by_);
    request.hide_later = hide_later_;
    if (!element_.empty()) {
        parse_element(trace, element_);  // throws if there is none
        request.element = element_;
    }
    if (!width_.empty()) request.width = parse_width(width_);
    request.wave = wavefront_;
    request.warp = warp_;
    if (request_.empty() && wavefront_ == 0) return;
    const int block = request.block.value_or(0);
    const int step = request.step.value_or(trace.step_count() - 1);
    if (request.view == View::global) {
        request.global_request = parse_global_request(trace, block, step, request_);
        return;
    }
    const RequestChoice choice =
        parse_request(trace, block, step, request_.empty() ? "1" : request_);
    if (!request_.empty()) request.banks_request = choice;
    const int count = chosen_request(trace, block, step, choice)->cost.wavefronts;
    if (wavefront_ > count && !beside) {
        throw UsageError(
            fmt::format("There is no wavefront {}: the request takes {}.", wavefront_, count));
    }
}

void SightFlags::apply_panes(bool beside, const std::string& file, ExportRequest& request) const {
    request.seen = parse_sight(panes_, beside ? 2 : 1);
    if (!page_.empty()) request.page = parse_page(page_);
    if (request.page && request.seen) {
        throw UsageError("--for says how large the picture is: omit --pane, --part and --room.");
    }
    if (request.page && !is_animation(file) && is_table(format_of(file))) {
        throw UsageError("A table has no page: omit --for, or write a picture.");
    }
    if (request.seen && !is_animation(file) && is_table(format_of(file))) {
        throw UsageError(
            "A table is always written whole: omit --pane, --part and --room, or write a picture.");
    }
}

}  // namespace stridescope::cli

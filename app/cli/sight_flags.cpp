#include "app/cli/sight_flags.h"

#include <fmt/format.h>

#include <fmt/ranges.h>

#include "app/analysis/cone.h"
#include "app/analysis/request_choice.h"
#include "app/cli/command.h"
#include "app/export/animation.h"
#include "app/io/printable.h"
#include "app/look/look_fields.h"

namespace stridescope::cli {
namespace {

constexpr std::string_view request_flag = "--request";

}  // namespace

SightFlags::SightFlags(CLI::App& app) {
    for (const LookField& field : look_fields()) {
        if (field.help.empty()) continue;
        const std::string flag{field.flag};
        CLI::Option* option =
            field.is_switch
                ? app.add_flag_callback(flag, [this, flag] { said_[flag] = {}; })
                : app.add_option_function<std::string>(
                      flag, [this, flag](const std::string& text) { said_[flag] = text; });
        option->description(field.help_line());
        if (!field.is_switch) option->type_name(field.value_text());
        if (!field.group.empty()) option->group(std::string{field.group});
    }
    app.add_option("--width", width_, "Width of the picture: 1920, or 160mm, 12cm, 6in, 400pt");
    app.add_option("--for", page_,
                   "A page of 160 × 90 mm in type of at least 9 pt, all of it fitted")
        ->type_name("slide|paper")
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

void SightFlags::read(Look& look) const {
    for (const LookField& field : look_fields()) {
        const auto said = said_.find(field.flag);
        // Requests by their rank are those of a trace, and it is the view that tells which.
        if (said == said_.end() || field.flag == request_flag) continue;
        if (field.read(look, said->second)) continue;
        if (!field.words.empty()) {
            refuse_choice(said->first.c_str(), said->second,
                          fmt::format("{}", fmt::join(field.words, ", ")));
        }
        throw UsageError(
            fmt::format("{} \"{}\" is not {}.", said->first, excerpt(said->second), field.wanted));
    }
}

void SightFlags::apply(const Trace& trace, bool beside, ExportRequest& request) const {
    Look& look = request.look;
    if (!look.element.empty()) parse_element(trace, look.element);  // throws if there is none
    if (!width_.empty()) request.width = parse_width(width_);
    const auto said = said_.find(request_flag);
    if (said == said_.end() && look.wave == 0) return;
    const int block = look.block.value_or(0);
    const int step = look.step.value_or(trace.step_count() - 1);
    if (look.view == View::global) {
        look.global_request = parse_global_request(trace, block, step, said->second);
        return;
    }
    if (look.view == View::fragment && said != said_.end()) {
        look.request = parse_product(trace, block, step, said->second);
        if (look.request) return;
    }
    const RequestChoice choice =
        parse_request(trace, block, step, said == said_.end() ? "1" : said->second);
    if (said != said_.end()) look.request = choice;
    const int count = chosen_request(trace, block, step, choice)->cost.wavefronts;
    if (look.wave > count && !beside) {
        throw UsageError(
            fmt::format("There is no wavefront {}: the request takes {}.", look.wave, count));
    }
}

void SightFlags::apply_panes(bool beside, const std::string& file, ExportRequest& request) const {
    request.seen = parse_sight(panes_, beside ? 2 : 1);
    if (!page_.empty()) request.page = parse_page(page_);
    if (request.page && request.seen) {
        throw UsageError("--for says how large the picture is: omit --pane, --part and --room.");
    }
    if (request.page && is_table(format_of(file))) {
        throw UsageError("A table has no page: omit --for, or write a picture.");
    }
    if (request.seen && is_table(format_of(file))) {
        throw UsageError(
            "A table is always written whole: omit --pane, --part and --room, or write a picture.");
    }
}

}  // namespace stridescope::cli

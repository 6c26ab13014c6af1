#include "app/session/export_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/analysis/matrices.h"
#include "app/experiment/shell_word.h"
#include "app/export/request_text.h"
#include "app/look/look_fields.h"
#include "app/session/view_requests.h"

namespace stridescope {

ShownView shown_view(const AppState& state, View view, const std::optional<SeenPanes>& seen) {
    ShownView shown{state.runs.shown->trace, nullptr, {.look = look_of(state, view)}};
    shown.request.seen = seen;
    shown.compared =
        has_two_pictures(state, view) ? run_of(state, Side::other) : run_within(state, view);
    // What was chosen in a picture of the other run has no place where that is not.
    const auto in = [&](const Trace* trace) {
        return trace != nullptr && exists_in(*trace, shown.request.look.selection);
    };
    if (!in(shown.trace.get()) && !in(shown.compared.get())) shown.request.look.selection = {};
    shown.chosen = shown.request.look.selection;
    // A wavefront that is shown alone is lit in every picture, of one run where the other is done.
    if (state.wave() > 0 && state.sees(View::banks)) {
        const Selection own = lit_of(state);
        shown.request.look.selection = own.any() ? own : lit_of_other(state);
    }
    return shown;
}

Animation animation_of(const ShownView& shown, const AnimationChoice& animation) {
    Animation out{.request = shown.request,
                  .range = animation.range,
                  .timing = {.milliseconds = animation.milliseconds}};
    out.request.look.wave = 0;
    out.request.passed = 0;
    out.request.look.selection = shown.chosen;
    return out;
}

FileWorker::Job export_job(ShownView view, const std::filesystem::path& path,
                           AnimationChoice animation) {
    const auto shown = std::make_shared<const ShownView>(std::move(view));
    const auto end = [shown, path](bool picture) {
        std::string words = fmt::format("Wrote {}.", path.string());
        if (!picture || !shown->request.page) return words;
        const std::string missing =
            left_out_of_page(*shown->trace, shown->compared.get(), shown->request);
        return missing.empty() ? words : words + ' ' + missing;
    };
    if (!has_frames(path)) {
        return [shown, path, end] {
            export_to_file(*shown->trace, shown->compared.get(), shown->request, path);
            return end(!is_table(format_of(path)));
        };
    }
    return [shown, path, end, animation,
            frames = std::shared_ptr<FrameExport>{}]() mutable -> FileWorker::Piece {
        if (!frames) {
            frames = std::make_shared<FrameExport>(*shown->trace, shown->compared.get(),
                                                   animation_of(*shown, animation), path);
        }
        if (frames->go_on()) return frames->share();
        const std::string unread = frames->left_unread();
        return unread.empty() ? end(true) : end(true) + ' ' + unread;
    };
}

namespace {

constexpr std::string_view compared_file = "compared.npz";

/// Whether one of the step's instructions that load or store matrices has the request.
bool is_in_fragment(const Trace& trace, int block, int step,
                    const std::optional<RequestChoice>& request) {
    const std::vector<MatrixAccess> ranked = ranked_matrices(trace, block, step);
    const auto product = shown_product(ranked, products_of_step(trace, block, step), request);
    if (product) return product->choice == request;
    const auto shown = chosen_matrices(ranked, request);
    return shown && std::ranges::any_of(shown->matrices, [&](const Request& matrix) {
               return choice_of(matrix) == request;
           });
}

/// Without what was chosen in another step and is not in this one: then the worst is shown.
Look without_other_requests(const Trace& trace, bool beside, Look look) {
    const int block = look.block.value_or(0), step = look.step.value_or(0);
    const bool there = block < trace.blocks() && trace.step_count() > 0;
    const auto shown =
        there ? chosen_request(trace, block, step, Space::shared, look.request) : std::nullopt;
    const bool is_there = look.view == View::fragment
                              ? there && is_in_fragment(trace, block, step, look.request)
                              : shown && look.request == choice_of(*shown);
    if (!is_there) look.request.reset();
    // Beside another run the request may be done already.
    look.wave = !shown ? 0 : beside ? look.wave : std::min(look.wave, shown->shared.wavefronts);
    const auto global = there
                            ? chosen_request(trace, block, step, Space::global, look.global_request)
                            : std::nullopt;
    if (!global || look.global_request != choice_of(*global)) look.global_request.reset();
    return look;
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

/// What is not as usual, as far as the file is another one for it.
std::string look_flags(const ShownView& shown, bool table) {
    Look look = without_other_requests(*shown.trace, shown.compared != nullptr, shown.request.look);
    if (shown.trace->step_count() == 0) look.step.reset();
    std::string line;
    for (const LookField& field : look_fields()) {
        const std::string text = field.text(look);
        if (text.empty() || (field.of_two && !shown.compared)) continue;
        // Block 0 is shown where none is asked for.
        if (field.flag == "--block" && text == "0") continue;
        const bool shows = (table ? field.tables : field.pictures).has(look.view);
        const bool lights = field.flag == "--block" && look.selection.any() && !table;
        if (!shows && !lights) continue;
        line += fmt::format(" {}", field.flag);
        if (!field.is_switch) line += ' ' + shell_word(text);
    }
    return line;
}

}  // namespace

std::string export_line(const AppState& state, View view, const std::filesystem::path& file,
                        const AnimationChoice& animation, const std::optional<SeenPanes>& seen,
                        std::optional<Page> page) {
    ShownView shown = shown_view(state, view, seen);
    const bool moves = has_frames(file);
    if (moves) {
        shown.request = animation_of(shown, animation).request;
        shown.request.look.step.reset();
        shown.request.look.event.reset();
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
                        opened.empty() ? "-" : shell_word(opened), name_of(request.look.view));
    if (shown.compared) line += fmt::format(" --compare {}", shell_word(compared));
    if (shown.compared && request.passed > 0) line += fmt::format(" --passed {}", request.passed);
    if (moves) line += animation_flags(animation);
    const bool table = is_table(format_of(file));
    line += look_flags(shown, table);
    if (request.seen && !table) line += text_of(*request.seen);
    if (page && !table) line += fmt::format(" --for {}", name_of(*page));
    return line + " -o " + shell_word(file.string());
}

}  // namespace stridescope

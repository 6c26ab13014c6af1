#include "app/session/run_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/number_text.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/printable.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/session/view_requests.h"

namespace stridescope {

std::string run_sentence(const Trace& trace) {
    const TraceData& data = trace.data();
    const std::string_view before = !data.guessed.empty()   ? "guessed · "
                                    : !data.stopped.empty() ? "main stopped · "
                                                            : "";
    std::string text = fmt::format("{}{} · {}", before, trace.device(), launches_text(trace));
    if (trace.blocks() < trace.grid())
        text += fmt::format(" · first {} of {} blocks recorded", with_commas(trace.blocks()),
                            with_commas(trace.grid()));
    return text;
}

namespace {

/// The last line that says anything, cut where it is long.
std::string last_line(std::string_view printed) {
    constexpr std::size_t most = 80;
    while (!printed.empty() && std::isspace(static_cast<unsigned char>(printed.back())) != 0)
        printed.remove_suffix(1);
    printed.remove_prefix(printed.rfind('\n') + 1);
    return printable(printed, most);
}

/// What is to be said where nothing was found and nothing says what should have come out. A text
/// that checks its results itself prints what came of that.
std::string unchecked_sentence(const Trace& trace) {
    const TraceData& data = trace.data();
    const std::string unheld = unheld_expectation(trace);
    const std::string& why = !data.guessed.empty() ? data.guessed : data.stopped;
    // What the text itself says of its result comes first, then what it wants and does not get.
    std::vector<std::string> said;
    const std::string printed = last_line(data.printed);
    if (!printed.empty() && why.empty())
        said.push_back(fmt::format("the text printed \"{}\"", printed));
    if (!unheld.empty()) said.push_back(unheld);
    if (!why.empty()) said.push_back(why);
    if (said.empty()) said.emplace_back("nothing says what the output should be");
    std::string text = fmt::format("no faults found; {}", fmt::join(said, "; "));
    if (!data.shortened.empty()) text += "; " + data.shortened;
    return text;
}

}  // namespace

Verdict output_verdict(const Recording& recording) {
    if (const Finding* first = first_fault(recording.findings)) {
        const auto faults = std::ranges::count_if(recording.findings, &Finding::is_fault);
        const std::string_view kind = first->kind == Finding::Kind::race ? "race" : "";
        // Nothing is said of an output that nobody has checked.
        const std::string_view output = recording.wrong ? "output wrong"
                                        : is_checked(*recording.trace)
                                            ? "output happens to be correct"
                                            : "";
        std::string text{kind};
        if (!text.empty() && !output.empty()) text += ", ";
        text += output;
        text += (text.empty() ? "" : ": ") + first->text;
        if (faults > 1) text += fmt::format(" (and {} more)", with_commas(faults - 1));
        return {false, text};
    }
    if (recording.wrong) {
        return {false, "output wrong: " + wrong_text(*recording.trace, *recording.wrong)};
    }
    if (const auto& code = recording.trace->data().exit_code; code && *code != 0)
        return {false, fmt::format("no faults found, but main returned {}", *code)};
    if (!is_checked(*recording.trace)) {
        return {true, unchecked_sentence(*recording.trace), false};
    }
    return {true, fmt::format("output correct: equal to {}", oracle_name(*recording.trace))};
}

PaddingVerdict padding_verdict(const Recording& recording) {
    if (!recording.unpadded) return {};
    const std::int64_t before = recording.unpadded_totals.excess();
    const std::int64_t after = recording.work.totals.excess();
    using Effect = PaddingVerdict::Effect;
    return {after > before   ? Effect::worse
            : after < before ? Effect::better
                             : Effect::none,
            compare_sentence(recording.unpadded_totals, recording.work.totals, "padding"),
            compare_briefly(recording.unpadded_totals, recording.work.totals)};
}

std::string document_name(const AppState& state) {
    const std::string& name = state.document->name;
    return name.empty() ? name_of(state.experiment.text) : name;
}

std::string document_title(const AppState& state) {
    return (state.document->unsaved ? "• " : "") + document_name(state);
}

std::string why_no_line(const AppState& state) {
    const TextSpec& text = state.experiment.text;
    if (text.path.empty() && own_text(text) == nullptr)
        return "Save the text first: a command line names its file.";
    if (state.document && state.document->unsaved) {
        return "Save the text first: its file holds another one.";
    }
    return {};
}

std::string window_title(const AppState& state) {
    if (state.presenter.start) return "StrideScope";
    if (state.ladder.open) {
        return fmt::format("The ladder{} – StrideScope",
                           state.ladder.from.empty() ? "" : ", " + state.ladder.from);
    }
    if (state.lesson.open())
        return fmt::format("{} – StrideScope", state.lesson.play.lesson()->title);
    if (state.exercise.open())
        return fmt::format("{} – StrideScope", state.exercise.exercise().title);
    if (state.document) return document_title(state) + " – StrideScope";
    if (!state.runs.shown) return "StrideScope";
    const std::filesystem::path file{state.runs.shown->opened_from};
    const std::string& kernel = state.runs.shown->trace->facts().title;
    return fmt::format("{} – StrideScope", file.empty() ? kernel : shown_path(file.filename()));
}

std::string why_not_on_gpu(const Experiment& experiment, const GpuAnswer& gpu) {
    if (!gpu.known) return looking_for_gpu;
    if (!gpu.problem.empty()) return gpu.problem;
    Experiment moved = experiment;
    moved.engine = EngineChoice::cuda;
    return why_impossible(moved);
}

std::string_view engine_tip(EngineChoice engine) {
    switch (engine) {
        case EngineChoice::automatic:
            return "The GPU if one can be used, otherwise the warp machine";
        case EngineChoice::cpu: return "The warp machine runs the kernels on the CPU, warp by warp";
        case EngineChoice::cuda: break;
    }
    return "The GPU runs the kernels and records what they do";
}

std::string terminal_line(const Experiment& experiment) {
    return "stridescope-cli record " + command_line(experiment) + " -o trace.npz";
}

namespace {

/// Who is done first, where that is what the lock is for.
std::string first_done(const ShownPair& pair, const SideNames& sides) {
    const std::int64_t left = pair.left_work.totals.wavefronts();
    const std::int64_t right = pair.right_work.totals.wavefronts();
    if (left == right) return "both finish at the same time";
    return fmt::format("{} finishes {} wavefronts earlier",
                       left < right ? sides.first : sides.second,
                       with_commas(std::abs(left - right)));
}

}  // namespace

std::string beside_sentence(const AppState& state) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return {};
    if (!pair->locked.note.empty()) return pair->locked.note;
    // What all steps cost is not told while later ones are hidden.
    const bool told = !state.display.look.hide_later;
    if (pair->lock == StepLock::wavefronts && told) return first_done(*pair, side_names(state));
    return fmt::format("step {} of {} beside step {} of {}", state.playback.step() + 1,
                       pair->left->step_count(), state.other_step() + 1, pair->right->step_count());
}

std::string counted_of(const AppState& state) {
    const ShownPair* pair = state.pair();
    if (pair == nullptr) return {};
    const auto whole = [](const Trace& trace) { return trace.blocks() == trace.grid(); };
    const SideNames sides = side_names(state);
    return fmt::format("{} : {}, {}", sides.first, sides.second,
                       whole(*pair->left) && whole(*pair->right) ? "in all" : "recorded");
}

SideNames side_names(const AppState& state) {
    const auto alone = state.display.alone();
    const bool within = alone && run_within(state, *alone) != nullptr;
    return within ? SideNames{"above", "below"} : SideNames{"left", "right"};
}

}  // namespace stridescope

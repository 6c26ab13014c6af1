#include "app/session/run_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/grid.h"
#include "app/analysis/index_text.h"
#include "app/analysis/launch_names.h"
#include "app/analysis/narration.h"
#include "app/analysis/number_text.h"
#include "app/analysis/operation_names.h"
#include "app/analysis/request_choice.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/printable.h"
#include "app/scene/heatmap/heatmap_words.h"
#include "app/session/view_requests.h"

namespace stridescope {

std::string step_sentence(const Trace& trace, int step) {
    if (trace.step_count() == 0) return "no steps";
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    return fmt::format("step {} of {}: {}", step + 1, trace.step_count(), name_of(s));
}

std::string step_facts(const Recording& recording, int step, bool banks) {
    if (recording.work.rows.empty()) return {};
    const WorkRow& row = recording.work.rows[static_cast<std::size_t>(step)];
    const WorkCounts& counts = row.counts;
    const auto counted = [](std::int64_t count, std::string_view noun) {
        return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
    };
    std::string text;
    if (counts.adds > 0) {
        text = counted(counts.adds, operation_noun(*recording.trace, step));
        if (row.adds_differ()) text += fmt::format(" (not {})", with_commas(*row.expected_adds));
        text += " by " + counted(counts.active_threads, "thread");
    } else if (counts.active_threads > 0) {
        text = counted(counts.active_threads, "thread") + " active";
    } else {
        text = "no thread accesses memory";
    }
    const Trace& trace = *recording.trace;
    const auto number =
        static_cast<std::size_t>(trace.steps()[static_cast<std::size_t>(step)].launch);
    const LaunchFacts& launch = trace.launches().at(number);
    const std::uint64_t grid = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    const auto blocks = std::min(grid, static_cast<std::uint64_t>(trace.blocks()));
    if (blocks > 1) text += fmt::format(" in {} blocks", blocks);
    // Steps of several launches may be called the same.
    const std::size_t launches = trace.launches().size();
    if (launches > 1)
        text = fmt::format("launch {} of {}, {} · {}", number + 1, launches, launch_text(launch),
                           text);
    if (!banks || counts.requests() == 0) return text;
    text += " · " + counted(counts.requests(), "request");
    if (counts.excess() == 0) return text + ", no conflict";
    return text + fmt::format(", up to {}-way: {} excess {}", counts.max_degree,
                              with_commas(counts.excess()),
                              counts.excess() == 1 ? "wavefront" : "wavefronts");
}

namespace {

/// What the wavefront that is shown alone does, in both of two runs side by side.
std::string wave_words(const AppState& state, const Request& request) {
    const auto other = request_beside(state, state.playback.step(), choice_of(request));
    if (!other) {
        return narrate_wave(*state.trace(), request,
                            std::min(state.wave(), request.shared.wavefronts));
    }
    return "Left: " + narrate_wave(*state.trace(), request, state.wave()) +
           " Right: " + narrate_wave(*state.pair()->right, *other, state.wave());
}

/// What just happened between blocks, as far as the grid's cursor has come.
std::string grid_words(const AppState& state) {
    const Trace& trace = *state.trace();
    const std::size_t events = state.grid.events();
    if (events == 0) return "No block has started yet.";
    const GridEvent& event = trace.grid_events()[events - 1];
    std::string words = fmt::format(
        "{} {}, event {} of {}: {}.", trace.clock() == "tick" ? "Tick" : trace.clock(),
        with_commas(event.time), with_commas(static_cast<std::int64_t>(events)),
        with_commas(static_cast<std::int64_t>(state.grid.count())), event_text(trace, event));
    if (event.kind != GridEvent::Kind::load && event.kind != GridEvent::Kind::wait) return words;
    // Who has written that last, where it was another block.
    for (std::size_t i = events - 1; i-- > 0;) {
        const GridEvent& before = trace.grid_events()[i];
        const bool writes =
            before.kind == GridEvent::Kind::store || before.kind == GridEvent::Kind::atomic;
        if (!writes || before.array != event.array || before.element != event.element) continue;
        if (before.block == event.block || before.value != event.value ||
            before.integer != event.integer) {
            break;
        }
        return words + fmt::format(" Block {} left it there in {} {}.", before.block,
                                   trace.clock() == "tick" ? "tick" : trace.clock(),
                                   with_commas(before.time));
    }
    return words;
}

}  // namespace

std::string narration_words(const AppState& state) {
    if (state.current_step() == nullptr || state.trace()->blocks() == 0) return {};
    if (state.lesson.hides_counts()) return "Hidden until you have answered.";
    const Trace& trace = *state.trace();
    const int step = state.playback.step();
    if (state.display.look.selection.thread >= 0 && state.wave() == 0) {
        return narrate_thread(trace, state.block, step, state.display.look.selection.thread);
    }
    // With all that has happened in sight the step is what is told.
    if (state.sees(View::grid) && state.grid.count() > 0 && !state.grid.at_end()) {
        return grid_words(state);
    }
    if (state.sees(View::global)) {
        const auto request = chosen_request(trace, state.block, step, Space::global,
                                            state.display.look.global_request);
        if (request) return narrate_request(trace, *request);
    }
    if (state.sees(View::divergence))
        return narrate_lanes(trace, state.block, step, state.display.look.warp);
    if (!state.speaks_of_banks()) return narrate_work(trace, state.block, step);
    if (!state.sees(View::banks)) return narrate_step(trace, state.block, step);
    const auto request =
        chosen_request(trace, state.block, step, Space::shared, state.display.look.request);
    if (!request) return narrate_step(trace, state.block, step);
    if (state.wave() > 0) return wave_words(state, *request);
    return narrate_request(trace, *request);
}

std::string run_sentence(const Trace& trace) {
    const TraceData& data = trace.data();
    const std::string_view before = !data.guessed.empty()   ? "guessed · "
                                    : !data.stopped.empty() ? "main stopped · "
                                                            : "";
    std::string text = fmt::format("{}{} · {}", before, trace.device_words(), launches_text(trace));
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

#include "app/session/run_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "app/analysis/check.h"
#include "app/analysis/launch_text.h"
#include "app/analysis/number_text.h"
#include "app/io/printable.h"
#include "app/scene/heatmap/compare_sentence.h"

namespace stridescope {

std::string run_sentence(const Trace& trace) {
    if (trace.is_text()) {
        std::string text = fmt::format("{} · {}", trace.device(), launches_text(trace));
        if (trace.blocks() < trace.grid())
            text += fmt::format(" · first {} of {} blocks recorded", with_commas(trace.blocks()),
                                with_commas(trace.grid()));
        return text;
    }
    std::string text = fmt::format("{} · {} {}", trace.device(), with_commas(trace.n()),
                                   trace.n() == 1 ? "element" : "elements");
    if (trace.grid() > 1) {
        const bool whole = trace.facts().scope == Scope::whole;
        text += fmt::format(" · {} blocks, ", with_commas(trace.grid()));
        text += whole ? std::string{"scanning the whole input"}
                      : fmt::format("each scans its own section of {}",
                                    with_commas(trace.shape().section));
        if (trace.blocks() < trace.grid())
            text += fmt::format(" · first {} recorded", trace.blocks());
    } else if (trace.grid() == 1) {
        text += " · one block";
    }
    return text;
}

std::string_view memory_title(const Trace* trace) {
    const Storage storage = trace == nullptr ? Storage::shared : trace->storage();
    switch (storage) {
        case Storage::shared: return "Shared memory";
        case Storage::registers: return "Registers";
        case Storage::output: return "Output";
    }
    return {};
}

Verdict output_verdict(const Recording& recording) {
    if (!recording.trace->diagnostics().empty()) {
        const auto& all = recording.trace->diagnostics();
        std::string text = all.front().message;
        if (all.size() > 1) text += fmt::format(" (and {} more)", all.size() - 1);
        return {false, text};
    }
    if (!recording.races.empty()) {
        const auto more = static_cast<std::int64_t>(recording.races.size()) - 1;
        std::string text =
            recording.wrong ? "race, output wrong: " : "race, output happens to be correct: ";
        text += sentence(*recording.trace, recording.races.front());
        if (more > 0) text += fmt::format(" (and {} more)", with_commas(more));
        return {false, text};
    }
    if (recording.wrong) {
        if (recording.trace->is_text()) {
            return {false, "output wrong: " + wrong_text(*recording.trace, *recording.wrong)};
        }
        return {false, fmt::format("output wrong: element {} is {}, not {}",
                                   with_commas(recording.wrong->index), recording.wrong->got,
                                   recording.wrong->expected)};
    }
    if (!is_checked(*recording.trace)) {
        return {true, "no faults found; nothing says what the output should be"};
    }
    if (recording.trace->n() == 0) return {true, "nothing to scan"};
    return {true, "output correct"};
}

PaddingVerdict padding_verdict(const Recording& recording) {
    if (!recording.unpadded) return {};
    const std::int64_t before = recording.unpadded_totals.excess();
    const std::int64_t after = recording.work.totals.excess();
    using Effect = PaddingVerdict::Effect;
    return {after > before   ? Effect::worse
            : after < before ? Effect::better
                             : Effect::none,
            compare_sentence(*recording.unpadded, recording.unpadded_totals, *recording.trace,
                             recording.work.totals)};
}

std::string document_name(const AppState& state) {
    const std::string& name = state.document->name;
    return name.empty() ? name_of(*state.experiment.text) : name;
}

std::string document_title(const AppState& state) {
    return (state.document->unsaved ? "• " : "") + document_name(state);
}

std::string why_no_line(const AppState& state) {
    const std::optional<TextSpec>& text = state.experiment.text;
    if (!text) return {};
    if (text->path.empty()) return "Save the text first: a command line names its file.";
    if (state.document && state.document->unsaved) {
        return "Save the text first: its file holds another one.";
    }
    return {};
}

std::string window_title(const AppState& state) {
    if (state.document) return document_title(state) + " – StrideScope";
    if (!state.runs.shown) return "StrideScope";
    const std::filesystem::path file{state.runs.shown->opened_from};
    const std::string& kernel = state.runs.shown->trace->facts().title;
    return fmt::format("{} – StrideScope", file.empty() ? kernel : shown_path(file.filename()));
}

}  // namespace stridescope

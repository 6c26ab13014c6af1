#include "app/session/breakpoints.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/controller.h"

namespace stridescope {

bool runs_in_step(const Recording& run, int step, const std::set<int>& lines) {
    const auto [begin, end] = run.trace->rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceSite& site =
            run.trace->sites()[static_cast<std::size_t>(run.trace->row(row).site)];
        if (lines.contains(line_in_text(site, run.lines->include_lines))) return true;
    }
    return false;
}

std::optional<int> next_step_of(const Recording& run, int step, const std::set<int>& lines,
                                int by) {
    for (int at = step + by; at >= 0 && at < run.trace->step_count(); at += by) {
        if (runs_in_step(run, at, lines)) return at;
    }
    return std::nullopt;
}

std::set<int> stopping_lines(const Recording& run, const std::set<int>& lines) {
    std::set<int> running, stopping;
    for (const TraceSite& site : run.trace->sites())
        running.insert(line_in_text(site, run.lines->include_lines));
    for (const int line : lines) {
        const auto next = running.lower_bound(line);
        if (next != running.end()) stopping.insert(*next);
    }
    return stopping;
}

std::set<int> lines_run_to(const Recording& run, int line) {
    const std::set<int> lines = stopping_lines(run, {line});
    // Before the first line that does anything nothing runs.
    return lines == stopping_lines(run, {0}) && !lines.contains(line) ? std::set<int>{} : lines;
}

int line_meant(const Document& document) {
    return document.editor.selection().from.line + 1;
}

void move_lines(std::set<int>& lines, int line, int added) {
    if (added == 0) return;
    std::set<int> moved;
    for (const int each : lines) {
        if (each <= line) moved.insert(each);
        if (each > line && each + added > line) moved.insert(each + added);
    }
    lines = std::move(moved);
}

void Controller::carry_out(const command::ToggleBreakpoint& c) {
    if (!state_.document) return;
    Document& document = *state_.document;
    const int line = c.line > 0 ? c.line : line_meant(document);
    if (line > document.editor.text().lines()) return;
    if (document.breakpoints.erase(line) == 0) document.breakpoints.insert(line);
}

void Controller::carry_out(const command::RunToCursor& c) {
    if (state_.trace_of_document() == nullptr) return;
    const int line = line_meant(*state_.document);
    const Recording& run = *state_.runs.shown;
    const auto step =
        next_step_of(run, state_.playback.step(), lines_run_to(run, line), c.by < 0 ? -1 : 1);
    if (step) carry_out(command::Jump{*step});
}

/// Playback came to a step in which a line with a breakpoint runs.
void Controller::stop_at_breakpoint(int before) {
    const int step = state_.playback.step();
    if (step == before || !state_.playback.playing() || state_.trace_of_document() == nullptr)
        return;
    if (state_.document->breakpoints.empty()) return;
    const Recording& run = *state_.runs.shown;
    if (runs_in_step(run, step, stopping_lines(run, state_.document->breakpoints)))
        state_.playback.toggle_play();
}

}  // namespace stridescope

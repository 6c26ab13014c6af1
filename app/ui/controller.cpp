#include "app/ui/controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "app/playback/same_place.h"
#include "app/trace/trace_file.h"
#include "app/ui/export_command.h"

namespace stridescope {
namespace {

constexpr std::size_t undo_depth = 200;

}  // namespace

Controller::Controller(Experiment experiment, std::function<void()> wake)
    : recorder_(std::move(wake)) {
    start(std::move(experiment));
}

Controller::Controller(const std::filesystem::path& trace, std::function<void()> wake)
    : recorder_(std::move(wake)) {
    carry_out(command::OpenTrace{trace});
}

void Controller::apply(const Command& command) {
    std::visit([this](const auto& c) { carry_out(c); }, command);
    state_.can_undo = !undo_.empty();
    state_.can_redo = !redo_.empty();
}

/// The knobs now say `experiment`: records it if it can run.
void Controller::start(Experiment experiment) {
    state_.experiment = std::move(experiment);
    state_.impossible = why_impossible(state_.experiment);
    state_.error.clear();
    if (!state_.impossible.empty()) return;
    opening_ = false;
    state_.recording_now = true;
    state_.recording_share = 0;
    recorder_.record(state_.experiment);
}

void Controller::carry_out(const command::SetExperiment& c) {
    if (c.experiment == state_.experiment) return;
    const bool continued = c.typing && typing_ && !undo_.empty();
    if (!continued) undo_.push_back(state_.experiment);
    if (undo_.size() > undo_depth) undo_.erase(undo_.begin());
    redo_.clear();
    typing_ = c.typing;
    start(c.experiment);
}

void Controller::carry_out(const command::Undo&) {
    if (undo_.empty()) return;
    typing_ = false;
    redo_.push_back(state_.experiment);
    Experiment experiment = std::move(undo_.back());
    undo_.pop_back();
    start(std::move(experiment));
}

void Controller::carry_out(const command::Redo&) {
    if (redo_.empty()) return;
    undo_.push_back(state_.experiment);
    Experiment experiment = std::move(redo_.back());
    redo_.pop_back();
    start(std::move(experiment));
}

void Controller::carry_out(const command::SelectBlock& c) {
    const int blocks = state_.trace() != nullptr ? state_.trace()->blocks() : 0;
    state_.block = std::clamp(c.block, 0, std::max(blocks - 1, 0));
}

void Controller::carry_out(const command::ToggleEnlarged& c) {
    if (state_.enlarged == c.view) {
        state_.enlarged.reset();
    } else {
        state_.enlarged = c.view;
    }
}

void Controller::carry_out(const command::SetTextScale& c) {
    state_.text_scale = std::clamp(c.scale, 0.75F, 2.5F);
}

void Controller::carry_out(const command::OpenTrace& c) {
    opening_ = true;
    state_.error.clear();
    state_.recording_now = true;
    state_.recording_share = 0;
    recorder_.open(c.path);
}

void Controller::carry_out(const command::SaveTrace& c) {
    if (!state_.shown) {
        state_.notice = Notice{false, "There is no trace to save yet."};
        return;
    }
    try {
        write_trace(*state_.shown->trace, c.path);
        state_.notice = Notice{true, fmt::format("Saved the trace as {}.", c.path.string())};
    } catch (const std::exception& error) {
        state_.notice = Notice{false, error.what()};
    }
}

void Controller::carry_out(const command::ExportView& c) {
    if (!state_.shown) {
        state_.notice = Notice{false, "There is nothing to export yet."};
        return;
    }
    try {
        export_shown(state_, c.view, c.path);
        state_.notice = Notice{true, fmt::format("Wrote {}.", c.path.string())};
    } catch (const std::exception& error) {
        state_.notice = Notice{false, error.what()};
    }
}

bool Controller::poll() {
    bool changed = false;
    for (Recorder::Outcome& outcome : recorder_.take()) {
        changed = true;
        if (!outcome.recording) {
            state_.recording_now = false;
            if (opening_) {
                state_.notice = Notice{false, outcome.error};
            } else {
                state_.error = outcome.error;
            }
            continue;
        }
        if (outcome.last) state_.recording_now = false;
        // Side by side, both halves change at once or the picture would jump twice.
        const bool wait_for_twin = state_.compare && !outcome.last && state_.shown;
        if (!wait_for_twin) show(std::move(outcome.recording));
    }
    if (state_.recording_now) {
        const double share = recorder_.share();
        changed = changed || share != state_.recording_share;
        state_.recording_share = share;
    }
    return changed;
}

void Controller::show(std::shared_ptr<const Recording> recording) {
    const Trace& next = *recording->trace;
    const Trace* before = state_.trace();
    if (before != &next) {
        // A first picture begins at the beginning; a changed knob keeps the place.
        const int step = before != nullptr && !opening_
                             ? same_place(before->steps(), state_.playback.step(), next.steps())
                             : 0;
        state_.playback.reset(next.step_count(), step);
        state_.block = std::clamp(state_.block, 0, std::max(next.blocks() - 1, 0));
        ++state_.recordings;
        if (opening_) {
            if (before != nullptr) undo_.push_back(state_.experiment);
            state_.experiment = next.experiment();
            state_.impossible.clear();
            state_.can_undo = !undo_.empty();
        }
    }
    state_.shown = std::move(recording);
}

void Controller::wait_until_recorded() {
    while (state_.recording_now) {
        poll();
        if (state_.recording_now) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace stridescope

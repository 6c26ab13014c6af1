// The controller's part in the ladder: opened, measured, exported.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "app/io/errors.h"
#include "app/ladder/ladder.h"
#include "app/session/controller.h"
#include "app/session/file_task.h"

namespace stridescope {

void Controller::show_ladder(Ladder ladder, std::string from) {
    LadderState& state = state_.ladder;
    state.n = usual_size(ladder);
    state.rung = -1;
    state.shown = std::make_shared<const Ladder>(std::move(ladder));
    state.from = std::move(from);
    state.open = true;
    state_.presenter.start = false;
}

void Controller::open_ladder(const std::filesystem::path& path) {
    try {
        show_ladder(read_ladder(path), path.filename().string());
    } catch (const std::runtime_error& error) {
        say(false, error.what());
    }
}

void Controller::carry_out(const command::ShowLadder& c) {
    state_.ladder.open = c.open;
    if (c.open) state_.presenter.start = false;
    if (c.open && !state_.ladder.shown && !c.shipped.empty()) open_ladder(c.shipped);
}

void Controller::carry_out(const command::LookInLadder& c) {
    state_.ladder.n = c.n;
    state_.ladder.rung = c.rung;
}

void Controller::carry_out(const command::MeasureLadder&) {
    LadderPlan plan;
    plan.gpu = state_.runs.gpu.known && state_.runs.gpu.problem.empty();
    plan.sizes = usual_sizes(plan.gpu);
    if (!plan.gpu) plan.rungs = {std::string{name_of(RungKind::cpu)}};
    state_.ladder.measuring = {.now = true};
    asked_for_ladder_ = Clock::now();
    ladder_.start(std::move(plan));
}

void Controller::carry_out(const command::CancelLadder&) {
    ladder_.cancel();
    state_.ladder.measuring = {};
}

void Controller::carry_out(const command::ExportLadder& c) {
    if (!state_.ladder.shown) {
        say(false, "There is no ladder to export yet.");
        return;
    }
    files_.ask(fmt::format("Exporting {}", c.path.filename().string()), {},
               job_of({c.path, LadderToExport{state_.ladder.shown,
                                              {.n = state_.ladder.n,
                                               .rung = state_.ladder.rung,
                                               .story = state_.ladder.story}}}));
    poll_files();
}

/// Takes in what was measured: beside the ladder of another machine its own rungs stand, too.
bool Controller::poll_ladder() {
    LadderState& state = state_.ladder;
    if (std::optional<LadderRunner::Outcome> outcome = ladder_.take()) {
        state.measuring = {};
        if (!outcome->error.empty()) {
            say(false, outcome->error);
        } else if (outcome->ladder.gpu.empty() && state.shown && !state.shown->gpu.empty()) {
            const std::string from = state.from;
            const std::int64_t n = state.n;
            show_ladder(beside(*state.shown, outcome->ladder), from);
            state.n = n;
        } else {
            show_ladder(std::move(outcome->ladder), {});
        }
        return true;
    }
    if (!state.measuring.now) return false;
    const LadderProgress now = ladder_.now();
    state.doing = fmt::format("{}, {} elements", now.rung, size_text(now.n));
    return note_progress(state.measuring, asked_for_ladder_, now.done);
}

}  // namespace stridescope

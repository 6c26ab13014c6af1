// The controller's part in the experiment: the knobs, undo, and a broken kernel's correct version.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "app/experiment/text/card.h"
#include "app/session/controller.h"
#include "app/session/other_versions.h"

namespace stridescope {
namespace {

/// Whether what the text's card could say is set to something else.
bool changes_card(const Experiment& from, const Experiment& to) {
    return from.text.launch != to.text.launch || from.text.arguments != to.text.arguments ||
           from.text.expect != to.text.expect;
}

/// What the text's block is set to; empty: what the text says.
std::string block_of(const Experiment& experiment) {
    const auto& defines = experiment.text.defines;
    const auto found = std::ranges::find(defines, "BLOCK", &Setting::first);
    return found == defines.end() ? std::string{} : found->second;
}

}  // namespace

/// The knobs now say `experiment`: records it if it can run. Of a large one that is being typed,
/// the first digits are not meant yet.
/// Nothing else stands in its place.
void Controller::show_run() {
    state_.presenter.start = state_.ladder.open = false;
}

void Controller::start(Experiment experiment, bool typing) {
    // What a lesson or a preset sets, nobody has chosen.
    if (block_of(experiment) != block_of(state_.experiment)) state_.edit.block_pinned = false;
    state_.experiment = std::move(experiment);
    state_.edit.impossible = why_impossible(state_.experiment);
    state_.runs.error.clear();
    state_.edit.about_to_record = false;
    follow_text();
    state_.presenter.start = false;
    if (!state_.edit.impossible.empty()) return;
    if (typing) {
        state_.edit.about_to_record = true;
        typed_ = Clock::now();
        return;
    }
    record_knobs();
}

void Controller::record_knobs() {
    end_editing();
    record_typed();
}

/// As the knobs and the text stand, while more may be typed.
void Controller::record_typed() {
    opening_ = false;
    requested_ = state_.experiment;
    requested_run_ = history_.typing() && !editing_ ? typing_run_ : 0;
    begin_recording();
    recorder_.record(state_.experiment);
}

void Controller::begin_recording() {
    state_.edit.about_to_record = false;
    vantage_due_.reset();  // something else is asked for; what is due with it is named next
    state_.runs.recording = {.now = true};
    asked_ = Clock::now();
}

void Controller::carry_out(const command::SetExperiment& c) {
    if (c.experiment == state_.experiment) return;
    // One that was used lately knows where its text lies.
    if (const auto& spec = c.experiment.text; spec.text.empty() && !spec.path.empty()) {
        open_text(spec.path, spec);
        return;
    }
    end_editing();
    card_typed_ = c.typing && (card_typed_ || changes_card(state_.experiment, c.experiment));
    leave_knobs(c.typing);
    start(c.experiment, c.typing);
    if (c.pins_block) state_.edit.block_pinned = true;
}

void Controller::carry_out(const command::CommitTyping&) {
    editing_ = false;
    if (!write_card() && state_.edit.about_to_record) record_knobs();
    history_.end_typing();
    ++typing_run_;
}

void Controller::carry_out(const command::Undo&) {
    end_editing();
    note_name();
    if (auto before = history_.undo(state_.experiment)) start(std::move(*before));
}

void Controller::carry_out(const command::Redo&) {
    end_editing();
    note_name();
    if (auto after = history_.redo(state_.experiment)) start(std::move(*after));
}

/// Its correct version in place of a text that is broken on purpose.
void Controller::fix_text() {
    const TextSpec& broken = state_.experiment.text;
    managed([&] {
        const auto correct = correct_version(broken);
        if (!correct) return;
        const Card card = read_card(broken.text);
        const bool has_name = state_.document && !state_.document->name.empty();
        EditState::FixedText fixed{
            .from = {.spec = broken,
                     .name = has_name ? state_.document->name : name_of(broken),
                     .title = card.title.empty() ? name_of(broken) : card.title.text()}};
        take_named(*correct);
        fixed.document = state_.document->number;
        state_.edit.fixed_text = std::move(fixed);
    });
}

/// Another text as the document; all but the text stays as it is, the step too.
void Controller::take_named(const NamedText& text) {
    close_document();
    end_editing();
    leave_knobs(false);
    Experiment changed = state_.experiment;
    changed.text = text.spec;
    start(std::move(changed));
    keeps_place_ = true;
}

void Controller::carry_out(const command::Fix&) {
    fix_text();
}

void Controller::carry_out(const command::BreakAgain&) {
    const auto& fixed = state_.edit.fixed_text;
    if (!fixed || !state_.document || state_.document->number != fixed->document) return;
    NamedText broken = fixed->from;
    broken.spec = with_knobs_of(broken.spec, state_.experiment.text);
    take_named(broken);
}

void Controller::carry_out(const command::CancelRecording&) {
    if (!state_.runs.recording.now) return;
    recorder_.cancel();
    state_.runs.recording.now = false;
    vantage_due_.reset();
    if (!state_.runs.shown) {
        state_.runs.error = "The recording was cancelled. Change something to record again.";
        return;
    }
    // Knobs that say something else than what is shown would be a lie for long. What was written is
    // another thing: it stays.
    const std::string text = state_.experiment.text.text;
    Experiment before = shown_experiment_;
    const bool same_text = state_.document && before.text.path == state_.document->path;
    if (same_text) before.text.text = text;
    if (!opening_ && same_text && state_.experiment == before) {
        state_.runs.error = "The recording was cancelled. Change something to record again.";
    } else if (!opening_ && state_.experiment != before) {
        note_name();
        history_.give_up(state_.experiment, before);
        state_.experiment = std::move(before);
        state_.edit.impossible = why_impossible(state_.experiment);
        state_.runs.error.clear();
        follow_text();
    }
    opening_ = false;
}

}  // namespace stridescope

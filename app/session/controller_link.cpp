// The controller's part in links and presets: a run is shown as somebody meant it to be seen.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "app/io/printable.h"
#include "app/lesson/count.h"
#include "app/session/controller.h"
#include "app/session/notices.h"
#include "app/session/set_file.h"

namespace stridescope {

/// Shows the run that is there now as it was meant to be seen.
void Controller::place_vantage() {
    if (shown_experiment_.text != vantage_due_->text) return;
    const VantageDue due = *std::exchange(vantage_due_, std::nullopt);
    const Vantage& vantage = due.vantage;
    const Trace& trace = *state_.runs.shown->trace;
    const Look& look = vantage.look.look();
    const bool says_view = vantage.look.has(look_field<&Look::view>());
    if (look.alone || says_view) {
        show_afresh(look.alone ? *look.alone : look.view, look.alone.has_value());
    }
    managed([&] {
        if (!vantage.step.empty()) {
            carry_out(command::Jump{step_called(vantage.step, trace)});
        } else if (!state_.lesson.open()) {
            carry_out(command::First{});
        }
    });
    if (trace.blocks() > 0) {
        carry_out(command::SelectBlock{std::min(look.block.value_or(0), trace.blocks() - 1)});
    }
    take_look(vantage.look);
    if (state_.lesson.open()) return;
    state_.comparison.beside.on = due.beside;
    if (due.beside) return;  // which is compared with, once it is there
    state_.comparison.on = vantage.compare;
    if (vantage.compare) state_.comparison.against_held = false;
}

/// What is said of the look of the run that is shown, but for the view in front and the cursors.
void Controller::take_look(const PartialLook& said) {
    const Trace& trace = *state_.trace();
    Look& look = state_.display.look;
    Look wanted = look;
    said.apply_to(wanted);
    if (wanted.lock) state_.comparison.beside.lock = *wanted.lock;
    wanted.view = look.view;
    wanted.alone = look.alone;
    wanted.lock.reset();
    wanted.step.reset();
    wanted.block.reset();
    wanted.event.reset();
    if (!exists_in(trace, wanted.selection)) wanted.selection = look.selection;
    const int step = state_.playback.step();
    const bool there = state_.current_step() != nullptr && state_.block < trace.blocks();
    const auto request =
        there ? chosen_request(trace, state_.block, step, Space::shared, wanted.request)
              : std::nullopt;
    wanted.wave = request ? std::min(wanted.wave, request->shared.wavefronts) : 0;
    look = std::move(wanted);
    state_.display.wave_step = step;
}

void Controller::resume(const KeptPlace& place) {
    // In a page what came by a link, or in a set, is gone with its files: the link has them.
    std::error_code error;
    if (!place.exercise.empty() && std::filesystem::exists(place.exercise, error)) {
        carry_out(command::OpenExercise{place.exercise});
        if (state_.exercise.open() && state_.document->text() != place.text) take_text(place.text);
    } else {
        follow('#' + place.fragment);
        if (place.unsaved && state_.document) {
            state_.document->saved.clear();
            look_at_text();
        }
    }
    if (place.start) carry_out(command::Set{setting::start, true});
}

void Controller::carry_out(const command::OpenLink& c) {
    const std::size_t mark = std::min(c.address.find('#'), c.address.size());
    Link link;
    if (!managed([&] {
            link =
                read_link(std::string_view{c.address}.substr(std::min(mark + 1, c.address.size())));
        }))
        return;
    // What somebody sent says where the page is that others open, too.
    const std::string page = c.address.substr(0, mark);
    if (page.find("://") != std::string::npos) state_.preferences.page = printable(page);
    if (link.theme) state_.preferences.theme = *link.theme;
    if (!link.any() && link.vantage == Vantage{}) return;
    show_run();
    if (!link.lesson.empty()) {
        if (!open_linked_lesson(link)) return;
    } else if (!link.exercise.empty()) {
        if (!open_linked_exercise(link)) return;
    } else if (link.run) {
        open_linked_run(link);
    }
    VantageDue due;
    due.vantage = link.vantage;
    // In another page there is room for one picture.
    if (state_.presenter.embedded && due.vantage.look.has(look_field<&Look::view>())) {
        due.vantage.look.take(look_field<&Look::alone>(), {.alone = due.vantage.look.look().view});
    }
    due.text = state_.experiment.text;
    due.beside = link.beside.has_value();
    vantage_due_ = std::move(due);
    const bool there =
        state_.runs.shown && shown_experiment_ == state_.experiment && !state_.runs.recording.now;
    if (there) place_vantage();
    if (!link.beside) return;
    Experiment beside = link.beside->experiment;
    beside.engine = state_.experiment.engine;
    carry_out(command::HoldExperiment{beside});
}

/// Offers the lessons and exercises that the link brings along. Returns where they lie: empty where
/// it brings none, nothing where they cannot be read.
std::optional<std::filesystem::path> Controller::take_linked_files(const Link& link) {
    if (link.files.empty()) return std::filesystem::path{};
    LessonSet set;
    if (!managed([&] { set = set_of({.files = link.files}, "The link"); })) return std::nullopt;
    for (const std::string& problem : set.problems) say(false, problem);
    offer(std::move(set.lessons));
    offer(std::move(set.exercises));
    return set.folder;
}

/// Returns whether there is such a lesson.
bool Controller::open_linked_lesson(const Link& link) {
    const auto& all = state_.lesson.all;
    const auto folder = take_linked_files(link);
    if (!folder) return false;
    const auto found = std::ranges::find_if(all, [&](const std::shared_ptr<const Lesson>& lesson) {
        return lesson->path.stem() == link.lesson &&
               (folder->empty() || lesson->path.parent_path() == *folder);
    });
    if (found == all.end()) {
        say(false, fmt::format("There is no lesson \"{}\" here.", excerpt(link.lesson)));
        return false;
    }
    carry_out(command::OpenLesson{(*found)->path});
    if (link.page) carry_out(command::GoToPage{*link.page - 1});
    return state_.lesson.open();
}

void Controller::open_linked_run(const Link& link) {
    if (state_.lesson.open()) carry_out(command::CloseLesson{});
    Experiment wanted = link.run->experiment;
    wanted.engine = state_.experiment.engine;
    if (wanted != state_.experiment) {
        // Another text without a file would be taken for the one that is open.
        close_document();
        end_editing();
        leave_knobs(false);
        start(std::move(wanted));
    }
    if (link.run->name.empty() || !state_.document) return;
    // The link has it: nothing is lost with it.
    state_.document->name = link.run->name;
    state_.document->saved = state_.experiment.text.text;
    look_at_text();
}

void Controller::carry_out(const command::TellOfLink& c) {
    if (c.why_not.empty()) {
        state_.notice = notice_of(c, state_);
        noticed_ = Clock::now();
    } else {
        say(false, c.why_not);
    }
}

}  // namespace stridescope

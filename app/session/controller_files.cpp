// The controller's part in files: opened, saved, exported, dropped on the window, remembered.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/experiment/text/card.h"
#include "app/experiment/text/scan_flags.h"
#include "app/io/text_archive.h"
#include "app/session/controller.h"
#include "app/session/export_command.h"
#include "app/session/file_task.h"
#include "app/session/view_requests.h"

namespace stridescope {

void Controller::carry_out(const command::OpenTrace& c) {
    show_run();
    opening_ = true;
    state_.runs.error.clear();
    begin_recording();
    recorder_.open(c.path);
}

void Controller::carry_out(const command::OpenFile& c) {
    // What is gone is told below, and offered no longer.
    if (std::error_code error; !std::filesystem::exists(c.path, error) && !error)
        std::erase(state_.preferences.recent_files, c.path.string());
    std::string ending = c.path.extension().string();
    for (char& letter : ending) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    if (ending != ".md" && ending != ".json" && ending != ".txtar") let_go_of_held();
    if (ending == ".npz") {
        carry_out(command::OpenTrace{c.path});
        return;
    }
    if (ending == ".md") {
        carry_out(command::OpenLesson{c.path});
        return;
    }
    if (is_text_archive_path(c.path)) {
        open_set(c.path);
        return;
    }
    if (ending == ".json") {
        open_ladder(c.path);
        return;
    }
    if (is_text_path(c.path)) {
        open_text(c.path, {});
        return;
    }
    std::error_code error;
    if (std::filesystem::is_directory(c.path, error)) {
        say(false, fmt::format("{} is a folder: choose a file in it.", c.path.string()));
        return;
    }
    if (ending != ".csv" && ending != ".txt" && ending != ".npy") {
        say(false, fmt::format("{} is neither a CUDA text (.cu), nor a trace (.npz), nor a lesson "
                               "(.md), nor a set of them (.txtar), nor a ladder (.json), nor "
                               "numbers to scan (.csv, .txt or .npy).",
                               c.path.string()));
        return;
    }
    const std::vector<ArrayText> arrays = read_card(state_.experiment.text.text).arrays;
    if (std::ranges::find(arrays, "A", &ArrayText::name) == arrays.end()) {
        say(false, fmt::format("{} holds numbers, and this text has no array A for them: name the "
                               "file as an argument of the kernel, as file:{}.",
                               c.path.filename().string(), c.path.string()));
        return;
    }
    Experiment changed = state_.experiment;
    if (!managed([&] { set_scan_flag(changed.text, "--input", "file:" + c.path.string()); }))
        return;
    carry_out(command::SetExperiment{changed});
}

void Controller::drop(const std::vector<std::filesystem::path>& files) {
    if (files.empty()) return;
    apply(command::OpenFile{files.front()});
    if (files.size() > 1) {
        say(false, fmt::format("{} files were dropped at once. Only one is shown: {}.",
                               files.size(), files.front().filename().string()));
    }
}

void Controller::carry_out(const command::SaveTrace& c) {
    if (!state_.runs.shown) {
        say(false, "There is no trace to save yet.");
        return;
    }
    files_.ask(fmt::format("Saving {}", c.path.filename().string()), c.path.string(),
               job_of({c.path, TraceToSave{state_.runs.shown->trace}}));
    poll_files();
}

void Controller::carry_out(const command::ExportView& c) {
    if (!state_.runs.shown) {
        say(false, "There is nothing to export yet.");
        return;
    }
    // What is shown now, whatever is shown by the time it is written.
    ShownView shown = shown_view(state_, c.view, c.seen);
    shown.request.page = c.page;
    files_.ask(fmt::format("Exporting {}", c.path.filename().string()), {},
               job_of({c.path, ViewToExport{std::move(shown), c.animation}}));
    poll_files();
}

void Controller::carry_out(const command::CancelWriting&) {
    files_.cancel();
}

/// Takes in what has been written. Returns whether anything changed.
bool Controller::poll_files() {
    const std::vector<FileWorker::Outcome> outcomes = files_.take();
    for (const FileWorker::Outcome& outcome : outcomes) {
        if (!outcome.text.empty()) say(outcome.fine, outcome.text);
        if (!outcome.path.empty()) note_recent_file(outcome.path);
    }
    auto [what, share] = files_.doing();
    Writing& writing = state_.writing;
    const bool changed = !outcomes.empty() || what != writing.what;
    if (changed) {
        writing = {std::move(what), {}};
        writing.progress.now = !writing.what.empty();
        began_to_write_ = Clock::now();
    }
    return note_progress(writing.progress, began_to_write_, share) || changed;
}

void Controller::restore(const SavedState& saved) {
    state_.preferences = saved.preferences;
    // What was opened on the command line counts as well.
    if (state_.document && !state_.document->path.empty()) note_recent_file(state_.document->path);
    carry_out(command::Set{setting::text_scale, saved.preferences.text_scale});
    state_.playback.set_speed(saved.speed);
    state_.playback.set_loop(saved.loop);
    state_.display.look.axis = saved.heatmap_axis;
    state_.comparison.beside.lock = saved.lock;
    const std::string path = state_.document ? state_.document->path : std::string{};
    if (saved.open && !path.empty() && saved.open->experiment.text.path == path) {
        Look& look = state_.display.look = saved.open->look;
        state_.block = look.block.value_or(0);
        first_step_ = look.step.value_or(0);
        look.axis = saved.heatmap_axis;
        look.step.reset();
        look.block.reset();
    }
    state_.draft = saved.draft;
    if (saved.draft) {
        say(false, fmt::format("{} was not saved the last time: File > Restore the unsaved text "
                               "brings it back.",
                               name_of(*saved.draft)));
    }
}

SavedState Controller::saved() const {
    SavedState saved;
    saved.preferences = state_.preferences;
    saved.speed = state_.playback.speed();
    saved.loop = state_.playback.loop();
    saved.heatmap_axis = state_.display.look.axis;
    saved.lock = state_.comparison.beside.lock;
    // Who left it at that while it was offered does not want it.
    if (!state_.quit) saved.draft = state_.draft;
    if (state_.document && state_.document->unsaved) {
        saved.draft = TextSpec{.path = state_.document->path, .text = state_.experiment.text.text};
    }
    if (state_.document && !state_.document->path.empty()) {
        saved.open = {.experiment = state_.experiment, .look = look_to_keep(state_)};
        saved.open->look.axis = {};  // that is remembered whatever is open
        if (!state_.runs.shown) saved.open->look.step = first_step_;
        saved.open->experiment.text.text.clear();
    }
    return saved;
}

void Controller::remember(std::string text, const std::filesystem::path& file) {
    files_.ask({}, {}, [text = std::move(text), file, told = told_of_memory_] {
        try {
            write_state(text, file);
        } catch (const RunError&) {
            // Where the home folder cannot be written, every change would say so again.
            if (!told->exchange(true)) throw;
        }
        return std::string{};
    });
}

}  // namespace stridescope

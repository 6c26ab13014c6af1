// The controller's part in the text that is edited: opened, changed, run after a pause, saved,
// left.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "app/experiment/text/library_texts.h"
#include "app/io/atomic_file.h"
#include "app/session/breakpoints.h"
#include "app/session/commands.h"
#include "app/session/controller.h"
#include "app/session/text_use.h"
#include "app/session/visit_command.h"

namespace stridescope {
namespace {

/// Writes the text, unless the file holds neither that nor `known`, which was read from it last.
void save(const std::filesystem::path& path, const std::string& bytes,
          const std::optional<std::string>& known) {
    std::error_code error;
    if (known && std::filesystem::is_regular_file(path, error)) {
        const TextFile now = read_text_file(path);
        const std::string there = bytes_of_text(now.text, now.form);
        if (there != *known && there != bytes) {
            throw RunError(fmt::format(
                "{} was changed by another program meanwhile, and was not saved: choose which "
                "text to keep.",
                path.filename().string()));
        }
    }
    write_file_atomically(path, bytes);
}

}  // namespace

// --- Which text it is -------------------------------------------------------------------------

/// What the text is called as a document; nothing: it has no file, and was not the document before.
std::optional<std::string> Controller::known_name(const TextSpec& spec) const {
    if (!spec.path.empty() || own_text(spec) != nullptr) return name_of(spec);
    const auto found = names_.find(std::hash<std::string>{}(spec.text));
    if (found == names_.end()) return std::nullopt;
    return found->second;
}

/// Whether the text is of another document than the one that is open. Those without a file are told
/// apart by their names.
bool Controller::is_other_document(const TextSpec& spec) const {
    const Document& document = *state_.document;
    if (document.path != spec.path) return true;
    if (!spec.path.empty() || spec.text == document.text()) return false;
    const std::optional<std::string> name = known_name(spec);
    return name && *name != document.name;
}

/// Notes what can be undone to, and which document that is.
void Controller::leave_knobs(bool typing) {
    note_name();
    history_.leave(state_.experiment, typing);
}

void Controller::note_name() {
    const TextSpec& spec = state_.experiment.text;
    if (!state_.document || !spec.path.empty()) return;
    names_[std::hash<std::string>{}(spec.text)] = state_.document->name;
}

/// The document is the text of the experiment, however that came to be another one.
void Controller::follow_text() {
    const TextSpec& spec = state_.experiment.text;
    if (state_.document && !is_other_document(spec)) {
        state_.document->editor.become(spec.text);
    } else if (!state_.document && text_of_trace_ == spec.text) {
        return;  // what a trace was recorded of is looked at, not edited
    } else {
        open_document(spec);
    }
    name_own_text();
    look_at_text();
}

/// One of the program's own texts can be had again: nothing is lost with it.
void Controller::name_own_text() {
    Document& document = *state_.document;
    const LibraryText* own = own_text(state_.experiment.text);
    if (own == nullptr) return;
    document.name = own->id + ".cu";
    document.saved = own->text;
}

void Controller::open_document(const TextSpec& spec) {
    Document document{.number = ++documents_, .path = spec.path};
    document.editor = editor::Editor{spec.text};
    if (opened_ && opened_->first == spec.path) {
        document.saved = std::move(opened_->second.text);
        document.form = opened_->second.form;
    } else if (!spec.path.empty()) {
        try {
            TextFile file = read_text_file(spec.path);
            document.saved = std::move(file.text);
            document.form = file.form;
        } catch (const UsageError&) {
            // Its file has gone: saving brings it back. One of the program's own has none.
            const LibraryText* own = find_text(std::filesystem::path{spec.path}.stem().string());
            if (own != nullptr && own->text == spec.text) document.saved = spec.text;
        }
    } else if (const auto name = known_name(spec)) {
        document.name = *name;
        const LibraryText* own = find_text(std::filesystem::path{*name}.stem().string());
        if (own != nullptr) document.saved = own->text;
    }
    opened_.reset();
    text_of_trace_.reset();
    state_.document = std::move(document);
    // One's own is read; a kernel of the library is looked at.
    if (own_text(spec) == nullptr) bring_in_front(View::source);
    // Behind a picture that has all the room nobody could see it.
    if (state_.display.look.alone && *state_.display.look.alone != View::source) {
        state_.display.look.alone.reset();
    }
    watcher_.watch(spec.path);
}

void Controller::close_document() {
    text_of_trace_.reset();
    if (!state_.document) return;
    state_.document.reset();
    watcher_.watch({});
}

/// What is to be said of the text as it stands.
void Controller::look_at_text() {
    if (!state_.document) return;
    Document& document = *state_.document;
    const TextSpec& spec = state_.experiment.text;
    document.findings = look_at(spec);
    document.unsaved = document.path.empty() && document.saved.empty()
                           ? !spec.text.empty()
                           : spec.text != document.saved;
    document.run_fault.reset();
    state_.edit.impossible = why_impossible(state_.experiment);
    if (const auto& faults = document.findings.faults; !faults.empty()) {
        state_.edit.impossible = sentence_of(faults.front(), spec);
    } else {
        document.understood = document.findings;
    }
}

// --- What is done to it -----------------------------------------------------------------------

void Controller::carry_out(const command::EditText& c) {
    if (!state_.document) return;
    editor::Editor& editor = state_.document->editor;
    const std::uint64_t version = editor.version();
    const int lines = editor.text().lines();
    const int first = editor.selection().from.line;
    editor.apply(c.action);
    if (editor.version() == version) return;
    // What is undone may be elsewhere: there the cursor goes.
    const int line = std::min(first, editor.cursor().line) + 1;
    move_lines(state_.document->breakpoints, line, editor.text().lines() - lines);
    note_edit();
}

/// The text has changed: it is run when nothing more comes for a while.
void Controller::note_edit() {
    end_editing_after_pause();
    // What was typed into another field before is a change of its own.
    if (!editing_) history_.end_typing();
    leave_knobs(true);
    editing_ = true;
    state_.experiment.text.text = state_.document->text();
    state_.runs.error.clear();
    look_at_text();
    const bool shown = state_.runs.shown && state_.experiment == shown_experiment_;
    const bool on_its_way = state_.runs.recording.now && requested_ != state_.experiment;
    state_.edit.about_to_record = state_.edit.impossible.empty() && (!shown || on_its_way);
    typed_ = Clock::now();
}

/// What was typed until now is undone as one.
void Controller::end_editing() {
    if (!editing_) return;
    editing_ = false;
    history_.end_typing();
}

void Controller::carry_out(const command::NewText& c) {
    // Another text without a file would be taken for the one that is open.
    close_document();
    show_run();
    let_go_of_held();
    end_editing();
    leave_knobs(false);
    start(run_of_text({.text = c.text}, state_.experiment));
    if (!c.name.empty()) {
        // It can be had again: nothing is lost with it.
        state_.document->name = c.name;
        state_.document->saved = c.text;
        look_at_text();
    }
}

void Controller::carry_out(const command::RestoreDraft&) {
    if (!state_.draft) return;
    close_document();
    show_run();
    end_editing();
    leave_knobs(false);
    start(run_of_text(*std::exchange(state_.draft, std::nullopt), state_.experiment));
}

void Controller::carry_out(const command::EditShownText&) {
    if (state_.document) return;
    const TextSpec spec = state_.experiment.text;
    // Its file may hold something else by now, or be another one's: then it is not that file's.
    bool same = false;
    try {
        same = !spec.path.empty() && read_text_file(spec.path).text == spec.text;
    } catch (const UsageError&) {
        same = false;
    }
    if (!same) rename_text(spec.path, {});
    text_of_trace_.reset();
    follow_text();
    // The trace keeps it: nothing is lost until it is changed.
    state_.document->saved = spec.text;
    look_at_text();
}

/// The same text under another name is no other run, and nothing to undo.
void Controller::rename_text(const std::string& from, const std::string& to) {
    const auto rename = [&](Experiment& experiment) {
        if (experiment.text.path == from) experiment.text.path = to;
    };
    history_.for_each(rename);
    for (Experiment* each : {&state_.experiment, &requested_, &shown_experiment_}) rename(*each);
}

/// Another run's experiment, with the text that is in its file where it tells only its path.
Experiment Controller::with_text(const Experiment& experiment) {
    Experiment whole = experiment;
    if (whole.text.text.empty() && !whole.text.path.empty())
        whole.text.text = read_text_file(whole.text.path).text;
    return whole;
}

/// Reads the file anew, also where it is open already.
void Controller::open_text(const std::filesystem::path& path, TextSpec spec) {
    const bool read = managed([&] {
        const std::filesystem::path file = whole_path(path);
        TextFile read = read_text_file(file);
        spec.path = file.string();
        spec.text = read.text;
        opened_ = {spec.path, std::move(read)};
    });
    if (!read) return;
    show_run();
    note_recent_file(spec.path);
    if (state_.document && state_.document->path == spec.path) {
        state_.document->saved = opened_->second.text;
        state_.document->form = opened_->second.form;
        state_.document->on_disk.reset();
    }
    Experiment wanted = run_of_text(std::move(spec), state_.experiment);
    end_editing();
    if (wanted != state_.experiment) leave_knobs(false);
    start(std::move(wanted));
    opened_.reset();
}

void Controller::carry_out(const command::RevertText&) {
    if (!state_.document) return;
    Document& document = *state_.document;
    if (!document.path.empty()) {
        const bool read = managed([&] {
            TextFile file = read_text_file(document.path);
            document.saved = std::move(file.text);
            document.form = file.form;
        });
        if (!read) return;
    }
    document.on_disk.reset();
    take_text(document.saved);
}

void Controller::carry_out(const command::WriteSettings&) {
    if (!state_.document) return;
    Experiment changed = state_.experiment;
    changed.text = settings_written(state_.experiment.text);
    if (changed == state_.experiment) {
        say(false,
            "The text has no #define or card line for these settings: they stay beside the text.");
        return;
    }
    carry_out(command::SetExperiment{changed});
}

/// What was typed of the launch, the arguments and what is expected goes into the card of the text
/// that is edited. Returns whether it did. What its field is known to refuse stays out of the text
/// until it is mended.
bool Controller::write_card() {
    if (card_typed_ && !field_fault(state_).field.empty()) return false;
    if (!std::exchange(card_typed_, false) || !state_.document) return false;
    // What is set for one of the program's own stands beside it: the text stays that one.
    if (own_text(state_.experiment.text) != nullptr) return false;
    Experiment changed = state_.experiment;
    changed.text = card_written(state_.experiment.text);
    if (changed == state_.experiment) return false;
    leave_knobs(true);
    start(std::move(changed));
    return true;
}

/// Another text in the place of the document's, run at once.
void Controller::take_text(const std::string& text) {
    editor::Editor& editor = state_.document->editor;
    const std::uint64_t version = editor.version();
    end_editing();
    editor.become(text);
    if (editor.version() == version) {
        look_at_text();
        return;
    }
    note_edit();
    end_editing();
    if (state_.edit.about_to_record) record_knobs();
}

// --- Its file ---------------------------------------------------------------------------------

void Controller::carry_out(const command::SaveText& c) {
    if (!state_.document) return;
    const Document& document = *state_.document;
    const std::filesystem::path path =
        c.path.empty() ? std::filesystem::path{document.path} : whole_path(c.path);
    if (path.empty()) return;
    if (state_.leaving == Leaving::wants_path) state_.leaving = Leaving::saving;
    const std::string text = document.text();
    // Somebody chose a name, or saw that the file is another one: it is meant to be replaced.
    std::optional<std::string> known;
    if (path == document.path && !document.on_disk)
        known = bytes_of_text(document.saved, document.form);
    const auto outcome = std::make_shared<std::atomic<Saved>>(Saved::not_yet);
    savings_.push_back({document.number, path.string(), text, outcome});
    files_.ask(fmt::format("Saving {}", path.filename().string()), path.string(),
               [path, bytes = bytes_of_text(text, document.form), known, outcome] {
                   try {
                       save(path, bytes, known);
                   } catch (...) {
                       *outcome = Saved::failed;
                       throw;
                   }
                   *outcome = Saved::done;
                   return std::string{};
               });
    poll_files();
}

/// Takes in what has been saved. Returns whether anything changed.
bool Controller::poll_savings() {
    bool changed = false;
    while (!savings_.empty() && *savings_.front().outcome != Saved::not_yet) {
        const Saving saving = std::move(savings_.front());
        savings_.erase(savings_.begin());
        changed = true;
        const bool done = *saving.outcome == Saved::done;
        if (done && state_.document && state_.document->number == saving.document) {
            note_saved(saving);
        }
        if (state_.leaving != Leaving::saving || !savings_.empty()) continue;
        finish_leaving(done && !(state_.document && state_.document->unsaved));
    }
    return changed;
}

void Controller::note_saved(const Saving& saving) {
    Document& document = *state_.document;
    document.saved = saving.text;
    document.on_disk.reset();
    if (document.path != saving.path) {
        rename_text(document.path, saving.path);
        document.path = saving.path;
        document.name.clear();
    }
    watcher_.watch(document.path);
    document.unsaved = state_.experiment.text.text != document.saved;
}

/// Another program has written into the document's file: its text is taken in anew, unless it would
/// take the place of an unsaved one.
bool Controller::poll_watcher() {
    auto news = watcher_.take();
    if (!news || !state_.document || state_.document->path != news->path.string()) return false;
    Document& document = *state_.document;
    const bool own = std::ranges::any_of(
        savings_, [&](const Saving& saving) { return saving.text == news->file.text; });
    if (own || (news->file.text == document.saved && !document.on_disk)) return false;
    document.form = news->file.form;
    const bool other = news->file.text != state_.experiment.text.text;
    if (other && (document.unsaved || state_.presenter.locked)) {
        document.on_disk = std::move(news->file.text);
        if (*document.on_disk == document.saved) document.on_disk.reset();
        return true;
    }
    document.on_disk.reset();
    document.saved = std::move(news->file.text);
    take_text(document.saved);
    return true;
}

void Controller::carry_out(const command::AnswerDiskChange& c) {
    if (!state_.document || !state_.document->on_disk) return;
    Document& document = *state_.document;
    document.saved = std::move(*document.on_disk);
    document.on_disk.reset();
    if (c.take) {
        take_text(document.saved);
    } else {
        look_at_text();
    }
}

// --- Leaving it -------------------------------------------------------------------------------

/// Whether the command would put something else in the document's place.
bool Controller::leaves_document(const Command& command) const {
    const auto other = [this](const Experiment* experiment) {
        return experiment != nullptr && is_other_document(experiment->text);
    };
    return visit_command(
        [&]<class C>(const C& c) {
            using namespace command;
            if constexpr (std::is_same_v<C, SetExperiment>) return other(&c.experiment);
            if constexpr (std::is_same_v<C, Undo>) return other(history_.before(state_.experiment));
            if constexpr (std::is_same_v<C, Redo>) return other(history_.after(state_.experiment));
            if constexpr (std::is_same_v<C, OpenFile> || std::is_same_v<C, OpenLink>) return true;
            if constexpr (std::is_same_v<C, ShowPair>) return other(&c.left);
            if constexpr (std::is_same_v<C, SwapSides>) {
                const HeldRun& held = state_.comparison.held;
                return !held.opened_from.empty() || other(&held.experiment);
            }
            // What was written for an exercise is kept until the program ends.
            if constexpr (std::is_same_v<C, OpenExercise>) return !state_.exercise.open();
            constexpr bool always =
                std::is_same_v<C, NewText> || std::is_same_v<C, Fix> ||
                std::is_same_v<C, BreakAgain> || std::is_same_v<C, RestoreDraft> ||
                std::is_same_v<C, OpenTrace> || std::is_same_v<C, OpenLesson> ||
                std::is_same_v<C, GoToPage> || std::is_same_v<C, ShowBookmark> ||
                std::is_same_v<C, ShowPreset> || std::is_same_v<C, SaveExercise> ||
                std::is_same_v<C, Quit>;
            return always;
        },
        command);
}

void Controller::carry_out(const command::AnswerUnsaved& c) {
    if (state_.leaving == Leaving::no) return;
    using Answer = command::AnswerUnsaved::Answer;
    switch (c.answer) {
        case Answer::stay: return finish_leaving(false);
        case Answer::discard: return finish_leaving(true);
        case Answer::save: break;
    }
    if (state_.document->path.empty()) {
        state_.leaving = Leaving::wants_path;
        return;
    }
    state_.leaving = Leaving::saving;
    carry_out(command::SaveText{});
}

/// Does what was asked for before the question, or does not.
void Controller::finish_leaving(bool leave) {
    state_.leaving = Leaving::no;
    const std::optional<Command> wanted = std::exchange(leave_for_, std::nullopt);
    if (!leave || !wanted) return;
    if (state_.document) state_.document->unsaved = false;
    apply(*wanted);
}

}  // namespace stridescope

#include "app/ui/window/shortcuts.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/session/tour_stops.h"

namespace stridescope {
namespace {

// What keys and letters mean in the text that is edited.

using editor::Motion;

KeyMeaning does(editor::Action action) {
    return {true, UiAction::none, {command::EditText{std::move(action)}}};
}

std::string utf8_of(unsigned c) {
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
    if (c < 0x10000) {
        return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
    }
    return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

KeyMeaning of_letter(unsigned c) {
    if (c < 0x20 || c == 0x7F || c > 0x10FFFF) return {};
    return does(editor::action::Type{utf8_of(c)});
}

std::optional<Motion> motion_of(int key, bool control) {
    switch (key) {
        case GLFW_KEY_LEFT: return control ? Motion::word_left : Motion::left;
        case GLFW_KEY_RIGHT: return control ? Motion::word_right : Motion::right;
        case GLFW_KEY_UP: return Motion::up;
        case GLFW_KEY_DOWN: return Motion::down;
        case GLFW_KEY_HOME: return control ? Motion::text_begin : Motion::line_begin;
        case GLFW_KEY_END: return control ? Motion::text_end : Motion::line_end;
        // With Ctrl they are the blocks'.
        case GLFW_KEY_PAGE_UP: return control ? std::nullopt : std::optional{Motion::page_up};
        case GLFW_KEY_PAGE_DOWN: return control ? std::nullopt : std::optional{Motion::page_down};
        default: return std::nullopt;
    }
}

KeyMeaning with_control(int key, bool shift, bool press) {
    switch (key) {
        case GLFW_KEY_Z:
            if (shift) return does(editor::action::Redo{});
            return does(editor::action::Undo{});
        case GLFW_KEY_Y: return does(editor::action::Redo{});
        case GLFW_KEY_V: return wants(UiAction::paste);
        case GLFW_KEY_BACKSPACE: return does(editor::action::Erase{Motion::word_left});
        case GLFW_KEY_DELETE: return does(editor::action::Erase{Motion::word_right});
        default: break;
    }
    if (!press) return {};
    switch (key) {
        case GLFW_KEY_A: return does(editor::action::SelectAll{});
        case GLFW_KEY_C: return shift ? KeyMeaning{} : wants(UiAction::copy);
        case GLFW_KEY_X: return wants(UiAction::cut);
        case GLFW_KEY_INSERT: return wants(UiAction::copy);
        case GLFW_KEY_SLASH:
        case GLFW_KEY_KP_DIVIDE: return does(editor::action::ToggleComment{});
        case GLFW_KEY_M: return does(editor::action::GoToBracket{});
        default: return {};
    }
}

/// Escape is the message's in front, and stops what is being recorded, before it leaves the text.
bool something_is_in_front(const AppState& state) {
    return state.unread() > 0 || state.runs.recording.is_long();
}

KeyMeaning without_control(int key, bool shift, const AppState& state) {
    switch (key) {
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER: return does(editor::action::NewLine{});
        case GLFW_KEY_TAB:
            if (shift) return does(editor::action::Indent{-1});
            return does(editor::action::Tab{});
        case GLFW_KEY_BACKSPACE: return does(editor::action::Erase{Motion::left});
        case GLFW_KEY_DELETE:
            if (shift) return wants(UiAction::cut);
            return does(editor::action::Erase{Motion::right});
        case GLFW_KEY_INSERT:
            return shift ? wants(UiAction::paste) : KeyMeaning{true, UiAction::none, {}};
        case GLFW_KEY_ESCAPE:
            return something_is_in_front(state) ? KeyMeaning{} : wants(UiAction::leave_text);
        default: break;
    }
    const bool function_key = key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25;
    const bool modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
    // A key that writes is heard as its letter.
    return {!function_key && !modifier && key != GLFW_KEY_UNKNOWN, UiAction::none, {}};
}

/// What a key's press (or repeat), or a letter, means while the text has the keyboard. Not used:
/// what the window keeps for itself, and what nobody has a use for there.
KeyMeaning editor_meaning(const InputEvent& event, const AppState& state) {
    if (event.kind == InputEvent::Kind::character) return of_letter(event.codepoint);
    if (event.kind != InputEvent::Kind::key || event.action == GLFW_RELEASE) return {};
    if ((event.mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return {};
    const bool control = (event.mods & GLFW_MOD_CONTROL) != 0;
    const bool shift = (event.mods & GLFW_MOD_SHIFT) != 0;
    if (const auto motion = motion_of(event.code, control)) {
        return does(editor::action::Move{*motion, shift});
    }
    if (control) return with_control(event.code, shift, event.action == GLFW_PRESS);
    return without_control(event.code, shift, state);
}

KeyMeaning does(Command command) {
    return {true, UiAction::none, {std::move(command)}};
}

/// What always works, whatever is in front.
KeyMeaning with_control_anywhere(int key, const AppState& state) {
    switch (key) {
        case GLFW_KEY_Q: return does(command::Quit{});
        case GLFW_KEY_EQUAL:
        case GLFW_KEY_KP_ADD:
            return does(command::Set{setting::text_scale, state.preferences.text_scale + 0.25F});
        case GLFW_KEY_MINUS:
        case GLFW_KEY_KP_SUBTRACT:
            return does(command::Set{setting::text_scale, state.preferences.text_scale - 0.25F});
        case GLFW_KEY_0:
        case GLFW_KEY_KP_0: return does(command::Set{setting::text_scale, 1});
        default: return {};
    }
}

KeyMeaning with_control(int key, bool shift, const AppState& state, KeyFocus focus) {
    switch (key) {
        case GLFW_KEY_N: return wants(UiAction::new_kernel);
        case GLFW_KEY_O: return wants(UiAction::open);
        case GLFW_KEY_S: return wants(shift ? UiAction::save_as : UiAction::save);
        case GLFW_KEY_E: return wants(UiAction::export_heatmap);
        case GLFW_KEY_PAGE_UP: return does(command::SelectBlock{state.block - 1});
        case GLFW_KEY_PAGE_DOWN: return does(command::SelectBlock{state.block + 1});
        default: break;
    }
    if (state.document.has_value()) {
        if (key == GLFW_KEY_F) return wants(UiAction::find);
        if (key == GLFW_KEY_H) return wants(UiAction::replace);
        if (key == GLFW_KEY_G) return wants(UiAction::go_to_line);
        if (key == GLFW_KEY_F10) return does(command::RunToCursor{shift ? -1 : 1});
    }
    // In a text these undo what was typed, and go from word to word.
    if (focus == KeyFocus::text || focus == KeyFocus::editor) return {};
    if (key == GLFW_KEY_V) return wants(UiAction::paste);
    if (key == GLFW_KEY_L && shift) return wants(UiAction::copy_link);
    if (key == GLFW_KEY_LEFT) return wants(UiAction::pan_left);
    if (key == GLFW_KEY_RIGHT) return wants(UiAction::pan_right);
    if (key == GLFW_KEY_UP) return wants(UiAction::pan_up);
    if (key == GLFW_KEY_DOWN) return wants(UiAction::pan_down);
    if (key == GLFW_KEY_Z) return shift ? does(command::Redo{}) : does(command::Undo{});
    if (key == GLFW_KEY_Y) return does(command::Redo{});
    if (key == GLFW_KEY_C) return wants(shift ? UiAction::copy_line : UiAction::copy_narration);
    return {};
}

/// Which view is seen of those that show one request of a step, or one warp.
std::optional<View> view_of_requests(const AppState& state) {
    for (const View view : {View::banks, View::global, View::divergence, View::fragment}) {
        if (state.sees(view)) return view;
    }
    return std::nullopt;
}

/// While such a picture is seen, the arrows up and down walk through the step's requests.
KeyMeaning in_requests(int key, bool shift, View view) {
    const auto move = [view](RequestMove to) { return does(command::MoveRequest{to, view}); };
    switch (key) {
        case GLFW_KEY_UP: return move(shift ? RequestMove::previous_warp : RequestMove::worse);
        case GLFW_KEY_DOWN: return move(shift ? RequestMove::next_warp : RequestMove::milder);
        case GLFW_KEY_W: return move(RequestMove::worst);
        default: return {};
    }
}

/// While the grid's picture is seen, the brackets move over what happens between blocks.
KeyMeaning in_grid(int key, bool shift, bool press) {
    using To = command::MoveGrid::To;
    switch (key) {
        case GLFW_KEY_LEFT_BRACKET:
            return does(command::MoveGrid{shift ? To::back_in_time : To::back});
        case GLFW_KEY_RIGHT_BRACKET:
            return does(command::MoveGrid{shift ? To::forward_in_time : To::forward});
        case GLFW_KEY_P: return press ? does(command::MoveGrid{To::play}) : KeyMeaning{};
        default: return {};
    }
}

/// The letters that answer questions.
bool is_answer(int key) {
    return key >= GLFW_KEY_A && key <= GLFW_KEY_D;
}

/// While a lesson is open: through its pages, and to answers of its first open question. Where a
/// page asks anything, their letters mean nothing else: who answers twice switches nothing.
KeyMeaning in_lesson(int key, bool shift, const AppState& state) {
    const LessonState& lesson = state.lesson;
    if (key == GLFW_KEY_N) return does(command::GoToPage{lesson.play.page() + (shift ? -1 : 1)});
    if (key == GLFW_KEY_R && !shift) return does(command::ShowBookmark{});
    if (const auto open = state.open_question(); open && key == GLFW_KEY_H && !shift) {
        return does(command::ShowHint{*open});
    }
    if (!is_answer(key) || lesson.questions.empty()) return {};
    if (state.presenter.presentation) return {true, UiAction::none, {}};
    const auto open = state.open_question();
    if (!open) return {true, UiAction::none, {}};
    return does(command::AnswerLesson{*open, static_cast<std::size_t>(key - GLFW_KEY_A)});
}

bool is_digit(int key) {
    return (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) ||
           (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9);
}

/// While the page's question waits for its answer no letter or digit leaves it: a number goes into
/// its field, whoever has the keyboard, and what would put other pictures, or a line of a panel, in
/// the place of what is asked about means nothing.
KeyMeaning in_open_question(int key, bool shift, const AppState& state) {
    const auto open = state.open_question();
    if (!open) return {};
    const bool minus = !shift && (key == GLFW_KEY_MINUS || key == GLFW_KEY_KP_SUBTRACT);
    if (state.lesson.questions[*open].typed && (is_digit(key) || minus)) {
        return wants(UiAction::type_answer);
    }
    // In front of a class these are the presenter's own.
    if (state.presenter.presentation) return {};
    if (is_digit(key)) return {true, UiAction::none, {}};
    switch (key) {
        case GLFW_KEY_G:
        case GLFW_KEY_K:
        case GLFW_KEY_L:
        case GLFW_KEY_Q:
        case GLFW_KEY_S:
        case GLFW_KEY_T:
        case GLFW_KEY_V:
        case GLFW_KEY_X: return {true, UiAction::none, {}};
        default: return {};
    }
}

/// While the tour is in front.
KeyMeaning in_tour(int key, int stop) {
    switch (key) {
        case GLFW_KEY_RIGHT:
        case GLFW_KEY_ENTER:
        case GLFW_KEY_SPACE:
        case GLFW_KEY_PAGE_DOWN: return does(command::ShowTour{next_stop(stop)});
        case GLFW_KEY_LEFT:
        case GLFW_KEY_PAGE_UP: return does(command::ShowTour{stop > 0 ? stop - 1 : 0});
        case GLFW_KEY_ESCAPE: return does(command::ShowTour{std::nullopt});
        default: return {};
    }
}

/// While the start page is in front nothing of what lies under it changes.
KeyMeaning on_start_page(int key, const AppState& state) {
    switch (key) {
        case GLFW_KEY_ESCAPE: return does(command::Set{setting::start, false});
        case GLFW_KEY_F1: return wants(UiAction::help);
        case GLFW_KEY_F11:
            return does(command::Set{setting::full_screen, !state.presenter.full_screen});
        case GLFW_KEY_M: return wants(UiAction::menus);
        default: return {true, UiAction::none, {}};
    }
}

/// While a class can vote on a presentation's question: letters count hands, digits before one say
/// how many.
KeyMeaning in_vote(int key, bool shift, const AppState& state) {
    if (is_answer(key)) {
        return does(command::Vote{static_cast<std::size_t>(key - GLFW_KEY_A), shift ? -1 : 1});
    }
    if (shift) return {};
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return does(command::TypeCount{key - GLFW_KEY_0});
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) {
        return does(command::TypeCount{key - GLFW_KEY_KP_0});
    }
    // "14 A" is typed with a blank, too.
    if (key == GLFW_KEY_SPACE && state.presenter.typed_count > 0) {
        return {true, UiAction::none, {}};
    }
    const bool takes_back = key == GLFW_KEY_BACKSPACE || key == GLFW_KEY_ESCAPE;
    if (takes_back && state.presenter.typed_count > 0) return does(command::TypeCount{});
    if (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER) return does(command::Reveal{});
    return {};
}

/// In front of a class: what a presenter's remote sends reveals answers, turns pages where there
/// are some, else steps, and makes the screen black.
KeyMeaning in_presentation(int key, const AppState& state) {
    switch (key) {
        case GLFW_KEY_PERIOD:
        case GLFW_KEY_B: return does(command::Set{setting::blank, !state.presenter.blank});
        // There are no controls, menus or fields to go to: keys would wait for them forever.
        case GLFW_KEY_TAB:
        case GLFW_KEY_F6:
        case GLFW_KEY_M:
        case GLFW_KEY_G: return {true, UiAction::none, {}};
        case GLFW_KEY_PAGE_DOWN: return does(command::TurnOn{});
        case GLFW_KEY_PAGE_UP: return does(command::TurnOn{false});
        default: return {};
    }
}

/// Held keys repeat steps; everything else happens once a press.
KeyMeaning repeatable(int key, bool shift) {
    switch (key) {
        case GLFW_KEY_RIGHT:
            if (shift) return does(command::MoveWave{1});
            return does(command::StepForward{});
        case GLFW_KEY_LEFT:
            if (shift) return does(command::MoveWave{-1});
            return does(command::StepBack{});
        case GLFW_KEY_Z: return wants(shift ? UiAction::zoom_out : UiAction::zoom_in);
        case GLFW_KEY_F7: return does(command::NextConflict{shift ? -1 : 1});
        case GLFW_KEY_F8: return does(command::NextFault{shift ? -1 : 1});
        case GLFW_KEY_F10: return shift ? does(command::StepBack{}) : does(command::StepForward{});
        // What a presenter's remote sends.
        case GLFW_KEY_PAGE_DOWN: return does(command::StepForward{});
        case GLFW_KEY_PAGE_UP: return does(command::StepBack{});
        default: return {};
    }
}

/// Whatever is foremost goes.
KeyMeaning escape(const AppState& state) {
    for (std::size_t i = state.messages.size(); i-- > 0;) {
        if (!state.messages[i].read) return does(command::MarkRead{i});
    }
    if (state.runs.recording.is_long()) return does(command::CancelRecording{});
    if (state.runs.comparing.is_long()) return does(command::CancelComparing{});
    if (state.comparison.fetching.is_long()) return does(command::CancelHolding{});
    if (state.lesson.fetching.is_long()) return does(command::CancelLessonRun{});
    if (state.writing.can_be_stopped()) return does(command::CancelWriting{});
    if (state.wave() > 0 && state.sees(View::banks)) return does(command::MoveWave{0});
    if (state.display.look.selection.any()) return does(command::Select{});
    if (state.presenter.pen != Pen::none) return does(command::TogglePen{state.presenter.pen});
    if (state.presenter.spotlight) return does(command::ToggleSpotlight{});
    if (state.display.look.alone && !state.presenter.presentation) {
        return does(command::ToggleEnlarged{*state.display.look.alone});
    }
    if (state.presenter.presentation) return does(command::TogglePresentation{});
    if (state.presenter.full_screen)
        return does(command::Set{setting::full_screen, !state.presenter.full_screen});
    return {};
}

/// The timeline in steps, then in requests, then in wavefronts.
Command next_timeline(const AppState& state) {
    const auto now = static_cast<std::size_t>(state.display.look.timeline);
    return command::Set{setting::look<&Look::timeline>,
                        static_cast<TimelineUnit>((now + 1) % timeline_units.size())};
}

StepLock next_lock(StepLock lock) {
    return step_locks[(static_cast<std::size_t>(lock) + 1) % step_locks.size()];
}

KeyMeaning once(int key, const AppState& state) {
    // The digits, in the order in which they lie.
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) {
        const auto at = static_cast<std::size_t>(key == GLFW_KEY_0 ? 9 : key - GLFW_KEY_1);
        return does(command::ToggleEnlarged{all_views[at]});
    }
    switch (key) {
        case GLFW_KEY_HOME: return does(command::First{});
        case GLFW_KEY_END: return does(command::Last{});
        case GLFW_KEY_SPACE: return does(command::TogglePlay{});
        case GLFW_KEY_ESCAPE: return escape(state);
        case GLFW_KEY_MINUS:
        case GLFW_KEY_KP_SUBTRACT: return does(command::ChangeSpeed{-1});
        case GLFW_KEY_L: return does(command::Set{setting::loop, !state.playback.loop()});
        case GLFW_KEY_G: return wants(UiAction::go_to_step);
        case GLFW_KEY_T: return does(next_timeline(state));
        case GLFW_KEY_Q: return does(command::TogglePredict{});
        case GLFW_KEY_S: return does(command::ToggleSpotlight{});
        case GLFW_KEY_K: return does(command::Set{setting::locked, !state.presenter.locked});
        case GLFW_KEY_F5: return does(command::TogglePresentation{});
        case GLFW_KEY_F9: return does(command::ToggleBreakpoint{});
        case GLFW_KEY_F11:
            return does(command::Set{setting::full_screen, !state.presenter.full_screen});
        case GLFW_KEY_C: return does(command::Set{setting::compare, !state.comparison.on});
        case GLFW_KEY_B: return does(command::ToggleBeside{});
        case GLFW_KEY_X: return state.pair() != nullptr ? does(command::SwapSides{}) : KeyMeaning{};
        case GLFW_KEY_V:
            if (!state.comparison.beside.on) return {};
            return does(command::Set{setting::step_lock, next_lock(state.comparison.beside.lock)});
        case GLFW_KEY_F: return wants(UiAction::fit);
        case GLFW_KEY_F1: return wants(UiAction::help);
        case GLFW_KEY_F6:
        case GLFW_KEY_TAB: return wants(UiAction::next_area);
        case GLFW_KEY_F12: return wants(UiAction::developer);
        case GLFW_KEY_M: return wants(UiAction::menus);
        default: return {};
    }
}

/// While keys walk through the controls.
KeyMeaning in_controls(int key, bool shift, bool press) {
    switch (key) {
        case GLFW_KEY_TAB: return wants(shift ? UiAction::area_before : UiAction::next_area);
        case GLFW_KEY_LEFT: return shift ? KeyMeaning{} : wants(UiAction::walk_left);
        case GLFW_KEY_RIGHT: return shift ? KeyMeaning{} : wants(UiAction::walk_right);
        case GLFW_KEY_UP: return shift ? KeyMeaning{} : wants(UiAction::walk_up);
        case GLFW_KEY_DOWN: return shift ? KeyMeaning{} : wants(UiAction::walk_down);
        case GLFW_KEY_ESCAPE: return wants(UiAction::leave_controls);
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER:
        case GLFW_KEY_SPACE: return press ? wants(UiAction::press_control) : KeyMeaning{};
        default: return {};
    }
}

}  // namespace

KeyMeaning meaning_of(const InputEvent& event, const AppState& state, KeyFocus focus) {
    if (focus == KeyFocus::editor) {
        if (KeyMeaning meaning = editor_meaning(event, state); meaning.used) return meaning;
    }
    if (event.kind != InputEvent::Kind::key || event.action == GLFW_RELEASE) return {};
    if ((event.mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return {};
    const bool shift = (event.mods & GLFW_MOD_SHIFT) != 0;
    const bool press = event.action == GLFW_PRESS;
    if ((event.mods & GLFW_MOD_CONTROL) != 0) {
        const bool arrow = event.code >= GLFW_KEY_RIGHT && event.code <= GLFW_KEY_UP;
        if (!press && !arrow) return {};
        KeyMeaning meaning = with_control_anywhere(event.code, state);
        if (meaning.used || focus == KeyFocus::front) return meaning;
        // What is not drawn cannot be gone to.
        const bool begins =
            event.code == GLFW_KEY_N || event.code == GLFW_KEY_O || event.code == GLFW_KEY_V;
        if (state.presenter.presentation || (state.presenter.start && !begins)) {
            return {true, UiAction::none, {}};
        }
        return with_control(event.code, shift, state, focus);
    }
    if (focus == KeyFocus::front) return {};
    if (press && event.code == GLFW_KEY_F2) {
        return does(command::TogglePen{shift ? Pen::point : Pen::draw});
    }
    const bool writes = focus == KeyFocus::text || focus == KeyFocus::editor;
    if (press && !writes && state.presenter.pen == Pen::draw && event.code == GLFW_KEY_DELETE) {
        return does(command::WipePen{});
    }
    const bool function_key = event.code >= GLFW_KEY_F1 && event.code <= GLFW_KEY_F25;
    const bool covered = state.presenter.presentation || state.presenter.start;
    if (state.document && event.code == GLFW_KEY_F3 && !covered) {
        return wants(shift ? UiAction::find_previous : UiAction::find_next);
    }
    const bool remote = state.presenter.presentation &&
                        (event.code == GLFW_KEY_PAGE_DOWN || event.code == GLFW_KEY_PAGE_UP);
    if (focus == KeyFocus::text && !function_key && !remote) return {};
    if (focus == KeyFocus::editor && !function_key && event.code != GLFW_KEY_ESCAPE) return {};
    if (state.presenter.blank) {
        return press ? does(command::Set{setting::blank, !state.presenter.blank})
                     : KeyMeaning{true, UiAction::none, {}};
    }
    if (focus == KeyFocus::controls && !state.presenter.tour) {
        if (KeyMeaning meaning = in_controls(event.code, shift, press); meaning.used) {
            return meaning;
        }
    }
    if (state.presenter.start && !state.presenter.tour) {
        return press ? on_start_page(event.code, state) : KeyMeaning{true, UiAction::none, {}};
    }
    if (press && state.votes() && !state.presenter.tour) {
        if (KeyMeaning meaning = in_vote(event.code, shift, state); meaning.used) return meaning;
    }
    if (press && !state.presenter.tour) {
        if (KeyMeaning meaning = in_open_question(event.code, shift, state); meaning.used) {
            return meaning;
        }
    }
    // A plus needs shift on some keyboards and none on others.
    if (press && (event.code == GLFW_KEY_EQUAL || event.code == GLFW_KEY_KP_ADD)) {
        return does(command::ChangeSpeed{1});
    }
    if (!state.presenter.tour.has_value() && press && state.predict.on && is_answer(event.code)) {
        if (!state.predict.waits()) return {true, UiAction::none, {}};
        return does(command::AnswerPrediction{static_cast<std::size_t>(event.code - GLFW_KEY_A)});
    }
    if (state.presenter.tour && press) {
        if (KeyMeaning meaning = in_tour(event.code, *state.presenter.tour); meaning.used) {
            return meaning;
        }
    }
    KeyMeaning meaning;
    if (state.presenter.presentation && !shift && press) {
        meaning = in_presentation(event.code, state);
    }
    if (!meaning.used) meaning = repeatable(event.code, shift);
    if (const auto view = view_of_requests(state); view && !meaning.used) {
        meaning = in_requests(event.code, shift, *view);
    }
    if (!meaning.used && state.sees(View::grid)) meaning = in_grid(event.code, shift, press);
    if (!meaning.used && press && state.lesson.open()) {
        meaning = in_lesson(event.code, shift, state);
    }
    if (!meaning.used && press && !shift) meaning = once(event.code, state);
    return meaning;
}

}  // namespace stridescope

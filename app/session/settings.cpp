#include "app/session/settings.h"

#include <fmt/format.h>

namespace stridescope::setting {
namespace {

std::string words_of_compare(const AppState& state) {
    if (!state.comparison.on) return "No longer compared (C compares again)";
    if (!state.comparable()) {
        return "Compare is on, but there is no other run: choose a padding, or hold a run "
               "(C turns it off)";
    }
    const bool held = state.comparison.against_held && state.comparison.held.trace;
    return fmt::format("The heatmap compares with {} (C ends it)",
                       held ? state.comparison.held.name : "no padding");
}

std::string words_of_loop(const AppState& state) {
    return state.playback.loop() ? "Playback starts over at the end (L stops it there)"
                                 : "Playback stops at the end (L starts it over)";
}

std::string words_of_step_lock(const AppState& state) {
    return fmt::format("The two runs are locked by {} (V: the next lock)",
                       name_of(state.comparison.beside.lock));
}

std::string words_of_locked(const AppState& state) {
    return state.presenter.locked ? "The experiment is locked (K unlocks it)"
                                  : "The experiment is unlocked (K locks it)";
}

std::string words_of_full_screen(const AppState& state) {
    return state.presenter.full_screen ? "Full screen (F11 ends it)" : std::string{};
}

}  // namespace

// A row a field.
// clang-format off
const StateField<float> speed{[](AppState& s, const float& v) { s.playback.set_speed(v); }};
const StateField<bool> loop{[](AppState& s, const bool& v) { s.playback.set_loop(v); }, words_of_loop};

const StateField<bool> compare{[](AppState& s, const bool& v) { s.comparison.on = v; }, words_of_compare};
const StateField<bool> against_held{[](AppState& s, const bool& v) { s.comparison.against_held = v; }};
const StateField<StepLock> step_lock{[](AppState& s, const StepLock& v) { s.comparison.beside.lock = v; }, words_of_step_lock};

const StateField<Theme> theme{[](AppState& s, const Theme& v) { s.preferences.theme = v; }};
const StateField<float> text_scale{[](AppState& s, const float& v) { s.preferences.text_scale = std::clamp(v, 0.75F, 2.5F); }};
const StateField<std::filesystem::path> folder{[](AppState& s, const std::filesystem::path& v) { s.preferences.last_folder = v.string(); }};
const StateField<std::pair<std::string, float>> share{[](AppState& s, const std::pair<std::string, float>& v) { s.preferences.layout[v.first] = v.second; }, nullptr, true};
const StateField<Layout> layout{[](AppState& s, const Layout& v) { s.preferences.layout = v; }, nullptr, true};
const StateField<bool> start{[](AppState& s, const bool& v) { s.presenter.start = v; }};
const StateField<bool> card_folded{[](AppState& s, const bool& v) { s.display.card_folded = v; }};
const StateField<bool> all_rungs{[](AppState& s, const bool& v) { s.ladder.story = !v; }};
const StateField<bool> locked{[](AppState& s, const bool& v) { s.presenter.locked = v; }, words_of_locked};
const StateField<bool> full_screen{[](AppState& s, const bool& v) { s.presenter.full_screen = v; }, words_of_full_screen};
const StateField<bool> speaker{[](AppState& s, const bool& v) { s.presenter.speaker = v; }};
const StateField<bool> blank{[](AppState& s, const bool& v) { s.presenter.blank = v; }};
// clang-format on

}  // namespace stridescope::setting

#include "app/ui/window/accessible.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "app/session/run_text.h"

namespace stridescope {
namespace {

/// Areas in reading order of their first controls, and their controls in reading order.
std::vector<AccessibleControl> controls_of(const WidgetMap& widgets) {
    std::map<std::string_view, Box> begins;
    std::vector<AccessibleControl> controls;
    for (const auto& [name, widget] : widgets) {
        if (widget.spoken.role == ControlRole::none || widget.scrolled_away) continue;
        const auto [place, fresh] = begins.try_emplace(area_of(name), widget.box);
        if (!fresh && reads_before(widget.box, place->second)) place->second = widget.box;
        controls.push_back({name, widget.box, widget.spoken, widget.enabled, widget.tip});
    }
    std::ranges::stable_sort(
        controls, [&begins](const AccessibleControl& a, const AccessibleControl& b) {
            const std::string_view area_a = area_of(a.name), area_b = area_of(b.name);
            if (area_a == area_b) return reads_before(a.box, b.box);
            const Box &first_a = begins.at(area_a), &first_b = begins.at(area_b);
            return std::tie(first_a.y, first_a.x, area_a) < std::tie(first_b.y, first_b.x, area_b);
        });
    return controls;
}

std::string finding_of(const AppState& state) {
    if (!state.runs.shown) return {};
    if (state.lesson.hides_faults()) return "Hidden until you have answered.";
    const Recording& shown = *state.runs.shown;
    std::string words = output_verdict(shown).text;
    for (const Finding& finding : shown.findings) words += "\n" + finding.text;
    return words;
}

std::string page_of(const LessonState& lesson) {
    if (!lesson.open()) return {};
    const LessonPage& page = lesson.play.current();
    std::string words = page.title;
    if (!lesson.problem.empty()) words += "\n" + lesson.problem;
    for (const TextBlock& block : page.text) words += "\n" + block.plain();
    for (const Question& question : lesson.questions) words += "\n" + question.text;
    return words;
}

std::string news_of(const AppState& state) {
    if (!state.edit.impossible.empty()) return state.edit.impossible;
    if (!state.runs.error.empty()) return state.runs.error;
    if (!state.notice.empty()) return state.notice;
    if (!state.messages.empty() && !state.messages.back().read) return state.messages.back().text;
    return {};
}

}  // namespace

AccessibleWindow accessible_window(const AppState& state, const WidgetMap& widgets,
                                   const KeysAt& keys) {
    AccessibleWindow window;
    window.title = window_title(state);
    // On the start page nothing of a run is seen.
    const bool run_seen = state.runs.shown && !state.presenter.start && !state.presenter.blank;
    if (run_seen) {
        window.run = run_sentence(*state.runs.shown->trace);
        if (const int steps = state.playback.steps(); steps > 0) {
            window.step = fmt::format("Step {} of {}", state.playback.step() + 1, steps);
        }
        window.sentence = narration_words(state);
        window.finding = finding_of(state);
    }
    if (!state.presenter.start) window.reading = page_of(state.lesson);
    window.news = news_of(state);
    window.controls = controls_of(widgets);
    window.focused = keys.control;
    window.typing = keys.typing;
    window.in_front = keys.in_front;
    window.finds = state.document.has_value();
    for (const auto& [name, widget] : widgets) {
        if (widget.focused) window.focused = name;
    }
    return window;
}

std::string_view name_of(ControlRole role) {
    switch (role) {
        case ControlRole::none: return "none";
        case ControlRole::button: return "button";
        case ControlRole::toggle: return "toggle";
        case ControlRole::option: return "option";
        case ControlRole::list: return "list";
        case ControlRole::field: return "field";
        case ControlRole::text: return "text";
        case ControlRole::menu: return "menu";
        case ControlRole::item: break;
    }
    return "item";
}

nlohmann::json json_of(const AccessibleWindow& window) {
    using nlohmann::json;
    json controls = json::array();
    for (const AccessibleControl& control : window.controls) {
        const Box& box = control.box;
        controls.push_back({{"name", control.name},
                            {"role", name_of(control.spoken.role)},
                            {"words", control.spoken.words},
                            {"value", control.spoken.value},
                            {"on", control.spoken.on},
                            {"enabled", control.enabled},
                            {"why_not", control.why_not},
                            {"box", {box.x, box.y, box.w, box.h}}});
    }
    return {{"title", window.title},       {"run", window.run},
            {"step", window.step},         {"sentence", window.sentence},
            {"finding", window.finding},   {"reading", window.reading},
            {"news", window.news},         {"controls", std::move(controls)},
            {"focused", window.focused},   {"typing", window.typing},
            {"in_front", window.in_front}, {"finds", window.finds}};
}

std::string json_text_of(const AccessibleWindow& window) {
    return json_of(window).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace stridescope

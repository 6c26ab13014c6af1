#include "app/session/app_state.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace stridescope {

namespace {

/// What the page hides, while it asks. A page that does not fit its run asks nothing.
std::span<const std::string> hidden_by(const LessonState& lesson) {
    if (!lesson.problem.empty() || !lesson.play.asks()) return {};
    return lesson.play.current().bookmark.hidden;
}

bool has(std::span<const std::string> hidden, std::string_view name) {
    return std::ranges::find(hidden, name) != hidden.end();
}

}  // namespace

bool LessonState::hides_counts() const {
    return std::ranges::any_of(hidden_by(*this),
                               [](const std::string& name) { return name != "faults"; });
}

bool LessonState::hides_faults() const {
    return has(hidden_by(*this), "faults");
}

bool LessonState::hides(View view) const {
    return has(hidden_by(*this), "all") || has(hidden_by(*this), name_of(view));
}

bool AppState::works() const {
    return runs.recording.now || runs.comparing.now || runs.searching.now ||
           comparison.fetching.now || lesson.fetching.now || ladder.measuring.now ||
           exercise.judging;
}

int AppState::unread() const {
    return static_cast<int>(
        std::ranges::count_if(messages, [](const Message& m) { return !m.read; }));
}

View AppState::turn() const {
    const bool beside = docks_source() && display.look.view == View::source;
    return beside ? View::heatmap : display.look.view;
}

bool AppState::sees(View view) const {
    if (display.alone() || !facts_of(view).takes_turns) return display.sees(view);
    return view == turn() || (view == View::source && docks_source());
}

bool AppState::speaks_of_banks() const {
    return !lesson.open() || sees(View::heatmap) || sees(View::banks);
}

const Question* AppState::question_in_front() const {
    if (!presenter.presentation) return nullptr;
    if (predict.question) return &*predict.question;
    if (!lesson.open() || presenter.asked >= lesson.questions.size()) return nullptr;
    return &lesson.questions[presenter.asked];
}

std::optional<std::size_t> AppState::open_question() const {
    if (!lesson.open()) return std::nullopt;
    if (presenter.presentation && predict.question) return std::nullopt;
    for (std::size_t i = 0; i < lesson.questions.size(); ++i) {
        const bool in_front = !presenter.presentation || i == presenter.asked;
        if (in_front && !lesson.play.answered(i)) return i;
    }
    return std::nullopt;
}

bool AppState::votes() const {
    const Question* question = question_in_front();
    if (question == nullptr || question->typed) return false;
    return predict.question ? predict.waits() : !lesson.play.answered(presenter.asked);
}

const Trace* AppState::trace_of_document() const {
    const Trace* shown = trace();
    if (!document || shown == nullptr) return nullptr;
    return shown->text() == experiment.text.text ? shown : nullptr;
}

const Step* AppState::current_step() const {
    const Trace* shown = trace();
    if (shown == nullptr || shown->step_count() == 0) return nullptr;
    return &shown->steps()[static_cast<std::size_t>(playback.step())];
}

std::shared_ptr<const Trace> AppState::comparable() const {
    if (comparison.against_held && comparison.held.trace) return comparison.held.trace;
    return runs.shown ? runs.shown->unpadded : nullptr;
}

std::shared_ptr<const Trace> AppState::compared() const {
    return comparison.on ? comparable() : nullptr;
}

std::shared_ptr<const Trace> AppState::compared_grid() const {
    const std::shared_ptr<const Trace>& held = comparison.held.trace;
    const bool wanted = comparison.on && comparison.against_held && held;
    return wanted && !held->grid_events().empty() ? held : nullptr;
}

const ShownPair* AppState::pair() const {
    return comparison.beside.on ? comparison.beside.pair.get() : nullptr;
}

int AppState::other_step() const {
    const ShownPair* two = pair();
    if (two == nullptr || two->locked.steps.empty()) return 0;
    const int last = static_cast<int>(two->locked.steps.size()) - 1;
    const int own = std::clamp(playback.step(), 0, last);
    const int passed = comparison.beside.passed_at == own ? comparison.beside.passed : 0;
    return two->locked.steps[static_cast<std::size_t>(own)] + std::min(passed, others_of(own) - 1);
}

int AppState::others_of(int step) const {
    const ShownPair* two = pair();
    if (two == nullptr || two->lock != StepLock::progress || step < 0) return 1;
    const auto at = static_cast<std::size_t>(step);
    if (at + 1 >= two->locked.steps.size()) return 1;
    return std::max(two->locked.steps[at + 1] - two->locked.steps[at], 1);
}

int AppState::other_block() const {
    return pair() == nullptr ? 0 : std::clamp(block, 0, std::max(pair()->right->blocks() - 1, 0));
}

namespace {

struct SeenIn {
    Asked asked;
    std::vector<View> views;  ///< any of them shows it
};

const std::array<SeenIn, all_asked.size()>& seen_in() {
    static const std::array<SeenIn, all_asked.size()> table{{
        {Asked::change, {View::tree, View::memory}},
        {Asked::value, {View::tree, View::memory}},
        {Asked::edge, {View::tree}},
        {Asked::waits, {View::tree, View::work, View::divergence}},
        {Asked::blocks, {View::grid}},
        {Asked::degree, {View::heatmap, View::banks}},
    }};
    return table;
}

}  // namespace

std::vector<Asked> askable(const AppState& state) {
    std::vector<Asked> asked;
    for (const SeenIn& one : seen_in()) {
        for (const View view : one.views) {
            if (!state.sees(view)) continue;
            asked.push_back(one.asked);
            break;
        }
    }
    return asked;
}

}  // namespace stridescope

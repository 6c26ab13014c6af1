#include "app/session/notices.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/findings.h"
#include "app/analysis/number_text.h"
#include "app/scene/views/views.h"
#include "app/session/breakpoints.h"
#include "app/session/commands.h"
#include "app/session/link.h"

#include "app/session/visit_command.h"
namespace stridescope {
namespace {

/// Overloads for each command that switches something; all others have no words.
struct Words {
    const AppState& state;

    template <class C>
    std::string operator()(const C& /*command*/) const {
        return {};
    }
    std::string operator()(const command::Set& c) const {
        return c.field().notice != nullptr ? c.field().notice(state) : std::string{};
    }
    std::string operator()(const command::TellOfLink& c) const {
        if (!c.why_not.empty()) return {};
        const bool is_long = c.characters > long_link;
        return fmt::format("The link is copied: {} characters{}", with_commas(c.characters),
                           is_long ? ", which some mail programs break" : "");
    }
    std::string operator()(const command::ToggleBeside& /*c*/) const {
        return state.comparison.beside.on ? "Two runs side by side (B shows one again)"
                                          : "One run again (B shows two)";
    }
    std::string operator()(const command::SwapSides& /*c*/) const {
        return "Left and right are swapped (X swaps them back)";
    }
    std::string operator()(const command::TogglePredict& /*c*/) const {
        return state.predict.on ? "A question before each step (Q stops asking)"
                                : "No more questions before steps (Q asks again)";
    }
    std::string operator()(const command::ToggleSpotlight& /*c*/) const {
        return state.presenter.spotlight
                   ? "Spotlight on each step's worst conflict (S turns it off)"
                   : "Spotlight off (S turns it on)";
    }
    std::string operator()(const command::NextFault& /*c*/) const { return fault(); }
    std::string operator()(const command::ShowFault& /*c*/) const { return fault(); }
    std::string operator()(const command::NextConflict& c) const {
        if (!state.runs.shown) return {};
        return state.runs.shown->work.totals.excess() == 0 ? "No step has a bank conflict"
               : c.by > 0 ? "The next step with a bank conflict (F7: the one behind it)"
                          : "The step with a bank conflict before that (F7: the next)";
    }
    std::string operator()(const command::ToggleBreakpoint& /*c*/) const {
        if (!state.document) return {};
        const std::size_t count = state.document->breakpoints.size();
        return count == 0 ? "No breakpoints: playback goes through"
                          : fmt::format("Playback stops at {} line{} (F9: the cursor's)", count,
                                        count == 1 ? "" : "s");
    }
    std::string operator()(const command::RunToCursor& c) const {
        if (state.trace_of_document() == nullptr)
            return "The text has not run as it stands: there are no steps to go to";
        const int line = line_meant(*state.document);
        const int step = state.playback.step();
        const Recording& run = *state.runs.shown;
        const std::set<int> lines = lines_run_to(run, line);
        const bool there = runs_in_step(run, step, lines);
        const bool more = next_step_of(run, step, lines, c.by).has_value();
        return !there ? fmt::format("Line {} does not run {} this step", line,
                                    c.by > 0 ? "after" : "before")
               : more ? fmt::format("Line {} runs here (Ctrl+F10: the next time)", line)
                      : fmt::format("Line {} runs here, and not {}", line,
                                    c.by > 0 ? "after this step" : "before it");
    }
    std::string operator()(const command::TogglePen& /*c*/) const {
        switch (state.presenter.pen) {
            case Pen::draw: return "Pen (F2 puts it away, Delete wipes what it drew)";
            case Pen::point: return "Pointer (Shift+F2 puts it away)";
            case Pen::none: break;
        }
        return "The pen is put away";
    }
    std::string operator()(const command::TogglePresentation& /*c*/) const {
        return state.presenter.presentation ? "Presentation (F5 ends it, . makes the screen black)"
                                            : std::string{};
    }
    std::string operator()(const command::ToggleEnlarged& c) const {
        // In a presentation there is one picture anyway.
        if (state.display.look.alone != c.view || state.presenter.presentation) return {};
        // Ten views have keys.
        constexpr std::string_view keys = "1234567890";
        const auto at = static_cast<std::size_t>(c.view);
        return fmt::format("{} alone ({}Esc shows all views)", facts_of(c.view).title,
                           at < keys.size() ? fmt::format("{} or ", keys[at]) : "");
    }

    /// The fault that was gone to.
    std::string fault() const {
        if (state.lesson.hides_faults()) return "Faults are told once you have answered";
        if (!state.runs.shown) return {};
        const std::vector<Finding>& all = state.runs.shown->findings;
        const auto& number = state.display.fault;
        if (!number || *number >= all.size()) return "No fault was found in this run";
        const auto count = std::ranges::count_if(all, &Finding::is_fault);
        const std::string which =
            count == 1 ? "The only fault"
                       : fmt::format("Fault {} of {} (F8: the next)", *number + 1, count);
        return fmt::format("{}: {}", which, with_times(all[*number]));
    }
};

}  // namespace

std::string notice_of(const Command& command, const AppState& state) {
    return visit_command(Words{state}, command);
}

}  // namespace stridescope

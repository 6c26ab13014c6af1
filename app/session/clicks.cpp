#include "app/session/clicks.h"

#include <algorithm>

#include "app/analysis/lines.h"

namespace stridescope {
namespace {

/// Whether requests and lines of that side's run are those of the run at hand.
bool has_own_text(const AppState& state, Side side) {
    return side == Side::own || (state.pair() != nullptr && state.pair()->same_text);
}

class Meaning {
  public:
    Meaning(const AppState& state, Side side, Commands& commands)
        : state_{state}, side_{side}, commands_{commands} {}

    void operator()(const std::monostate& /*nothing*/) const {}
    void operator()(const click::GoToStep& go) const {
        if (side_ == Side::other) {
            commands_.push_back(command::JumpOther{go.step});
        } else {
            commands_.push_back(command::Jump{go.step});
        }
    }
    void operator()(const click::GoToWarp& go) const {
        if (side_ == Side::other) return;
        commands_.push_back(command::SelectBlock{go.block});
        commands_.push_back(command::Select{{.warp = go.warp}});
        if (go.step >= 0) commands_.push_back(command::Jump{go.step});
    }
    void operator()(const click::OpenRecording& open) const {
        commands_.push_back(command::OpenFile{open.path});
    }
    void operator()(const click::GoToEvent& go) const {
        commands_.push_back(command::JumpInGrid{go.events});
        // There is nothing else to see of blocks that are not recorded.
        const Trace* trace = state_.trace();
        if (go.block >= 0 && trace != nullptr && go.block < trace->blocks()) {
            commands_.push_back(command::SelectBlock{go.block});
        }
    }
    void operator()(const click::ShowRequest& show) const {
        if (has_own_text(state_, side_)) choose(show.request, show.space);
    }
    void operator()(const click::ShowWarp& show) const {
        commands_.push_back(command::Set{setting::look<&Look::warp>, show.warp});
    }
    void operator()(const click::ShowWavefront& show) const {
        if (!has_own_text(state_, side_)) return;
        commands_.push_back(command::Set{setting::look<&Look::request>, show.request});
        const int wave = state_.wave() == show.wavefront ? 0 : show.wavefront;
        commands_.push_back(command::Set{setting::look<&Look::wave>, wave});
    }
    void operator()(const click::ShowLine& show) const {
        const auto run = run_of(state_, side_);
        if (run == nullptr || !has_own_text(state_, side_)) return;
        const int block = block_of(state_, side_), step = step_of(state_, side_);
        const std::vector<int> includes = include_lines(*run);
        const auto is_of_line = [&](const TraceSite& site) {
            return show.line.file > 0 ? site.place() == show.line
                                      : line_in_text(site, includes) == show.line.line;
        };
        for (const Space space : {Space::shared, Space::global}) {
            const std::vector<Request> ranked = ranked_requests(*run, block, step, space);
            const auto found = std::ranges::find_if(ranked, [&](const Request& request) {
                return is_of_line(run->sites()[static_cast<std::size_t>(request.site)]);
            });
            if (found != ranked.end()) choose(choice_of(*found), space);
        }
    }
    void operator()(const click::ShowElement& show) const {
        if (!has_own_text(state_, side_)) return;
        const bool again = state_.display.look.element == show.element;
        commands_.push_back(
            command::Set{setting::look<&Look::element>, again ? std::string{} : show.element});
    }
    void operator()(const click::SortBy& sort) const {
        const bool again = state_.display.look.sorted_by == sort.column;
        commands_.push_back(
            command::Set{setting::look<&Look::sorted_by>, again ? -1 : sort.column});
    }

  private:
    void choose(const RequestChoice& request, Space space) const {
        if (space == Space::global) {
            commands_.push_back(command::Set{setting::look<&Look::global_request>, request});
            return;
        }
        commands_.push_back(command::Set{setting::look<&Look::request>, request});
        commands_.push_back(command::Set{setting::look<&Look::wave>, 0});
    }

    const AppState& state_;
    Side side_;
    Commands& commands_;
};

}  // namespace

Selection meant_by(const AppState& state, Side side, const Hotspot& spot) {
    if (side == Side::own || state.trace() == nullptr || state.pair() == nullptr) {
        return spot.means;
    }
    if (spot.means.of_text() && !state.pair()->same_text) return {};
    return exists_in(*state.trace(), spot.means) ? spot.means : Selection{};
}

Commands commands_of_click(const AppState& state, Side side, const Hotspot& spot) {
    Commands commands;
    if (const Selection meant = meant_by(state, side, spot); meant.any()) {
        // What is clicked twice is let go.
        commands.push_back(
            command::Select{meant == state.display.look.selection ? Selection{} : meant});
    }
    std::visit(Meaning{state, side, commands}, spot.click);
    return commands;
}

}  // namespace stridescope

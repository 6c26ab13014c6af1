#include "app/session/askable.h"

#include <array>

namespace stridescope {
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

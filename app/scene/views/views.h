// All views: the ONE list. What a view is stands in its own folder (see view_facts.h).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/fragment/fragment_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/source/source_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/view_facts.h"
#include "app/scene/work/work_view.h"

namespace stridescope {

/// In the order of the keys 1 … 9 and 0. Those that do not take turns have panes of their own.
enum class View { tree, memory, heatmap, banks, work, grid, source, global, divergence, fragment };

template <IsView... V>
struct ViewList {
    static constexpr std::size_t count = sizeof...(V);
};
/// In the order of View.
using AllViews = ViewList<TreeView, MemoryView, HeatmapView, BanksView, WorkView, GridView,
                          SourceView, GlobalView, DivergenceView, FragmentView>;

inline constexpr std::size_t view_count = AllViews::count;
inline constexpr auto all_views = [] {
    std::array<View, view_count> views{};
    for (std::size_t i = 0; i < view_count; ++i) views[i] = static_cast<View>(i);
    return views;
}();

template <class... V>
constexpr std::array<ViewFacts, sizeof...(V)> facts_in(ViewList<V...> /*list*/) {
    return {V::facts...};
}
constexpr ViewFacts facts_of(View view) {
    return facts_in(AllViews{})[static_cast<std::size_t>(view)];
}

/// Whether values or words come along arrows in its picture: they are there when those are.
constexpr bool has_arrows(View view) {
    return view == View::tree || view == View::memory || view == View::banks;
}
/// Of a step whose motion has come so far (0 … 1): what its scene is asked for. The arrows
/// themselves are drawn as far as Scene::progress says.
constexpr float shown_progress(View view, float progress) {
    return has_arrows(view) && progress < 1 ? 0.0F : 1.0F;
}

/// What a view is called in file names and on the command line.
constexpr std::string_view name_of(View view) {
    return facts_of(view).name;
}
static_assert(name_of(View::fragment) == "fragment", "one for each, in the order of the list");
/// The view of that name, or nothing.
constexpr std::optional<View> view_called(std::string_view name) {
    for (const View view : all_views) {
        if (name_of(view) == name) return view;
    }
    return std::nullopt;
}
/// "tree, memory, …, divergence or fragment".
std::string all_view_names();

/// In one sentence, why the view has nothing to show of the trace; empty where it has.
std::string why_not(View view, const Trace& trace);

}  // namespace stridescope

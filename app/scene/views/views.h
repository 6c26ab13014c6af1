// All views: the ONE list. What a view is stands in its own folder (see view_facts.h).
#pragma once

#include <any>
#include <array>
#include <cstddef>
#include <string>
#include <variant>

#include "app/look/look.h"
#include "app/scene/banks/banks_view.h"
#include "app/scene/divergence/divergence_view.h"
#include "app/scene/fragment/fragment_view.h"
#include "app/scene/global/global_view.h"
#include "app/scene/grid/grid_view.h"
#include "app/scene/heatmap/heatmap_view.h"
#include "app/scene/memory/memory_view.h"
#include "app/scene/scene.h"
#include "app/scene/source/source_view.h"
#include "app/scene/time/time_view.h"
#include "app/scene/tree/tree_view.h"
#include "app/scene/view_facts.h"
#include "app/scene/work/work_view.h"

namespace stridescope {

template <IsView... V>
struct ViewList {
    static constexpr std::size_t count = sizeof...(V);
};
/// In the order of View (app/look/look.h).
using AllViews = ViewList<TreeView, MemoryView, HeatmapView, BanksView, WorkView, GridView,
                          SourceView, GlobalView, DivergenceView, FragmentView, TimeView>;

static_assert(AllViews::count == view_count);

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
/// What the scene of a step is asked for whose motion has come so far (0 … 1). The arrows
/// themselves are drawn as far as Scene::progress says.
constexpr float shown_progress(View view, float progress) {
    return has_arrows(view) && progress < 1 ? 0.0F : 1.0F;
}

/// In one sentence, why the view has nothing to show of the trace; empty where it has.
std::string why_not(View view, const Trace& trace);
/// Whether its picture of the trace is worth being chosen: it shows something, or says more than
/// that it does not.
bool is_worth_seeing(View view, const Trace& trace);

// A picture as it is asked for, and the one place where pictures are made.

template <class... V>
std::variant<typename V::Options...> options_in(ViewList<V...> list);
/// What some view is asked for with: which view is in it, too.
using ViewOptions = decltype(options_in(AllViews{}));

/// Plain data: equal requests are requests for the same scene.
struct ViewRequest : Subject {
    ViewOptions options{};

    View view() const { return static_cast<View>(options.index()); }
    bool operator==(const ViewRequest&) const = default;
};

/// What matters to the view, of subject and settings.
ViewRequest view_request(View view, Subject subject, const Look& look);

/// `kept` is what the view keeps from one scene to the next of the same pane: empty at first, and
/// nobody else's business.
Scene make_scene(const ViewRequest& request, std::any& kept);
/// Does beforehand a part of what takes long in that, for who has other things to do in between.
/// True: there is nothing more of it.
bool prepare_scene(const ViewRequest& request, std::any& kept);
Scene make_scene(const ViewRequest& request);

}  // namespace stridescope

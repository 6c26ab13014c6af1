// A picture as it is asked for, and the one place where pictures are made.
#pragma once

#include <any>
#include <variant>

#include "app/scene/scene.h"
#include "app/scene/view_facts.h"
#include "app/scene/views/views.h"

namespace stridescope {

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

#include "app/scene/views/views.h"

namespace stridescope {
namespace {

template <class... V>
std::string why_not_in(ViewList<V...> /*list*/, View view, const Trace& trace) {
    constexpr std::array reasons{&V::why_not...};
    return reasons[static_cast<std::size_t>(view)](trace);
}

}  // namespace

std::string all_view_names() {
    std::string names;
    for (const View view : all_views) {
        if (view != all_views.front()) names += view == all_views.back() ? " or " : ", ";
        names += name_of(view);
    }
    return names;
}

std::string why_not(View view, const Trace& trace) {
    return why_not_in(AllViews{}, view, trace);
}

}  // namespace stridescope

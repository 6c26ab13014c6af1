#include "app/scene/views/views.h"

namespace stridescope {
namespace {

template <class... V>
std::string why_not_in(ViewList<V...> /*list*/, View view, const Trace& trace) {
    constexpr std::array reasons{&V::why_not...};
    return reasons[static_cast<std::size_t>(view)](trace);
}

}  // namespace

std::string why_not(View view, const Trace& trace) {
    return why_not_in(AllViews{}, view, trace);
}

bool is_worth_seeing(View view, const Trace& trace) {
    return why_not(view, trace).empty() || (facts_of(view).says_why && why_nothing(trace).empty());
}

}  // namespace stridescope

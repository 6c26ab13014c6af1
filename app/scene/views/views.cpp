#include "app/scene/views/views.h"

#include <array>
#include <utility>

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

namespace {

/// Asks and draws by the type of a view.
template <class V>
struct Of {
    static ViewOptions ask(const Look& look, Subject& subject) { return V::ask(look, subject); }
    static Scene scene(const ViewRequest& request, std::any& kept) {
        return V::scene(request, std::get<typename V::Options>(request.options), kept);
    }
    static bool prepare(const ViewRequest& request, std::any& kept) {
        if constexpr (requires { V::prepare(request, kept); }) return V::prepare(request, kept);
        return true;
    }
};

template <class... V>
ViewOptions ask(ViewList<V...> /*list*/, View view, const Look& look, Subject& subject) {
    constexpr std::array ways{&Of<V>::ask...};
    return ways[static_cast<std::size_t>(view)](look, subject);
}

template <class... V>
Scene scene(ViewList<V...> /*list*/, const ViewRequest& request, std::any& kept) {
    constexpr std::array ways{&Of<V>::scene...};
    return ways[request.options.index()](request, kept);
}

template <class... V>
bool prepare(ViewList<V...> /*list*/, const ViewRequest& request, std::any& kept) {
    constexpr std::array ways{&Of<V>::prepare...};
    return ways[request.options.index()](request, kept);
}

}  // namespace

ViewRequest view_request(View view, Subject subject, const Look& look) {
    const ViewFacts facts = facts_of(view);
    if (facts.other == OtherRun::beside && !(facts.shares_scale && subject.beside))
        subject.other.reset();
    subject.room.named = subject.room.given() && subject.beside;
    ViewOptions options = ask(AllViews{}, view, look, subject);
    // Who has a use for them has taken them.
    subject.costs = true;
    subject.lines.reset();
    subject.recordings.clear();
    return {std::move(subject), std::move(options)};
}

Scene make_scene(const ViewRequest& request, std::any& kept) {
    return scene(AllViews{}, request, kept);
}

bool prepare_scene(const ViewRequest& request, std::any& kept) {
    return prepare(AllViews{}, request, kept);
}

Scene make_scene(const ViewRequest& request) {
    std::any none;
    return make_scene(request, none);
}

}  // namespace stridescope

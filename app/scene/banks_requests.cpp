#include <algorithm>
#include <tuple>
#include <utility>

#include "app/scene/views.h"

namespace stridescope {
namespace {

bool is(const Request& request, const RequestChoice& choice) {
    return choice_of(request) == choice;
}

}  // namespace

RequestChoice choice_of(const Request& request) {
    return {request.site, request.iteration, request.warp};
}

std::vector<Request> ranked_requests(const Trace& trace, int block, int step) {
    std::vector<Request> requests = requests_of_step(trace, block, step);
    std::ranges::stable_sort(requests, [](const Request& a, const Request& b) {
        return std::pair{a.cost.degree, a.cost.wavefronts} >
               std::pair{b.cost.degree, b.cost.wavefronts};
    });
    return requests;
}

std::optional<Request> worst_request(const Trace& trace, int block, int step) {
    const std::vector<Request> requests = ranked_requests(trace, block, step);
    if (requests.empty()) return std::nullopt;
    return requests.front();
}

std::optional<Request> chosen_request(const Trace& trace, int block, int step,
                                      const std::optional<RequestChoice>& choice) {
    const std::vector<Request> requests = ranked_requests(trace, block, step);
    if (requests.empty()) return std::nullopt;
    const auto found = std::ranges::find_if(
        requests, [&](const Request& request) { return choice && is(request, *choice); });
    return found != requests.end() ? *found : requests.front();
}

std::optional<RequestChoice> moved(const Trace& trace, int block, int step,
                                   const std::optional<RequestChoice>& choice, RequestMove move) {
    const std::vector<Request> requests = ranked_requests(trace, block, step);
    if (requests.empty() || move == RequestMove::worst) return std::nullopt;
    const Request now = *chosen_request(trace, block, step, choice);
    if (move == RequestMove::worse || move == RequestMove::milder) {
        const auto at = std::ranges::find_if(
            requests, [&](const Request& request) { return is(request, choice_of(now)); });
        if (move == RequestMove::worse) return choice_of(at == requests.begin() ? *at : *(at - 1));
        return choice_of(at + 1 == requests.end() ? *at : *(at + 1));
    }
    // The nearest warp on that side that took part in the same instruction.
    const bool up = move == RequestMove::next_warp;
    std::optional<RequestChoice> best;
    for (const Request& request : requests) {
        if (request.site != now.site || request.iteration != now.iteration) continue;
        if (up ? request.warp <= now.warp : request.warp >= now.warp) continue;
        const bool nearer = !best || (up ? request.warp < best->warp : request.warp > best->warp);
        if (nearer) best = choice_of(request);
    }
    return best ? best : choice_of(now);
}

}  // namespace stridescope

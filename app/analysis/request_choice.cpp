#include "app/analysis/request_choice.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/trace/trace.h"

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

Selection worst_conflict(const Trace& trace, int block, int step) {
    const auto request = worst_request(trace, block, step);
    if (!request || request->cost.excess() == 0) return {};
    const std::size_t bytes = request->bytes;
    int bank = 0, most = 0;
    for (const GroupLoad& load :
         group_loads(words_of_request(trace, *request), bytes, access_of(request->event))) {
        const auto top = std::ranges::max_element(load.wanted);
        if (*top <= most) continue;
        most = *top;
        bank = static_cast<int>(top - load.wanted.begin()) * static_cast<int>(bytes) / 4;
    }
    return {.bank = bank,
            .warp = request->warp,
            .site = request->site,
            .iteration = request->iteration};
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

std::optional<WavePlace> moved_wave(const Trace& trace, int block, int step,
                                    const std::optional<RequestChoice>& choice, int wave, int by,
                                    const WavesBeside& beside) {
    if (block >= trace.blocks() || step >= trace.step_count()) return std::nullopt;
    std::vector<Request> requests = requests_of_step(trace, block, step);
    // How many there are of the request, here or beside.
    const auto waves_of = [&](const Request& request) {
        const int other = beside ? beside(request.step, choice_of(request)) : 0;
        return std::max(request.cost.wavefronts, other);
    };
    if (!requests.empty()) {
        // Who has chosen none begins with the step's first, which is not the one that costs most.
        std::optional<RequestChoice> now = choice;
        const auto has = [&](const Request& r) { return now && is(r, *now); };
        if (!std::ranges::any_of(requests, has)) {
            now = choice_of(by > 0 ? requests.front() : requests.back());
            wave = 0;
        }
        auto at = std::ranges::find_if(requests, has);
        const int last = waves_of(*at);
        const int next = wave == 0 ? (by > 0 ? 1 : last) : std::min(wave, last + 1) + by;
        if (next >= 1 && next <= last) return WavePlace{step, *now, next};
        if (by > 0 && at + 1 != requests.end()) return WavePlace{step, choice_of(*(at + 1)), 1};
        if (by < 0 && at != requests.begin()) {
            return WavePlace{step, choice_of(*(at - 1)), waves_of(*(at - 1))};
        }
    }
    for (int other = step + by; other >= 0 && other < trace.step_count(); other += by) {
        requests = requests_of_step(trace, block, other);
        if (requests.empty()) continue;
        const Request& request = by > 0 ? requests.front() : requests.back();
        return WavePlace{other, choice_of(request), by > 0 ? 1 : waves_of(request)};
    }
    // At the end one stays.
    if (!choice || wave == 0) return std::nullopt;
    return WavePlace{step, *choice, wave};
}

}  // namespace stridescope

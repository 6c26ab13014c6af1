#include "app/analysis/request_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <utility>

#include "app/trace/trace.h"

namespace stridescope {
namespace {

bool is(const Request& request, const RequestChoice& choice) {
    return choice_of(request) == choice;
}

/// The chosen one among the ranked, or their first; there must be one.
const Request& chosen_among(const std::vector<Request>& ranked,
                            const std::optional<RequestChoice>& choice) {
    const auto found = std::ranges::find_if(
        ranked, [&](const Request& request) { return choice && is(request, *choice); });
    return found != ranked.end() ? *found : ranked.front();
}

}  // namespace

std::string text_of(const RequestChoice& choice) {
    std::string text = fmt::format("site:{},warp:{}", choice.site, choice.warp);
    if (choice.iteration != 0) text += fmt::format(",iteration:{}", choice.iteration);
    return text;
}

std::optional<RequestChoice> request_choice_in(std::string_view text) {
    RequestChoice choice;
    bool site = false;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t colon = part.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        const std::string_view key = part.substr(0, colon), digits = part.substr(colon + 1);
        int value = -1;
        const char* const end = digits.data() + digits.size();
        const auto [stop, error] = std::from_chars(digits.data(), end, value);
        if (error != std::errc{} || stop != end || value < 0) return std::nullopt;
        if (key == "site") {
            choice.site = value;
            site = true;
        } else if (key == "warp") {
            choice.warp = value;
        } else if (key == "iteration") {
            choice.iteration = value;
        } else {
            return std::nullopt;
        }
    }
    return site ? std::optional{choice} : std::nullopt;
}

RequestChoice choice_of(const Request& request) {
    return {request.site, request.iteration, request.warp};
}

std::vector<Request> ranked_requests(const Trace& trace, int block, int step, Space space) {
    std::vector<Request> requests = requests_of_step(trace, block, step, space);
    const auto cost = [space](const Request& request) {
        return space == Space::global ? std::pair{request.global.excess(), request.global.sectors}
                                      : std::pair{request.shared.degree, request.shared.wavefronts};
    };
    std::ranges::stable_sort(requests, std::greater{}, cost);
    return requests;
}

std::optional<Request> chosen_request(const Trace& trace, int block, int step, Space space,
                                      const std::optional<RequestChoice>& choice) {
    const std::vector<Request> requests = ranked_requests(trace, block, step, space);
    if (requests.empty()) return std::nullopt;
    return chosen_among(requests, choice);
}

std::optional<Request> worst_request(const Trace& trace, int block, int step) {
    return chosen_request(trace, block, step, Space::shared, std::nullopt);
}

Selection worst_conflict(const Trace& trace, int block, int step) {
    const auto request = worst_request(trace, block, step);
    if (!request || request->shared.excess() == 0) return {};
    const std::size_t bytes = request->bytes;
    int bank = 0, most = 0;
    for (const GroupLoad& load : group_loads(trace, *request)) {
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

std::optional<RequestChoice> moved(const Trace& trace, int block, int step, Space space,
                                   const std::optional<RequestChoice>& choice, RequestMove move) {
    const std::vector<Request> ranked = ranked_requests(trace, block, step, space);
    if (ranked.empty() || move == RequestMove::worst) return std::nullopt;
    const Request& now = chosen_among(ranked, choice);
    if (move == RequestMove::worse || move == RequestMove::milder) {
        const auto at = &now - ranked.data(), last = std::ssize(ranked) - 1;
        const auto to = std::clamp(at + (move == RequestMove::worse ? -1 : 1), std::ptrdiff_t{0},
                                   static_cast<std::ptrdiff_t>(last));
        return choice_of(ranked[static_cast<std::size_t>(to)]);
    }
    // The nearest warp on that side that took part in the same instruction.
    const bool up = move == RequestMove::next_warp;
    std::optional<RequestChoice> best;
    for (const Request& request : ranked) {
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
    std::vector<Request> requests = requests_of_step(trace, block, step, Space::shared);
    // How many there are of the request, here or beside.
    const auto waves_of = [&](const Request& request) {
        const int other = beside ? beside(request.step, choice_of(request)) : 0;
        return std::max(request.shared.wavefronts, other);
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
        requests = requests_of_step(trace, block, other, Space::shared);
        if (requests.empty()) continue;
        const Request& request = by > 0 ? requests.front() : requests.back();
        return WavePlace{other, choice_of(request), by > 0 ? 1 : waves_of(request)};
    }
    // At the end one stays.
    if (!choice || wave == 0) return std::nullopt;
    return WavePlace{step, *choice, wave};
}

}  // namespace stridescope

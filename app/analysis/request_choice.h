// A step's requests by what they cost, which of them is chosen, and ways from one to another.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/requests.h"
#include "app/analysis/selection.h"
#include "app/trace/trace.h"

namespace stridescope {

/// Names one of a step's requests by what it has in common with its like in other steps.
struct RequestChoice {
    int site = 0, iteration = 0, warp = 0;
    bool operator==(const RequestChoice&) const = default;
};
/// "site:2,warp:1", and ",iteration:4" where that is not 0.
std::string text_of(const RequestChoice& choice);
/// Reads that back, in any order; what is 0 may be left out, but for the site. Nothing where the
/// text says something else.
std::optional<RequestChoice> request_choice_in(std::string_view text);
RequestChoice choice_of(const Request& request);

/// The step's requests to that memory, those that cost most first: to shared memory by degree, then
/// wavefronts; to global memory by excess sectors, then sectors; of equals in program order.
std::vector<Request> ranked_requests(const Trace& trace, int block, int step, Space space);
/// The one chosen, or the first of them where the step has no such request.
std::optional<Request> chosen_request(const Trace& trace, int block, int step, Space space,
                                      const std::optional<RequestChoice>& choice);
/// The first of those to shared memory.
std::optional<Request> worst_request(const Trace& trace, int block, int step);
/// Those lanes of the worst request that want the bank which takes longest; nothing where the step
/// has no conflict.
Selection worst_conflict(const Trace& trace, int block, int step);

/// Where to go from a request: along the ranking, to another warp of the same instruction, or back
/// to the worst.
enum class RequestMove { worse, milder, previous_warp, next_warp, worst };
/// The choice after the move, the same at the end of the row; nothing chosen: the worst.
std::optional<RequestChoice> moved(const Trace& trace, int block, int step, Space space,
                                   const std::optional<RequestChoice>& choice, RequestMove move);

/// One wavefront of one request.
struct WavePlace {
    int step = 0;
    RequestChoice request;
    int wave = 1;  ///< counted from 1
    bool operator==(const WavePlace&) const = default;
};
/// The next wavefront, or the one before (`by` −1): of the same request, else of the step's next
/// one in program order, else of the next step that has one; the same at either end. `wave` 0: none
/// of the request is shown yet, so that the first (or the last) of it comes. Nothing where no step
/// on that side has requests. Of a request that another run shows beside it, `beside` tells how
/// many wavefronts it takes there (0: it has none such): the replay goes on until both are done.
using WavesBeside = std::function<int(int step, const RequestChoice& request)>;
std::optional<WavePlace> moved_wave(const Trace& trace, int block, int step,
                                    const std::optional<RequestChoice>& choice, int wave, int by,
                                    const WavesBeside& beside = {});

}  // namespace stridescope

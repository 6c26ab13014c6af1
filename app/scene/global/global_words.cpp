#include "app/scene/global/global_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/lines.h"
#include "app/analysis/number_text.h"
#include "app/scene/scene_parts.h"

namespace stridescope::scene_parts {

std::string name_of(const Trace& trace, const GlobalRequest& request) {
    const Site& site = trace.sites()[static_cast<std::size_t>(request.site)];
    const char* what = request.event == Event::global_load    ? "load"
                       : request.event == Event::global_store ? "store"
                                                              : "atomic";
    std::string text =
        fmt::format("{} of warp {} at {}", what, request.warp, line_name(trace, site.place()));
    if (request.iteration > 0) text += fmt::format(", round {}", request.iteration + 1);
    return text;
}

std::string text_of(const GlobalCost& cost) {
    const std::string moved =
        fmt::format("{} in {}", counted(cost.sectors, "sector"), counted(cost.lines, "line"));
    return cost.excess() > 0 ? fmt::format("{} where {} would do", moved, cost.ideal)
                             : moved + ", as few as can be";
}

std::string share_text(const GlobalCost& cost) {
    return percent(cost.share()) + " of the bytes moved are wanted";
}

std::vector<std::string> elements_text(const Trace& trace, ArrayId array, std::int64_t first,
                                       std::int64_t end) {
    const auto bytes = static_cast<std::int64_t>(trace.element_bytes(array));
    const std::int64_t size = trace.facts().arrays[static_cast<std::size_t>(array)].size();
    const std::int64_t from = first / bytes;
    // Behind the array's last element the line goes on.
    const std::int64_t last = std::max(from, std::min((end - 1) / bytes, size - 1));
    const std::string name = trace.name_of_element(array, from);
    if (last == from) return {name};
    return {fmt::format("{} … {}", name, trace.name_of_element(array, last)), name + " …", name};
}

}  // namespace stridescope::scene_parts

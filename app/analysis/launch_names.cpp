#include "app/analysis/launch_names.h"

#include <fmt/format.h>

namespace stridescope {

std::string extents_text(const std::array<std::uint32_t, 3>& extents) {
    if (extents[2] > 1) return fmt::format("({}, {}, {})", extents[0], extents[1], extents[2]);
    if (extents[1] > 1) return fmt::format("({}, {})", extents[0], extents[1]);
    return fmt::format("{}", extents[0]);
}

std::string launch_text(const LaunchFacts& launch) {
    return fmt::format("{}<<<{}, {}>>>", launch.kernel, extents_text(launch.grid),
                       extents_text(launch.block));
}

std::string launches_text(const Trace& trace) {
    const auto& launches = trace.launches();
    if (launches.empty()) return "no launch";
    const std::size_t more = launches.size() - 1;
    std::string text = launch_text(launches.front());
    if (more > 0) text += fmt::format(" and {} more launch{}", more, more == 1 ? "" : "es");
    return text;
}

}  // namespace stridescope

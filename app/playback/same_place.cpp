#include "app/playback/same_place.h"

#include <algorithm>
#include <cmath>

namespace stridescope {

int same_place(const std::vector<Step>& from, int step, const std::vector<Step>& to) {
    if (from.empty() || to.empty()) return 0;
    const auto here =
        static_cast<std::size_t>(std::clamp(step, 0, static_cast<int>(from.size()) - 1));
    const Step& wanted = from[here];
    // The same phases one by one: step by step the same timeline, even if strides differ.
    if (std::ranges::equal(from, to, {}, &Step::phase, &Step::phase)) {
        return static_cast<int>(here);
    }

    const auto earlier =
        std::count(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(here), wanted);
    int same = -1;
    std::ptrdiff_t seen = 0;
    int nearest = -1;
    double nearest_distance = 0;
    const auto octave = [](int stride) { return std::log2(std::max(stride, 1)); };
    for (std::size_t i = 0; i < to.size(); ++i) {
        const int index = static_cast<int>(i);
        if (to[i] == wanted && seen++ <= earlier) same = index;
        if (to[i].phase != wanted.phase) continue;
        const double distance = std::abs(octave(to[i].stride) - octave(wanted.stride));
        if (nearest < 0 || distance < nearest_distance) {
            nearest = index;
            nearest_distance = distance;
        }
    }
    if (same >= 0) return same;
    if (nearest >= 0) return nearest;
    if (from.size() < 2) return 0;
    const double share = static_cast<double>(here) / static_cast<double>(from.size() - 1);
    return static_cast<int>(std::lround(share * static_cast<double>(to.size() - 1)));
}

}  // namespace stridescope

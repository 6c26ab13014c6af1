#include "app/ui/window/key_walk.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {
namespace {

/// From one stretch of an axis to another; 0 where they overlap.
float gap(float low_a, float high_a, float low_b, float high_b) {
    return std::max({low_b - high_a, low_a - high_b, 0.0F});
}

/// How far it is to the box that way; nothing where it does not lie that way at all.
std::optional<float> distance(const Box& from, const Box& to, WalkWay way) {
    const bool across = way == WalkWay::left || way == WalkWay::right;
    const bool back = way == WalkWay::left || way == WalkWay::up;
    const float from_low = across ? from.x : from.y, from_size = across ? from.w : from.h;
    const float to_low = across ? to.x : to.y, to_size = across ? to.w : to.h;
    const float from_middle = from_low + from_size / 2, to_middle = to_low + to_size / 2;
    const float along = back ? from_low - (to_low + to_size) : to_low - (from_low + from_size);
    // Neighbours may share a border line; what overlaps more lies beside, not beyond.
    constexpr float shared = 3;
    if (along < -shared || (back ? to_middle >= from_middle : to_middle <= from_middle)) {
        return std::nullopt;
    }
    const float aside = across ? gap(from.y, from.y + from.h, to.y, to.y + to.h)
                               : gap(from.x, from.x + from.w, to.x, to.x + to.w);
    const float middles =
        across ? from.y + from.h / 2 - to.y - to.h / 2 : from.x + from.w / 2 - to.x - to.w / 2;
    constexpr float dearer = 3, tie = 0.01F;
    return std::max(along, 0.0F) + dearer * aside + tie * std::abs(middles);
}

struct WalkedArea {
    std::string_view name;
    std::string_view first;  ///< its first control
    Box box{};               ///< of that one
};

std::vector<WalkedArea> areas_of(const WidgetMap& widgets) {
    std::map<std::string_view, WalkedArea> found;
    for (const auto& [name, widget] : widgets) {
        if (!widget.control) continue;
        const WalkedArea one{area_of(name), name, widget.box};
        const auto [place, fresh] = found.try_emplace(one.name, one);
        if (!fresh && reads_before(one.box, place->second.box)) place->second = one;
    }
    std::vector<WalkedArea> areas;
    for (const auto& [name, area] : found) areas.push_back(area);
    std::ranges::sort(
        areas, [](const WalkedArea& a, const WalkedArea& b) { return reads_before(a.box, b.box); });
    return areas;
}

}  // namespace

std::optional<std::string> control_beyond(const WidgetMap& widgets, const Box& from, WalkWay way,
                                          std::string_view area) {
    std::optional<std::string> best, within;
    float least = std::numeric_limits<float>::max(), least_within = least;
    bool scrolls = false;
    const bool along = way == WalkWay::up || way == WalkWay::down;
    for (const auto& [name, widget] : widgets) {
        const bool own = along && area_of(name) == area;
        if (!widget.control && !(own && widget.scrolled_away)) continue;
        const auto far = distance(from, widget.box, way);
        if (!far) continue;
        if (widget.control && *far < least) {
            least = *far;
            best = name;
        }
        if (own && *far < least_within) {
            least_within = *far;
            within = name;
        }
        scrolls = scrolls || widget.scrolled_away;
    }
    return scrolls ? within : best;
}

std::string control_of_next_area(const WidgetMap& widgets, const std::string& from, int by) {
    const std::vector<WalkedArea> areas = areas_of(widgets);
    if (areas.empty()) return {};
    const auto here = std::ranges::find(areas, area_of(from), &WalkedArea::name);
    if (from.empty() || here == areas.end()) return std::string{areas.front().first};
    const auto count = static_cast<std::ptrdiff_t>(areas.size());
    const auto next = (here - areas.begin() + by + count) % count;
    return std::string{areas[static_cast<std::size_t>(next)].first};
}

void KeyWalk::begin(const WidgetMap& widgets, const std::string& control) {
    on_ = true;
    go(widgets, widgets.contains(control) ? control : control_of_next_area(widgets, {}, 1));
}

void KeyWalk::go(const WidgetMap& widgets, const std::string& control) {
    constexpr int frames_to_scroll = 4;
    at_ = control;
    (void)box(widgets);
    const auto found = widgets.find(at_);
    const bool away = found != widgets.end() && found->second.scrolled_away;
    awaited_ = away ? at_ : std::string{};
    patience_ = frames_to_scroll;
}

bool KeyWalk::arrive(const WidgetMap& widgets) {
    if (awaited_.empty()) return false;
    const auto found = widgets.find(awaited_);
    const bool here = found != widgets.end() && found->second.control;
    if (here || --patience_ <= 0) awaited_.clear();
    return here;
}

const Box& KeyWalk::box(const WidgetMap& widgets) {
    if (const auto found = widgets.find(at_); found != widgets.end()) last_ = found->second.box;
    return last_;
}

void KeyWalk::move(const WidgetMap& widgets, WalkWay way) {
    if (const auto next = control_beyond(widgets, box(widgets), way, area_of(at_)))
        go(widgets, *next);
}

void KeyWalk::next_area(const WidgetMap& widgets, int by) {
    go(widgets, control_of_next_area(widgets, at_, by));
}

Point KeyWalk::point(const WidgetMap& widgets) {
    const Box& at = box(widgets);
    return {at.x + at.w / 2, at.y + at.h / 2};
}

}  // namespace stridescope

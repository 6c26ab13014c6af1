// The views by name: what there is to look at. What each of them is stands in a folder of its own,
// app/scene/NAME/; app/scene/views/views.h lists them.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope {

/// In the order of the keys 1 … 9 and 0; the one behind them has none. Those that do not take turns
/// have panes of their own.
enum class View {
    tree,
    memory,
    heatmap,
    banks,
    work,
    grid,
    source,
    global,
    divergence,
    fragment,
    time
};

inline constexpr std::array<std::string_view, 11> view_names{
    "tree",   "memory", "heatmap",    "banks",    "work", "grid",
    "source", "global", "divergence", "fragment", "time"};
inline constexpr std::size_t view_count = view_names.size();
inline constexpr auto all_views = [] {
    std::array<View, view_count> views{};
    for (std::size_t i = 0; i < view_count; ++i) views[i] = static_cast<View>(i);
    return views;
}();

/// What a view is called in file names, on the command line, in addresses and lessons.
constexpr std::string_view name_of(View view) {
    return view_names[static_cast<std::size_t>(view)];
}
static_assert(name_of(View::time) == "time", "one for each, in the order of the views");

/// The view of that name, or nothing.
constexpr std::optional<View> view_called(std::string_view name) {
    for (const View view : all_views) {
        if (name_of(view) == name) return view;
    }
    return std::nullopt;
}
/// "tree, memory, …, fragment or time".
std::string all_view_names();

/// Some of the views.
class Views {
  public:
    constexpr Views() = default;
    constexpr Views(std::initializer_list<View> views) {
        for (const View view : views) bits_ |= bit(view);
    }
    static constexpr Views all() {
        Views views;
        for (const View view : all_views) views.bits_ |= bit(view);
        return views;
    }
    constexpr bool has(View view) const { return (bits_ & bit(view)) != 0; }
    constexpr bool any() const { return bits_ != 0; }

  private:
    static constexpr unsigned bit(View view) { return 1U << static_cast<unsigned>(view); }

    unsigned bits_ = 0;
};

}  // namespace stridescope

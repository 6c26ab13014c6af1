// Pictures for a slide or a page: 160 × 90 mm, in type that can be read there, all of it fitted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/scene/pane_sight.h"
#include "app/scene/scene.h"

namespace stridescope {

/// Both are equally large; what is on a slide is read from afar, so its type is larger.
enum class Page { slide, paper };
inline constexpr double page_width_points = 160 / 25.4 * 72;
inline constexpr double page_height_points = 90 / 25.4 * 72;

constexpr std::string_view name_of(Page page) {
    return page == Page::slide ? "slide" : "paper";
}
/// Throws UsageError that names both.
Page parse_page(const std::string& name);

/// Where two pictures stand on a page; or there is one.
enum class OnPage { alone, beside, below };
/// The pane that fills its part of the page.
SeenPanes panes_on(Page page, OnPage where);

/// Sets what is too small to be read at that size larger, and leaves out what then has no room.
/// What is left out and what to do about it, in a sentence; empty where all is there.
std::string make_readable(Scene& scene);

}  // namespace stridescope

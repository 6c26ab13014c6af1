#include "app/export/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/scene/readable_type.h"

namespace stridescope {
namespace {

/// Type that a scene which is laid out for a room sets its smallest words in, in units.
constexpr double least_type = 9;  // scene_parts::least_type
constexpr double least_points = 9;
/// Above two runs side by side, and above each of two that stand one below the other, stands what
/// it is called.
constexpr double share_below_names = 0.9, share_below_each = 0.86;

double points_of_unit(Page page) {
    constexpr double least_on_a_slide = 11;
    return (page == Page::slide ? least_on_a_slide : least_points) / least_type;
}

}  // namespace

Page parse_page(const std::string& name) {
    for (const Page page : {Page::slide, Page::paper}) {
        if (name == name_of(page)) return page;
    }
    throw UsageError(
        fmt::format("A picture is for a slide or for paper, not for {:?}.", excerpt(name)));
}

SeenPanes panes_on(Page page, OnPage where) {
    const double unit = points_of_unit(page);
    const double width = page_width_points / (where == OnPage::beside ? 2 : 1);
    const double height = page_height_points * (where == OnPage::beside  ? share_below_names
                                                : where == OnPage::below ? share_below_each / 2
                                                                         : 1);
    // Things lie on whole pixels of a pane: on paper that is not to be seen.
    constexpr double pixels = 4;
    return {.own = {.width = static_cast<float>(width * pixels),
                    .height = static_cast<float>(height * pixels),
                    .scale = static_cast<float>(unit * pixels),
                    .room = {.width = static_cast<float>(std::floor(width / unit)),
                             .height = static_cast<float>(std::floor(height / unit)),
                             .still = true}}};
}

std::string make_readable(Scene& scene) {
    const double unit = page_width_points / std::max(scene.width, 1.0F);
    const LeftOut out = keep_readable(scene, static_cast<float>(least_points / unit));
    if (out.labels == 0) return {};
    return fmt::format(
        "{} of {} labels are left out, since they would be smaller than {} pt: record fewer "
        "elements "
        "or threads, or export another view.",
        out.labels, out.of, least_points);
}

}  // namespace stridescope

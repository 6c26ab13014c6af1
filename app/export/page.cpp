#include "app/export/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "app/io/errors.h"
#include "app/io/printable.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

// Words that are set too small to be read.

/// What a page had no room for, of how many words and numbers.
struct LeftOut {
    int labels = 0, of = 0;
};

using scene_parts::mono_advance;
using scene_parts::text_extent;
using scene_parts::text_length;

/// What rounding makes smaller is not seen to be.
constexpr float nearly = 0.98F;
/// The part of a line of type in which no other line may stand.
constexpr float ink = 0.95F;
/// A label that is higher than its box is not drawn.
constexpr float line = 1.01F;

/// Where the letters are.
Box letters_of(const Label& label, float size) {
    const float extent = label.mono ? static_cast<float>(text_length(label.text)) * mono_advance
                                    : text_extent(label.text, label.bold);
    const float w = extent * size, h = ink * size;
    const float spare = label.box.w - w;
    const float x = label.align == Align::left    ? 0
                    : label.align == Align::right ? spare
                                                  : spare / 2;
    return {label.box.x + x, label.box.y + (label.box.h - h) / 2, w, h};
}

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

struct Small {
    Label* label;
    std::size_t layer;
    Box letters;  ///< as large as they are to be
    bool fits = true;
};

class Readable {
  public:
    Readable(Scene& scene, float least) : scene_{scene}, least_{least} {}

    LeftOut keep() {
        sort_out();
        drop_from_cells();
        for (const std::vector<Small*>& row : rows()) place(row);
        for (Layer& layer : scene_.layers) {
            std::erase_if(layer.labels, [](const Label& label) { return label.size == 0; });
        }
        return out_;
    }

  private:
    /// What can be read stays where it is.
    void sort_out() {
        for (std::size_t k = 0; k < scene_.layers.size(); ++k) {
            for (Label& label : scene_.layers[k].labels) {
                if (label.text.empty()) continue;
                ++out_.of;
                if (label.size >= least_ * nearly) {
                    taken_.push_back(letters_of(label, label.size));
                } else {
                    small_.push_back({&label, k, letters_of(label, least_)});
                }
            }
        }
    }

    /// A number belongs into its cell. Of cells that are alike all have theirs or none: a reader
    /// could take the others for empty.
    void drop_from_cells() {
        constexpr float over = 1.02F, few = 0.1F;
        constexpr float digits = 0.78F;  ///< of the line's height
        std::map<std::pair<std::size_t, long>, std::vector<Small*>> alike;
        for (Small& small : small_) {
            if (small.label->align != Align::center) continue;
            alike[{small.layer, std::lround(small.label->box.w / least_ * 20)}].push_back(&small);
        }
        for (auto& [key, all] : alike) {
            const auto bursts = [](const Small* small) {
                return small->letters.w > small->label->box.w * over ||
                       small->letters.h * digits > small->label->box.h * over;
            };
            const auto lost = static_cast<float>(std::ranges::count_if(all, bursts));
            for (Small* small : all) {
                small->fits = lost <= few * static_cast<float>(all.size()) && !bursts(small);
            }
        }
    }

    /// What stands side by side goes together; rows that stand out first.
    std::vector<std::vector<Small*>> rows() {
        std::map<long, std::vector<Small*>> by_height;
        for (Small& small : small_) {
            const float middle = small.letters.y + small.letters.h / 2;
            by_height[std::lround(middle / least_ * 10)].push_back(&small);
        }
        std::vector<std::vector<Small*>> rows;
        for (auto& [height, row] : by_height) rows.push_back(std::move(row));
        std::ranges::stable_partition(rows, [](const std::vector<Small*>& row) {
            return std::ranges::all_of(row, [](const Small* small) { return small->label->bold; });
        });
        return rows;
    }

    bool has_room(const Small& small) const {
        const Box& at = small.letters;
        constexpr float beyond = 1;
        if (!small.fits || at.x < -beyond || at.x + at.w > scene_.width + beyond || at.y < 0 ||
            at.y + at.h > scene_.height) {
            return false;
        }
        return std::ranges::none_of(taken_, [&](const Box& other) { return overlap(at, other); });
    }

    void place(const std::vector<Small*>& row) {
        const auto lost = std::ranges::count_if(
            row, [this](const Small* small) { return small->fits && !has_room(*small); });
        const auto all = std::ranges::count_if(row, [](const Small* small) { return small->fits; });
        for (Small* small : row) {
            Label& label = *small->label;
            if (2 * lost > all || !has_room(*small)) {
                label.size = 0;
                ++out_.labels;
                continue;
            }
            label.size = least_;
            const Box& at = small->letters;
            const float right = std::max(label.box.x + label.box.w, at.x + at.w);
            const float more = std::max(line * least_ - label.box.h, 0.0F);
            label.box = {std::min(label.box.x, at.x), label.box.y - more / 2, 0,
                         label.box.h + more};
            label.box.w = right - label.box.x;
            taken_.push_back(at);
        }
    }

    Scene& scene_;
    float least_;
    std::vector<Box> taken_;
    std::vector<Small> small_;
    LeftOut out_;
};

/// Sets all that is smaller than `least` as large as that, and leaves out what then has no room:
/// names of rows that would lie on each other, numbers wider than their cells.
LeftOut keep_readable(Scene& scene, float least) {
    return Readable{scene, least}.keep();
}

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

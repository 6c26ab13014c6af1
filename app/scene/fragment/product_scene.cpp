#include "app/scene/fragment/product_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

class ProductBuilder {
  public:
    ProductBuilder(const Trace& trace, const Instructions& all, const TileProduct& product,
                   const ViewState& view, const Palette& palette, Room room)
        : trace_{trace}, all_{all}, product_{product}, palette_{palette}, room_{room} {
        scene_.background = palette.background;
        scene_.progress = view.progress;
        scene_.layers.resize(2);
        const int across = product.inner + 2 * product.columns;
        const int down = std::max(product.rows, product.inner);
        if (room.given()) {
            margin_ = 10;
            gap_ = std::clamp(room.width / 60, 6.0F, 24.0F);
            title_h_ = room.named || room.height < 280 ? 0 : 21;
            strip_h_ = std::clamp(room.height * 0.1F, 12.0F, 60.0F);
            strip_words_ = room.height < 280 ? 4 : 16;
            const float least = 2 * margin_ + 2 * gap_ + static_cast<float>(across) * 9;
            scene_.width = std::max(room.width, least);
            cell_ = (scene_.width - 2 * margin_ - 2 * gap_) / static_cast<float>(across);
            const float taken = cells_y() + gap_ + strip_words_ + strip_h_ + margin_;
            row_ = std::clamp((room.height - taken) / static_cast<float>(down), 4.0F,
                              std::max(cell_, 20.0F));
        } else {
            scene_.width = 2 * margin_ + 2 * gap_ + static_cast<float>(across) * cell_;
        }
        strip_y_ = cells_y() + static_cast<float>(down) * row_ + gap_;
        scene_.height = strip_y_ + strip_words_ + strip_h_ + margin_;
    }

    Scene build() {
        add_titles();
        float x = margin_;
        const TileProduct& p = product_;
        add_matrix('a', x, p.rows, p.inner, [&](int r, int c) { return p.of_a(r, c); });
        x += static_cast<float>(p.inner) * cell_ + gap_;
        add_matrix('b', x, p.inner, p.columns, [&](int r, int c) { return p.of_b(r, c); });
        x += static_cast<float>(p.columns) * cell_ + gap_;
        add_matrix('c', x, p.rows, p.columns, [&](int r, int c) { return p.of_c(r, c); });
        add_instructions(
            scene_,
            {.box = {margin_, strip_y_ + strip_words_, scene_.width - 2 * margin_, strip_h_},
             .words_h = strip_words_,
             .type = 11,
             .names_x = margin_},
            trace_, all_, product_.choice, palette_);
        return std::move(scene_);
    }

  private:
    static constexpr float sentence_h = 20, heading_h = 18;
    float sentence_y() const { return 6 + title_h_; }
    float heading_y() const { return sentence_y() + sentence_h + 2; }
    float cells_y() const { return heading_y() + heading_h; }
    void label(const Box& box, std::string text, Rgba color, float size, Align align,
               bool bold = false) {
        add_label(scene_.layers[1], box, std::move(text), color, size, align, bold);
    }
    Rgba color_of(int lane) const {
        const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
        const float share = static_cast<float>(lane) / (warp_size - 1);
        return cividis(dark ? 0.3F + 0.7F * share : 0.86F * share);
    }

    void add_titles() {
        const std::string block = block_suffix(trace_, product_.block);
        const std::string step =
            step_label(trace_.steps()[static_cast<std::size_t>(product_.step)]);
        const std::string name =
            name_of_access(trace_, product_.name, product_.choice.warp, product_.place);
        const bool open = product_.name.starts_with("wmma");
        const std::string what = open ? "CUDA leaves open which lane holds what; so does an H200"
                                      : "the numbers are the lanes that hold an element";
        const float wide = scene_.width - 2 * margin_;
        if (title_h_ > 0) {
            const Wording title = fit_wording(run_titles(trace_, "", block), wide, 10.5F, 15, true);
            label({margin_, 6, wide, title_h_}, title.text, palette_.text, title.size, Align::left,
                  true);
        }
        const Wording sentence =
            fit_wording({fmt::format("{}: {}: {}", step, name, what),
                         fmt::format("{}: {}", name, what), name, product_.name},
                        wide, 10.5F, 13, true);
        label({margin_, sentence_y(), wide, sentence_h}, sentence.text, palette_.text,
              sentence.size, Align::left, true);
    }

    /// Neighbours that one lane holds are one box.
    template <class Holder>
    void add_matrix(char matrix, float x, int rows, int columns, Holder holder) {
        const float wide = static_cast<float>(columns) * cell_;
        const std::string size = fmt::format("{} · {} × {}", matrix, rows, columns);
        const Wording heading =
            fit_wording({matrix == 'c' ? size + ", and d" : size, size, std::string(1, matrix)},
                        wide, least_type, 13, false);
        label({x, heading_y(), wide, heading_h}, heading.text, palette_.faint_text, heading.size,
              Align::left);
        const bool pairs = matrix == 'c' || !product_.single();
        const int down = pairs && matrix == 'b' ? 2 : 1, across = pairs && matrix != 'b' ? 2 : 1;
        const std::array<char, 3> names{'a', 'b', 'c'};
        const auto number = std::ranges::find(names, matrix) - names.begin();
        const auto element = [&](int row, int column) {
            return fmt::format("{}[{}][{}]", matrix, row, column);
        };
        for (int row = 0; row < rows; row += down) {
            for (int column = 0; column < columns; column += across) {
                const TileProduct::Holder by = holder(row, column);
                const Box box{x + static_cast<float>(column) * cell_,
                              cells_y() + static_cast<float>(row) * row_,
                              static_cast<float>(across) * cell_, static_cast<float>(down) * row_};
                const Rgba ground = color_of(by.lane);
                scene_.layers[0].rects.push_back(
                    {.box = box, .fill = ground, .border = palette_.background, .border_width = 1});
                const float type =
                    std::min(type_for(text_extent("31"), box.w - 2, 14), box.h * 0.85F);
                label(box, fmt::format("{}", by.lane), text_on(ground), type, Align::center);
                std::string tip = fmt::format("lane {} holds {} as its {}{}", by.lane,
                                              element(row, column), matrix, by.element);
                if (pairs) {
                    const int r = row + down - 1, c = column + across - 1;
                    tip = fmt::format("lane {} holds {} and {}\nas its {}{} and {}{}", by.lane,
                                      element(row, column), element(r, c), matrix, by.element,
                                      matrix, holder(r, c).element);
                }
                scene_.hotspots.push_back(
                    {.box = box,
                     .name = {"held",
                              static_cast<int>(number) * held_each + row * columns + column},
                     .step = product_.step,
                     .means = {.thread = product_.choice.warp * warp_size + by.lane},
                     .tip = std::move(tip)});
            }
        }
    }

    static constexpr int held_each = 1024;
    const Trace& trace_;
    const Instructions& all_;
    const TileProduct& product_;
    const Palette& palette_;
    Room room_;
    float margin_ = 12, gap_ = 20, title_h_ = 24, cell_ = 24, row_ = 24;
    float strip_words_ = 16, strip_h_ = 54, strip_y_ = 0;
    Scene scene_;
};

}  // namespace

Scene product_scene(const Trace& trace, const Instructions& all, const TileProduct& product,
                    const ViewState& view, const Palette& palette, Room room) {
    return ProductBuilder{trace, all, product, view, palette, room}.build();
}

}  // namespace stridescope::scene_parts

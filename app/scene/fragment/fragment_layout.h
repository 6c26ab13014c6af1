// Where things stand in the fragment's picture: plain geometry. Internal to app/scene.
#pragma once

#include <algorithm>
#include <cstddef>

#include "app/analysis/matrices.h"
#include "app/scene/scene.h"
#include "app/scene/type_size.h"
#include "app/scene/view_state.h"

namespace stridescope::scene_parts {

/// From top to bottom: title and sentence; the matrices side by side, each above its banks; bars.
struct FragmentLayout {
    float margin = 12, gap = 20;
    float title_y = 10, title_h = 24, title_size = 16;  ///< height 0: only the sentence is told
    float sentence_y = 34, sentence_size = 14;
    float heading_y = 66, heading_h = 20, heading_size = 13;
    float names_w = 118, names_size = 12;  ///< of the lanes that name rows; width 0: without
    float cell = 34, cell_h = 26;
    float banks_h = 20, banks_size = 11;  ///< of the banks' numbers
    int banks_every = 1;                  ///< columns of which one has its number
    float place_h = 18;                   ///< of a row among the banks
    float between = 10;
    float strip_words = 16, strip_h = 54, strip_size = 11;
    float width = 0, height = 0;
    float panel = 0;

    std::size_t shown = 1;  ///< matrices: where nobody zooms in, only as many as can be read

    explicit FragmentLayout(std::size_t count, Room room) {
        shown = std::max<std::size_t>(count, 1);
        if (room.still) {
            const float fit =
                (room.width - 20 + 6) / (names_w_least + matrix_columns * readable + 6);
            shown =
                std::clamp<std::size_t>(static_cast<std::size_t>(std::max(fit, 1.0F)), 1, shown);
        }
        const auto panels = static_cast<float>(shown);
        if (room.given()) {
            fill(panels, room);
        } else {
            panel = names_w + matrix_columns * cell;
            width = 2 * margin + panels * panel + (panels - 1) * gap;
        }
        height = strip_y() + strip_words + strip_h + margin;
    }

    float left(std::size_t matrix) const {
        return margin + static_cast<float>(matrix) * (panel + gap);
    }
    float cells_x(std::size_t matrix) const { return left(matrix) + names_w; }
    float cells_y() const { return heading_y + heading_h; }
    float banks_y() const { return cells_y() + matrix_rows * cell_h + between; }
    float places_y() const { return banks_y() + banks_h; }
    float strip_y() const { return places_y() + matrix_rows * place_h + between; }

  private:
    void fill(float panels, Room room) {
        margin = 10;
        gap = std::clamp(room.width / 60, 6.0F, 24.0F);
        title_size = 15;
        title_y = 6;
        title_h = room.named ? 0 : title_size * 1.4F;
        sentence_size = 13;
        strip_size = std::clamp(room.height / 45, 11.0F, 14.0F);
        strip_h = std::clamp(room.height * 0.1F, 14.0F, 60.0F);
        if (room.height < low) {
            title_h = 0;
            strip_words = 4;
            strip_h = 12;
            between = 4;
        }
        sentence_y = title_y + title_h;
        heading_y = sentence_y + sentence_size * 1.4F + 6;
        const bool flat = room.still && room.height < low;
        if (flat) {
            heading_y -= 4;
            heading_h = banks_h = 13;
            between = 3;
            margin = 6;
        }
        const float least = names_w_least + matrix_columns * least_cell;
        width = std::max(room.width, 2 * margin + panels * least + (panels - 1) * gap);
        panel = (width - 2 * margin - (panels - 1) * gap) / panels;
        names_w = std::clamp(panel * 0.24F, names_w_least, 96.0F);
        // Names that can be read are worth narrower cells, as long as numbers fit these.
        const float legible = text_extent("lane 31") * good_type + 5;
        if (names_w < legible && (panel - legible) / matrix_columns >= readable) names_w = legible;
        cell = (panel - names_w) / matrix_columns;
        // What is left is parted between the elements and the banks.
        const float taken =
            heading_y + heading_h + banks_h + 2 * between + strip_words + strip_h + margin;
        const float each =
            std::max((room.height - taken) / matrix_rows, flat ? least_flat_row : least_row);
        cell_h = std::clamp(each * 0.6F, 1.0F, std::max(cell, 24.0F));
        place_h = std::clamp(each - cell_h, 1.0F, cell_h);
        heading_size = std::clamp(panel / 9, least_type, 13.0F);
        names_size = std::min(type_for(text_extent("lane 31"), names_w - 4, 13), cell_h * 0.9F);
        banks_every = label_every(cell, text_extent("28") * least_type + 5);
        banks_size = type_for(text_extent("28"), cell * static_cast<float>(banks_every) - 1, 12);
    }

    static constexpr float low = 280, names_w_least = 36, least_cell = 9, least_row = 8;
    static constexpr float good_type = 11;  ///< of names, where numbers are still legible, too
    static constexpr float readable = 7, least_flat_row = 2;  ///< a cell's width; see `flat`
};

}  // namespace stridescope::scene_parts

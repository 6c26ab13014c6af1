#include "app/scene/fragment/fragment_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/matrices.h"
#include "app/scene/fragment/fragment_layout.h"
#include "app/scene/fragment/fragment_strip.h"
#include "app/scene/fragment/fragment_view.h"
#include "app/scene/fragment/product_scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/step_label.h"
#include "app/scene/type_size.h"

namespace stridescope {
namespace {

using namespace scene_parts;

constexpr int banks_bytes = bank_count * 4;
constexpr int banks_of_row = matrix_row_bytes / 4;

class FragmentBuilder {
  public:
    FragmentBuilder(const Trace& trace, const Instructions& instructions,
                    const MatrixAccess& access, const ViewState& view, const Palette& palette,
                    Room room)
        : trace_{trace},
          instructions_{instructions},
          access_{access},
          palette_{palette},
          room_{room},
          layout_{access.matrices.size(), room} {
        scene_.background = palette.background;
        scene_.progress = view.progress;
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        scene_.layers.resize(2);
    }

    Scene build() {
        add_titles();
        elements_fit_ = widest_row_name() * layout_.names_size <= layout_.names_w - 4;
        for (std::size_t matrix = 0; matrix < layout_.shown; ++matrix) {
            rows_ = rows_of_matrix(trace_, access_, matrix);
            add_heading(matrix);
            add_rows(matrix);
            add_places(matrix);
        }
        add_instructions(scene_,
                         {.box = {layout_.margin, layout_.strip_y() + layout_.strip_words,
                                  scene_.width - 2 * layout_.margin, layout_.strip_h},
                          .words_h = layout_.strip_words,
                          .type = layout_.strip_size,
                          .names_x = layout_.margin},
                         trace_, instructions_, choice_of(access_.matrices.front()), palette_);
        return std::move(scene_);
    }

  private:
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false) {
        add_label(scene_.layers[1], box, std::move(text), color, size, align, bold);
    }
    bool loads() const { return access_.matrices.front().event == Event::load; }
    Rgba color_of(int wavefront) const {
        if (rows_.wavefronts < 2)
            return fade(loads() ? palette_.read : palette_.write, palette_.background, 0.3F);
        const bool dark = text_on(palette_.background) == Rgba{255, 255, 255, 255};
        const float share =
            static_cast<float>(wavefront) / static_cast<float>(rows_.wavefronts - 1);
        return cividis(dark ? 0.3F + 0.7F * share : 0.86F * share);
    }
    /// The element of the array that begins there: "a[200]".
    std::string element_at(int byte) const {
        const int cell = byte / static_cast<int>(trace_.cell_bytes());
        const std::string name = trace_.name_of_cell(cell);
        return name.empty() ? fmt::format("byte {} of shared memory", byte) : name;
    }
    /// The width of a lane's name with the element that it names.
    float widest_row_name() const {
        float widest = 0;
        for (std::size_t matrix = 0; matrix < layout_.shown; ++matrix) {
            for (const int begin : rows_of_matrix(trace_, access_, matrix).begin) {
                if (begin >= 0)
                    widest = std::max(widest, text_extent("lane 31: " + element_at(begin)));
            }
        }
        return widest;
    }
    void add_titles();
    void add_heading(std::size_t matrix);
    void add_rows(std::size_t matrix);
    void add_holders(std::size_t matrix);
    void add_places(std::size_t matrix);

    const Trace& trace_;
    const Instructions& instructions_;
    const MatrixAccess& access_;
    const Palette& palette_;
    Room room_;
    FragmentLayout layout_;
    bool elements_fit_ = false;  ///< beside the lanes' names
    MatrixRows rows_;
    Scene scene_;
};

void FragmentBuilder::add_titles() {
    const Request& first = access_.matrices.front();
    const std::string block = block_suffix(trace_, first.block);
    Wording title{run_title(trace_) + block, layout_.title_size};
    const std::string step = step_label(trace_.steps()[static_cast<std::size_t>(first.step)]);
    const std::string name = name_of_access(trace_, access_.name, first.warp, access_.place),
                      cost = cost_text(access_);
    Wording sentence{fmt::format("{}: {}: {}", step, name, cost), layout_.sentence_size};
    float wide = std::max({scene_.width - 2 * layout_.margin, text_width(title.text, title.size),
                           text_width(sentence.text, sentence.size)});
    if (room_.given()) {
        wide = scene_.width - 2 * layout_.margin;
        title = fit_wording(run_titles(trace_, "", block), wide, 10.5F, title.size, true);
        sentence = fit_wording({sentence.text, fmt::format("{}: {}", name, cost), cost}, wide,
                               10.5F, sentence.size, true);
    }
    scene_.width = wide + 2 * layout_.margin;
    if (layout_.title_h > 0) {
        label({layout_.margin, layout_.title_y, wide, layout_.title_h}, std::move(title.text),
              palette_.text, title.size, Align::left, true);
    }
    const bool conflicts = access_.wavefronts() > access_.ideal();
    label({layout_.margin, layout_.sentence_y, wide, layout_.sentence_size * 1.4F},
          std::move(sentence.text), conflicts ? palette_.conflict : palette_.text, sentence.size,
          Align::left, true);
}

void FragmentBuilder::add_heading(std::size_t matrix) {
    const int first = lane_of_row(matrix, 0), last = lane_of_row(matrix, matrix_rows - 1);
    const std::string way = rows_.wavefronts > 1 ? " · " + way_text(rows_.wavefronts) : "";
    const std::size_t all = access_.matrices.size();
    const std::string name =
        layout_.shown < all ? fmt::format("{} of {}", matrix, all) : fmt::format("{}", matrix);
    std::vector<std::string> wordings{
        fmt::format("matrix {}{} · lanes {}–{} name the rows · numbers: the lanes that {}", name,
                    way, first, last, loads() ? "get it" : "give it"),
        fmt::format("matrix {}{} · lanes {}–{} name the rows", name, way, first, last),
        fmt::format("matrix {}{}", name, way)};
    // What the number is of is worth smaller type.
    if (label_width(wordings.back(), least_type) > layout_.panel)
        wordings.push_back(fmt::format("{}{}", name, way));
    const Wording words =
        fit_wording(wordings, layout_.panel, least_type, layout_.heading_size, false);
    label({layout_.left(matrix), layout_.heading_y, layout_.panel, layout_.heading_h}, words.text,
          rows_.wavefronts > 1 ? palette_.conflict : palette_.faint_text, words.size, Align::left);
}

/// Each element in the colour of its row's wavefront.
void FragmentBuilder::add_rows(std::size_t matrix) {
    const Request& request = access_.matrices[matrix];
    for (int row = 0; row < matrix_rows; ++row) {
        const auto r = static_cast<std::size_t>(row);
        const float y = layout_.cells_y() + static_cast<float>(row) * layout_.cell_h;
        const Box box{layout_.cells_x(matrix), y, matrix_columns * layout_.cell, layout_.cell_h};
        const bool told = rows_.begin[r] >= 0;
        scene_.layers[0].rects.push_back(
            {.box = box, .fill = told ? color_of(rows_.wavefront[r]) : palette_.padding});
        const int lane = lane_of_row(matrix, row);
        const Box name{layout_.left(matrix), y, layout_.names_w - 4, layout_.cell_h};
        std::string text = fmt::format("lane {}", lane);
        if (told && elements_fit_) text += ": " + element_at(rows_.begin[r]);
        label(name, std::move(text), told ? palette_.text : palette_.faint_text, layout_.names_size,
              Align::right);
        if (!told) continue;
        scene_.hotspots.push_back(
            {.box = name,
             .name = {"row", lane},
             .step = request.step,
             .means = {.word = rows_.begin[r] / static_cast<int>(trace_.cell_bytes()),
                       .warp = request.warp,
                       .site = request.site,
                       .iteration = request.iteration},
             .tip = fmt::format("row {} of matrix {}: lane {} gives its address, {}\n"
                                "comes in wavefront {} of {}",
                                row, matrix, lane, element_at(rows_.begin[r]),
                                rows_.wavefront[r] + 1, rows_.wavefronts)});
    }
    add_holders(matrix);
}

/// A lane holds two neighbours: of a row, or, turned, of a column.
void FragmentBuilder::add_holders(std::size_t matrix) {
    const Request& request = access_.matrices[matrix];
    const int down = access_.transposed ? 2 : 1, across = access_.transposed ? 1 : 2;
    for (int row = 0; row < matrix_rows; row += down) {
        const auto r = static_cast<std::size_t>(row);
        if (rows_.begin[r] < 0) continue;
        for (int column = 0; column < matrix_columns; column += across) {
            const int lane = lane_of_element(access_.transposed, row, column);
            const Box box{layout_.cells_x(matrix) + static_cast<float>(column) * layout_.cell,
                          layout_.cells_y() + static_cast<float>(row) * layout_.cell_h,
                          static_cast<float>(across) * layout_.cell,
                          static_cast<float>(down) * layout_.cell_h};
            const Rgba ground = color_of(rows_.wavefront[r]);
            scene_.layers[0].rects.push_back({.box = box,
                                              .fill = {0, 0, 0, 0},
                                              .border = palette_.background,
                                              .border_width = 1.5F});
            const float size = std::min(type_for(text_extent("31"), box.w - 2, 14), box.h * 0.85F);
            label(box, fmt::format("{}", lane), text_on(ground), size);
            const std::string second =
                access_.transposed && rows_.begin[r + 1] < 0
                    ? std::string{"nothing"}
                    : element_at(access_.transposed ? rows_.begin[r + 1] + 2 * column
                                                    : rows_.begin[r] + 2 * (column + 1));
            scene_.hotspots.push_back(
                {.box = box,
                 .name = {"held", static_cast<int>(matrix) * warp_size + lane},
                 .step = request.step,
                 .means = {.thread = request.warp * warp_size + lane},
                 .tip = fmt::format("lane {} {} {} and {}\nin register {} of the instruction", lane,
                                    loads() ? "gets" : "gives",
                                    element_at(rows_.begin[r] + 2 * column), second, matrix)});
        }
    }
}

/// 128 bytes are all banks once: which 16 of them each row lies in.
void FragmentBuilder::add_places(std::size_t matrix) {
    const Request& request = access_.matrices[matrix];
    const float x = layout_.cells_x(matrix), y = layout_.places_y();
    const Box name{layout_.left(matrix), layout_.banks_y(), layout_.names_w - 4, layout_.banks_h};
    label(name, "banks", palette_.faint_text, std::min(layout_.names_size, layout_.banks_h * 0.8F),
          Align::right);
    for (int column = 0; column < banks_bytes / matrix_row_bytes; ++column) {
        const float at = x + static_cast<float>(column) * layout_.cell;
        if (column % layout_.banks_every == 0) {
            const float wide = layout_.cell * static_cast<float>(layout_.banks_every);
            label({at + (layout_.cell - wide) / 2, layout_.banks_y(), wide, layout_.banks_h},
                  fmt::format("{}", column * banks_of_row), palette_.faint_text,
                  layout_.banks_size);
        }
        scene_.layers[0].rects.push_back(
            {.box = {at + 0.5F, y, layout_.cell - 1, matrix_rows * layout_.place_h},
             .fill = palette_.panel});
    }
    for (int row = 0; row < matrix_rows; ++row) {
        const auto r = static_cast<std::size_t>(row);
        if (rows_.begin[r] < 0) continue;
        const int column = rows_.begin[r] % banks_bytes / matrix_row_bytes;
        const Box box{x + static_cast<float>(column) * layout_.cell + 0.5F,
                      y + static_cast<float>(row) * layout_.place_h + 0.5F, layout_.cell - 1,
                      layout_.place_h - 1};
        const Rgba fill = color_of(rows_.wavefront[r]);
        scene_.layers[0].rects.push_back({.box = box, .fill = fill, .radius = 2});
        const float size = std::min(type_for(text_extent("31"), box.w - 2, 12), box.h * 0.85F);
        label(box, fmt::format("{}", lane_of_row(matrix, row)), text_on(fill), size);
        const int bank = column * banks_of_row;
        scene_.hotspots.push_back(
            {.box = box,
             .name = {"place", lane_of_row(matrix, row)},
             .step = request.step,
             .means = {.bank = bank,
                       .warp = request.warp,
                       .site = request.site,
                       .iteration = request.iteration},
             .tip =
                 fmt::format("the row of lane {}: {}\nbanks {}–{}, wavefront {} of {}",
                             lane_of_row(matrix, row), element_at(rows_.begin[r]), bank,
                             bank + banks_of_row - 1, rows_.wavefront[r] + 1, rows_.wavefronts)});
    }
}

}  // namespace

Scene fragment_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                     const FragmentOptions& options) {
    if (std::string reason = FragmentView::why_not(trace); !reason.empty()) {
        return message_scene(std::move(reason), palette, room);
    }
    Cursor cursor;
    find_cursor(trace, view.block, view.step, cursor);
    const Instructions all{ranked_matrices(trace, cursor.block, cursor.step),
                           products_of_step(trace, cursor.block, cursor.step), options.least_top};
    if (const auto product = shown_product(all.matrices, all.products, options.request))
        return product_scene(trace, all, *product, view, palette, room);
    const auto chosen = chosen_matrices(all.matrices, options.request);
    if (!chosen)
        return message_scene("No warp loads, stores or multiplies a matrix in this step.", palette,
                             room);
    return FragmentBuilder{trace, all, *chosen, view, palette, room}.build();
}

}  // namespace stridescope

#include "app/scene/fragment/fragment_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/matrices.h"
#include "app/scene/fragment/fragment_strip.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

// One product of tiles, as a scene.

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

/// What a warp multiplies and adds, a, b and c side by side: each element with the lane that holds
/// it, in that lane's colour. What the elements are is not recorded.
Scene product_scene(const Trace& trace, const Instructions& all, const TileProduct& product,
                    const ViewState& view, const Palette& palette, Room room) {
    return ProductBuilder{trace, all, product, view, palette, room}.build();
}

// Where things stand in the fragment's picture: plain geometry.

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
        const std::string name = trace_.name_of_cell(access_.matrices.front().step, cell);
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

std::string FragmentView::why_not(const Trace& trace) {
    if (std::string nothing = why_nothing(trace); !nothing.empty()) return nothing;
    return has_matrices(trace) || has_products(trace)
               ? ""
               : "This kernel has neither ldmatrix, stmatrix nor products of tiles.";
}

FragmentOptions FragmentView::ask(const Look& look, Subject& /*subject*/) {
    return {.request = look.request};
}

Scene FragmentView::scene(const Subject& subject, const Options& options, std::any& /*kept*/) {
    Options whole = options;
    Cursor cursor;
    if (subject.other != nullptr && subject.other_step >= 0 &&
        find_cursor(*subject.other, subject.other_block, subject.other_step, cursor)) {
        for (const MatrixAccess& each : ranked_matrices(*subject.other, cursor.block, cursor.step))
            whole.least_top = std::max(whole.least_top, each.wavefronts());
    }
    return fragment_scene(*subject.trace, subject.at, subject.palette, subject.room, whole);
}

}  // namespace stridescope

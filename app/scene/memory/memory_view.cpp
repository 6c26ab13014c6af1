#include "app/scene/memory/memory_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/analysis/heat.h"
#include "app/scene/memory/memory_cells.h"
#include "app/scene/memory/memory_state.h"
#include "app/scene/scene.h"
#include "app/scene/scene_parts.h"
#include "app/scene/type_size.h"
#include "app/scene/view_facts.h"
#include "app/trace/trace.h"

namespace stridescope {
namespace {

using namespace scene_parts;

/// An entry of the legend.
struct Entry {
    std::optional<Swatch> swatch;
    const char* words;
};

class MemoryBuilder {
  public:
    MemoryBuilder(const Trace& trace, Cursor cursor, const CellElements& elements, float progress,
                  const Palette& palette, Room room)
        : trace_{trace},
          cursor_{cursor},
          palette_{palette},
          room_{room},
          state_{trace, cursor, elements, progress >= 1},
          conflicts_{conflict_map(trace, HeatmapAxis::bank, cursor.block)},
          layout_{contents(), room} {
        scene_.background = palette.background;
        scene_.width = layout_.width;
        scene_.height = layout_.height;
        // Cells, their words and marks; and what stays in sight: names, heads, the title.
        scene_.layers.resize(5);
        if (room.given()) pin();
    }

    Scene build() {
        MemoryCells cells{state_, layout_, palette_, room_.given(), scene_};
        add_title();
        cells.add_all();  // words are the first hotspots
        add_header();
        add_row_names();
        if (layout_.legend_size > 0) add_legend(cells);
        add_highlight();
        return std::move(scene_);
    }

  private:
    void pin() {
        // Names of low rows stand out of them.
        const float name = layout_.top + layout_.cell_h / 2 - layout_.names_size * 0.6F;
        const float left = layout_.left - 3, top = std::min(layout_.top - 1, name);
        const Rgba ground = palette_.background;
        scene_.pinned_left = left;
        scene_.pinned_top = top;
        scene_.layers[2].pin = Pin::left;
        const float end = layout_.top + static_cast<float>(layout_.rows) * layout_.cell_h;
        scene_.layers[2].rects.push_back({.box = {0, 0, left, end}, .fill = ground});
        scene_.layers[3].pin = Pin::top;
        scene_.layers[3].rects.push_back({.box = {0, 0, layout_.width, top}, .fill = ground});
        scene_.layers[4].pin = Pin::both;
        scene_.layers[4].rects.push_back({.box = {0, 0, left, top}, .fill = ground});
    }
    MemoryContents contents() const;
    std::vector<Entry> legend(bool flat) const;
    std::string place_text() const;
    std::string contents_text() const;
    std::string head() const;
    std::string row_name(int row, int columns) const;
    void label(Box box, std::string text, Rgba color, float size, Align align = Align::center,
               bool bold = false, std::size_t layer = 1) {
        add_label(scene_.layers[layer], box, std::move(text), color, size, align, bold);
    }
    /// Rings the word that is pointed at.
    void add_highlight() {
        const Rgba color = palette_.accent;
        scene_.highlight = [color](const Hotspot& spot, const Sight& sight) {
            std::vector<Layer> layers(1);
            if (spot.means.word < 0) return layers;
            const float out = 2 / sight.zoom;
            const Box& box = spot.box;
            layers[0].rects.push_back(
                {.box = {box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out},
                 .fill = {0, 0, 0, 0},
                 .border = color,
                 .border_width = 2.5F / sight.zoom});
            return layers;
        };
    }
    void add_title();
    void add_header();
    void add_loads();
    void add_chips();
    void add_row_names();
    void add_legend(MemoryCells& cells);

    const Trace& trace_;
    Cursor cursor_;
    const Palette& palette_;
    Room room_;
    MemoryState state_;
    ConflictMap conflicts_;
    MemoryLayout layout_;
    Scene scene_;
};

MemoryContents MemoryBuilder::contents() const {
    MemoryContents contents{.words = trace_.words(),
                            .bank_columns = state_.columns(),
                            .cells_of_bank = state_.cells_of_bank(),
                            .conflicts = state_.banked() && conflicts_.worst > 1,
                            .permuted = state_.permuted()};
    const int rows = (trace_.words() + contents.bank_columns - 1) / contents.bank_columns;
    for (int row = 0; row < rows; ++row) {
        const std::string name = row_name(row, contents.bank_columns);
        contents.names = std::max(contents.names, text_extent(name));
    }
    for (const Entry& entry : legend(false)) {
        contents.legend.push_back(text_extent(entry.words));
    }
    for (const Entry& entry : legend(true)) {
        contents.flat_legend.push_back(text_extent(entry.words));
    }
    return contents;
}

void MemoryBuilder::add_title() {
    const std::string step = step_label(trace_.steps()[static_cast<std::size_t>(cursor_.step)]);
    const std::string words =
        counted(trace_.words_of_step(cursor_.step), state_.bytes() >= 4   ? "word"
                                                    : state_.bytes() == 2 ? "half-word"
                                                                          : "byte");
    const std::string start = fmt::format("Shared memory after {}: {}", step, words);
    const std::string block = block_suffix(trace_, cursor_.block);
    const float margin = layout_.margin;
    Wording title{fmt::format("{} · {}{}", start, run_title(trace_), block), layout_.title_size};
    float width = text_width(title.text, title.size);
    if (room_.given()) {
        const std::string name = kernel_title(trace_);
        width = scene_.width - 2 * margin;
        title = fit_wording({title.text, fmt::format("{} · {}{}", start, name, block),
                             fmt::format("After {}: {} · {}{}", step, words, name, block),
                             fmt::format("After {}: {}{}", step, words, block)},
                            width, 10.5F, layout_.title_size, true);
    }
    scene_.width = std::max(scene_.width, width + 2 * margin);
    label({margin, layout_.title_y, width, layout_.title_h}, std::move(title.text), palette_.text,
          title.size, Align::left, true, 4);
}

/// What the numbers of the columns count.
std::string MemoryBuilder::head() const {
    if (state_.shaped() != nullptr) return "column";
    return state_.bytes() == 8 ? "banks" : "bank";
}

/// Bank numbers, and under them how many distinct words one request wanted of the bank at worst.
void MemoryBuilder::add_header() {
    const float y = layout_.banks_y, h = layout_.banks_h;
    label({layout_.margin, y, layout_.names_w, h}, head(), palette_.faint_text, layout_.names_size,
          Align::right, false, 4);
    // Cells of less than a word share a bank.
    const auto sharing = static_cast<float>(state_.cells_of_bank());
    for (int column = 0; column < layout_.columns; column += layout_.bank_every) {
        const float wide = layout_.cell_w * static_cast<float>(layout_.bank_every);
        const float x = layout_.left + (static_cast<float>(column) + sharing / 2) * layout_.cell_w;
        const bool two = state_.banked() && state_.bytes() == 8;
        std::string text = two ? fmt::format("{} · {}", 2 * column, 2 * column + 1)
                               : fmt::format("{}", column / state_.cells_of_bank());
        // Where a pair of banks does not fit, the first one stands alone.
        if (label_width(text, layout_.banks_size) > layout_.cell_w * sharing)
            text = text.substr(0, text.find(' '));
        label({x - wide / 2, y, wide, h}, std::move(text), palette_.faint_text, layout_.banks_size,
              Align::center, false, 3);
    }
    if (!state_.banked()) return;
    add_loads();
    if (layout_.chips_h > 0) add_chips();
}

/// How often each bank was used in the step, as bars behind their numbers.
void MemoryBuilder::add_loads() {
    const auto& loads = state_.loads();
    std::int64_t most = 1;
    for (const HeatCell& load : loads) most = std::max(most, load.wavefronts);
    const int sharing = state_.cells_of_bank();
    const int banks_each = std::max(1, bank_count / state_.columns());
    const float y = layout_.banks_y, h = layout_.banks_h;
    const float width = layout_.cell_w * static_cast<float>(sharing);
    for (int column = 0; column < layout_.columns; column += sharing) {
        const int bank = column / sharing * banks_each;
        const HeatCell& load = loads[static_cast<std::size_t>(bank)];
        const float x = layout_.left + static_cast<float>(column) * layout_.cell_w;
        const float gap = std::min(1.0F, width * 0.1F);
        if (load.wavefronts > 0) {
            const float share = static_cast<float>(load.wavefronts) / static_cast<float>(most);
            scene_.layers[3].rects.push_back(
                {.box = {x + gap, y + h * (1 - share), width - 2 * gap, h * share},
                 .fill = mix(palette_.background, palette_.accent, 0.22F)});
        }
        const std::string name = banks_each == 2 ? fmt::format("banks {} and {}", bank, bank + 1)
                                                 : fmt::format("bank {}", bank);
        scene_.hotspots.push_back(
            {.box = {x, y, width, h},
             .means = {.bank = bank},
             .tip = load.requests == 0
                        ? name + ": not accessed in this step"
                        : fmt::format("{}: {} of {} in this step\n{}", name,
                                      counted(load.wavefronts, "wavefront"),
                                      counted(load.requests, "request"),
                                      load.worst > 1 ? "at worst " + way_text(load.worst)
                                                     : std::string{"no conflict"})});
    }
}

/// Where columns are narrow, neighbours of the same degree share one mark.
void MemoryBuilder::add_chips() {
    const auto degree_of = [&](int column) {
        return conflicts_.at(cursor_.step, column * bank_count / state_.columns());
    };
    const float y = layout_.chips_y, h = layout_.chips_h;
    const bool apart = label_width(way_text(bank_count), 10, true) < layout_.cell_w;
    bool any = false;
    for (int column = 0; column < layout_.columns;) {
        const int degree = degree_of(column);
        int end = column + 1;
        while (!apart && end < layout_.columns && degree_of(end) == degree) ++end;
        const float x = layout_.left + static_cast<float>(column) * layout_.cell_w;
        const float w = static_cast<float>(end - column) * layout_.cell_w;
        column = end;
        if (degree < 2) continue;
        any = true;
        const float gap = std::min(1.5F, layout_.cell_w * 0.1F);
        scene_.layers[3].rects.push_back({.box = {x + gap, y, w - 2 * gap, h},
                                          .fill = palette_.conflict,
                                          .radius = std::min(3.0F, layout_.cell_w * 0.2F)});
        std::string text = way_text(degree);
        float size = 10.5F;
        if (room_.given()) {
            if (label_width(text, least_type, true) > w) text = fmt::format("{}", degree);
            size = type_for(text_extent(text, true), w, size);
        }
        label({x, y, w, h}, std::move(text), text_on(palette_.conflict), size, Align::center, true,
              3);
    }
    if (any && room_.given()) {
        label({layout_.margin, y, layout_.names_w, h}, "n-way", palette_.conflict,
              layout_.names_size, Align::right, false, 4);
    }
}

/// The first cell of a row.
std::string MemoryBuilder::row_name(int row, int columns) const {
    const int cell = row * columns;
    if (state_.shaped() != nullptr) {
        const std::string name = trace_.name_of_cell(state_.cursor().step, cell);
        return name.substr(0, name.rfind('['));
    }
    return fmt::format("{}", cell);
}

void MemoryBuilder::add_row_names() {
    for (int row = 0; row < layout_.rows; row += layout_.name_every) {
        const int word = row * layout_.columns;
        const Box box = layout_.cell(word);
        const float h = std::max(box.h, layout_.names_size * 1.2F);
        label({layout_.margin, box.y + box.h / 2 - h / 2, layout_.names_w, h},
              row_name(row, layout_.columns), palette_.faint_text, layout_.names_size, Align::right,
              false, 2);
    }
}

std::vector<Entry> MemoryBuilder::legend(bool flat) const {
    using enum Swatch;
    const bool any_padding = state_.any_padding();
    const char* const padding_word = state_.padding_word();
    std::vector<Entry> entries;
    if (flat) {
        // What is both has both colours, which goes without saying.
        entries = {{read, "read"}, {written, "written"}};
        if (state_.races()) entries.push_back({raced, "raced on"});
        if (any_padding) entries.push_back({padding, padding_word});
        return entries;
    }
    entries = {{read, "read"},
               {written, "written"},
               {both, "read and written"},
               {changed, "value changed"},
               {{}, "t0: thread 0"}};
    if (state_.banked()) entries.push_back({busy, "how busy a bank was"});
    if (state_.races()) entries.push_back({raced, "threads race on it"});
    if (any_padding) entries.push_back({padding, padding_word});
    // In a room, only where there is such a word at first.
    if (!room_.given() || state_.blank_at_first())
        entries.push_back({blank, "blank: not written yet"});
    if (state_.permuted()) entries.push_back({{}, "[i]: element i of the section"});
    return entries;
}

/// Below the cells, in as many lines as it takes; without a room the scene ends with it.
void MemoryBuilder::add_legend(MemoryCells& cells) {
    const float first = layout_.legend_x, size = layout_.legend_size;
    const float h = size * 1.5F, line = layout_.legend_line;
    constexpr float swatch_w = MemoryLayout::swatch_w + MemoryLayout::words_after;
    float x = first, y = layout_.legend_y;
    for (const Entry& entry : legend(layout_.flat)) {
        const float swatch = entry.swatch ? swatch_w : 0;
        const float width = room_.given() ? layout_.entry_width(text_extent(entry.words)) - swatch_w
                                          : text_width(entry.words, size);
        if (x > first && x + swatch + width > scene_.width - layout_.margin) {
            x = first;
            y += line;
        }
        label({x + swatch, y, width, h}, entry.words, palette_.faint_text, size, Align::left);
        if (entry.swatch) cells.add_swatch(*entry.swatch, {x, y, MemoryLayout::swatch_w, h});
        x += swatch + width + MemoryLayout::entry_gap;
    }
    if (!room_.given()) scene_.height = y + h + layout_.margin;
}

}  // namespace

Scene memory_scene(const Trace& trace, const ViewState& view, const Palette& palette, Room room,
                   const CellElements* elements) {
    Cursor cursor;
    if (!find_cursor(trace, view.block, view.step, cursor)) {
        return message_scene(why_nothing(trace), palette, room);
    }
    if (trace.words() == 0) {
        return message_scene("This text has no shared memory.", palette, room);
    }
    const CellElements own =
        elements == nullptr ? elements_of_cells(trace, cursor.block) : CellElements{};
    return MemoryBuilder{trace,         cursor,  elements == nullptr ? own : *elements,
                         view.progress, palette, room}
        .build();
}

std::string MemoryView::why_not(const Trace& trace) {
    return why_nothing(trace);
}

MemoryOptions MemoryView::ask(const Look& /*look*/, Subject& /*subject*/) {
    return {};
}

Scene MemoryView::scene(const Subject& subject, const Options& /*options*/, std::any& kept) {
    const Trace& trace = *subject.trace;
    std::shared_ptr<const CellElements> elements;
    if (subject.at.block < trace.blocks()) {
        elements = KeptOfBlock<CellElements>::in(
            kept, subject, [&] { return elements_of_cells(trace, subject.at.block); });
    }
    return memory_scene(trace, subject.at, subject.palette, subject.room, elements.get());
}

}  // namespace stridescope

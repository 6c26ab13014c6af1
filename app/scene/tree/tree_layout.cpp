#include "app/scene/tree/tree_layout.h"

#include <algorithm>
#include <cmath>

#include "app/scene/type_size.h"

namespace stridescope::scene_parts {
namespace {

constexpr float index_gap = 3;                        ///< between the numbers atop the columns
constexpr float narrow_gap = 8, widest_node = 0.93F;  ///< where columns are tight

/// In the smallest type; see type_for.
float room_of(float extent) {
    return extent * least_type / 0.9F;
}
float least_node(const TreeTexts& texts) {
    return room_of(texts.value) / value_share;
}
float least_names(const TreeTexts& texts) {
    return texts.names * least_type + 4;
}

}  // namespace

TreeLayout::TreeLayout(int elements_in, int rows_in, const TreeTexts& texts, Room room)
    : elements{elements_in}, rows{rows_in} {
    if (room.given()) {
        fill(room, texts);
    } else {
        take_natural_size(texts);
    }
}

void TreeLayout::take_natural_size(const TreeTexts& texts) {
    const auto count = static_cast<float>(elements);
    pitch = stroke = std::min(64.0F, 256.0F / std::sqrt(count));
    const float columns_width = count * pitch;
    unit = std::max(1.0F, columns_width / 1150);
    row_pitch = std::max(pitch * 1.12F, columns_width / 3.2F / static_cast<float>(rows));
    node_w = pitch * 0.8F;
    node_h = std::min(pitch * 0.56F, row_pitch * 0.5F);
    margin = 12 * unit;
    rim = row_pitch * 0.06F;

    value_size = pitch * 0.28F;
    title_size = 15 * unit;
    step_size = std::min(row_pitch * 0.38F, 15 * unit);
    note_size = step_size * 0.78F;
    index_size = pitch * 0.2F;
    tick_size = 12 * unit;
    if (elements > 32) tick = label_every(pitch, 80 * unit);

    title_y = margin;
    float down = margin + title_size * 1.5F + 8 * unit;
    tick_y = down;
    if (tick > 0) down += tick_size * 1.4F;
    index_y = down;
    down += index_size * 1.5F;
    names_x = margin;
    // A text's steps may have long names.
    const float longest = std::max(texts.names * step_size, texts.notes * note_size);
    left = std::max(146 * unit, longest + 2 * margin) + pitch / 2;
    names_w = left - pitch / 2 - 2 * margin;
    top = down + node_h / 2;
    width = std::ceil(left + count * pitch + margin);
    float bottom = margin;
    if (texts.remark) {
        remark_size = 14 * unit;
        bottom += remark_size * 1.5F;
    }
    height = std::ceil(y(rows - 1) + node_h / 2 + bottom);
}

/// Size and column of the step names, once the rows stand.
void TreeLayout::place_names(const TreeTexts& texts) {
    constexpr float lines = 2.2F;  ///< height of a name and its note, in names' type
    step_size = std::min(16.0F, row_pitch / lines);
    note_size = std::max(least_type, step_size * 0.78F);
    if (step_size < 11) {
        note_size = 0;
        step_size = std::clamp(row_pitch * 0.8F, least_type, 12.0F);
        name_every = std::max(1, static_cast<int>(std::ceil(step_size * 1.15F / row_pitch)));
    }
    const float most = width * 0.3F;
    names_w = std::max(texts.names * step_size, texts.notes * note_size) + 4;
    if (names_w > most) {
        step_size = std::max(least_type, step_size * most / names_w);
        note_size = std::min(note_size, step_size);
        names_w = std::max(texts.names * step_size, texts.notes * note_size) + 4;
    }
}

/// Columns share what the names leave. Where that is too little for values or indices, and names in
/// smaller type leave enough, names and nodes make room.
void TreeLayout::place_columns(const TreeTexts& texts) {
    const auto count = static_cast<float>(elements);
    const float widest = std::max(76.0F, 2.4F * row_pitch);
    const auto pitch_beside = [&](float names, float gap) {
        return std::min((width - 2 * margin - names - gap) / count, widest);
    };
    const float node = least_node(texts), index = room_of(texts.number);
    float gap = 14;
    pitch = pitch_beside(names_w, gap);
    breadth = pitch * 0.8F < node ? 0.9F : 0.8F;
    const float needed = std::max(node / breadth, index + index_gap);
    constexpr float nearly = 0.8F;
    const float least_w = least_names(texts);
    const float most = pitch_beside(std::min(names_w, least_w), narrow_gap);
    if (pitch < needed && most * widest_node >= node * nearly && most >= index) {
        if (texts.notes > texts.names) note_size = 0;
        const float least = std::max(least_w, note_size > 0 ? texts.notes * note_size + 4 : 0);
        names_w = std::min(names_w, std::max(names_w - (needed - pitch) * count, least));
        step_size = std::clamp((names_w - 4) / std::max(texts.names, 1.0F), least_type, step_size);
        note_size = std::min(note_size, step_size);
        gap = narrow_gap;
        pitch = pitch_beside(names_w, gap);
        if (pitch * breadth < node) breadth = widest_node;
    }
    names_x = (width - names_w - gap - count * pitch) / 2;
    left = names_x + names_w + gap + pitch / 2;
}

void TreeLayout::fill(Room room, const TreeTexts& texts) {
    const auto gaps = static_cast<float>(rows - 1);
    margin = 10;
    // A few columns need little: so do the trees of several blocks side by side.
    width = std::max(room.width, elements <= 16 ? 110.0F : 240.0F);
    height = std::max(room.height, 80 + 1.5F * gaps);

    title_size = height < 200 ? 13 : 15;
    title_y = 6;
    index_y = title_y + title_size * 1.4F + 4;
    // Where nobody zooms in, a low room is the values' first, if their columns have room for them.
    constexpr float low = 12, heads = 18, nodes = 0.8F;
    const float for_values = margin + heads + low * (gaps + nodes);
    const float column =
        (width - 2 * margin - least_names(texts) - narrow_gap) / static_cast<float>(elements);
    const bool have_columns =
        elements <= most_with_values && column * widest_node >= least_node(texts);
    const bool is_in_their_way = room.still && have_columns && height < index_y + for_values;
    titled = !room.named && !is_in_their_way;
    if (!titled) {
        index_y = title_y;
    } else {
        if (texts.legend > 0) legend_w = texts.legend * 11 + 6 * 12 + 36;
        if (legend_w > width * 0.4F) legend_w = 0;
    }

    // Whether the indices fit their columns, and so how much stands above the nodes, depends on the
    // columns; their pitch depends on the rows' names, and those on the rows. The indices' own
    // height changes little: begin with it.
    float bottom = margin;
    if (texts.remark) {
        remark_size = 12;
        bottom += remark_size * 1.5F;
    }
    float first = index_y + 12 * 1.5F;  // upper edge of the inputs
    // Share of the rows' pitch that nodes take: more where rows are tight, for the numbers' sake.
    float share = 0.52F;
    const auto spread = [&] { row_pitch = (height - bottom - first) / (gaps + share); };
    spread();
    if (row_pitch < 34) share = row_pitch < 14 ? 0.8F : row_pitch < 24 ? 0.72F : 0.62F;
    spread();
    place_names(texts);

    place_columns(texts);

    // Where rows are tight and nobody zooms in, what the columns' numbers need not the values have.
    const bool tight = room.still && share > 0.7F;
    index_size = type_for(texts.index, pitch, tight ? least_type : 13);
    // Columns of a few pixels are seen as rows: bars that can be seen, and room for edges between.
    // Which of them are named depends on the sight: it stands in one line.
    const bool dense = elements > most_with_values;
    bare_indices = !dense && index_size < least_type &&
                   type_for(texts.number, pitch - index_gap, 12) >= least_type;
    if (bare_indices) {
        index_size = type_for(texts.number, pitch - index_gap, tight ? least_type : 12);
    } else if (dense || index_size < least_type) {
        if (dense) index_size = 0;
        tick_size = 11;
        tick = label_every(pitch, texts.index * tick_size + 8);
        tick_y = index_y;
        index_y += tick_size * 1.4F;
    }
    first = index_y + index_size * 1.5F;
    node_h = dense ? std::clamp(share * row_pitch * 0.7F, 2.0F, 22.0F)
                   : std::min({share * row_pitch, pitch * 0.7F, 46.0F});
    row_pitch = (height - bottom - first - node_h) / gaps;
    node_w = dense ? pitch * 0.8F : std::min(pitch * breadth, node_h * 2.6F);
    top = first + node_h / 2;
    rim = std::min(row_pitch * 0.06F, 4.0F);
    stroke = dense ? std::clamp(row_pitch * 0.9F, 6.0F, 24.0F)
                   : std::min({pitch, row_pitch * 0.9F, 64.0F});
    value_size = node_h * (share > 0.75F ? 0.8F : share > 0.7F ? 0.74F : 0.66F);
    // Digits are lower than their type: where values are just too small, they fill their nodes;
    // from rim to rim where they would not be seen otherwise.
    const float digits = room.still ? 1.35F : 1.1F;
    if (!dense) value_size = std::max(value_size, std::min(least_type, node_h * digits));
}

}  // namespace stridescope::scene_parts

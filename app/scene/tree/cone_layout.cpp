#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "app/scene/scene_parts.h"
#include "app/scene/tree/cone_scene.h"
#include "app/scene/type_size.h"
#include "app/trace/trace.h"

namespace stridescope::scene_parts {
namespace {

/// The most nodes that stand side by side.
constexpr int most_beside = 64;
/// The most where there is less room: it is made smaller then.
constexpr int least_beside = 4;
/// A file without a room has so many rows at most.
constexpr int most_rows = 24;
constexpr float least_row_pitch = 40, least_column_pitch = 26;

bool is_handed_on(const ConeNode& node) {
    return node.kind == ConeNode::Kind::value || node.kind == ConeNode::Kind::stored;
}

/// The nodes from the root upwards that are handed on in registers: the first of each.
std::vector<int> spine_of(const Cone& cone) {
    std::vector<int> spine{0};
    for (;;) {
        const ConeNode& node = cone.nodes[static_cast<std::size_t>(spine.back())];
        const auto next = std::ranges::find_if(node.from, [&](int from) {
            const ConeNode& source = cone.nodes[static_cast<std::size_t>(from)];
            return is_handed_on(source) && source.thread == node.thread;
        });
        if (next == node.from.end()) break;
        spine.push_back(*next);
    }
    return spine;
}

std::string note_of(const Trace& trace, const Cone& cone, const std::vector<int>& nodes) {
    std::map<ArrayId, int> arrays;
    int values = 0, thread = -1;
    for (const int number : nodes) {
        const ConeNode& node = cone.nodes[static_cast<std::size_t>(number)];
        if (node.kind == ConeNode::Kind::value) {
            ++values;
            thread = node.thread;
        } else if (node.array != ArrayId::none) {
            ++arrays[node.array];
        }
    }
    std::string text;
    for (const auto& [array, count] : arrays) {
        text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", count, trace.name_of(array));
    }
    if (values > 0) {
        text += text.empty() ? "" : ", ";
        text +=
            values == 1 ? fmt::format("in thread {}", thread) : fmt::format("{} registers", values);
    }
    return text;
}

/// All rows there are, the earliest step first.
std::vector<ConeRow> all_rows(const Trace& trace, const Cone& cone) {
    std::map<std::pair<int, int>, std::vector<int>> places;
    for (int k = 0; k < static_cast<int>(cone.nodes.size()); ++k) {
        const ConeNode& node = cone.nodes[static_cast<std::size_t>(k)];
        places[{node.step, node.depth}].push_back(k);
    }
    std::vector<ConeRow> rows;
    for (auto& [place, nodes] : places) {
        std::ranges::sort(nodes, {}, [&](int k) {
            const ConeNode& node = cone.nodes[static_cast<std::size_t>(k)];
            return std::tuple{node.array, node.element, node.thread, k};
        });
        const bool first = rows.empty() || rows.back().step != place.first;
        rows.push_back({.step = place.first,
                        .first = first,
                        .nodes = nodes,
                        .note = note_of(trace, cone, nodes)});
    }
    return rows;
}

/// Those of the steps around the cursor, and the last one.
std::vector<ConeRow> chosen_rows(std::vector<ConeRow> all, int cursor, int most) {
    if (static_cast<int>(all.size()) <= most) return all;
    const auto at_cursor =
        std::ranges::find_if(all, [&](const ConeRow& row) { return row.step >= cursor; });
    int begin = static_cast<int>(std::min(at_cursor, all.end() - 1) - all.begin());
    int end = begin;
    const auto step_at = [&](int row) { return all[static_cast<std::size_t>(row)].step; };
    const int count = static_cast<int>(all.size());
    const auto end_of = [&](int row) {
        int after = row;
        while (after < count && step_at(after) == step_at(row)) ++after;
        return after;
    };
    const auto begin_of = [&](int after) {
        int first = after - 1;
        while (first > 0 && step_at(first - 1) == step_at(after - 1)) --first;
        return first;
    };
    // Two rows go to what is left out, one to the element.
    const int room = std::max(3, most - 3);
    end = end_of(begin);
    for (bool grown = true; grown;) {
        grown = false;
        if (begin > 0 && end - begin_of(begin) <= room) {
            begin = begin_of(begin);
            grown = true;
        }
        if (end < count && end_of(end) - begin <= room) {
            end = end_of(end);
            grown = true;
        }
    }
    std::vector<ConeRow> chosen;
    const auto leave_out = [&](int first, int last) {
        if (first >= last) return;
        ConeRow row;
        for (int k = first; k < last; ++k) {
            row.steps_left_out += all[static_cast<std::size_t>(k)].first ? 1 : 0;
            row.left_out += static_cast<int>(all[static_cast<std::size_t>(k)].nodes.size());
        }
        chosen.push_back(std::move(row));
    };
    leave_out(0, begin);
    for (int k = begin; k < end; ++k) chosen.push_back(all[static_cast<std::size_t>(k)]);
    if (end < count) {
        leave_out(end, count - 1);
        chosen.push_back(all.back());
        chosen.back().first = true;
    }
    return chosen;
}

/// Rows of more nodes than fit side by side go on in further ones, as far as there is room for
/// these.
std::vector<ConeRow> broken_rows(std::vector<ConeRow> rows, int beside, int most) {
    int spare = most - static_cast<int>(rows.size());
    std::vector<ConeRow> all;
    for (ConeRow& row : rows) {
        const int count = static_cast<int>(row.nodes.size());
        const int parts = std::min((count + beside - 1) / beside, 1 + std::max(spare, 0));
        if (parts <= 1) {
            all.push_back(std::move(row));
            continue;
        }
        spare -= parts - 1;
        const int each = (count + parts - 1) / parts;
        for (int begin = 0; begin < count; begin += each) {
            const auto from = row.nodes.begin() + begin;
            all.push_back({.step = row.step,
                           .first = row.first && begin == 0,
                           .nodes = {from, from + std::min(each, count - begin)},
                           .note = begin == 0 ? row.note : std::string{}});
        }
    }
    return all;
}

}  // namespace

ConeLayout::ConeLayout(const Trace& trace, const Cone& cone, int cursor, Room room) {
    const float head = title_y + title_size * 1.4F + note_size * 1.5F + 8;
    const float foot = note_size * 1.5F + 2 * margin;
    const int fit =
        room.given() ? std::max(6, static_cast<int>((room.height - head - foot) / least_row_pitch))
                     : most_rows;
    rows = chosen_rows(all_rows(trace, cone), cursor, fit);
    for (const ConeRow& row : rows) {
        const std::string step = row.first
                                     ? step_label(trace.steps()[static_cast<std::size_t>(row.step)])
                                     : std::string{};
        names_w =
            std::max({names_w, text_extent(step, true) * 13, text_extent(row.note) * note_size});
    }
    names_w = std::min(names_w + 8, room.given() ? room.width * 0.3F : 320.0F);
    names_x = margin;
    const float left = names_x + names_w + margin;
    // Columns for what is handed on and for "… 40 more" come besides.
    const int beside_most =
        room.given()
            ? std::clamp(static_cast<int>((room.width - left - margin) / least_column_pitch) - 2,
                         least_beside, most_beside)
            : most_beside;
    rows = broken_rows(std::move(rows), beside_most, fit);
    row_of.assign(cone.nodes.size(), -1);
    x_of.assign(cone.nodes.size(), 0);

    const std::vector<int> spine = spine_of(cone);
    const auto in_spine = [&](int node) {
        return spine.size() > 1 && std::ranges::find(spine, node) != spine.end();
    };
    int widest = 1;
    bool any_spine = false, any_more = false;
    for (ConeRow& row : rows) {
        std::vector<int> shown;
        int beside = 0, left_out = 0;
        for (const int node : row.nodes) {
            if (in_spine(node)) {
                any_spine = true;
                shown.push_back(node);
            } else if (beside < beside_most) {
                ++beside;
                shown.push_back(node);
            } else {
                ++left_out;
            }
        }
        row.nodes = std::move(shown);
        if (row.step >= 0) row.left_out = left_out;
        any_more = any_more || left_out > 0;
        widest = std::max(widest, beside);
    }
    const int columns = widest + (any_spine ? 1 : 0) + (any_more ? 1 : 0);
    const float natural = 72;
    pitch = room.given() ? std::clamp((room.width - left - margin) / static_cast<float>(columns),
                                      least_column_pitch, 120.0F)
                         : natural;
    top = head;
    const auto count = static_cast<float>(rows.size());
    row_pitch =
        room.given() ? std::clamp((room.height - head - foot) / count, least_row_pitch, 96.0F) : 64;
    node_w = pitch * 0.88F;
    node_h = std::min(row_pitch * 0.56F, 40.0F);
    const float tree = static_cast<float>(columns) * pitch;
    width = room.given() ? std::max(room.width, left + tree + margin) : left + tree + margin;
    // In the middle of what room there is.
    const float begin = left + (width - left - margin - tree) / 2;
    const float beside = begin + (any_spine ? pitch : 0);
    more_x = begin + (static_cast<float>(columns) - 0.5F) * pitch;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        ConeRow& row = rows[r];
        row.y = top + (static_cast<float>(r) + 0.5F) * row_pitch;
        const auto others = static_cast<float>(
            std::ranges::count_if(row.nodes, [&](int node) { return !in_spine(node); }));
        float x = beside + (static_cast<float>(widest) - others) * pitch / 2 + pitch / 2;
        for (const int node : row.nodes) {
            row_of[static_cast<std::size_t>(node)] = static_cast<int>(r);
            if (in_spine(node)) {
                x_of[static_cast<std::size_t>(node)] = begin + pitch / 2;
                continue;
            }
            x_of[static_cast<std::size_t>(node)] = x;
            x += pitch;
        }
    }
    height = std::max(room.height, top + count * row_pitch + foot);
}

}  // namespace stridescope::scene_parts

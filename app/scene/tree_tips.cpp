#include "app/scene/tree_tips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "app/analysis/check.h"
#include "app/scene/scene_parts.h"
#include "app/scene/views.h"

namespace stridescope::scene_parts {
namespace {

/// Owns what the tips need, so that they can be asked for after the trace is gone.
struct Tips {
    TreeFlow flow;
    TreeLayout layout;
    std::vector<Step> steps;
    std::vector<int> element_of_word;
    std::vector<int> word_of_element;
    TypedArray values;  ///< [step][word] of the block
    TypedArray input, output;
    int wrong_element;  ///< the first wrong output, or -1
    std::string expected;
    Op op;
    int cursor_step;

    std::string value(int step, int word) const {
        return values.text(static_cast<std::size_t>(step) * element_of_word.size() +
                           static_cast<std::size_t>(word));
    }
    std::string name(int word) const {
        const int element = element_of_word[static_cast<std::size_t>(word)];
        return element >= 0 ? fmt::format("A[{}]", element) : fmt::format("word {}", word);
    }
    /// "thread 3: A[4] + A[5] = 8 + 9"; empty where nothing was read.
    std::string origin(int step, int word) const {
        std::string names, numbers;
        int thread = -1;
        bool copied = false, known = true;
        const std::string sign = op == Op::add ? " + " : fmt::format(" {} ", name_of(op));
        for (const Edge& edge : flow.edges[static_cast<std::size_t>(step)]) {
            if (edge.to_word != word || (thread >= 0 && edge.thread != thread)) continue;
            thread = edge.thread;
            copied = !edge.combined;
            names += (names.empty() ? "" : sign) + name(edge.from_word);
            // What a word held before it was written over in the same step, no snapshot tells.
            known = known && edge.kept;
            if (edge.from_step >= 0) {
                numbers += (numbers.empty() ? "" : sign) + value(edge.from_step, edge.from_word);
            }
        }
        if (thread < 0) return {};
        names = fmt::format("thread {}: {}{}", thread, copied ? "copy of " : "", names);
        return known && !numbers.empty() ? fmt::format("{} = {}", names, numbers) : names;
    }
    std::optional<Hotspot> at(int column, int row) const;
};

std::optional<Hotspot> Tips::at(int column, int row) const {
    Hotspot spot{.box = layout.node(row, column), .element = column};
    const auto element = static_cast<std::size_t>(column);
    const int step = row - 1;
    if (row == 0) {
        if (element >= input.size()) return std::nullopt;
        spot.tip = fmt::format("input A[{}] = {}", column, input.text(element));
        return spot;
    }
    const bool last = step >= flow.steps - 1;
    if (step < flow.steps && flow.wrote(step, column)) {
        spot.step = step;
        spot.word = word_of_element[element];
        const std::string label = step_label(steps[static_cast<std::size_t>(step)]);
        if (step > cursor_step) {
            spot.tip = fmt::format("A[{}] will be written in {}", column, label);
            return spot;
        }
        spot.tip = fmt::format("A[{}] = {} after {}", column, value(step, spot.word), label);
        if (const std::string from = origin(step, spot.word); !from.empty()) {
            spot.tip += '\n' + from;
        }
        return spot;
    }
    if (!last || element >= output.size()) return std::nullopt;
    spot.step = flow.steps - 1;
    spot.tip = cursor_step < flow.steps - 1
                   ? fmt::format("output P[{}] will be stored at the end", column)
                   : fmt::format("output P[{}] = {}", column, output.text(element));
    if (column == wrong_element && cursor_step >= flow.steps - 1) {
        spot.tip += fmt::format("\nwrong: it should be {}", expected);
    }
    return spot;
}

TypedArray part_of(const TypedArray& array, std::size_t first, std::size_t count) {
    TypedArray part = TypedArray::uninitialized(array.type(), count);
    const std::size_t bytes = size_of(array.type());
    if (count > 0) std::memcpy(part.bytes(), array.bytes() + first * bytes, count * bytes);
    return part;
}

}  // namespace

TreeFlow flow_of(const Trace& trace, int block) {
    TreeFlow flow;
    flow.steps = trace.step_count();
    flow.elements = trace.shape().section;
    flow.written.assign(
        static_cast<std::size_t>(flow.steps) * static_cast<std::size_t>(flow.elements), 0);
    flow.edges.reserve(static_cast<std::size_t>(flow.steps));
    flow.operations.assign(static_cast<std::size_t>(flow.steps), 0);
    for (int step = 0; step < flow.steps; ++step) {
        flow.edges.push_back(edges_of_step(trace, block, step));
        std::uint8_t* written = flow.written.data() + static_cast<std::size_t>(step) *
                                                          static_cast<std::size_t>(flow.elements);
        const auto [begin, end] = trace.rows_of_step(step);
        for (int row = begin; row < end; ++row) {
            const Event event = trace.event_of(trace.rows()[static_cast<std::size_t>(row)]);
            if (event == Event::load) continue;
            for (const std::uint16_t word : trace.lanes(block, row)) {
                if (word == Trace::idle) continue;
                if (event == Event::op) {
                    ++flow.operations[static_cast<std::size_t>(step)];
                } else if (const int element = trace.element_of_word(word); element >= 0) {
                    written[element] = 1;
                }
            }
        }
    }
    return flow;
}

HotspotField node_tips(const Trace& trace, int block, int cursor_step, const TreeLayout& layout,
                       TreeFlow flow) {
    const auto words = static_cast<std::size_t>(trace.words());
    const auto first =
        static_cast<std::size_t>(block) * static_cast<std::size_t>(trace.shape().section);
    const auto present = static_cast<std::size_t>(elements_of_block(trace, block));
    Tips tips{.flow = std::move(flow),
              .layout = layout,
              .steps = trace.steps(),
              .element_of_word = {},
              .word_of_element = {},
              .values = part_of(trace.snapshots(), trace.snapshot_index(block, 0, 0),
                                static_cast<std::size_t>(trace.step_count()) * words),
              .input = part_of(trace.input(), first, present),
              .output = part_of(trace.output(), first, present),
              .wrong_element = -1,
              .expected = {},
              .op = trace.experiment().op,
              .cursor_step = cursor_step};
    if (const auto wrong = first_wrong(trace, block)) {
        tips.wrong_element = static_cast<int>(wrong->index - static_cast<std::int64_t>(first));
        tips.expected = wrong->expected;
    }
    for (int word = 0; word < trace.words(); ++word) {
        tips.element_of_word.push_back(trace.element_of_word(word));
    }
    for (int element = 0; element < trace.shape().section; ++element) {
        tips.word_of_element.push_back(trace.word_of_element(element));
    }
    return {.box = {layout.x(0) - layout.pitch / 2, layout.y(0) - layout.row_pitch / 2,
                    static_cast<float>(layout.elements) * layout.pitch,
                    static_cast<float>(layout.rows) * layout.row_pitch},
            .columns = layout.elements,
            .rows = layout.rows,
            .at = [tips = std::make_shared<const Tips>(std::move(tips))](int column, int row) {
                return tips->at(column, row);
            }};
}

}  // namespace stridescope::scene_parts

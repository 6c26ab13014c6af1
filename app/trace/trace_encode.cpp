#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "app/trace/grid_columns.h"
#include "app/trace/npz.h"
#include "app/trace/text_meta.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_meta.h"

namespace stridescope {
namespace {

std::string_view descr_of(ElementType type) {
    constexpr std::array<std::string_view, number_types.size()> descrs{
        "<i4", "<u4", "<f4", "<f8", "<i8", "<u8", "<i2", "<u2", "|i1", "|u1"};
    return descrs[static_cast<std::size_t>(type)];
}

template <class T>
constexpr std::string_view descr = sizeof(T) == 1   ? "|u1"
                                   : sizeof(T) == 2 ? "<u2"
                                                    : "<u4";

template <class T>
void add_column(NpzWriter& npz, const std::string& name, const std::vector<T>& column) {
    const std::size_t length = column.size();
    npz.add_array(name, descr<T>, {&length, 1}, std::as_bytes(std::span{column}));
}

/// Calls f(block, row, thread, word) for every event, in the file's order.
template <class F>
void for_each_event(const Trace& trace, F&& f) {
    for (int block = 0; block < trace.blocks(); ++block) {
        for (int row = 0; row < static_cast<int>(trace.rows().size()); ++row) {
            const auto lanes = trace.lanes(block, row);
            for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
                if (lanes[thread] != Trace::idle) f(block, row, thread, lanes[thread]);
            }
        }
    }
}

/// One column over all events: value(block, row, thread, word).
template <class T, class F>
void add_event_column(NpzWriter& npz, const Trace& trace, const std::string& name,
                      std::size_t events, F&& value) {
    std::vector<T> column;
    column.reserve(events);
    for_each_event(trace, [&](int block, int row, std::size_t thread, std::uint16_t word) {
        column.push_back(static_cast<T>(value(block, row, thread, word)));
    });
    add_column(npz, name, column);
}

}  // namespace

std::vector<std::byte> encode_trace(const Trace& trace) {
    const TraceData& d = trace.data();
    if (d.sites.size() > Trace::idle) {
        throw RunError("The trace has more sites than its file can number.");
    }
    NpzWriter npz;
    npz.add_text("meta.json", meta_json(d));
    if (!d.text.empty()) npz.add_text(text_member, d.text);

    const auto typed = [&](const std::string& name, const TypedArray& array,
                           std::initializer_list<std::size_t> shape) {
        npz.add_array(name, descr_of(array.type()), {shape.begin(), shape.size()},
                      {array.bytes(), array.size_bytes()});
    };
    const auto blocks = static_cast<std::size_t>(d.blocks);
    if (!d.is_text()) {
        typed("input", d.input, {d.input.size()});
        typed("output", d.output, {d.output.size()});
    }
    for (std::size_t k = 0; k < d.contents.size(); ++k) {
        const ArrayContents& contents = d.contents[k];
        if (d.facts.arrays[k].space != Space::global) continue;
        std::vector<std::size_t> shape;
        for (const std::int64_t extent : d.facts.arrays[k].extents) {
            shape.push_back(static_cast<std::size_t>(extent));
        }
        for (const auto& [what, array] :
             {std::pair{"before", &contents.before}, std::pair{"after", &contents.after},
              std::pair{"expected", &contents.expected}}) {
            if (array->size() == 0) continue;
            npz.add_array(contents_member(k, what), descr_of(array->type()), shape,
                          {array->bytes(), array->size_bytes()});
        }
        if (const std::size_t size = contents.tolerance.size(); size > 0) {
            npz.add_array(contents_member(k, "tolerance"), "<f8", {&size, 1},
                          std::as_bytes(std::span{contents.tolerance}));
        }
    }
    typed("snapshots", d.snapshots, {blocks, d.steps.size(), static_cast<std::size_t>(d.cells())});
    const std::array<std::size_t, 2> barriers{blocks, d.steps.size()};
    npz.add_array("barriers", "<u2", barriers, std::as_bytes(std::span{d.barriers}));

    if (d.records_global && d.records_grid) {
        const std::size_t cells = d.facts.elements.size();
        npz.add_array("elements", "<i4", {&cells, 1}, std::as_bytes(std::span{d.facts.elements}));
    }

    std::vector<std::int32_t> rows;
    for (const Row& row : d.rows) {
        rows.insert(rows.end(),
                    {row.step, row.interval, row.site, row.iteration, row.left, row.right});
    }
    const std::array<std::size_t, 2> row_shape{d.rows.size(), 6};
    npz.add_array("rows", "<i4", row_shape, std::as_bytes(std::span{rows}));

    for (const GridColumn& column : d.records_grid ? grid_columns(d) : std::vector<GridColumn>{}) {
        typed(column.name, column.numbers, {column.numbers.size()});
    }

    std::size_t events = 0;
    for_each_event(trace, [&](int, int, std::size_t, std::uint16_t) { ++events; });
    const auto at = [&](int row) -> const Row& { return d.rows[static_cast<std::size_t>(row)]; };
    using U8 = std::uint8_t;
    using U16 = std::uint16_t;
    using U32 = std::uint32_t;
    add_event_column<U16>(npz, trace, "step", events,
                          [&](int, int row, std::size_t, U16) { return at(row).step; });
    add_event_column<U16>(npz, trace, "site", events,
                          [&](int, int row, std::size_t, U16) { return at(row).site; });
    add_event_column<U32>(npz, trace, "iteration", events,
                          [&](int, int row, std::size_t, U16) { return at(row).iteration; });
    add_event_column<U32>(npz, trace, "block", events,
                          [](int block, int, std::size_t, U16) { return block; });
    add_event_column<U16>(npz, trace, "thread", events,
                          [](int, int, std::size_t thread, U16) { return thread; });
    add_event_column<U16>(npz, trace, "word", events,
                          [](int, int, std::size_t, U16 word) { return word; });
    if (d.records_global) {
        add_event_column<U32>(
            npz, trace, "address", events, [&](int block, int row, std::size_t thread, U16) {
                return is_global(trace.event_of(at(row))) ? trace.addresses(block, row)[thread]
                                                          : 0U;
            });
    }
    add_event_column<U8>(npz, trace, "kind", events, [&](int, int row, std::size_t, U16) {
        return static_cast<int>(trace.event_of(at(row)));
    });
    add_event_column<U32>(npz, trace, "row", events,
                          [](int, int row, std::size_t, U16) { return row; });
    return npz.finish();
}

}  // namespace stridescope

#include <algorithm>
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

/// The events of a trace, in the file's order: by block, row and thread. Its columns are made and
/// packed side by side.
class EventColumns {
  public:
    explicit EventColumns(const Trace& trace) : trace_{trace} {
        const auto rows = static_cast<int>(trace.rows().size());
        in_row_.reserve(static_cast<std::size_t>(trace.blocks()) * trace.rows().size());
        for (int block = 0; block < trace.blocks(); ++block) {
            for (int row = 0; row < rows; ++row) {
                const auto lanes = trace.lanes(block, row);
                const auto idle = std::ranges::count(lanes, Trace::idle);
                in_row_.push_back(lanes.size() - static_cast<std::size_t>(idle));
                events_ += in_row_.back();
            }
        }
    }

    /// What all events of a row have in common: value(block, row).
    template <class T, class F>
    void add_by_row(NpzWriter& npz, const std::string& name, F value) const {
        add<T>(npz, name, [value](T* to, int block, int row, std::size_t events) {
            return std::fill_n(to, events, static_cast<T>(value(block, row)));
        });
    }

    /// What each has of its own: value(lanes, block, row) gives a function of the thread.
    template <class T, class F>
    void add_by_thread(NpzWriter& npz, const std::string& name, F value) const {
        add<T>(npz, name, [this, value](T* to, int block, int row, std::size_t events) {
            const auto lanes = trace_.lanes(block, row);
            const auto of_thread = value(block, row);
            const bool all = events == lanes.size();  // without a branch in each
            for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
                if (all || lanes[thread] != Trace::idle) {
                    *to++ = static_cast<T>(of_thread(thread));
                }
            }
            return to;
        });
    }

  private:
    template <class T, class F>
    void add(NpzWriter& npz, const std::string& name, F write) const {
        const auto fill = [this, write](std::span<std::byte> room) {
            auto* to = reinterpret_cast<T*>(room.data());
            auto events = in_row_.begin();
            const auto rows = static_cast<int>(trace_.rows().size());
            for (int block = 0; block < trace_.blocks(); ++block) {
                for (int row = 0; row < rows; ++row) to = write(to, block, row, *events++);
            }
        };
        npz.add_array(name, descr<T>, {&events_, 1}, events_ * sizeof(T), fill);
    }

    const Trace& trace_;
    std::vector<std::size_t> in_row_;  ///< how many events, by block and row
    std::size_t events_ = 0;
};

}  // namespace

std::vector<std::byte> encode_trace(const Trace& trace, Packing packing) {
    const TraceData& d = trace.data();
    if (d.sites.size() > Trace::idle) {
        throw RunError("The trace has more sites than its file can number.");
    }
    if (d.includes.size() > most_includes) {
        throw RunError("The trace has more included texts than its file can hold.");
    }
    const EventColumns columns{trace};  // before what reads it on other threads
    NpzWriter npz{packing};
    npz.add_text("meta.json", meta_json(d));
    npz.add_text(text_member, d.text);
    for (std::size_t k = 0; k < d.includes.size(); ++k)
        npz.add_text(included_member(k), d.includes[k].text);

    const auto typed = [&](const std::string& name, const TypedArray& array,
                           std::initializer_list<std::size_t> shape) {
        npz.add_array(name, descr_of(array.type()), {shape.begin(), shape.size()},
                      {array.bytes(), array.size_bytes()});
    };
    const auto blocks = static_cast<std::size_t>(d.blocks);
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
    typed("snapshots", d.snapshots, {blocks, d.steps.size(), static_cast<std::size_t>(d.words)});
    const std::array<std::size_t, 2> barriers{blocks, d.steps.size()};
    npz.add_array("barriers", "<u2", barriers, std::as_bytes(std::span{d.barriers}));

    const std::size_t cells = d.facts.elements.size();
    npz.add_array("elements", "<i4", {&cells, 1}, std::as_bytes(std::span{d.facts.elements}));

    std::vector<std::int32_t> rows;
    for (const Row& row : d.rows) {
        rows.insert(rows.end(),
                    {row.step, row.interval, row.site, row.iteration, row.left, row.right});
    }
    const std::array<std::size_t, 2> row_shape{d.rows.size(), 6};
    npz.add_array("rows", "<i4", row_shape, std::as_bytes(std::span{rows}));

    if (!d.facts.merged.empty()) {
        std::vector<std::int32_t> merged;
        for (const MergedRow& row : d.facts.merged)
            merged.insert(merged.end(), {row.row, row.first, row.bytes});
        const std::array<std::size_t, 2> merged_shape{d.facts.merged.size(), 3};
        npz.add_array(merged_member, "<i4", merged_shape, std::as_bytes(std::span{merged}));
    }

    for (const GridColumn& column : grid_columns(d)) {
        typed(column.name, column.numbers, {column.numbers.size()});
    }

    const auto at = [&d](int row) -> const Row& { return d.rows[static_cast<std::size_t>(row)]; };
    columns.add_by_row<std::uint16_t>(npz, "step", [=](int, int row) { return at(row).step; });
    columns.add_by_row<std::uint16_t>(npz, "site", [=](int, int row) { return at(row).site; });
    columns.add_by_row<std::uint32_t>(npz, "iteration",
                                      [=](int, int row) { return at(row).iteration; });
    columns.add_by_row<std::uint32_t>(npz, "block", [](int block, int) { return block; });
    columns.add_by_thread<std::uint16_t>(
        npz, "thread", [](int, int) { return [](std::size_t thread) { return thread; }; });
    columns.add_by_thread<std::uint16_t>(npz, "word", [&trace](int block, int row) {
        return [lanes = trace.lanes(block, row)](std::size_t thread) { return lanes[thread]; };
    });
    columns.add_by_thread<std::uint32_t>(npz, "address", [&trace, at](int block, int row) {
        std::span<const std::uint32_t> addresses;
        if (is_global(trace.event_of(at(row)))) addresses = trace.addresses(block, row);
        return
            [addresses](std::size_t thread) { return addresses.empty() ? 0U : addresses[thread]; };
    });
    columns.add_by_row<std::uint8_t>(npz, "kind", [&trace, at](int, int row) {
        return static_cast<int>(trace.event_of(at(row)));
    });
    columns.add_by_row<std::uint32_t>(npz, "row", [](int, int row) { return row; });
    return npz.finish();
}

}  // namespace stridescope

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/trace/changes.h"
#include "app/trace/grid_columns.h"
#include "app/trace/npz.h"
#include "app/trace/packed_member.h"
#include "app/trace/row_columns.h"
#include "app/trace/times_columns.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_meta.h"

namespace stridescope {
namespace {

/// NumPy does not have bfloat16: it is told as its bits.
std::string_view descr_of(ElementType type) {
    constexpr std::array<std::string_view, number_types.size()> descrs{
        "<i4", "<u4", "<f4", "<f8", "<i8", "<u8", "<i2", "<u2", "|i1", "|u1", "<f2", "<u2"};
    return descrs[static_cast<std::size_t>(type)];
}

using Parts = std::vector<std::span<const std::byte>>;

Parts bytes_of(const TypedArray& numbers) {
    return {std::span{numbers.bytes(), numbers.size_bytes()}};
}
template <class T>
Parts bytes_of(const std::vector<T>& numbers) {
    return {std::as_bytes(std::span{numbers})};
}

}  // namespace

/// The trace's arrays, added to its file one after another.
struct TraceWriting::Work {
    Work(const Trace& of, Packing packing) : trace{of}, d{of.data()}, columns{of}, npz{packing} {
        if (d.includes.size() > most_includes) {
            throw RunError("The trace has more included texts than its file can hold.");
        }
        add_texts();
        for (std::size_t k = 0; k < d.contents.size(); ++k) {
            if (d.facts.arrays[k].space == Space::global)
                left.emplace_back([this, k] { add_contents(k); });
        }
        left.emplace_back([this] { add_snapshots(); });
        left.emplace_back([this] { add_rows(); });
        if (d.times) left.emplace_back([this] { add_times(); });
        left.emplace_back([this] {
            const auto grid = std::make_shared<const std::vector<GridColumn>>(grid_columns(d));
            for (const GridColumn& column : *grid)
                add(column.name, column.numbers, {column.numbers.size()}, grid);
        });
    }

    void add(const std::string& name, const TypedArray& array,
             std::initializer_list<std::size_t> shape, std::shared_ptr<const void> owner = {}) {
        npz.add_array(name, descr_of(array.type()), {shape.begin(), shape.size()}, bytes_of(array),
                      std::move(owner));
    }
    /// Numbers that the file alone has.
    void add(const std::string& name, std::vector<std::int32_t> numbers, std::size_t columns) {
        const auto kept = std::make_shared<const std::vector<std::int32_t>>(std::move(numbers));
        const std::array<std::size_t, 2> shape{kept->size() / columns, columns};
        npz.add_array(name, "<i4", shape, bytes_of(*kept), kept);
    }

    void add_texts() {
        npz.add_text("meta.json", meta_json(d));
        npz.add_text(text_member, d.text);
        for (std::size_t k = 0; k < d.includes.size(); ++k)
            npz.add_text(included_member(k), d.includes[k].text);
    }

    void add_contents(std::size_t k) {
        const ArrayContents& contents = d.contents[k];
        std::vector<std::size_t> shape;
        for (const std::int64_t extent : d.facts.arrays[k].extents)
            shape.push_back(static_cast<std::size_t>(extent));
        for (const auto& [what, array] :
             {std::pair{"before", &contents.before}, std::pair{"after", &contents.after},
              std::pair{"expected", &contents.expected}}) {
            const bool told = array == &contents.after && is_unchanged(contents);
            if (array->size() == 0 || told) continue;
            npz.add_array(contents_member(k, what), descr_of(array->type()), shape,
                          bytes_of(*array));
        }
        if (const std::size_t size = contents.tolerance.size(); size > 0) {
            npz.add_array(contents_member(k, "tolerance"), "<f8", {&size, 1},
                          bytes_of(contents.tolerance));
        }
    }

    void add_snapshots() {
        const auto blocks = static_cast<std::size_t>(d.blocks);
        const auto changes = std::make_shared<const TypedArray>(changes_of(trace));
        add("changes", *changes, {blocks, d.steps.size(), static_cast<std::size_t>(d.words)},
            changes);
        const std::array<std::size_t, 2> barriers{blocks, d.steps.size()};
        npz.add_array("barriers", "<u2", barriers, bytes_of(d.barriers));
        const std::size_t cells = d.facts.elements.size();
        npz.add_array("elements", "<i4", {&cells, 1}, bytes_of(d.facts.elements));
    }

    void add_rows() {
        std::vector<std::int32_t> rows;
        for (const TraceRow& row : d.rows) {
            rows.insert(rows.end(),
                        {row.step, row.interval, row.site, row.iteration, row.left, row.right});
        }
        add("rows", std::move(rows), 6);
        if (d.facts.merged.empty()) return;
        std::vector<std::int32_t> merged;
        for (const MergedRow& row : d.facts.merged)
            merged.insert(merged.end(), {row.row, row.first, row.bytes});
        add(merged_member, std::move(merged), 3);
    }

    void add_times() {
        const auto warps = std::make_shared<const TypedArray>(times_warps(*d.times));
        add(std::string{times_warps_member}, *warps,
            {warps->size() / times_warps_columns, times_warps_columns}, warps);
        const auto barriers = std::make_shared<const TypedArray>(times_barriers(*d.times));
        add(std::string{times_barriers_member}, *barriers,
            {barriers->size() / times_barriers_columns, times_barriers_columns}, barriers);
        if (!d.times->has_accesses) return;
        const auto accesses = std::make_shared<const TypedArray>(times_accesses(*d.times));
        add(std::string{times_accesses_member}, *accesses,
            {accesses->size() / times_accesses_columns, times_accesses_columns}, accesses);
    }

    /// False: all that the file has is added.
    bool add_next() {
        if (!left.empty()) {
            left.front()();
            left.pop_front();
            return true;
        }
        if (columns_added) return false;
        if (columns.make_some()) return true;
        columns.add_to(npz);
        columns_added = true;
        return true;
    }

    const Trace& trace;
    const TraceData& d;
    RowColumns columns;
    NpzWriter npz;
    std::deque<std::function<void()>> left;  ///< pieces
    bool columns_added = false;
};

TraceWriting::TraceWriting(const Trace& trace, Packing packing)
    : work_{std::make_unique<Work>(trace, packing)} {}

TraceWriting::~TraceWriting() = default;

bool TraceWriting::go_on() {
    return work_->add_next() || work_->npz.pack_some();
}

std::vector<std::byte> TraceWriting::whole() {
    while (work_->add_next()) {
    }
    return work_->npz.finish();
}

std::vector<StoredMember> TraceWriting::members() {
    while (work_->add_next()) {
    }
    std::vector<StoredMember> members;
    for (PackedMember& member : work_->npz.take_members())
        members.push_back({std::move(member.name), static_cast<std::size_t>(member.size),
                           std::move(member.pieces.front().bytes)});
    return members;
}

std::vector<std::byte> encode_members(std::vector<StoredMember> members) {
    std::vector<PackedMember> packed;
    packed.reserve(members.size());
    for (StoredMember& member : members) {
        packed.push_back(
            stored_member(std::move(member.name), std::move(member.bytes), member.size));
    }
    return NpzWriter::file_of(packed);
}

std::vector<std::byte> encode_trace(const Trace& trace, Packing packing) {
    return TraceWriting{trace, packing}.whole();
}

}  // namespace stridescope

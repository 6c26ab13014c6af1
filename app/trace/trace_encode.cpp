#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/trace/grid_columns.h"
#include "app/trace/npz.h"
#include "app/trace/packed_member.h"
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

}  // namespace

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

/// The trace's arrays, added to its file one after another.
struct TraceWriting::Work {
    Work(const Trace& of, Packing packing) : trace{of}, d{of.data()}, columns{of}, npz{packing} {
        if (d.sites.size() > Trace::idle) {
            throw RunError("The trace has more sites than its file can number.");
        }
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
        left.emplace_back([this] {
            for (const GridColumn& column : grid_columns(d))
                add(column.name, column.numbers, {column.numbers.size()});
        });
        add_events();
    }

    void add(const std::string& name, const TypedArray& array,
             std::initializer_list<std::size_t> shape) {
        npz.add_array(name, descr_of(array.type()), {shape.begin(), shape.size()},
                      {array.bytes(), array.size_bytes()});
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
            if (array->size() == 0) continue;
            npz.add_array(contents_member(k, what), descr_of(array->type()), shape,
                          {array->bytes(), array->size_bytes()});
        }
        if (const std::size_t size = contents.tolerance.size(); size > 0) {
            npz.add_array(contents_member(k, "tolerance"), "<f8", {&size, 1},
                          std::as_bytes(std::span{contents.tolerance}));
        }
    }

    void add_snapshots() {
        const auto blocks = static_cast<std::size_t>(d.blocks);
        add("snapshots", d.snapshots, {blocks, d.steps.size(), static_cast<std::size_t>(d.words)});
        const std::array<std::size_t, 2> barriers{blocks, d.steps.size()};
        npz.add_array("barriers", "<u2", barriers, std::as_bytes(std::span{d.barriers}));
        const std::size_t cells = d.facts.elements.size();
        npz.add_array("elements", "<i4", {&cells, 1}, std::as_bytes(std::span{d.facts.elements}));
    }

    void add_rows() {
        std::vector<std::int32_t> rows;
        for (const Row& row : d.rows) {
            rows.insert(rows.end(),
                        {row.step, row.interval, row.site, row.iteration, row.left, row.right});
        }
        const std::array<std::size_t, 2> row_shape{d.rows.size(), 6};
        npz.add_array("rows", "<i4", row_shape, std::as_bytes(std::span{rows}));
        if (d.facts.merged.empty()) return;
        std::vector<std::int32_t> merged;
        for (const MergedRow& row : d.facts.merged)
            merged.insert(merged.end(), {row.row, row.first, row.bytes});
        const std::array<std::size_t, 2> merged_shape{d.facts.merged.size(), 3};
        npz.add_array(merged_member, "<i4", merged_shape, std::as_bytes(std::span{merged}));
    }

    const Row& row_at(int row) const { return d.rows[static_cast<std::size_t>(row)]; }

    template <class T, class F>
    void by_row(const char* name, F value) {
        left.emplace_back([this, name, value] { columns.add_by_row<T>(npz, name, value); });
    }
    template <class T, class F>
    void by_thread(const char* name, F value) {
        left.emplace_back([this, name, value] { columns.add_by_thread<T>(npz, name, value); });
    }

    void add_events() {
        by_row<std::uint16_t>("step", [this](int, int row) { return row_at(row).step; });
        by_row<std::uint16_t>("site", [this](int, int row) { return row_at(row).site; });
        by_row<std::uint32_t>("iteration", [this](int, int row) { return row_at(row).iteration; });
        by_row<std::uint32_t>("block", [](int block, int) { return block; });
        by_thread<std::uint16_t>(
            "thread", [](int, int) { return [](std::size_t thread) { return thread; }; });
        by_thread<std::uint16_t>("word", [this](int block, int row) {
            return [lanes = trace.lanes(block, row)](std::size_t thread) { return lanes[thread]; };
        });
        by_thread<std::uint32_t>("address", [this](int block, int row) {
            std::span<const std::uint32_t> addresses;
            if (is_global(trace.event_of(row_at(row)))) addresses = trace.addresses(block, row);
            return [addresses](std::size_t thread) {
                return addresses.empty() ? 0U : addresses[thread];
            };
        });
        by_row<std::uint8_t>(
            "kind", [this](int, int row) { return static_cast<int>(trace.event_of(row_at(row))); });
        by_row<std::uint32_t>("row", [](int, int row) { return row; });
    }

    /// False: that was the last one.
    bool add_next() {
        if (left.empty()) return false;
        left.front()();
        left.pop_front();
        return true;
    }

    const Trace& trace;
    const TraceData& d;
    const EventColumns columns;  // before what reads it on other threads
    NpzWriter npz;
    std::deque<std::function<void()>> left;  ///< pieces
};

TraceWriting::TraceWriting(const Trace& trace, Packing packing)
    : work_{std::make_unique<Work>(trace, packing)} {}

TraceWriting::~TraceWriting() = default;

bool TraceWriting::go_on() {
    if (!work_->add_next()) return false;
    work_->npz.wait();
    return true;
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
                           std::move(member.bytes)});
    return members;
}

std::vector<std::byte> encode_members(std::vector<StoredMember> members) {
    std::vector<PackedMember> packed;
    packed.reserve(members.size());
    for (StoredMember& member : members) {
        packed.push_back(pack_member(std::move(member.name), std::move(member.bytes), member.size,
                                     Packing::stored));
    }
    return NpzWriter::file_of(packed);
}

std::vector<std::byte> encode_trace(const Trace& trace, Packing packing) {
    return TraceWriting{trace, packing}.whole();
}

}  // namespace stridescope

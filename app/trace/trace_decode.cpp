#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "app/io/printable.h"
#include "app/trace/array_reader.h"
#include "app/trace/changes.h"
#include "app/trace/grid_columns.h"
#include "app/trace/row_columns.h"
#include "app/trace/times_columns.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_meta.h"
#include "app/trace/version_1.h"

namespace stridescope {
namespace {

/// A text: what can be shown line by line, and has all lines that sites of that file lie in.
std::string read_text(const TraceData& d, ArrayReader& reader, const std::string& member,
                      int file) {
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    const std::string text = reader.text(member, most_bytes);
    if (std::ranges::count(text, '\n') > most_lines) {
        reader.refuse(fmt::format("\"{}\" is too long for a kernel's text", member));
    }
    const std::ptrdiff_t lines = std::ranges::count(text, '\n') + 1;
    if (std::ranges::any_of(d.sites, [&](const TraceSite& site) {
            return site.file == file && site.line > lines;
        })) {
        reader.refuse(fmt::format("a site lies beyond the lines of \"{}\"", member));
    }
    if (!is_utf8(text)) reader.refuse(fmt::format("\"{}\" is not UTF-8 text", member));
    return printable_lines(text);
}

void read_texts(TraceData& d, ArrayReader& reader) {
    d.text = read_text(d, reader, text_member, 0);
    int file = 0;
    for (IncludedText& included : d.includes) {
        const std::string member = included_member(static_cast<std::size_t>(file++));
        // Files of 1.0.0 have something in its place.
        if (included.text.empty()) included.text = read_text(d, reader, member, file);
    }
}

/// The numbers of meta.json, before anything is allocated by them.
void check_sizes(const TraceData& d, const ArrayReader& reader) {
    const auto within = [&](std::int64_t value, std::int64_t low, std::int64_t high,
                            std::string_view what) {
        if (value < low || value > high) {
            reader.refuse(fmt::format("{} {} is out of range", what, value));
        }
    };
    within(d.n, 0, std::numeric_limits<std::int32_t>::max(), "n");
    within(d.threads, 1, 1024, "threads");
    within(d.section, 0, Trace::most_cells, "section");
    within(d.words, 0, Trace::most_cells, "words");
    within(d.grid, 0, std::numeric_limits<std::int64_t>::max(), "grid");
    within(d.blocks, 0, d.grid, "blocks");
    within(static_cast<std::int64_t>(d.steps.size()), 0, Trace::most_steps, "the number of steps");
    for (const Step& step : d.steps) within(step.stride, 0, 1 << 20, "stride");
    within(d.experiment.sms, 1, std::numeric_limits<std::int16_t>::max(), "sms");
    within(d.experiment.resident, 1, std::numeric_limits<std::int16_t>::max(), "resident");
}

void read_rows(TraceData& d, ArrayReader& reader) {
    const TypedArray table = reader.array("rows", ElementType::i32, -1);
    const auto numbers = table.as<std::int32_t>();
    constexpr std::size_t columns = 6;
    if (numbers.size() % columns != 0) reader.refuse("\"rows\" is not six columns wide");
    for (std::size_t i = 0; i < numbers.size(); i += columns) {
        d.rows.push_back({.step = numbers[i],
                          .interval = numbers[i + 1],
                          .site = numbers[i + 2],
                          .iteration = numbers[i + 3],
                          .left = numbers[i + 4],
                          .right = numbers[i + 5]});
    }
}

/// Loads that are compiled as one.
void read_merged(TraceData& d, ArrayReader& reader) {
    if (!reader.has(merged_member)) return;
    constexpr std::size_t columns = 3;
    const TypedArray table = reader.array(merged_member, ElementType::i32, -1,
                                          static_cast<std::uint64_t>(d.rows.size()) * columns);
    const auto numbers = table.as<std::int32_t>();
    if (numbers.size() % columns != 0) {
        reader.refuse(fmt::format("\"{}\" is not three columns wide", merged_member));
    }
    for (std::size_t i = 0; i < numbers.size(); i += columns) {
        d.facts.merged.push_back(
            {.row = numbers[i], .first = numbers[i + 1], .bytes = numbers[i + 2]});
    }
}

/// What array `k` held, or should have held.
using Contents = TypedArray ArrayContents::*;

/// Unpacks some of it; true: all, or there is none.
bool fetch_contents(const TraceData& d, ArrayReader& reader, std::size_t k, const char* what) {
    const std::string name = contents_member(k, what);
    return !reader.has(name) || reader.fetch(name, d.facts.arrays[k].size());
}

void read_contents(TraceData& d, ArrayReader& reader, std::size_t k, const char* what,
                   Contents held) {
    const ArrayFacts& facts = d.facts.arrays[k];
    const std::string name = contents_member(k, what);
    if (reader.has(name)) d.contents[k].*held = reader.array(name, facts.type, facts.size());
}

/// How far array `k` may be from what it should have held.
void read_tolerance(TraceData& d, ArrayReader& reader, std::size_t k) {
    const std::string name = contents_member(k, "tolerance");
    if (!reader.has(name)) return;
    d.contents[k].tolerance = reader.array(name, ElementType::f64, d.facts.arrays[k].size());
}

void read_small_arrays(TraceData& d, ArrayReader& reader) {
    d.experiment.text.text = d.text;
    take_input_and_output(d);
    const auto steps = static_cast<std::int64_t>(d.steps.size());
    const TypedArray barriers = reader.array("barriers", ElementType::i32, d.blocks * steps);
    for (const std::int32_t count : barriers.as<std::int32_t>()) {
        d.barriers.push_back(static_cast<std::uint16_t>(count));
    }
    read_rows(d, reader);
    read_merged(d, reader);
}

/// The member that has what shared memory held after each step.
const char* snapshots_member(int version) {
    return version == 1 ? "snapshots" : "changes";
}

std::int64_t snapshot_cells(const TraceData& d) {
    return d.blocks * static_cast<std::int64_t>(d.steps.size()) * d.words;
}

void read_snapshots(TraceData& d, ArrayReader& reader, int version) {
    const ElementType type = version == 1 ? d.snapshots.type() : bits_of_cell(d);
    TypedArray read = reader.array(snapshots_member(version), type, snapshot_cells(d));
    d.snapshots = version == 1 ? std::move(read) : snapshots_of(d, std::move(read));
}

/// What happened between blocks.
void read_grid_events(TraceData& d, ArrayReader& reader) {
    std::vector<TypedArray> columns;
    for (const GridColumnKind& wanted : grid_column_kinds()) {
        const std::int64_t size =
            columns.empty() ? -1 : std::ssize(columns.front().as<std::int64_t>());
        columns.push_back(reader.array(wanted.name, wanted.type, size));
    }
    try {
        d.grid_events = grid_events_of(columns, d);
    } catch (const UsageError& error) {
        reader.refuse(error.what());
    }
}

/// When its warps did what.
void read_times(TraceData& d, ArrayReader& reader) {
    if (!d.times) return;
    const TypedArray warps = reader.array(std::string{times_warps_member}, ElementType::i64, -1);
    const TypedArray barriers =
        reader.array(std::string{times_barriers_member}, ElementType::i32, -1);
    try {
        take_times(*d.times, warps, barriers);
        if (d.times->has_accesses) {
            take_accesses(*d.times,
                          reader.array(std::string{times_accesses_member}, ElementType::i32, -1));
        }
    } catch (const UsageError& error) {
        reader.refuse(error.what());
    }
}

}  // namespace

struct TraceReading::Work {
    Work(const std::vector<std::byte>& bytes, std::string source)
        : name{std::move(source)}, reader{bytes, name} {
        FileMeta file;
        d = parse_meta_json(reader.text("meta.json", most_meta_bytes), name, file);
        const int version = file.version;
        for (const std::string& member : file.members) {
            if (!reader.has(member)) reader.refuse(fmt::format("\"{}\" is missing", member));
        }
        check_sizes(d, reader);
        const TypedArray elements = reader.array("elements", ElementType::i32, d.words);
        const auto numbers = elements.as<std::int32_t>();
        d.facts.elements.assign(numbers.begin(), numbers.end());
        read_texts(d, reader);
        for (std::size_t k = 0; k < d.contents.size(); ++k) {
            const auto contents = [this, k](const char* what, Contents held) {
                left.emplace_back([this, k, what] { return fetch_contents(d, reader, k, what); });
                once([this, k, what, held] { read_contents(d, reader, k, what, held); });
            };
            contents("before", &ArrayContents::before);
            if (std::ranges::find(file.unchanged, k) == file.unchanged.end()) {
                contents("after", &ArrayContents::after);
            } else {
                once([this, k] { d.contents[k].after = d.contents[k].before; });
            }
            contents("expected", &ArrayContents::expected);
            once([this, k] { read_tolerance(d, reader, k); });
        }
        left.emplace_back(
            [this, version] { return reader.fetch(snapshots_member(version), snapshot_cells(d)); });
        once([this, version] { read_snapshots(d, reader, version); });
        once([this] { read_small_arrays(d, reader); });
        once([this] { check_row_sites(d, reader); });
        once([this] { check_memory(d, reader); });
        if (version == 1) {
            left.emplace_back([this] { return events.go_on(); });
        } else {
            read_row_columns();
        }
        once([this] { read_times(d, reader); });
        once([this] { read_grid_events(d, reader); });
        once([this] { end(); });
    }

    void once(std::function<void()> piece) {
        left.emplace_back([piece = std::move(piece)] {
            piece();
            return true;
        });
    }
    void read_row_columns() {
        left.emplace_back([this] { return columns.fetch_masks(); });
        once([this] { columns.read_masks(); });
        left.emplace_back([this] { return columns.fetch_places(); });
        once([this] { columns.read_places(); });
        left.emplace_back([this] { return columns.fill_some(); });
    }

    bool go_on() {
        if (left.empty()) return false;
        if (left.front()()) left.pop_front();
        return !left.empty();
    }

    void end() {
        try {
            trace = std::make_shared<const Trace>(std::move(d));
        } catch (const RunError& error) {
            throw UsageError(fmt::format("{} cannot be read: {}", name, error.what()));
        }
    }

    std::string name;
    ArrayReader reader;
    TraceData d;
    EventReader events{d, reader};  ///< of version 1
    RowColumnsReader columns{d, reader};
    std::deque<std::function<bool()>> left;  ///< pieces; false: there is more of it
    std::shared_ptr<const Trace> trace;
};

TraceReading::TraceReading(std::vector<std::byte> bytes, const std::string& name)
    : bytes_(std::move(bytes)), work_{std::make_unique<Work>(bytes_, name)} {}

TraceReading::~TraceReading() = default;

bool TraceReading::go_on() {
    return work_->go_on();
}

std::shared_ptr<const Trace> TraceReading::whole() {
    while (go_on()) {
    }
    return trace();
}

std::shared_ptr<const Trace> TraceReading::trace() const {
    return work_->trace;
}

std::shared_ptr<const Trace> decode_trace(std::vector<std::byte> bytes, const std::string& name) {
    return TraceReading{std::move(bytes), name}.whole();
}

}  // namespace stridescope

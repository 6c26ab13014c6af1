#include "app/trace/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "app/experiment/npy_file.h"
#include "app/experiment/recycled_buffer.h"
#include "app/trace/atomic_file.h"
#include "app/trace/catalogue_facts.h"
#include "app/trace/grid_columns.h"
#include "app/trace/npz.h"
#include "app/trace/trace_meta.h"

namespace stridescope {
namespace {

std::string_view descr_of(ElementType type) {
    switch (type) {
        case ElementType::i32: return "<i4";
        case ElementType::u32: return "<u4";
        case ElementType::f32: return "<f4";
        case ElementType::f64: return "<f8";
        case ElementType::i64: break;
    }
    return "<i8";
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

/// Reads the members back, each with its length checked.
class Reader {
  public:
    Reader(std::map<std::string, Bytes> members, const std::string& source)
        : members_{std::move(members)}, source_{source} {}

    /// Array `name` as elements of `type`; freed from the archive. `size` < 0: any length.
    TypedArray array(const std::string& name, ElementType type, std::int64_t size) {
        const auto member = members_.find(name + ".npy");
        if (member == members_.end()) refuse(fmt::format("\"{}\" is missing", name));
        TypedArray array =
            read_npy(member->second, type, fmt::format("\"{}\" in {}", name, source_));
        members_.erase(member);
        if (size >= 0 && array.size() != static_cast<std::size_t>(size)) {
            refuse(fmt::format("\"{}\" has {} numbers where {} belong", name, array.size(), size));
        }
        return array;
    }
    std::string text(const std::string& name) const {
        const auto member = members_.find(name);
        if (member == members_.end()) refuse(fmt::format("\"{}\" is missing", name));
        return {reinterpret_cast<const char*>(member->second.data()), member->second.size()};
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw UsageError(fmt::format("{} cannot be read: {}.", source_, why));
    }

  private:
    std::map<std::string, Bytes> members_;
    const std::string& source_;
};

constexpr const char* text_member = "kernel.h";

/// The kernel's text, if meta.json names one: what can be shown line by line.
void read_text(TraceData& d, const Reader& reader) {
    if (d.text_name.empty()) return;
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    constexpr std::ptrdiff_t most_lines = 10'000;
    d.text = reader.text(text_member);
    if (d.text.size() > most_bytes || std::ranges::count(d.text, '\n') > most_lines) {
        reader.refuse(fmt::format("\"{}\" is too long for a kernel's text", text_member));
    }
    const std::ptrdiff_t lines = std::ranges::count(d.text, '\n') + 1;
    if (std::ranges::any_of(d.sites, [lines](const Site& s) { return s.line > lines; })) {
        reader.refuse(fmt::format("a site lies beyond the lines of \"{}\"", text_member));
    }
    if (!is_utf8(d.text)) reader.refuse(fmt::format("\"{}\" is no UTF-8 text", text_member));
}

/// The numbers of meta.json, before anything is allocated by them.
void check_sizes(const TraceData& d, const Reader& reader) {
    const auto within = [&](std::int64_t value, std::int64_t low, std::int64_t high,
                            std::string_view what) {
        if (value < low || value > high) {
            reader.refuse(fmt::format("{} {} is out of range", what, value));
        }
    };
    within(d.n, 0, std::numeric_limits<std::int32_t>::max(), "n");
    within(d.shape.threads, 1, 1024, "threads");
    within(d.shape.section, 1, 1 << 15, "section");
    within(d.words, d.storage == Storage::shared ? d.shape.section : 0, Trace::idle - 1, "words");
    within(d.storage_cells, 0, Trace::idle - 1 - d.words, "the number of cells beyond words");
    within(d.grid, 0, d.n, "grid");
    within(d.blocks, 0, d.grid, "blocks");
    within(static_cast<std::int64_t>(d.steps.size()), 0, Trace::idle, "the number of steps");
    for (const Step& step : d.steps) within(step.stride, 0, 1 << 20, "stride");
    within(d.experiment.block, 1, 1024, "block");
    within(d.experiment.coarsen, 1, 1024, "coarsen");
    within(d.experiment.sms, 1, std::numeric_limits<std::int16_t>::max(), "sms");
    within(d.experiment.resident, 1, std::numeric_limits<std::int16_t>::max(), "resident");
}

void read_rows(TraceData& d, Reader& reader) {
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

/// The words that such an event may name, as a half-open range; some name none, and say 0.
std::pair<int, int> words_reached(const TraceData& d, Event event) {
    if (is_register(event)) return {d.words, d.cells()};
    if (event == Event::load || event == Event::store) return {0, d.words};
    return {0, std::max(d.words, 1)};
}

/// The events back into lanes. The columns step, site, iteration and kind repeat what the row
/// table says; a file where they differ was tampered with and is refused.
void read_events(TraceData& d, Reader& reader) {
    const TypedArray row_column = reader.array("row", ElementType::i32, -1);
    const auto events = static_cast<std::int64_t>(row_column.size());
    const auto rows = row_column.as<std::int32_t>();
    if (std::ranges::any_of(rows, [&](int row) {
            return row < 0 || static_cast<std::size_t>(row) >= d.rows.size();
        })) {
        reader.refuse("an event belongs to no row");
    }
    const auto agrees = [&](const std::string& name, auto&& of_row) {
        const TypedArray column = reader.array(name, ElementType::i32, events);
        const auto values = column.as<std::int32_t>();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] != of_row(d.rows[static_cast<std::size_t>(rows[i])])) {
                reader.refuse(fmt::format("\"{}\" and \"rows\" disagree", name));
            }
        }
    };
    for (const Row& row : d.rows) {
        if (row.site < 0 || static_cast<std::size_t>(row.site) >= d.sites.size()) {
            reader.refuse("a row has no site");
        }
    }
    agrees("step", [](const Row& row) { return row.step; });
    agrees("site", [](const Row& row) { return row.site; });
    agrees("iteration", [](const Row& row) { return row.iteration; });
    agrees("kind", [&](const Row& row) {
        return static_cast<int>(d.sites[static_cast<std::size_t>(row.site)].event);
    });

    if (trace_bytes(d, d.blocks) > memory_bytes()) {
        reader.refuse(
            fmt::format("it claims {} blocks of {} rows, more than this machine's memory "
                        "holds",
                        d.blocks, d.rows.size()));
    }
    const TypedArray blocks = reader.array("block", ElementType::i32, events);
    const TypedArray threads = reader.array("thread", ElementType::i32, events);
    const TypedArray words = reader.array("word", ElementType::i32, events);
    const TypedArray reached = d.records_global ? reader.array("address", ElementType::i32, events)
                                                : TypedArray{ElementType::i32, row_column.size()};
    const auto width = static_cast<std::size_t>(d.shape.threads);
    const std::size_t size = static_cast<std::size_t>(d.blocks) * d.rows.size() * width;
    const auto lanes = recycled_array<std::uint16_t>(size);
    std::fill_n(lanes.get(), size, Trace::idle);
    const std::vector<std::size_t> global_row = number_global_rows(d.rows, d.sites);
    const std::size_t globals = global_row.back();
    const std::size_t all_globals = static_cast<std::size_t>(d.blocks) * globals * width;
    const auto addresses = recycled_array<std::uint32_t>(all_globals);
    std::fill_n(addresses.get(), all_globals, 0U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const int block = blocks.as<std::int32_t>()[i], thread = threads.as<std::int32_t>()[i];
        const int word = words.as<std::int32_t>()[i];
        const int address = reached.as<std::int32_t>()[i];
        const auto row = static_cast<std::size_t>(rows[i]);
        const Site& site = d.sites[static_cast<std::size_t>(d.rows[row].site)];
        const bool global = is_global(site.event);
        const auto [first_word, end_word] = words_reached(d, site.event);
        if (block < 0 || block >= d.blocks || thread < 0 || thread >= d.shape.threads ||
            word < first_word || word >= end_word ||
            (global && (address < 0 || address >= d.array(site.array).size()))) {
            reader.refuse(fmt::format("event {} lies outside the launch", i));
        }
        const auto place = static_cast<std::size_t>(block) * d.rows.size() + row;
        std::uint16_t& lane = lanes[place * width + static_cast<std::size_t>(thread)];
        if (lane != Trace::idle) reader.refuse(fmt::format("event {} is there twice", i));
        lane = static_cast<std::uint16_t>(word);
        if (!global) continue;
        const std::size_t at = static_cast<std::size_t>(block) * globals + global_row[row];
        addresses[at * width + static_cast<std::size_t>(thread)] =
            static_cast<std::uint32_t>(address);
    }
    d.lanes = lanes;
    d.addresses = addresses;
}

/// What happened between blocks; files of versions before 3 tell nothing of it.
void read_grid_events(TraceData& d, Reader& reader) {
    if (!d.records_grid) return;
    std::vector<TypedArray> columns;
    for (const GridColumnKind& wanted : grid_column_kinds(d.experiment.type)) {
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
    typed("input", d.input, {d.input.size()});
    typed("output", d.output, {d.output.size()});
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

std::shared_ptr<const Trace> decode_trace(std::vector<std::byte> bytes, const std::string& name) {
    Reader reader{read_npz(bytes, name), name};
    bytes = {};
    TraceMeta meta = parse_meta_json(reader.text("meta.json"), name);
    TraceData& d = meta.data;
    check_sizes(d, reader);
    if (meta.version < first_version_with_facts) {
        add_catalogue_facts(d);
    } else {
        const TypedArray elements = reader.array("elements", ElementType::i32, d.cells());
        const auto numbers = elements.as<std::int32_t>();
        d.facts.elements.assign(numbers.begin(), numbers.end());
    }
    read_text(d, reader);
    const auto steps = static_cast<std::int64_t>(d.steps.size());
    d.input = reader.array("input", d.experiment.type, d.n);
    d.output = reader.array("output", d.experiment.type, d.n);
    d.snapshots = reader.array("snapshots", d.experiment.type, d.blocks * steps * d.cells());
    const TypedArray barriers = reader.array("barriers", ElementType::i32, d.blocks * steps);
    for (const std::int32_t count : barriers.as<std::int32_t>()) {
        d.barriers.push_back(static_cast<std::uint16_t>(count));
    }
    read_rows(d, reader);
    read_events(d, reader);
    read_grid_events(d, reader);
    try {
        return std::make_shared<const Trace>(std::move(d));
    } catch (const RunError& error) {
        throw UsageError(fmt::format("{} cannot be read: {}", name, error.what()));
    }
}

void write_trace(const Trace& trace, const std::filesystem::path& path) {
    write_file_atomically(path, encode_trace(trace));
}

std::shared_ptr<const Trace> read_trace(const std::filesystem::path& path) {
    const std::string name = "\"" + path.string() + "\"";
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw UsageError(fmt::format("{} is a folder: name a trace file (.npz).", name));
    }
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"),
                                                               &std::fclose};
    if (!file) {
        const int why = errno;
        throw UsageError(
            why == ENOENT
                ? fmt::format("There is no {}: record one with `stridescope-cli record -o {}`.",
                              name, path.string())
                : fmt::format("{} cannot be opened: {}.", name,
                              std::strerror(why)));  // NOLINT(concurrency-mt-unsafe)
    }
    // To its end rather than by its size: a pipe has none.
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    do {
        bytes.resize(std::max<std::size_t>(2 * size, std::size_t{1} << 16));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file.get());
    } while (size == bytes.size());
    if (std::ferror(file.get()) != 0) {
        throw UsageError(fmt::format("{} cannot be read to its end.", name));
    }
    bytes.resize(size);
    return decode_trace(std::move(bytes), name);
}

}  // namespace stridescope

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

#include "app/experiment/npy_file.h"
#include "app/experiment/recycled_buffer.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/trace/grid_columns.h"
#include "app/trace/npz.h"
#include "app/trace/text_meta.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_meta.h"

namespace stridescope {
namespace {

/// Reads the members back, each with its length checked: nothing is unpacked that is not asked for,
/// or is longer than it can be.
class Reader {
  public:
    Reader(const std::vector<std::byte>& file, const std::string& source)
        : members_{file, source}, source_{source} {}

    /// Array `name` as elements of `type`. `size` < 0: any length that memory holds, up to `most`
    /// elements.
    TypedArray array(const std::string& name, ElementType type, std::int64_t size,
                     std::uint64_t most = longest) {
        if (!has(name)) refuse(fmt::format("\"{}\" is missing", name));
        TypedArray array = read_npy(members_.read(name + ".npy", most_bytes(size, most)), type,
                                    fmt::format("\"{}\" in {}", name, source_));
        if (size >= 0 && array.size() != static_cast<std::size_t>(size)) {
            refuse(fmt::format("\"{}\" has {} numbers where {} are expected", name, array.size(),
                               size));
        }
        return array;
    }
    /// Unpacks some of what array() is asked for next, with the same arguments. True: all of it is.
    bool fetch(const std::string& name, std::int64_t size, std::uint64_t most = longest) {
        if (!has(name)) refuse(fmt::format("\"{}\" is missing", name));
        return members_.fetch(name + ".npy", most_bytes(size, most));
    }
    bool has(const std::string& name) const { return members_.has(name + ".npy"); }
    std::string text(const std::string& name, std::uint64_t most) {
        if (!members_.has(name)) refuse(fmt::format("\"{}\" is missing", name));
        const Bytes bytes = members_.read(name, most);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw UsageError(fmt::format("{} cannot be read: {}.", source_, why));
    }

  private:
    static constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
    static std::uint64_t most_bytes(std::int64_t size, std::uint64_t most) {
        // NumPy may have written wider numbers, and a longer head.
        constexpr std::uint64_t widest = 8, head = 1 << 16;
        const std::uint64_t elements = std::min<std::uint64_t>(
            size >= 0 ? static_cast<std::uint64_t>(size) : most, std::uint64_t{1} << 48);
        return std::min(elements * widest + head, memory_budget());
    }

    NpzReader members_;
    const std::string& source_;
};

/// A text: what can be shown line by line, and has all lines that sites of that file lie in.
std::string read_text(const TraceData& d, Reader& reader, const std::string& member, int file) {
    constexpr std::size_t most_bytes = std::size_t{1} << 20;
    const std::string text = reader.text(member, most_bytes);
    if (std::ranges::count(text, '\n') > most_lines) {
        reader.refuse(fmt::format("\"{}\" is too long for a kernel's text", member));
    }
    const std::ptrdiff_t lines = std::ranges::count(text, '\n') + 1;
    if (std::ranges::any_of(
            d.sites, [&](const Site& site) { return site.file == file && site.line > lines; })) {
        reader.refuse(fmt::format("a site lies beyond the lines of \"{}\"", member));
    }
    if (!is_utf8(text)) reader.refuse(fmt::format("\"{}\" is not UTF-8 text", member));
    return printable_lines(text);
}

void read_texts(TraceData& d, Reader& reader) {
    d.text = read_text(d, reader, text_member, 0);
    int file = 0;
    for (IncludedText& included : d.includes) {
        const std::string member = included_member(static_cast<std::size_t>(file++));
        // Of 1.0.0 there is something in its place.
        if (included.text.empty()) included.text = read_text(d, reader, member, file);
    }
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
    within(d.threads, 1, 1024, "threads");
    within(d.section, 0, Trace::idle - 1, "section");
    within(d.words, 0, Trace::idle - 1, "words");
    within(d.grid, 0, std::numeric_limits<std::int64_t>::max(), "grid");
    within(d.blocks, 0, d.grid, "blocks");
    within(static_cast<std::int64_t>(d.steps.size()), 0, Trace::idle, "the number of steps");
    for (const Step& step : d.steps) within(step.stride, 0, 1 << 20, "stride");
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

/// Loads that are compiled as one.
void read_merged(TraceData& d, Reader& reader) {
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

/// A thread moves no more elements at once.
constexpr int most_elements_moved = 256;

/// The words that such an event may name, as a half-open range; some name none, and say 0.
std::pair<int, int> words_reached(const TraceData& d, Event event) {
    if (is_register(event)) return {0, d.threads};
    if (event == Event::move) return {0, most_elements_moved};
    if (is_shared(event)) return {0, d.words};
    return {0, std::max(d.words, 1)};
}

/// The events back into lanes. The columns step, site, iteration and kind repeat what the row
/// table says; a file where they differ was tampered with and is refused.
class EventReader {
  public:
    EventReader(TraceData& d, Reader& reader) : d_{d}, reader_{reader} {}

    bool fetch_rows() { return reader_.fetch("row", -1, most_events()); }
    void read_rows() {
        rows_ = reader_.array("row", ElementType::i32, -1, most_events());
        if (std::ranges::any_of(rows(), [this](int row) {
                return row < 0 || static_cast<std::size_t>(row) >= d_.rows.size();
            })) {
            reader_.refuse("an event belongs to no row");
        }
        for (const Row& row : d_.rows) {
            if (row.site < 0 || static_cast<std::size_t>(row.site) >= d_.sites.size()) {
                reader_.refuse("a row has no site");
            }
            const Site& site = site_of(row);
            if (is_global(site.event) &&
                static_cast<std::size_t>(site.array) >= d_.facts.arrays.size()) {
                reader_.refuse("a row reaches an array that is not there");
            }
        }
    }

    /// False, as all of them: there is more to do.
    bool fetch(const std::string& name) {
        return reader_.fetch(name, static_cast<std::int64_t>(rows_.size()));
    }

    bool agrees(const std::string& name, int (*of_row)(const TraceData&, const Row&)) {
        if (next_ == 0) column_ = array(name);
        const auto values = std::as_const(column_).as<std::int32_t>(), rows = this->rows();
        const bool last = go_on([&](std::size_t i) {
            if (values[i] != of_row(d_, d_.rows[static_cast<std::size_t>(rows[i])])) {
                reader_.refuse(fmt::format("\"{}\" and \"rows\" disagree", name));
            }
        });
        if (last) column_ = {};
        return last;
    }

    void check_memory() const {
        if (trace_bytes(d_, d_.blocks) > memory_budget()) {
            reader_.refuse(
                fmt::format("it claims {} blocks of {} rows, more than this machine has memory "
                            "for",
                            d_.blocks, d_.rows.size()));
        }
    }
    void read_blocks() { blocks_ = array("block"); }
    void read_threads() { threads_ = array("thread"); }
    void read_words() { words_ = array("word"); }
    void read_addresses() { reached_ = array("address"); }

    void clear_lanes() {
        const auto width = static_cast<std::size_t>(d_.threads);
        const std::size_t size = static_cast<std::size_t>(d_.blocks) * d_.rows.size() * width;
        lanes_ = recycled_array<std::uint16_t>(size);
        std::fill_n(lanes_.get(), size, Trace::idle);
        global_row_ = number_global_rows(d_.rows, d_.sites);
        const std::size_t all_globals =
            static_cast<std::size_t>(d_.blocks) * global_row_.back() * width;
        addresses_ = recycled_array<std::uint32_t>(all_globals);
        std::fill_n(addresses_.get(), all_globals, 0U);
    }

    bool fill_lanes() {
        const auto width = static_cast<std::size_t>(d_.threads);
        const std::size_t globals = global_row_.back();
        const auto blocks = blocks_.as<std::int32_t>(), threads = threads_.as<std::int32_t>();
        const auto words = words_.as<std::int32_t>(), reached = reached_.as<std::int32_t>();
        const auto rows = this->rows();
        const bool last = go_on([&](std::size_t i) {
            const int block = blocks[i], thread = threads[i], word = words[i], address = reached[i];
            const auto row = static_cast<std::size_t>(rows[i]);
            const Site& site = site_of(d_.rows[row]);
            const bool global = is_global(site.event);
            const auto [first_word, end_word] = words_reached(d_, site.event);
            if (block < 0 || block >= d_.blocks || thread < 0 || thread >= d_.threads ||
                word < first_word || word >= end_word ||
                (global && (address < 0 || address >= d_.array(site.array).size()))) {
                reader_.refuse(fmt::format("event {} lies outside the launch", i));
            }
            const auto place = static_cast<std::size_t>(block) * d_.rows.size() + row;
            std::uint16_t& lane = lanes_[place * width + static_cast<std::size_t>(thread)];
            if (lane != Trace::idle) reader_.refuse(fmt::format("event {} occurs twice", i));
            lane = static_cast<std::uint16_t>(word);
            if (!global) return;
            const std::size_t at = static_cast<std::size_t>(block) * globals + global_row_[row];
            addresses_[at * width + static_cast<std::size_t>(thread)] =
                static_cast<std::uint32_t>(address);
        });
        if (!last) return false;
        d_.lanes = std::move(lanes_);
        d_.addresses = std::move(addresses_);
        return true;
    }

  private:
    std::uint64_t most_events() const {
        const double most = static_cast<double>(d_.blocks) * static_cast<double>(d_.rows.size()) *
                            static_cast<double>(d_.threads);
        return static_cast<std::uint64_t>(std::min(most, 0x1p40));
    }
    /// Does it for the next events, some hundred thousand of them. True: these were the last.
    template <class F>
    bool go_on(F of_event) {
        constexpr std::size_t at_once = std::size_t{1} << 18;
        const std::size_t end = std::min(rows_.size(), next_ + at_once);
        for (std::size_t i = next_; i < end; ++i) of_event(i);
        next_ = end == rows_.size() ? 0 : end;
        return next_ == 0;
    }
    std::span<const std::int32_t> rows() const { return rows_.as<std::int32_t>(); }
    const Site& site_of(const Row& row) const {
        return d_.sites[static_cast<std::size_t>(row.site)];
    }
    TypedArray array(const std::string& name) const {
        return reader_.array(name, ElementType::i32, static_cast<std::int64_t>(rows_.size()));
    }

    TraceData& d_;
    Reader& reader_;
    TypedArray rows_, blocks_, threads_, words_, reached_;  ///< of each event
    std::size_t next_ = 0;                                  ///< the event that go_on comes to next
    TypedArray column_;                                     ///< that agrees() looks at
    std::shared_ptr<std::uint16_t[]> lanes_;
    std::shared_ptr<std::uint32_t[]> addresses_;
    std::vector<std::size_t> global_row_;
};

/// What array `k` held, or should have held.
using Contents = TypedArray ArrayContents::*;

/// Unpacks some of it; true: all, or there is none.
bool fetch_contents(const TraceData& d, Reader& reader, std::size_t k, const char* what) {
    const std::string name = contents_member(k, what);
    return !reader.has(name) || reader.fetch(name, d.facts.arrays[k].size());
}

void read_contents(TraceData& d, Reader& reader, std::size_t k, const char* what, Contents held) {
    const ArrayFacts& facts = d.facts.arrays[k];
    const std::string name = contents_member(k, what);
    if (reader.has(name)) d.contents[k].*held = reader.array(name, facts.type, facts.size());
}

/// How far array `k` may be from what it should have held.
void read_tolerance(TraceData& d, Reader& reader, std::size_t k) {
    const std::string name = contents_member(k, "tolerance");
    if (!reader.has(name)) return;
    const TypedArray numbers = reader.array(name, ElementType::f64, d.facts.arrays[k].size());
    const auto values = numbers.as<double>();
    d.contents[k].tolerance.assign(values.begin(), values.end());
}

void read_small_arrays(TraceData& d, Reader& reader) {
    d.experiment.text.text = d.text;
    take_input_and_output(d);
    const auto steps = static_cast<std::int64_t>(d.steps.size());
    const ElementType cell = d.snapshots.type();
    d.snapshots = reader.array("snapshots", cell, d.blocks * steps * d.words);
    const TypedArray barriers = reader.array("barriers", ElementType::i32, d.blocks * steps);
    for (const std::int32_t count : barriers.as<std::int32_t>()) {
        d.barriers.push_back(static_cast<std::uint16_t>(count));
    }
    read_rows(d, reader);
    read_merged(d, reader);
}

/// What happened between blocks.
void read_grid_events(TraceData& d, Reader& reader) {
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

}  // namespace

struct TraceReading::Work {
    Work(const std::vector<std::byte>& bytes, std::string source)
        : name{std::move(source)}, reader{bytes, name} {
        std::vector<std::string> members;
        d = parse_meta_json(reader.text("meta.json", most_meta_bytes), name, members);
        for (const std::string& member : members) {
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
            contents("after", &ArrayContents::after);
            contents("expected", &ArrayContents::expected);
            once([this, k] { read_tolerance(d, reader, k); });
        }
        once([this] { read_small_arrays(d, reader); });
        left.emplace_back([this] { return events.fetch_rows(); });
        once([this] { events.read_rows(); });
        const auto agrees = [this](const char* column, int (*of)(const TraceData&, const Row&)) {
            fetch(column);
            left.emplace_back([this, column, of] { return events.agrees(column, of); });
        };
        agrees("step", [](const TraceData&, const Row& row) -> int { return row.step; });
        agrees("site", [](const TraceData&, const Row& row) -> int { return row.site; });
        agrees("iteration", [](const TraceData&, const Row& row) -> int { return row.iteration; });
        agrees("kind", [](const TraceData& of, const Row& row) {
            return static_cast<int>(of.sites[static_cast<std::size_t>(row.site)].event);
        });
        once([this] { events.check_memory(); });
        fetch("block");
        once([this] { events.read_blocks(); });
        fetch("thread");
        once([this] { events.read_threads(); });
        fetch("word");
        once([this] { events.read_words(); });
        fetch("address");
        once([this] { events.read_addresses(); });
        once([this] { events.clear_lanes(); });
        left.emplace_back([this] { return events.fill_lanes(); });
        once([this] { read_grid_events(d, reader); });
        once([this] { end(); });
    }

    void once(std::function<void()> piece) {
        left.emplace_back([piece = std::move(piece)] {
            piece();
            return true;
        });
    }
    void fetch(const char* column) {
        left.emplace_back([this, column] { return events.fetch(column); });
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
    Reader reader;
    TraceData d;
    EventReader events{d, reader};
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

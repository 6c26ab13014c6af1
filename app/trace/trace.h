// The trace: everything that was recorded of one run, immutable once made. All that is to the
// right of it (analysis, pictures, tables) is a pure function of it.
//
// Layout. A *row* is one site (source line and operand) in one loop iteration of one step: the
// words that all threads of a block reached there, side by side. 32 neighbouring threads of a load
// or store row are therefore one warp's *request*. All blocks share the row table. What is kept of
// a row is what its warps reached (place_table.h); what threads did is computed from that.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/experiment/experiment.h"
#include "app/experiment/typed_array.h"
#include "app/trace/copies.h"
#include "app/trace/facts.h"
#include "app/trace/made_snapshots.h"
#include "app/trace/place_table.h"
#include "app/trace/race.h"
#include "app/trace/warp_times.h"

namespace stridescope {

/// What a thread did at a site: read or wrote a word of shared memory, combined two values with ⊕,
/// read or wrote an element of global memory, or did both at once that nobody comes between; read
/// a register of its warp (`shuffle`), or wrote one that its warp can read; read or wrote a word of
/// shared memory by a rank in its cluster (`remote`), mostly another block's.
enum class Event : std::uint8_t {
    load,
    store,
    op,
    global_load,
    global_store,
    global_atomic,
    shuffle,
    register_store,
    atomic,  ///< on a word of shared memory
    move,    ///< a value went into a variable as it was: a constant, or another one's
    remote_load,
    remote_store,
    remote_atomic
};

inline constexpr std::array events{Event::load,         Event::store,          Event::op,
                                   Event::global_load,  Event::global_store,   Event::global_atomic,
                                   Event::shuffle,      Event::register_store, Event::atomic,
                                   Event::move,         Event::remote_load,    Event::remote_store,
                                   Event::remote_atomic};

constexpr bool is_global(Event event) {
    return event == Event::global_load || event == Event::global_store ||
           event == Event::global_atomic;
}

/// Whether it reaches words of shared memory: then it costs wavefronts.
constexpr bool is_shared(Event event) {
    return event == Event::load || event == Event::store || event == Event::atomic;
}

/// Whether it reaches words of shared memory by a rank in the cluster (TraceSite::rank). What that
/// costs was not measured: it is no request to the block's own banks.
constexpr bool is_remote(Event event) {
    return event == Event::remote_load || event == Event::remote_store ||
           event == Event::remote_atomic;
}

/// Whether its places are cells of shared memory, of whichever block.
constexpr bool reaches_cells(Event event) {
    return is_shared(event) || is_remote(event);
}

/// Whether it reads and writes at once.
constexpr bool is_atomic(Event event) {
    return event == Event::atomic || event == Event::global_atomic || event == Event::remote_atomic;
}
constexpr bool is_load(Event event) {
    return event == Event::load || event == Event::global_load || event == Event::remote_load;
}
constexpr bool is_store(Event event) {
    return event == Event::store || event == Event::global_store || event == Event::remote_store;
}

/// Whether it is something that a thread does by itself, and reaches no memory.
constexpr bool is_inner(Event event) {
    return event == Event::op || event == Event::move;
}

constexpr bool is_register(Event event) {
    return event == Event::shuffle || event == Event::register_store;
}

/// Where the array lies that such an event reaches; of an operation nothing is said.
constexpr Space space_of(Event event) {
    if (is_global(event)) return Space::global;
    return is_register(event) ? Space::registers : Space::shared;
}

constexpr std::string_view name_of(Event event) {
    constexpr std::array<std::string_view, events.size()> names{
        "load",         "store",          "op",     "global load", "global store", "global atomic",
        "shuffle",      "register store", "atomic", "move",        "remote load",  "remote store",
        "remote atomic"};
    return names[static_cast<std::size_t>(event)];
}

/// One position of the timeline: the load, one stride of one phase, the store.
struct Step {
    std::string phase{};  ///< "load", "scan", "up-sweep", …
    int stride = 0;       ///< 0 where there is none
    /// What other variables were that name the step, "d = 4"; then `stride` is 0.
    std::string variables{};
    int launch = 0;  ///< of the run's launches: which one it is part of

    /// One of several steps of a round, which barriers part: its phase is "part 2".
    bool is_part() const { return phase.starts_with("part "); }
    /// The first of them, or a round that nothing parts.
    bool begins_round() const { return !is_part() || phase == "part 1"; }
    /// Whether its phase goes without saying beside its stride: that of a scan with no other one.
    bool is_plain_scan() const { return phase == "scan"; }

    bool operator==(const Step&) const = default;
};

/// "scan, stride 4", "stride 4, part 2", "d = 4", "up-sweep": a step for people.
std::string name_of(const Step& step);
/// What people call a step: "load", "stride 4", "up-sweep 4".
std::string step_label(const Step& step);
/// A step for people where its stride stands beside it: "up-sweep", "part 2", "d = 4".
std::string phase_of(const Step& step);

/// A text that the kernel's text includes, or that one of those does.
struct IncludedText {
    std::string name{};  ///< as it is included: "elements.cuh"
    std::string text{};

    bool operator==(const IncludedText&) const = default;
};

/// A line of the kernel's text, or of one that it includes.
struct SourceLine {
    int file = 0;  ///< 0: the text itself; above: Trace::includes()[file − 1]
    int line = 0;  ///< from 1

    auto operator<=>(const SourceLine&) const = default;
};

/// A place in the kernel's text.
struct TraceSite {
    int line = 0;     ///< 1-based line of the kernel's text
    int operand = 0;  ///< order among the events of that line
    Event event = Event::load;
    ArrayId array = ArrayId::none;  ///< the one it reaches; none: of an operation
    int bytes = 0;  ///< that each thread moves, where that is no single element; else 0
    int file = 0;   ///< that the line is of, see SourceLine
    int rank = -1;  ///< of a remote event: in the cluster, of the block whose memory it is
    /// What an operation is, as the text writes it, "+", "fma" or "max"; of an atomic or
    /// a shuffle the function's name. Empty: nothing is said of it.
    std::string operation{};

    SourceLine place() const { return {file, line}; }
    /// Whether it is a part of asynchronous copies: what they read, or what they write.
    bool is_copy() const {
        return operation.starts_with("cp.async") || operation == "memcpy_async";
    }
    /// Whether both are of one instruction, by which lanes reach shared memory of several blocks.
    bool is_beside(const TraceSite& other) const {
        return is_remote(event) && event == other.event && line == other.line &&
               file == other.file && operand == other.operand && operation == other.operation;
    }
    bool operator==(const TraceSite&) const = default;
};

/// One site in one iteration of one step. Sorted by (step, interval, iteration, site, left, right):
/// the order a person reads them in.
struct TraceRow {
    static constexpr int none = -1;

    int step = 0;
    int interval = 0;  ///< barriers the block had passed before
    int site = 0;
    int iteration = 0;  ///< round of the `strided` loop it stands in, else 0
    /// Where the values came from, as rows of the same thread. op: its two operands.
    /// stores: `left` is the load or op whose value was written. `none`: a constant. What came from
    /// the thread's own register came from the row that wrote it there. And:
    /// - shuffle: `left` is a row of the thread whose register it reads, which lanes() names;
    /// - operations on three: `left` is a move that holds the first two;
    /// - stores of several elements at once: `right` is a move that stands for those behind the
    ///   first, its `left` for the second and its `right` for the rest again;
    /// - a move from a load of several elements takes the one that lanes() tells.
    int left = none;
    int right = none;

    bool operator==(const TraceRow&) const = default;
};

/// What happened between blocks, in the order in which it happened: only of kernels whose blocks
/// cooperate (they have arrays of their own in global memory), and of all their blocks, recorded or
/// not.
struct GridEvent {
    enum class Kind : std::uint8_t {
        start,   ///< the block got a place on a multiprocessor; `element` is that one's number
        step,    ///< the last of its threads passed the marker of `step`
        load,    ///< a thread read an element of a scratch array
        store,   ///< or wrote one
        atomic,  ///< or added to one; `integer` is what it left there
        wait,    ///< a thread read an element, and what it read made it wait for another
        end,     ///< the block gave its place up
        launch,  ///< a launch begins: `element` blocks of it; `block` is none
    };
    static constexpr int nobody = -1;

    std::int64_t time = 0;  ///< TraceData::clock says in what
    Kind kind = Kind::start;
    int block = nobody;
    int step = -1;
    int thread = nobody;
    int line = 0;
    ArrayId array{};  ///< that it reached
    std::int64_t element = -1;
    std::int32_t integer = 0;  ///< what was read or written, of an array of integers
    std::uint64_t value = 0;   ///< of an array of values: its bytes, the lowest first

    bool operator==(const GridEvent&) const = default;
};

constexpr std::string_view name_of(GridEvent::Kind kind) {
    constexpr std::array<std::string_view, 8> names{"start",  "step", "load", "store",
                                                    "atomic", "wait", "end",  "launch"};
    return names[static_cast<std::size_t>(kind)];
}

/// What an array in global memory holds before the run and after it, and what it should hold then.
struct ArrayContents {
    TypedArray before{}, after{};
    TypedArray expected{};        ///< empty: nothing is
    std::string expected_name{};  ///< of what it is: "sequential scan of A"
    TypedArray tolerance{};       ///< |after − expected| may be that, f64; empty: nothing
};

/// The most blocks that a cluster has.
inline constexpr int most_of_cluster = 8;

/// One launch.
struct LaunchFacts {
    std::string kernel{};
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t shared_bytes = 0;                 ///< that a block has, static and dynamic
    std::array<std::uint32_t, 3> cluster{1, 1, 1};  ///< blocks of a cluster

    bool operator==(const LaunchFacts&) const = default;
};

/// The number of the block that has the rank in the cluster of that one.
int block_of_rank(const LaunchFacts& launch, int block, int rank);

/// Something the kernel did wrong; the run goes on, the trace says so.
struct RecordedFault {
    /// "barrier", "out-of-bounds", "endless-wait" …: see
    /// engine/machine/machine_findings.cpp.
    std::string kind{};
    int block = 0;
    int step = -1;  ///< -1: before the first step
    int thread = -1;
    int line = 0;
    std::int64_t address = -1;  ///< the index, for out-of-bounds
    std::string message{};      ///< one sentence for people

    bool operator==(const RecordedFault&) const = default;
};

/// The columns as plain data: what an engine or the file reader fills in.
struct TraceData {
    Experiment experiment;
    int threads = 1;     ///< of a block
    int section = 0;     ///< elements that live in its shared memory
    int words = 0;       ///< cells of its shared memory
    std::string engine;  ///< "cpu" or "cuda"
    std::string device;  ///< "warp machine", or the GPU's name
    /// The machine added products of tensor cores another way than a GPU does, where that may show:
    /// sums may differ from a GPU's in their last bits.
    bool rounded_sums = false;
    std::int64_t n = 0;     ///< elements of the output, else of the input
    std::int64_t grid = 0;  ///< blocks launched
    int blocks = 0;         ///< blocks recorded: 0 … blocks − 1

    std::string text_name;               ///< the file's name
    std::string text;                    ///< and its text, which the sites' lines are lines of
    std::vector<IncludedText> includes;  ///< that this text includes, in the order of inclusion
    TraceFacts facts;
    std::vector<Step> steps;
    std::vector<TraceSite> sites;
    std::vector<TraceRow> rows;
    std::vector<std::uint16_t> barriers;  ///< [block][step]: barriers passed
    /// What warps reached: of rows of global memory elements, of others cells. See Trace::lanes.
    std::shared_ptr<const PlaceTable> places;
    std::vector<GridEvent> grid_events;
    std::string clock;  ///< what the events' times count: "tick" or "ns"; empty without events
    /// [block][step][cell]: after the step. Where cells are of several types it is unsigned
    /// numbers of cell_bytes each, and holds their bits.
    TypedArray snapshots;
    /// In place of its elements: they are made when they are asked for.
    std::shared_ptr<const MadeSnapshots> made_snapshots;
    TypedArray input;   ///< what the first array that is only read held before; else empty
    TypedArray output;  ///< what the first array that is written holds after; else empty
    std::vector<RecordedFault> diagnostics;
    /// Races of all blocks, as they were judged while the text ran.
    std::vector<Race> races;
    bool races_judged = false;        ///< false: nobody looked then
    std::int64_t races_left_out = 0;  ///< found beyond `races`
    /// Asynchronous copies of the recorded blocks, by block, in the order in which they were begun.
    std::vector<CopyGroup> copies;
    std::vector<LaunchFacts> launches;
    std::vector<ArrayContents> contents;  ///< [array]; of those not in global memory empty
    std::string printed;                  ///< what it wrote with printf
    /// What of the launches is a guess, a sentence; empty: nothing is.
    std::string guessed;
    /// Why main did not come to its end, a sentence; empty: it did, or none ran.
    std::string stopped;
    /// What is left out: accesses that there was no time or no room to look into, launches that did
    /// what another one did. A sentence.
    std::string shortened;
    std::optional<int> exit_code;    ///< of a main that came to its end
    bool reads_input = false;        ///< main asked for what is typed
    bool measures_time = false;      ///< main asked for the time more than once
    int multiprocessors = 0;         ///< of so many main was told; 0: it did not ask
    std::optional<WarpTimes> times;  ///< of a GPU's run, if they were asked for
    /// Distance of cells, which is that of shared memory: a cell is so many bytes of it.
    int cell_bytes = 0;

    /// The array, which must be one that there is.
    const ArrayFacts& array(ArrayId id) const { return facts.arrays[static_cast<std::size_t>(id)]; }
    /// The arrays in global memory that are neither input nor output: what blocks may tell one
    /// another by.
    std::span<const ArrayFacts> scratch() const;
};

/// See the head of this file. Indices are checked by assertion only.
class Trace {
  public:
    /// In `lanes`: this thread had no part. For rows of operations and of global memory any other
    /// value means "took part"; of a shuffle it is the thread whose register was read, of a move
    /// which element it takes of a load of several.
    static constexpr std::int32_t idle = -1;
    /// As many cells as a GPU's block has bytes of shared memory, and as many steps.
    static constexpr int most_cells = 227 << 10, most_steps = 0xFFFF;

    /// Checks that the columns fit together. Throws RunError if they do not.
    explicit Trace(TraceData data);

    const Experiment& experiment() const { return d_.experiment; }
    const std::vector<LaunchFacts>& launches() const { return d_.launches; }
    /// What the array held; what is not known is empty.
    const ArrayContents& contents(ArrayId array) const;
    /// Elements that live in a block's shared memory.
    int section() const { return d_.section; }
    /// Cells of a block's shared memory, which is what snapshots hold.
    int words() const { return d_.words; }
    const std::string& engine() const { return d_.engine; }
    const std::string& device() const { return d_.device; }
    /// The device for people, with what is to be known of its sums: "warp machine", "warp machine,
    /// whose tensor cores' sums may differ from a GPU's in their last bits".
    std::string device_words() const;
    std::int64_t n() const { return d_.n; }
    std::int64_t grid() const { return d_.grid; }
    int blocks() const { return d_.blocks; }
    int threads() const { return d_.threads; }
    int warps() const { return (d_.threads + 31) / 32; }

    /// The text as it was recorded, and its file's name.
    const std::string& text() const { return d_.text; }
    const std::string& text_name() const { return d_.text_name; }
    /// The texts that it includes: of a site of file k it is the one at k − 1.
    const std::vector<IncludedText>& includes() const { return d_.includes; }
    /// What the text itself is called, 0, or which it includes (SourceLine::file).
    const std::string& file_name(int file) const {
        return file == 0 ? d_.text_name : d_.includes[static_cast<std::size_t>(file) - 1].name;
    }

    int step_count() const { return static_cast<int>(d_.steps.size()); }
    const std::vector<Step>& steps() const { return d_.steps; }
    const std::vector<TraceSite>& sites() const { return d_.sites; }
    const std::vector<TraceRow>& rows() const { return d_.rows; }
    const TraceRow& row(int number) const { return d_.rows[static_cast<std::size_t>(number)]; }
    Event event_of(const TraceRow& row) const {
        return d_.sites[static_cast<std::size_t>(row.site)].event;
    }
    /// The rows of one step as a half-open range of indices into rows().
    struct Range {
        int begin, end;
    };
    Range rows_of_step(int step) const {
        const auto s = static_cast<std::size_t>(step);
        return {first_row_[s], first_row_[s + 1]};
    }

    /// What each thread reached: `threads()` entries, a word of shared memory, or `idle`.
    RowView<std::int32_t> lanes(int block, int row) const;
    /// Which element of its array each thread of a global row reached; of idle threads 0.
    RowView<std::uint32_t> addresses(int block, int row) const;
    /// What the 32 lanes of one warp reached.
    std::array<std::int32_t, lanes_of_warp> lanes_of(int block, int row, int warp) const;
    std::array<std::uint32_t, lanes_of_warp> addresses_of(int block, int row, int warp) const;
    /// What one thread reached.
    std::int32_t lane(int block, int row, int thread) const {
        const WarpPlaces& warp = places(block, row, thread / warp_width);
        const auto at = static_cast<std::size_t>(thread % warp_width);
        if ((warp.mask >> at & 1) == 0) return idle;
        if (is_global(event_of(this->row(row)))) return 0;
        return static_cast<std::int32_t>(
            d_.places->place(static_cast<std::size_t>(block), warp, at));
    }
    /// What a thread that took part in a global row reached there.
    std::uint32_t address(int block, int row, int thread) const {
        return d_.places->place(static_cast<std::size_t>(block),
                                places(block, row, thread / warp_width),
                                static_cast<std::size_t>(thread % warp_width));
    }
    bool took_part(int block, int row, int thread) const {
        return (mask(block, row, thread / warp_width) >> (thread % warp_width) & 1) != 0;
    }
    /// A bit for each lane of the warp that took part.
    std::uint32_t mask(int block, int row, int warp) const { return places(block, row, warp).mask; }
    /// Whether the same threads of both blocks reached the same there, of a row of no global
    /// memory.
    bool reach_the_same(int block, int other, int row) const;
    /// How many threads of the block took part in the row.
    int threads_in(int block, int row) const;
    /// What it is computed from.
    const WarpPlaces& places(int block, int row, int warp) const {
        return d_.places->at(static_cast<std::size_t>(block), static_cast<std::size_t>(row),
                             static_cast<std::size_t>(warp));
    }
    /// What the row does to cells: `reads` or `writes` them, or neither; then `cell` is of no use.
    /// An atomic does both.
    bool reads_cells(int row) const {
        const Use use = use_[static_cast<std::size_t>(row)];
        return use == Use::reads || use == Use::both;
    }
    bool writes_cells(int row) const {
        const Use use = use_[static_cast<std::size_t>(row)];
        return use == Use::writes || use == Use::both;
    }
    /// Bytes of shared memory that a cell is.
    std::size_t cell_bytes() const { return cell_bytes_; }
    /// The array that the cell is part of in the step, none between arrays: each kernel of a run
    /// has arrays of its own at the same places.
    ArrayId array_of_cell(int step, int cell) const {
        const auto s = static_cast<std::size_t>(std::max(step, 0));
        if (s >= layout_of_step_.size()) return ArrayId::none;
        const std::vector<ArrayId>& arrays = layouts_[layout_of_step_[s]];
        const auto c = static_cast<std::size_t>(cell);
        return c < arrays.size() ? arrays[c] : ArrayId::none;
    }
    /// How many cells the step's kernel has: fewer than words() where another one of the run has
    /// more.
    int words_of_step(int step) const;
    /// Steps of one number have the same arrays: they are of one kernel.
    std::size_t layout_of_step(int step) const {
        return layout_of_step_[static_cast<std::size_t>(step)];
    }
    /// Whether the cell is one of the array's, and no other array's of whichever kernel.
    bool is_only_of(ArrayId array, int cell) const;
    /// Where the array begins.
    int first_cell(ArrayId array) const { return first_cell_[static_cast<std::size_t>(array)]; }
    /// How many cells one of the array's elements takes.
    int cells_of_element(ArrayId array) const {
        return std::max(1, static_cast<int>(element_bytes(array) / cell_bytes_));
    }
    /// "out[3][5]": an element of an array, by its number in memory.
    std::string name_of_element(ArrayId array, std::int64_t element) const;
    /// "tile[3][5]": the element that begins in the cell in the step, as the text would write it;
    /// empty where none does.
    std::string name_of_cell(int step, int cell) const;
    /// What stands in the cell after the step, in full and as a number. Of an element that takes
    /// several cells the first has it.
    std::string value_text(int block, int step, int cell) const;
    double value_number(int block, int step, int cell) const;
    ElementType type_of_cell(int step, int cell) const;
    /// How many elements, one behind another, a thread moves at once at the site: mostly one.
    int elements_moved(int site) const {
        const TraceSite& at = d_.sites[static_cast<std::size_t>(site)];
        if (at.bytes == 0 || is_inner(at.event) || is_register(at.event)) return 1;
        return std::max(1, at.bytes / static_cast<int>(element_bytes(at.array)));
    }
    /// How many cells, one behind another, a thread reaches at the site.
    int cells_reached(int site) const {
        const TraceSite& at = d_.sites[static_cast<std::size_t>(site)];
        const std::size_t bytes =
            at.bytes > 0 ? static_cast<std::size_t>(at.bytes) : element_bytes(at.array);
        return std::max(1, static_cast<int>(bytes / cell_bytes_));
    }
    /// Bytes that each lane of a request at the site moves, as banks see it: 4, 8 or 16.
    std::size_t request_bytes(int site) const {
        const TraceSite& at = d_.sites[static_cast<std::size_t>(site)];
        return std::max<std::size_t>(
            4, at.bytes > 0 ? static_cast<std::size_t>(at.bytes) : element_bytes(at.array));
    }
    int barriers(int block, int step) const {
        return d_.barriers[static_cast<std::size_t>(block) * d_.steps.size() +
                           static_cast<std::size_t>(step)];
    }

    const TraceFacts& facts() const { return d_.facts; }
    /// As the kernel's text calls the array: "A", "P", or one of its own.
    std::string_view name_of(ArrayId array) const { return d_.array(array).name; }
    /// Bytes of one of its elements.
    std::size_t element_bytes(ArrayId array) const { return size_of(d_.array(array).type); }
    std::span<const ArrayFacts> scratch() const { return d_.scratch(); }
    /// What closed forms say of the step, of one block.
    ExpectedCounts expected(int step) const {
        const auto s = static_cast<std::size_t>(step);
        return s < d_.facts.expected.size() ? d_.facts.expected[s] : ExpectedCounts{};
    }
    const std::vector<GridEvent>& grid_events() const { return d_.grid_events; }
    const std::string& clock() const { return d_.clock; }

    /// Those of all blocks, which are made for that. Whoever looks at one asks for snapshot().
    const TypedArray& snapshots() const {
        return d_.made_snapshots ? d_.made_snapshots->all(d_.snapshots.type()) : d_.snapshots;
    }
    ElementType snapshot_type() const { return d_.snapshots.type(); }
    /// The block's cells as they were after the step.
    const std::byte* snapshot(int block, int step) const {
        const std::size_t bytes = static_cast<std::size_t>(words()) * cell_bytes();
        if (d_.made_snapshots)
            return d_.made_snapshots->of_block(static_cast<std::size_t>(block)) +
                   static_cast<std::size_t>(step) * bytes;
        return d_.snapshots.bytes() + snapshot_index(block, step, 0) * cell_bytes();
    }
    /// Index into snapshots() of a cell as it was after the step.
    std::size_t snapshot_index(int block, int step, int cell) const {
        return (static_cast<std::size_t>(block) * d_.steps.size() +
                static_cast<std::size_t>(step)) *
                   static_cast<std::size_t>(words()) +
               static_cast<std::size_t>(cell);
    }
    const TypedArray& input() const { return d_.input; }
    const TypedArray& output() const { return d_.output; }
    const std::vector<RecordedFault>& diagnostics() const { return d_.diagnostics; }
    /// By block, in the order in which they were begun; see docs/trace_format.md.
    const std::vector<CopyGroup>& copies() const { return d_.copies; }
    /// When its warps did what; null: that was not measured.
    const WarpTimes* times() const { return d_.times ? &*d_.times : nullptr; }

    /// The element of the section that lives in the cell, -1 if none does: padding, and words of
    /// shared memory that are no element's home. Of two buffers both cells are the element's.
    int element_of(int cell) const { return d_.facts.elements[static_cast<std::size_t>(cell)]; }
    /// The first of the element's cells.
    int cell_of(int element) const { return cell_of_[static_cast<std::size_t>(element)]; }

    /// The columns, for writing them to a file or comparing.
    const TraceData& data() const { return d_; }

  private:
    enum class Use : std::uint8_t { none, reads, writes, both };
    static constexpr int warp_width = static_cast<int>(lanes_of_warp);

    void note_uses();
    void note_layout();
    void note_arrays();
    void note_layouts();

    TraceData d_;
    std::vector<int> first_row_;
    std::vector<Use> use_;      ///< [row]
    std::vector<int> cell_of_;  ///< [element]
    std::size_t cell_bytes_ = 4;
    std::vector<std::vector<ArrayId>> layouts_;  ///< [layout][cell]: one for each kernel
    std::vector<std::size_t> layout_of_step_;    ///< [step]
    std::vector<int> first_cell_;                ///< [array]
};

/// The block whose shared memory the row of that block reaches.
int owner_of(const Trace& trace, int block, const TraceRow& row);

/// "out[3][5]": an element of the array, by its number in memory.
std::string name_of_element(const ArrayFacts& array, std::int64_t element);

/// Fills in TraceData::input and TraceData::output from its contents.
void take_input_and_output(TraceData& data);

/// Which rows are of global memory.
std::vector<bool> rows_of_global_memory(const std::vector<TraceRow>& rows,
                                        const std::vector<TraceSite>& sites);

/// Bytes that this many blocks take in memory, but for lists of places; the largest number if it is
/// too large for one.
std::uint64_t trace_bytes(const TraceData& shape, int blocks);
/// Bytes that what its threads reached comes to when all is looked at, and snapshots.
std::uint64_t view_bytes(const TraceData& shape, int blocks);

}  // namespace stridescope

#include "app/engine/machine/machine_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include "app/engine/machine/alike_blocks.h"
#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_steps.h"
#include "app/engine/machine/row_finder.h"
#include "app/engine/machine/trace_parts.h"
#include "app/experiment/text/library_texts.h"
#include "app/io/background.h"
#include "app/io/memory_budget.h"
#include "app/machine/grid_watch.h"

namespace stridescope {
namespace {

/// Every thread of a trace's blocks has a place in every row. Unless a number of blocks is given
/// there are only so many that all of these come to no more than this: pictures of more would be
/// slow.
constexpr std::uint64_t most_view_bytes = std::uint64_t{512} << 20;

/// So large a trace is made of a run, unless a number of blocks is asked for.
std::uint64_t most_bytes(const Experiment& experiment) {
    return experiment.first_blocks ? std::numeric_limits<std::uint64_t>::max()
                                   : std::min(most_view_bytes, memory_budget());
}
/// Bytes of a trace that are made in that time on a machine that others use as well.
double bytes_in(double seconds) {
    constexpr double in_a_second = 128 << 20;
    return std::max(0.0, seconds) * in_a_second;
}

/// One launch while it is made part of the trace.
struct Launch {
    const machine::LaunchRecord* record = nullptr;
    MachineSteps steps;
    std::uint32_t first_step = 0;
    std::uint32_t first_interval = 0;
    LoopPaths paths{};
    MergedRows merged;
    /// [block]: in the order of recording; blocks that went alike share theirs.
    using Parts = std::vector<RowPart>;
    std::vector<std::shared_ptr<const Parts>> parts{};
    std::uint64_t most_rows = 0;  ///< keys there may be when all of its rows are found
    bool is_full = false;         ///< there are so many
};

/// What a row stores in shared memory.
struct Store {
    std::uint32_t row = 0;  ///< of its block's
    std::uint32_t segment = 0;
    std::uint32_t step = 0;   ///< of its launch's
    std::int64_t offset = 0;  ///< of its array, in bytes
    std::size_t width = 0;    ///< of a lane's value
};

/// What is needed of a launch to tell what shared memory was after each of its steps.
struct StoringLaunch {
    using Stores = std::vector<Store>;
    /// What others of its cluster stored in a block's memory, and in which step of the launch.
    struct Received {
        std::vector<machine::ReceivedStore> stores{};
        std::vector<std::uint32_t> steps{};
    };
    std::size_t first_step = 0, steps = 0;
    std::vector<Received> received{};  ///< [block]
    std::vector<std::span<const machine::Segment>> blocks{};
    std::vector<std::shared_ptr<const Stores>> stores{};  ///< [block]; those that went alike share
    std::vector<std::shared_ptr<machine::Chunk>> chunks{};  ///< that the segments lie in
};

/// Puts what the row stored into shared memory: `width` bytes of each lane, `begin` before the
/// array's first.
void put_down(const machine::Row& row, std::size_t width, std::int64_t begin,
              std::span<std::byte> shared) {
    if (row.mask == 0) return;
    const bool of_lanes = row.value_form() == machine::ValueForm::narrow ||
                          row.value_form() == machine::ValueForm::wide;
    const int first = std::countr_zero(row.mask);
    const std::uint32_t lanes = row.mask >> first;
    // Mostly neighbours store side by side, and their values lie so at the row's end.
    if (of_lanes && row.value_bytes() == width && (lanes & (lanes + 1)) == 0 &&
        row.index_form() == machine::IndexForm::affine && std::cmp_equal(row.stride, width)) {
        const std::byte* const values =
            reinterpret_cast<const std::byte*>(&row) + row.bytes() - width * machine::lanes_of_warp;
        const auto to = static_cast<std::size_t>(begin + row.offset(first));
        const std::size_t bytes = width * static_cast<std::size_t>(std::popcount(lanes));
        if (to <= shared.size() && bytes <= shared.size() - to) {
            std::memcpy(shared.data() + to, values + static_cast<std::size_t>(first) * width,
                        bytes);
            return;
        }
    }
    for (std::uint32_t mask = row.mask; mask != 0; mask &= mask - 1) {
        const int lane = std::countr_zero(mask);
        const auto to = static_cast<std::size_t>(begin + row.offset(lane));
        if (to + width <= shared.size()) row.copy_value(lane, shared.data() + to, width);
    }
}

/// Shared memory of the block after each step, `bytes` of it, from what was stored up to it.
void make_snapshots(const StoringLaunch& launch, std::size_t block, std::size_t bytes,
                    std::byte* to) {
    if (block >= launch.blocks.size()) return;
    struct Put {
        const machine::Row* row = nullptr;
        const Store* store = nullptr;
        const machine::ReceivedStore* received = nullptr;
    };
    std::vector<std::vector<Put>> stored(launch.steps);
    const StoringLaunch::Stores& stores = *launch.stores[block];
    const StoringLaunch::Received& received = launch.received[block];
    std::size_t at = 0, next = 0;
    std::uint32_t number = 0;
    const auto receive = [&](std::size_t segment) {
        for (; next < received.stores.size() && received.stores[next].segment <= segment; ++next)
            stored[received.steps[next]].push_back({.received = &received.stores[next]});
    };
    for (std::size_t k = 0; k < launch.blocks[block].size(); ++k) {
        receive(k);
        launch.blocks[block][k].for_each_row([&](const machine::Row& row) {
            if (at < stores.size() && stores[at].row == number) {
                stored[stores[at].step].push_back({.row = &row, .store = &stores[at]});
                ++at;
            }
            ++number;
        });
    }
    receive(launch.blocks[block].size());
    std::vector<std::byte> shared(bytes + 8);
    for (std::size_t step = 0; step < launch.steps; ++step) {
        for (const Put& put : stored[step]) {
            if (put.received == nullptr)
                put_down(*put.row, put.store->width, put.store->offset, shared);
            else if (put.received->offset + put.received->width <= bytes)
                std::memcpy(shared.data() + put.received->offset, &put.received->bits,
                            put.received->width);
        }
        std::memcpy(to + (launch.first_step + step) * bytes, shared.data(), bytes);
    }
}

class TraceMaker {
  public:
    TraceMaker(const Experiment& experiment, MachineRun& run)
        : run_{run}, sites_{run.arrays}, row_bytes_{row_bytes(run)} {
        data_.experiment = experiment;
        data_.engine = run.engine;
        data_.device = run.device;
        if (data_.experiment.text.weak_memory) data_.device += ", with weak memory";
        if (run.multiprocessors > 0 && run.multiprocessors != experiment.sms)
            data_.device += fmt::format(", with {} multiprocessors for main", run.multiprocessors);
        data_.rounded_sums = run.rounded_sums;
        data_.printed = run.printed;
        data_.guessed = run.guessed;
        data_.stopped = run.stopped;
        data_.exit_code = run.exit_code;
        data_.reads_input = run.reads_input;
        data_.measures_time = run.measures_time;
        data_.multiprocessors = run.multiprocessors;
        data_.shortened = run.shortened;
    }

    /// What there is to tell, before it is.
    void find() {
        for (const machine::LaunchRecord& record : run_.launches) find_rows(record);
        find_shared_arrays(run_, sites_);
        take_arrays();
        take_shape();
        take_rows();
        name_steps(data_, first_steps());
    }
    /// How many have been looked into, until there were too many arrays.
    std::size_t launches() const { return launches_.size(); }
    int blocks() const { return data_.blocks; }
    /// How many blocks like these, one at least, make a trace of that size.
    int blocks_within(std::uint64_t most) const {
        const std::uint64_t each =
            view_bytes(data_, data_.blocks) / static_cast<std::uint64_t>(std::max(1, data_.blocks));
        return static_cast<int>(
            std::clamp<std::uint64_t>(most / std::max<std::uint64_t>(1, each), 1, INT32_MAX));
    }

    TraceData make() {
        take_contents();
        fill();
        take_forms();
        if (run_.locals != nullptr) take_locals();
        add_diagnostics(data_, run_, first_steps());
        add_grid_events(data_, run_, first_steps());
        if (is_cut_)
            data_.shortened +=
                fmt::format("{}there was room for the first {} accesses of warps only",
                            data_.shortened.empty() ? "" : "; ", rows_found_);
        if (shortened_)
            data_.shortened += fmt::format(
                "{}{}{}", data_.shortened.empty() ? "" : "; ",
                rows_found_ == 0
                    ? std::string{"there was no time to look into its accesses"}
                    : fmt::format("there was time to look into the first {} accesses of warps only",
                                  rows_found_),
                data_.stopped.empty() ? ": give it more (--seconds)" : "");
        take_text();
        add_copies(data_, run_, first_steps());
        take_races();
        take_input_and_output(data_);
        data_.n = static_cast<std::int64_t>(data_.output.size() > 0 ? data_.output.size()
                                                                    : data_.input.size());
        return std::move(data_);
    }

  private:
    void find_rows(const machine::LaunchRecord& record);
    void find_rows_of_block(Launch& launch, const machine::BlockRecord& block);
    static std::uint64_t row_bytes(const MachineRun& run);
    bool fits_in_time(const Launch& launch) const;
    void take_arrays();
    void take_contents();
    void take_shape();
    void number_elements();
    void take_rows();
    void take_merged();
    void fill();
    /// [cell of shared memory]: by any thread.
    using Reached = std::vector<std::uint8_t>;
    void fill_blocks(const Launch& launch, bool clear);
    void fill_rows(const Launch& launch, std::size_t block, Reached& reached);
    void fill_part(const machine::Row& row, const RowPart& part, std::size_t block,
                   std::size_t warp, Reached& reached);
    bool fill_in_line(const machine::Row& row, const RowPart& part, std::size_t block,
                      std::size_t warp, Reached& reached);
    void note_places();
    StoringLaunch::Stores stores_of(const Launch& launch, std::size_t block) const;
    static StoringLaunch::Received received_of(const Launch& launch, std::size_t block,
                                               const StoringLaunch::Stores& own);
    void take_snapshots();
    void take_forms();
    void take_locals();
    void take_text();
    void take_races();
    std::vector<LaunchPlace> first_steps() const;
    std::size_t width() const { return static_cast<std::size_t>(data_.threads); }

    MachineRun& run_;
    MachineSites sites_;
    const std::uint64_t row_bytes_;
    RowKeys keys_;
    std::vector<Launch> launches_;
    std::vector<std::uint32_t> interval_of_key_;  ///< [key]
    /// [key]: the access that it is compiled as a part of, of which launch; none: of its own.
    struct Merged {
        std::int32_t access = MergedRows::none;
        std::uint32_t launch = 0;
    };
    std::vector<Merged> merged_of_key_;
    std::map<const language::Function*, std::vector<language::MergedLoad>> merged_loads_;
    std::vector<std::uint32_t> row_of_key_;
    /// What places at a key's site are counted in.
    struct Places {
        std::uint32_t row = 0;
        Event event = Event::op;
        std::int8_t shift = -1;   ///< divides bytes by `unit`; -1: it is no power of two
        std::uint16_t cells = 1;  ///< that an access reaches
        std::int64_t unit = 1;    ///< bytes of a place
        std::int64_t offset = 0;  ///< bytes before the first one
        std::int64_t of(std::int64_t bytes) const {
            return shift >= 0 ? (bytes + offset) >> shift : (bytes + offset) / unit;
        }
        bool divides(std::int64_t bytes) const {
            return shift >= 0 ? (bytes & (unit - 1)) == 0 : bytes % unit == 0;
        }
    };
    std::vector<Places> places_of_key_;
    Reached reached_;
    std::shared_ptr<PlaceTable> places_;
    /// Rows of the machine's; those behind the last one are left out if time is short.
    std::uint64_t rows_found_ = 0;
    bool shortened_ = false;
    bool is_cut_ = false;  ///< a block went on behind what was recorded of it
    TraceData data_;
};

void TraceMaker::find_rows(const machine::LaunchRecord& record) {
    const language::Function& kernel = *record.program->function;
    const auto [loads, is_new] = merged_loads_.try_emplace(&kernel);
    if (is_new) loads->second = language::merged_loads(kernel);
    const std::vector<bool> alike = alike_blocks(record);
    Launch launch{.record = &record,
                  .steps = MachineSteps{record, alike},
                  .merged = MergedRows{*record.program, loads->second}};
    if (!launches_.empty()) {
        const Launch& before = launches_.back();
        launch.first_step = before.first_step + before.steps.count();
        std::uint32_t intervals = 0;
        for (const auto& block : before.record->blocks)
            intervals = std::max(intervals, block.intervals);
        launch.first_interval = before.first_interval + std::max(1U, intervals);
    }
    sites_.start_launch(*record.program);
    // A block of every launch has to fit: each may take half of the room that is left.
    const std::uint64_t room = most_bytes(data_.experiment) / row_bytes_;
    const std::uint64_t left = room - std::min<std::uint64_t>(room, keys_.size());
    const bool is_last = launches_.size() + 1 == run_.launches.size();
    launch.most_rows = keys_.size() + (is_last ? left : left / 2);
    std::uint64_t rows_before = 0;  // of the block before
    for (std::size_t number = 0; number < record.blocks.size(); ++number) {
        const machine::BlockRecord& block = record.blocks[number];
        if (run_.check) run_.check();
        is_cut_ = is_cut_ || block.is_cut;
        shortened_ = shortened_ || (run_.has_time && !run_.has_time());
        if (alike[number] && !shortened_) {
            launch.parts.push_back(launch.parts.back());
            rows_found_ += rows_before;
        } else {
            rows_before = rows_found_;
            find_rows_of_block(launch, block);
            rows_before = rows_found_ - rows_before;
        }
    }
    launches_.push_back(std::move(launch));
}

/// What a row takes in the trace of one block: a place for each thread of the largest launch.
std::uint64_t TraceMaker::row_bytes(const MachineRun& run) {
    constexpr std::uint64_t bytes_of_access = sizeof(std::uint16_t) + sizeof(std::uint32_t);
    std::uint64_t threads = 1;
    for (const machine::LaunchRecord& launch : run.launches) {
        const auto& [x, y, z] = launch.program->block_dim;
        threads = std::max(threads, std::uint64_t{x} * y * z);
    }
    return threads * bytes_of_access;
}

/// Whether there is time to make a trace of a block with what was found so far.
bool TraceMaker::fits_in_time(const Launch& launch) const {
    if (!run_.seconds_left) return true;
    const std::uint64_t rows = keys_.size() * row_bytes_;
    const std::uint64_t snapshots = launch.steps.count() * launch.record->program->shared_bytes;
    return static_cast<double>(rows + snapshots) <= bytes_in(run_.seconds_left());
}

void TraceMaker::find_rows_of_block(Launch& launch, const machine::BlockRecord& block) {
    const auto found = std::make_shared<Launch::Parts>();
    launch.parts.push_back(found);
    if (shortened_) return;
    Launch::Parts& parts = *found;
    RowFinder finder{*launch.record->program,         launch.steps, launch.first_step,
                     BlockPaths{launch.paths, block}, sites_,       keys_};
    constexpr std::uint64_t rows_between_looks = 4096;
    for (const machine::Segment& segment : block.segments) {
        if (shortened_ || launch.is_full) return;
        segment.for_each_row([&](const machine::Row& row) {
            if (shortened_ || launch.is_full) return;
            if (keys_.size() >= launch.most_rows) {
                launch.is_full = is_cut_ = true;
                return;
            }
            if (++rows_found_ % rows_between_looks == 0) {
                if (run_.check) run_.check();
                shortened_ = (run_.has_time && !run_.has_time()) || !fits_in_time(launch);
            }
            finder.take(block, segment, row, parts);
            if (interval_of_key_.size() == keys_.size()) return;
            interval_of_key_.resize(keys_.size(), launch.first_interval + segment.interval);
            merged_of_key_.resize(keys_.size(),
                                  {.access = launch.merged.find(block, row),
                                   .launch = static_cast<std::uint32_t>(launches_.size())});
        });
    }
}

/// What lies in global memory as the run left it: a trace and the run's memory share it.
void TraceMaker::take_contents() {
    data_.contents.resize(data_.facts.arrays.size());
    for (std::size_t k = 0; k < run_.arrays.size(); ++k) {
        MachineArray& array = run_.arrays[k];
        const machine::Allocation& memory = (*run_.memory)[array.allocation];
        auto& contents = data_.contents[k];
        contents = std::move(array.contents);
        const auto size = static_cast<std::size_t>(array.facts.size());
        if (contents.before.size() == 0 && array.allocation < run_.before.size() &&
            run_.before[array.allocation].size() >= size * size_of(array.facts.type)) {
            contents.before = TypedArray{array.facts.type, size};
            std::memcpy(contents.before.bytes(), run_.before[array.allocation].data(),
                        size * size_of(array.facts.type));
        }
        if (size * size_of(array.facts.type) <= memory.bytes) {
            contents.after =
                TypedArray::over(array.facts.type, size, {memory.storage, memory.data});
            continue;
        }
        contents.after = TypedArray{array.facts.type, size};
        std::memcpy(contents.after.bytes(), memory.data, memory.bytes);
    }
}

void TraceMaker::take_arrays() {
    data_.facts.arrays = sites_.arrays();
    data_.facts.title = run_.title;
    data_.facts.broken = run_.broken;
    data_.facts.multiplies_tiles = std::ranges::any_of(launches_, [](const Launch& launch) {
        return std::ranges::any_of(launch.record->program->code, language::sums_tiles);
    });
    // A cell is as wide as the narrowest element, so that each element begins in one.
    std::uint64_t shared = 0;
    for (const Launch& launch : launches_)
        shared = std::max(shared, launch.record->program->shared_bytes);
    std::size_t narrowest = 8;
    bool any = false;
    std::vector<ElementType> types;
    for (const ArrayFacts& array : data_.facts.arrays) {
        if (array.space != Space::shared) continue;
        any = true;
        narrowest = std::min(narrowest, size_of(array.type));
        if (std::ranges::find(types, array.type) == types.end()) types.push_back(array.type);
    }
    data_.cell_bytes = static_cast<int>(any ? narrowest : 4);
    const std::uint64_t cells = any ? (shared + narrowest - 1) / narrowest : 0;
    if (cells > Trace::most_cells) {
        throw UsageError(fmt::format(
            "{} bytes of shared memory in elements of {} are more than the {} cells that a trace "
            "holds: use a smaller array, or a wider type.",
            shared, narrowest, Trace::most_cells));
    }
    data_.words = static_cast<int>(cells);
    const auto of_width = [](int bytes) {
        return bytes == 8   ? ElementType::u64
               : bytes == 4 ? ElementType::u32
               : bytes == 2 ? ElementType::u16
                            : ElementType::u8;
    };
    data_.snapshots = TypedArray{types.size() == 1 ? types.front() : of_width(data_.cell_bytes), 0};
}

void TraceMaker::take_shape() {
    for (std::size_t k = 0; k < launches_.size(); ++k) {
        const language::Program& program = *launches_[k].record->program;
        const auto& block = program.block_dim;
        data_.threads = std::max(data_.threads, static_cast<int>(block[0] * block[1] * block[2]));
        data_.grid =
            std::max(data_.grid, std::int64_t{program.grid[0]} * program.grid[1] * program.grid[2]);
        data_.blocks = std::max(data_.blocks, static_cast<int>(launches_[k].record->blocks.size()));
        data_.launches.push_back({.kernel = program.function->name,
                                  .grid = program.grid,
                                  .block = block,
                                  .shared_bytes = program.shared_bytes,
                                  .cluster = program.cluster});
    }
    reached_.assign(static_cast<std::size_t>(data_.words), 0);
}

/// Elements are what begins in a cell. What lies between arrays is none, nor is what no thread ever
/// reaches: the padding of an array.
void TraceMaker::number_elements() {
    data_.facts.elements.assign(static_cast<std::size_t>(data_.words), -1);
    for (const ArrayFacts& array : data_.facts.arrays) {
        if (array.space != Space::shared) continue;
        const std::int64_t first = array.offset / data_.cell_bytes;
        const auto each = static_cast<std::int64_t>(size_of(array.type)) / data_.cell_bytes;
        for (std::int64_t k = 0; k < array.size(); ++k) {
            const auto cell = static_cast<std::size_t>(first + k * each);
            if (cell >= data_.facts.elements.size()) continue;
            const auto cells = std::span{reached_}.subspan(cell);
            const auto own = cells.first(std::min(cells.size(), static_cast<std::size_t>(each)));
            if (std::ranges::find(own, 1) != own.end()) data_.facts.elements[cell] = 0;
        }
    }
    for (std::int32_t& element : data_.facts.elements) {
        if (element == 0) element = data_.section++;
    }
}

void TraceMaker::take_rows() {
    data_.sites = sites_.sites();
    row_of_key_.assign(keys_.size(), 0);
    std::uint32_t steps = 0;
    for (const Launch& launch : launches_) steps = launch.first_step + launch.steps.count();
    data_.steps.resize(steps);
    for (std::uint32_t step = 0; step < steps; ++step) {
        std::vector<std::uint32_t> numbers = keys_.of_step(step);
        std::ranges::stable_sort(numbers, {},
                                 [&](std::uint32_t number) { return interval_of_key_[number]; });
        // The round of a site, counted within its step and interval.
        std::map<std::pair<std::uint32_t, std::uint32_t>, int> rounds;
        std::optional<RowKey> before;
        for (const std::uint32_t number : numbers) {
            RowKey key = keys_.key(number);
            key.site = sites_.first_beside(key.site);
            const std::uint32_t interval = interval_of_key_[number];
            int& next = rounds[{interval, key.site}];
            if (!before || !before->same_request(key)) ++next;
            before = key;
            row_of_key_[number] = static_cast<std::uint32_t>(data_.rows.size());
            data_.rows.push_back({.step = static_cast<int>(step),
                                  .interval = static_cast<int>(interval),
                                  .site = static_cast<int>(keys_.key(number).site),
                                  .iteration = next - 1});
        }
    }
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
        const RowKey& key = keys_.key(number);
        const auto row_of = [&](std::uint32_t from) {
            return from == RowKeys::none ? TraceRow::none : static_cast<int>(row_of_key_[from]);
        };
        TraceRow& row = data_.rows[row_of_key_[number]];
        row.left = row_of(key.left);
        row.right = row_of(key.right);
    }
    take_merged();
}

/// Loads that are compiled as one, where more than one of them was recorded.
void TraceMaker::take_merged() {
    // Those of two steps are shown apart, though no barrier stands between them.
    std::map<std::array<std::uint32_t, 5>, std::vector<std::uint32_t>> accesses;
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
        const auto [access, launch] = merged_of_key_[number];
        if (access == MergedRows::none) continue;
        const RowKey& key = keys_.key(number);
        if (sites_.event(key.site) != Event::load) continue;
        accesses[{launch, interval_of_key_[number], static_cast<std::uint32_t>(access), key.again,
                  key.step}]
            .push_back(row_of_key_[number]);
    }
    std::vector<MergedRow>& merged = data_.facts.merged;
    for (auto& [access, rows] : accesses) {
        const std::int32_t bytes =
            launches_[access[0]].merged.bytes(static_cast<std::int32_t>(access[2]));
        if (rows.size() < 2 && bytes > 0) continue;
        std::ranges::sort(rows);
        for (const std::uint32_t row : rows) {
            merged.push_back({.row = static_cast<std::int32_t>(row),
                              .first = static_cast<std::int32_t>(rows.front()),
                              .bytes = bytes});
        }
    }
    std::ranges::sort(merged, {}, [](const MergedRow& row) {
        return std::pair{row.first, row.row};
    });
}

void TraceMaker::fill() {
    const std::uint64_t bytes = trace_bytes(data_, data_.blocks);
    if (bytes > memory_budget()) {
        throw UsageError(fmt::format(
            "Recording {} blocks takes {:.1f} GB, more than this machine has to spare: {}.",
            data_.blocks, static_cast<double>(bytes) / 1e9,
            data_.blocks > 1 ? "record fewer, e.g. --blocks first:1"
                             : "launch fewer threads, or let them do less"));
    }
    // A limit that left nothing out was none.
    if (data_.blocks >= data_.grid) data_.experiment.first_blocks.reset();
    const auto blocks = static_cast<std::size_t>(data_.blocks);
    places_ = std::make_shared<PlaceTable>(blocks, data_.rows.size(), width());
    // The one launch fills all, block by block, while it is at hand.
    const bool is_only = launches_.size() == 1 && launches_.front().record->blocks.size() == blocks;
    for (std::size_t block = 0; block < blocks && !is_only; ++block) places_->clear(block);
    data_.barriers.assign(blocks * data_.steps.size(), 0);
    note_places();
    for (const Launch& launch : launches_) fill_blocks(launch, is_only);
    for (std::size_t block = 1; block < blocks && !is_only; ++block)
        places_->settle(block, block - 1);
    data_.places = std::move(places_);
    take_snapshots();
    number_elements();
}

void TraceMaker::fill_blocks(const Launch& launch, bool clear) {
    constexpr std::size_t at_once = 32;
    const std::size_t blocks = launch.record->blocks.size();
    const std::thread::id here = std::this_thread::get_id();
    std::mutex merging;
    on_all_cores((blocks + at_once - 1) / at_once, [&](std::size_t k) {
        Reached reached(reached_.size(), 0);
        for (std::size_t block = k * at_once; block < std::min(blocks, (k + 1) * at_once);
             ++block) {
            // Only the thread that makes the trace may ask.
            if (run_.check && std::this_thread::get_id() == here) run_.check();
            if (clear) places_->clear(block);
            fill_rows(launch, block, reached);
            if (clear) places_->settle(block, block > k * at_once ? block - 1 : block);
            const std::uint32_t intervals = launch.record->blocks[block].intervals;
            std::ranges::copy(
                launch.steps.barriers(intervals),
                data_.barriers.begin() +
                    static_cast<std::ptrdiff_t>(block * data_.steps.size() + launch.first_step));
        }
        const std::lock_guard lock{merging};
        for (std::size_t cell = 0; cell < reached.size(); ++cell) reached_[cell] |= reached[cell];
    });
}

void TraceMaker::fill_rows(const Launch& launch, std::size_t block, Reached& reached) {
    std::size_t at = 0;
    std::uint32_t row_number = 0;
    const Launch::Parts& parts = *launch.parts[block];
    for (const machine::Segment& segment : launch.record->blocks[block].segments) {
        segment.for_each_row([&](const machine::Row& row) {
            const std::uint32_t number = row_number++;
            for (; at < parts.size() && parts[at].row == number; ++at) {
                fill_part(row, parts[at], block, segment.warp, reached);
            }
        });
    }
}

void TraceMaker::note_places() {
    places_of_key_.resize(keys_.size());
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
        const std::uint32_t site = keys_.key(number).site;
        const MachineSites::Target& target = sites_.target(site);
        Places& places = places_of_key_[number];
        places.row = row_of_key_[number];
        places.event = sites_.event(site);
        if (is_global(places.event)) places.unit = target.element_bytes;
        if (reaches_cells(places.event)) {
            places.unit = data_.cell_bytes;
            places.offset = target.offset;
            const std::int64_t bytes =
                static_cast<std::int64_t>(sites_.elements_moved(site)) * target.element_bytes;
            places.cells = static_cast<std::uint16_t>(std::clamp<std::int64_t>(
                bytes / data_.cell_bytes, 1, std::numeric_limits<std::uint16_t>::max()));
        }
        // Mostly a power of two, by which shifting divides in a tenth of the time.
        const auto unit = static_cast<std::uint64_t>(places.unit);
        if (std::has_single_bit(unit))
            places.shift = static_cast<std::int8_t>(std::countr_zero(unit));
    }
}

void TraceMaker::fill_part(const machine::Row& machine_row, const RowPart& part, std::size_t block,
                           std::size_t warp, Reached& reached) {
    if (fill_in_line(machine_row, part, block, warp, reached)) return;
    const Places& places = places_of_key_[part.key];
    if (is_global(places.event)) {
        std::array<std::uint32_t, lanes_of_warp> elements;
        for (std::uint32_t mask = part.mask; mask != 0; mask &= mask - 1) {
            const int lane = std::countr_zero(mask);
            elements[static_cast<std::size_t>(lane)] =
                static_cast<std::uint32_t>(places.of(machine_row.offset(lane)));
        }
        places_->add(block, places.row, warp, part.mask, elements.data());
        return;
    }
    std::array<std::uint32_t, lanes_of_warp> cells;
    for (std::uint32_t mask = part.mask; mask != 0; mask &= mask - 1) {
        const int lane = std::countr_zero(mask);
        const std::int64_t offset = machine_row.offset(lane);
        std::uint32_t& cell = cells[static_cast<std::size_t>(lane)];
        if (!reaches_cells(places.event)) {  // of a shuffle: the thread whose register it reads
            cell = static_cast<std::uint32_t>(static_cast<std::int64_t>(warp * lanes_of_warp) +
                                              offset);
            continue;
        }
        cell = static_cast<std::uint32_t>(places.of(offset));
        for (std::size_t k = 0; k < places.cells && cell + k < reached.size(); ++k)
            reached[cell + k] = 1;
    }
    places_->add(block, places.row, warp, part.mask, cells.data());
}

/// Most rows are of one thing or of neighbours, which are in a line in the trace as well. False:
/// these lanes are not.
bool TraceMaker::fill_in_line(const machine::Row& machine_row, const RowPart& part,
                              std::size_t block, std::size_t warp, Reached& reached) {
    const Places& places = places_of_key_[part.key];
    if (is_inner(places.event)) {
        places_->add_in_line(block, places.row, warp, part.mask, part.element, 0);
        return true;
    }
    const machine::IndexForm form = machine_row.index_form();
    const bool is_affine = form == machine::IndexForm::affine;
    const bool global = is_global(places.event);
    if ((!is_affine && form != machine::IndexForm::uniform) ||
        (!global && !reaches_cells(places.event)))
        return false;
    const std::int64_t stride = is_affine ? machine_row.stride : 0;
    if (!places.divides(machine_row.base + places.offset) || !places.divides(stride)) return false;
    const std::int64_t base = places.of(machine_row.base);
    const auto apart = static_cast<std::int32_t>(places.shift >= 0 ? stride >> places.shift
                                                                   : stride / places.unit);
    const int first = std::countr_zero(part.mask), last = 31 - std::countl_zero(part.mask);
    const auto [low, high] =
        std::minmax({base + std::int64_t{first} * apart, base + std::int64_t{last} * apart});
    const std::int64_t end = global ? std::int64_t{1} << 32 : std::int64_t{Trace::most_cells};
    if (low < 0 || high >= end) return false;
    places_->add_in_line(block, places.row, warp, part.mask, base, apart);
    if (global) return true;
    const auto note = [&](std::int64_t from, std::int64_t cells) {
        const auto size = static_cast<std::int64_t>(reached.size());
        if (from < size) std::fill_n(reached.begin() + from, std::min(cells, size - from), 1);
    };
    // Neighbours side by side, none of which is left out, are one stretch.
    const std::uint32_t lanes = part.mask >> first;
    if ((lanes & (lanes + 1)) == 0 && std::abs(apart) <= places.cells) {
        note(low, high - low + places.cells);
        return true;
    }
    for (std::uint32_t mask = part.mask; mask != 0; mask &= mask - 1) {
        const std::int64_t cell = base + std::int64_t{std::countr_zero(mask)} * apart;
        if (places.cells > 1) {
            note(cell, places.cells);
        } else if (std::cmp_less(cell, reached.size())) {
            reached[static_cast<std::size_t>(cell)] = 1;
        }
    }
    return true;
}

/// What the block's rows store in shared memory, in their order.
StoringLaunch::Stores TraceMaker::stores_of(const Launch& launch, std::size_t block) const {
    StoringLaunch::Stores stores;
    const language::Program& program = *launch.record->program;
    const Launch::Parts& parts = *launch.parts[block];
    const machine::BlockRecord& record = launch.record->blocks[block];
    std::size_t at = 0;
    std::uint32_t row_number = 0;
    for (std::uint32_t segment_number = 0; segment_number < record.segments.size();
         ++segment_number) {
        record.segments[segment_number].for_each_row([&](const machine::Row& row) {
            const std::uint32_t number = row_number++;
            while (at < parts.size() && parts[at].row < number) ++at;
            if (at == parts.size() || parts[at].row != number) return;
            if (row.value_form() == machine::ValueForm::none) return;
            // The last part is the access itself, or some lanes of it: all are of one step.
            std::size_t last = at;
            while (last + 1 < parts.size() && parts[last + 1].row == number) ++last;
            const RowKey& key = keys_.key(parts[last].key);
            const bool own = is_shared(sites_.event(key.site)) ||
                             (is_remote(sites_.event(key.site)) && row.rank() == record.rank);
            if (!own) return;
            stores.push_back({.row = number,
                              .segment = segment_number,
                              .step = key.step - launch.first_step,
                              .offset = sites_.target(key.site).offset,
                              .width = program.sites[row.site()].width});
        });
    }
    return stores;
}

/// What others stored in the block's memory, in the steps in which they did. What the block itself
/// stored later is of no earlier step.
StoringLaunch::Received TraceMaker::received_of(const Launch& launch, std::size_t block,
                                                const StoringLaunch::Stores& own) {
    const machine::BlockRecord& record = launch.record->blocks[block];
    StoringLaunch::Received received{.stores = record.received, .steps = {}};
    if (received.stores.empty()) return received;
    const std::vector<std::int32_t> sites = machine::access_sites(*launch.record->program);
    received.steps.resize(received.stores.size());
    auto least = static_cast<std::uint32_t>(launch.steps.count() - 1);
    std::size_t later = own.size();
    for (std::size_t k = received.stores.size(); k-- > 0;) {
        const machine::ReceivedStore& store = received.stores[k];
        while (later > 0 && own[later - 1].segment >= store.segment)
            least = std::min(least, own[--later].step);
        std::int64_t step = -1;
        if (store.from_interval == store.interval)
            step = launch.steps.of_access(store.interval, sites[store.op]);
        if (step < 0) step = launch.steps.of_interval(store.interval);
        least = std::min(least, static_cast<std::uint32_t>(step));
        received.steps[k] = least;
    }
    return received;
}

/// Snapshots follow from the rows, which stay for that. Few, and those of rows that take much more
/// room than what follows from them, are made now.
void TraceMaker::take_snapshots() {
    constexpr std::size_t few = std::size_t{1} << 20, much_more = 8;
    const auto blocks = static_cast<std::size_t>(data_.blocks);
    const std::size_t of_step =
        static_cast<std::size_t>(data_.words) * static_cast<std::size_t>(data_.cell_bytes);
    const std::size_t of_block = data_.steps.size() * of_step;
    if (blocks * of_block == 0) return;
    const auto storing = std::make_shared<std::vector<StoringLaunch>>();
    std::uint64_t rows = 0;
    for (const Launch& launch : launches_) {
        StoringLaunch& made = storing->emplace_back();
        made.first_step = launch.first_step;
        made.steps = launch.steps.count();
        made.chunks = launch.record->chunks;
        rows += machine::recorded_bytes(*launch.record);
        for (std::size_t block = 0; block < launch.record->blocks.size(); ++block) {
            made.blocks.push_back(launch.record->blocks[block].segments);
            const bool is_alike =
                block > 0 && launch.parts[block] == launch.parts[block - 1] &&
                launch.record->blocks[block].rank == launch.record->blocks[block - 1].rank;
            made.stores.push_back(
                is_alike ? made.stores.back()
                         : std::make_shared<const StoringLaunch::Stores>(stores_of(launch, block)));
            made.received.push_back(received_of(launch, block, *made.stores.back()));
        }
    }
    auto snapshots = std::make_shared<const MadeSnapshots>(
        blocks, of_block, [storing, of_block, of_step](std::size_t block, std::byte* to) {
            std::fill_n(to, of_block, std::byte{0});
            for (const StoringLaunch& launch : *storing) make_snapshots(launch, block, of_step, to);
        });
    if (blocks * of_block < few || rows / much_more > blocks * of_block)
        data_.snapshots = snapshots->all(data_.snapshots.type());
    else
        data_.made_snapshots = std::move(snapshots);
}

std::vector<LaunchPlace> TraceMaker::first_steps() const {
    std::vector<LaunchPlace> places;
    for (const Launch& launch : launches_) {
        places.push_back({.first_step = static_cast<int>(launch.first_step),
                          .steps = &launch.steps,
                          .first_interval = launch.first_interval});
    }
    return places;
}

void TraceMaker::take_locals() {
    run_.locals->steps.assign(data_.steps.size(), {});
    for (const Launch& launch : launches_)
        read_locals(*launch.record, launch.steps, launch.first_step, *run_.locals);
}

void TraceMaker::take_forms() {
    data_.facts.expected = expected_counts(data_, run_.forms);
    if (data_.facts.expected.empty()) return;
    // Where rounds that are mostly steps are one, what is said of a step is not about that.
    for (const Launch& launch : launches_) {
        if (launch.steps.each_round()) continue;
        for (std::uint32_t k = 0; k < launch.steps.count(); ++k) {
            const std::size_t step = launch.first_step + k;
            const bool is_round =
                data_.steps[step].stride > 0 || !launch.steps.variables(k).empty();
            if (!is_round) data_.facts.expected[step] = {};
        }
    }
}

void TraceMaker::take_text() {
    data_.text = data_.experiment.text.text;
    data_.text_name = name_of(data_.experiment.text);
    data_.includes = std::move(run_.includes);
}

void TraceMaker::take_races() {
    std::vector<std::uint32_t> intervals;
    std::vector<int> steps;
    for (const Launch& launch : launches_) {
        intervals.push_back(launch.first_interval);
        steps.push_back(static_cast<int>(launch.first_step));
    }
    add_races(data_, run_, intervals, steps);
}

}  // namespace

std::vector<IncludedText> included_texts(const TextRun& text) {
    const std::vector<language::SourceFile>& files = text.unit->files;
    std::vector<IncludedText> texts;
    for (std::size_t k = 1; k <= text.included; ++k)
        texts.push_back({files[k].name, files[k].text});
    return texts;
}

BrokenFacts broken_facts(const TextBug& bug, const Experiment& experiment) {
    if (bug.correct.empty()) return {};
    BrokenFacts facts{.correct = bug.correct,
                      .summary = bug.summary,
                      .hidden = bug.hidden,
                      .meant_array = bug.array,
                      .meant_words = bug.words};
    for (const auto& [flag, kinds, otherwise] : bug.flags) {
        const std::string set = flag == "--memory" ? text_of_memory(experiment.text.weak_memory)
                                                   : text_of(experiment.schedule);
        const bool one = std::ranges::find(kinds, set.substr(0, set.find(':'))) != kinds.end();
        if (!one && facts.hidden.empty()) facts.hidden = otherwise;
    }
    return facts;
}

std::shared_ptr<const Trace> trace_of(const Experiment& experiment, MachineRun run) {
    std::optional<TraceMaker> maker;
    const std::size_t parameters = run.arrays.size();
    try {
        maker.emplace(experiment, run).find();
    } catch (const TooManyArrays&) {
        const std::size_t fit = maker->launches();
        if (fit == 0) throw;
        // What went wrong in the others is told all the same.
        for (std::size_t k = fit; k < run.launches.size(); ++k) run.launches[k].blocks.clear();
        run.shortened += fmt::format(
            "{}of {} launches the accesses of the first {} are shown: the next one reaches one "
            "array "
            "more than there is room for",
            run.shortened.empty() ? "" : "; ", run.launches.size(), fit);
        run.arrays.resize(parameters);
        maker.emplace(experiment, run).find();
    }
    // As many blocks as were asked for, unless time is short.
    std::uint64_t most_in_all = most_bytes(experiment);
    if (run.seconds_left)
        most_in_all =
            std::min(most_in_all, static_cast<std::uint64_t>(bytes_in(run.seconds_left())));
    const int most = maker->blocks_within(most_in_all);
    if (most < maker->blocks()) {
        for (machine::LaunchRecord& launch : run.launches) {
            if (std::cmp_greater(launch.blocks.size(), most))
                launch.blocks.erase(launch.blocks.begin() + most, launch.blocks.end());
        }
        maker.emplace(experiment, run).find();
    }
    return std::make_shared<const Trace>(maker->make());
}

}  // namespace stridescope

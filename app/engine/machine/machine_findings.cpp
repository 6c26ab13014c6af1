// What the machine found wrong, as a trace says it: races, and what is told in sentences.
#include "app/engine/machine/trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/trace/trace.h"

namespace stridescope {
namespace {

// In which step of a trace a thread made an access that the machine tells of.

/// An access, as far as it is known.
struct SoughtAccess {
    int launch = 0;
    std::optional<int> interval{};  ///< of the trace; nothing: any
    int file = 0, line = 0;         ///< as TraceSite has them
    int block = 0, thread = 0;
    bool writes = false;            ///< else it reads; an atomic does both
    int word = -1;                  ///< of shared memory; −1: it is none, or not known
    ArrayId array = ArrayId::none;  ///< in global memory, with
    std::int64_t element = -1;      ///< this one of its elements
};

/// Finds accesses in the rows of a trace, by their lines. An interval may hold many steps, where
/// the rounds of a loop have no barrier: there only the row says which.
class AccessSteps {
  public:
    /// The trace's rows, lanes and addresses must be there, and stay.
    explicit AccessSteps(const TraceData& data);

    /// The step of the first row of that line in which the thread reached that place, or, of a
    /// block that is not recorded, the same thread of the first one; else of the line's first row.
    /// −1: no row is of the line.
    int step_of(const SoughtAccess& sought) const;

  private:
    bool is_made_in(std::size_t row, const SoughtAccess& sought) const;

    const TraceData& data_;
    /// [launch, file, line]: rows, in the trace's order.
    std::map<std::tuple<int, int, int>, std::vector<std::size_t>> rows_;
};

bool may_be(Event event, const SoughtAccess& sought) {
    return is_atomic(event) || (sought.writes ? is_store(event) : is_load(event));
}

AccessSteps::AccessSteps(const TraceData& data) : data_{data} {
    for (std::size_t k = 0; k < data.rows.size(); ++k) {
        const TraceRow& row = data.rows[k];
        const TraceSite& site = data.sites[static_cast<std::size_t>(row.site)];
        const int launch = data.steps[static_cast<std::size_t>(row.step)].launch;
        rows_[{launch, site.file, site.line}].push_back(k);
    }
}

bool AccessSteps::is_made_in(std::size_t row, const SoughtAccess& sought) const {
    const TraceSite& site = data_.sites[static_cast<std::size_t>(data_.rows[row].site)];
    if (!may_be(site.event, sought)) return false;
    const auto block = static_cast<std::size_t>(sought.block < data_.blocks ? sought.block : 0);
    const auto thread = static_cast<std::size_t>(sought.thread);
    const std::size_t lane = thread % lanes_of_warp;
    const PlaceTable& places = *data_.places;
    const WarpPlaces& warp = places.at(block, row, thread / lanes_of_warp);
    if ((warp.mask >> lane & 1) == 0) return false;
    if (reaches_cells(site.event)) {
        return sought.word < 0 || std::cmp_equal(places.place(block, warp, lane), sought.word);
    }
    if (!is_global(site.event) || sought.element < 0) return is_global(site.event);
    const auto element = places.place(block, warp, lane);
    return site.array == sought.array && element == sought.element;
}

int AccessSteps::step_of(const SoughtAccess& sought) const {
    const auto found = rows_.find({sought.launch, sought.file, sought.line});
    if (found == rows_.end()) return -1;
    const bool recorded = data_.blocks > 0 && sought.thread < data_.threads;
    int first = -1;
    for (const std::size_t row : found->second) {
        if (sought.interval && data_.rows[row].interval != *sought.interval) continue;
        if (first < 0) first = data_.rows[row].step;
        if (!recorded) break;
        if (is_made_in(row, sought)) return data_.rows[row].step;
    }
    return first >= 0 ? first : data_.rows[found->second.front()].step;
}

// Races.

/// More would make pictures and files slow; what else there is, is counted.
constexpr std::size_t most_races = 32'768;

class RaceMaker {
  public:
    RaceMaker(TraceData& data, const MachineRun& run) : data_{data}, run_{run}, steps_{data} {}

    Race make(std::size_t launch, std::uint32_t first_interval, int first_step,
              const machine::RaceRecord& found) const {
        machine::RacingAccess first = found.first, second = found.second;
        Race race;
        race.kind =
            first.writes && second.writes ? Race::Kind::write_write : Race::Kind::read_write;
        // Where one reads and one writes, the read comes first.
        if (first.writes && !second.writes) std::swap(first, second);
        race.block = static_cast<int>(first.block);
        if (second.block != first.block) race.second_block = static_cast<int>(second.block);
        const auto interval = [&](const machine::RacingAccess& access) {
            return static_cast<int>(first_interval + access.interval);
        };
        race.interval = race.between_blocks() ? 0 : interval(second);
        race.by_flags = found.by_flags;
        race.weight = static_cast<Race::Weight>(found.weight);
        race.place = found.element.empty() ? "memory that has no name here" : found.element;
        take_place(race, *run_.launches[launch].program, found);
        const auto access = [&](const machine::RacingAccess& at) {
            return Race::Access{
                .thread = static_cast<int>(at.thread),
                .step = step(race, static_cast<int>(launch), interval(at), first_step, at),
                .line = static_cast<int>(at.place.line),
                .atomic = at.atomic,
                .file = file_of(at)};
        };
        race.first = access(first);
        race.second = access(second);
        return race;
    }

  private:
    /// One of the text's own files; there is nothing to show of what comes with the program.
    int file_of(const machine::RacingAccess& at) const {
        return std::cmp_less_equal(at.place.file, data_.includes.size()) ? at.place.file : 0;
    }
    int step(const Race& race, int launch, int interval, int first_step,
             const machine::RacingAccess& at) const {
        const int found = steps_.step_of({.launch = launch,
                                          .interval = interval,
                                          .file = static_cast<int>(at.place.file),
                                          .line = static_cast<int>(at.place.line),
                                          .block = static_cast<int>(at.block),
                                          .thread = static_cast<int>(at.thread),
                                          .writes = at.writes,
                                          .word = race.word,
                                          .array = race.array,
                                          .element = race.element});
        if (found >= 0) return found;
        return std::max(0, std::min(first_step, static_cast<int>(data_.steps.size()) - 1));
    }
    void take_place(Race& race, const language::Program& program,
                    const machine::RaceRecord& found) const {
        if (found.object < 0) return;
        const language::Object& object = program.objects[static_cast<std::size_t>(found.object)];
        if (found.shared) {
            const auto word = (static_cast<std::int64_t>(object.offset) + found.offset) /
                              std::max(1, data_.cell_bytes);
            if (word < data_.words) race.word = static_cast<int>(word);
            return;
        }
        for (std::size_t k = 0; k < run_.arrays.size() && k < data_.facts.arrays.size(); ++k) {
            if (std::cmp_not_equal(run_.arrays[k].allocation, object.allocation)) continue;
            race.array = static_cast<ArrayId>(k);
            race.element =
                found.offset / static_cast<std::int64_t>(size_of(data_.facts.arrays[k].type));
            return;
        }
    }

    TraceData& data_;
    const MachineRun& run_;
    AccessSteps steps_;
};

}  // namespace

void add_races(TraceData& data, const MachineRun& run,
               const std::vector<std::uint32_t>& first_interval,
               const std::vector<int>& first_step) {
    data.races_judged = !run.launches.empty() &&
                        std::ranges::all_of(run.launches, [](const machine::LaunchRecord& launch) {
                            return launch.races.judged;
                        });
    if (!data.races_judged) return;
    const RaceMaker maker{data, run};
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const machine::RaceList& found = run.launches[k].races;
        data.races_left_out += static_cast<std::int64_t>(found.left_out);
        for (const machine::RaceRecord& race : found.all) {
            if (data.races.size() < most_races)
                data.races.push_back(maker.make(k, first_interval[k], first_step[k], race));
            else
                ++data.races_left_out;
        }
    }
    // Those that matter first, each in the order in which it was found.
    std::ranges::stable_sort(data.races, {}, &Race::weight);
}

namespace {

/// "Line 12: thread 3 of block 0 reads tile[40], but tile has 32 elements."; "Line 12 of part.cuh:
/// …".
std::string sentence(const machine::Diagnostic& found, const MachineRun& run) {
    std::string text = found.message;
    if (found.place.line > 0) {
        std::string line = fmt::format("Line {}", found.place.line);
        if (found.place.file > 0 && found.place.file <= run.includes.size()) {
            const std::string& file = run.includes[found.place.file - std::size_t{1}].name;
            line += " of " + file.substr(file.rfind('/') + 1);
        }
        text = fmt::format("{}: {}", line, found.message);
    }
    if (found.count > 1) text += fmt::format(" ({} times in all)", found.count);
    return text + ".";
}

/// A line of the text itself; 0: it is another one's.
int line_of(const machine::Diagnostic& found) {
    return found.place.file == 0 ? static_cast<int>(found.place.line) : 0;
}

/// The word of shared memory that was read and nobody wrote; −1: it tells of something else.
int word_of(const machine::Diagnostic& found, const machine::LaunchRecord& launch,
            const TraceData& data) {
    if (found.kind != machine::Diagnostic::Kind::uninitialized || found.object < 0) return -1;
    const language::Object& object =
        launch.program->objects[static_cast<std::size_t>(found.object)];
    if (object.space != language::Space::shared) return -1;
    const std::int64_t offset = static_cast<std::int64_t>(object.offset) +
                                found.index * static_cast<std::int64_t>(object.element->size);
    const std::int64_t word = offset / std::max(1, data.cell_bytes);
    return word < data.words ? static_cast<int>(word) : -1;
}

/// Whether it is told of the whole block, where it waits.
bool is_of_barrier(machine::Diagnostic::Kind kind) {
    using Kind = machine::Diagnostic::Kind;
    return kind == Kind::barrier || kind == Kind::exited || kind == Kind::deadlock;
}

}  // namespace

std::string_view name_of(machine::Diagnostic::Kind kind) {
    static constexpr std::array<std::string_view, 22> names{
        "out-of-bounds", "uninitialized", "barrier",       "barrier",       "endless-loop",
        "deadlock",      "division",      "misaligned",    "pointer",       "assertion",
        "trap",          "missing-lanes", "shared-memory", "missing-fence", "cuda-call",
        "warp-spins",    "other-type",    "early-read",    "recursion",     "unordered",
        "early-write",   "unread-copy"};
    static_assert(names.size() ==
                  static_cast<std::size_t>(machine::Diagnostic::Kind::unread_copy) + 1);
    return names[static_cast<std::size_t>(kind)];
}

namespace {

void add_host_findings(TraceData& data, const MachineRun& run, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        const machine::Diagnostic& found = run.host_findings[i];
        data.diagnostics.push_back({.kind = std::string{name_of(found.kind)},
                                    .line = line_of(found),
                                    .message = sentence(found, run)});
    }
}

}  // namespace

void add_diagnostics(TraceData& data, const MachineRun& run,
                     const std::vector<LaunchPlace>& launches) {
    // What main did wrong comes before what a launch does that main had not come to yet.
    const bool is_guess = run.guessed.find("the launch is a guess") != std::string::npos;
    const std::size_t all = run.host_findings.size();
    const std::size_t early = is_guess ? all : std::min(all, run.early_findings);
    add_host_findings(data, run, 0, early);
    // Made where it is asked: most runs have nothing to tell.
    std::optional<AccessSteps> rows;
    for (std::size_t k = 0; k < run.launches.size(); ++k) {
        const LaunchPlace& place = launches[k];
        for (const machine::Diagnostic& found : run.launches[k].diagnostics) {
            int step = place.first_step;
            const bool by_barriers = place.steps->by_barriers();
            // An interval may have several steps, of which barriers end the last.
            int first = step;
            if (by_barriers) {
                if (found.interval > 0)
                    first += static_cast<int>(place.steps->of_interval(found.interval - 1)) + 1;
                step += static_cast<int>(place.steps->of_interval(found.interval));
            }
            const bool may_be_earlier =
                !by_barriers || (first < step && !is_of_barrier(found.kind));
            if (may_be_earlier && found.place.line > 0) {
                if (!rows) rows.emplace(data);
                SoughtAccess sought{.launch = static_cast<int>(k),
                                    .file = static_cast<int>(found.place.file),
                                    .line = static_cast<int>(found.place.line),
                                    .block = static_cast<int>(found.block),
                                    .thread = static_cast<int>(found.thread),
                                    .word = word_of(found, run.launches[k], data)};
                if (by_barriers)
                    sought.interval = static_cast<int>(place.first_interval + found.interval);
                const int of_rows = rows->step_of(sought);
                if (of_rows >= 0 && (!by_barriers || (of_rows >= first && of_rows < step)))
                    step = of_rows;
            }
            // A block that is not recorded may have no step at all.
            step = std::min(step, static_cast<int>(data.steps.size()) - 1);
            data.diagnostics.push_back({.kind = std::string{name_of(found.kind)},
                                        .block = static_cast<int>(found.block),
                                        .step = step,
                                        .thread = static_cast<int>(found.thread),
                                        .line = line_of(found),
                                        .address = found.index,
                                        .message = sentence(found, run)});
        }
    }
    add_host_findings(data, run, early, all);
}

}  // namespace stridescope

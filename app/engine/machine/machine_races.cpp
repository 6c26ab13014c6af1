#include "app/engine/machine/machine_races.h"

#include <algorithm>
#include <utility>

#include "app/engine/machine/access_steps.h"

namespace stridescope {
namespace {

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

}  // namespace stridescope

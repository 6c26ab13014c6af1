#include "app/engine/nvrtc/text_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/engine/machine/machine_trace.h"
#include "app/engine/machine/text_launches.h"
#include "app/engine/machine/text_trial.h"
#include "app/engine/nvrtc/driver.h"
#include "app/engine/nvrtc/gpu_turn.h"
#include "app/engine/nvrtc/hold.h"
#include "app/engine/nvrtc/main_on_gpu.h"
#include "app/engine/nvrtc/thread_logs.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/machine/grid_watch.h"
#include "app/machine/tape.h"

namespace stridescope::nvrtc {
namespace {

std::uint64_t blocks_of(const TextLaunch& launch) {
    return std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}
std::size_t threads_of(const TextLaunch& launch) {
    return std::size_t{launch.block[0]} * launch.block[1] * launch.block[2];
}

[[noreturn]] void refuse(const language::Fault& fault) {
    throw UsageError(fmt::format("line {}: {}.", fault.place.line, fault.message));
}

/// What one launch wrote.
struct LaunchLog {
    std::vector<WarpRoom> rooms;        ///< [warp]
    std::vector<std::uint32_t> counts;  ///< [warp]: events that there were to write
    std::vector<std::uint32_t> most;    ///< [warp]: the most of all runs so far
    std::uint64_t room = 0;             ///< for events
    std::vector<LoggedEvent> events;
    std::vector<std::uint64_t> times;   ///< [event]; of launches that are told
    std::vector<BlockSpan> spans;       ///< [block]; of launches that are told
    std::vector<std::uint32_t> shared;  ///< as ss_places
    bool overflowed = false;
};

class TextRecorder {
  public:
    TextRecorder(const Experiment& experiment, const TextRun& text, const RunOptions& options)
        : experiment_{experiment},
          main_{text.kernel == nullptr ? std::make_unique<MainOnGpu>(text) : nullptr},
          text_{main_ != nullptr ? main_->launched() : text},
          options_{options},
          launches_{launches_of(text_)},
          gpu_{text_, language::Printing::recording, find_needs()} {
        check_on_machine(text, gpu_);
    }

    /// Milliseconds of all launches while they are recorded: the median of so many rounds.
    double time(int rounds) {
        run_on_gpu();
        const Hold hold;
        std::vector<double> times;
        for (int round = 0; round <= rounds; ++round) {
            gpu_.reset();
            double sum = 0;
            for (std::size_t k = 0; k < launches_.size(); ++k) {
                const OnGpu to = place(k);
                Moment begin, end;
                hold.start();
                begin.record();
                start(k);
                end.record();
                wait(fmt::format("{} was recorded", launches_[k].kernel->name));
                sum += end.since(begin);
            }
            if (round > 0) times.push_back(sum);  // the first warms up
        }
        return median(times);
    }

    GpuRecording make() {
        try {
            if (main_ != nullptr) return make_of_main();
            {
                // Somebody else may be measuring; who only records need not wait for that.
                std::optional<Turn> turn;
                if (options_.times) turn.emplace(gpu_turn(options_));
                run_on_gpu();
            }
            return follow();
        } catch (const language::FaultError& error) {
            refuse(error.fault());
        }
    }

  private:
    /// Which launches have blocks that have to do with each other, or with another launch's: what
    /// happens between them is told, and so all of them write logs. Hands back what that takes.
    RecordingNeeds find_needs() {
        RecordingNeeds needs{.times = false, .repeats = false, .grid = main_ != nullptr};
        machine::GlobalMemory memory;
        MachineRun run;
        machine::allocate_globals(*text_.unit, memory);
        place_arrays(text_, memory, run);
        // What main itself does between its launches is not told.
        if (main_ == nullptr) handed_on_ = handed_on(text_, launches_, memory, run);
        for (const TextLaunch& launch : launches_) {
            const auto program =
                language::compile(*text_.unit, *launch.kernel, launch_of(launch, memory, run));
            told_.push_back(
                !handed_on_.empty() ||
                std::ranges::any_of(machine::shared_uses(*program), &machine::SharedUse::between));
            independent_.push_back(!told_.back());
            needs.times = needs.times || told_.back();
            needs.repeats = needs.repeats || program->waits;
            needs.grid = needs.grid || launch.grid[1] * launch.grid[2] > 1;
        }
        return needs;
    }

    std::uint64_t logged_blocks(std::size_t k) const {
        return told_[k] ? blocks_of(launches_[k]) : recorded_blocks(k);
    }

    std::uint64_t recorded_blocks(std::size_t k) const {
        const std::uint64_t all = blocks_of(launches_[k]);
        return experiment_.first_blocks
                   ? std::min<std::uint64_t>(
                         all, static_cast<std::uint64_t>(std::max(0, *experiment_.first_blocks)))
                   : all;
    }

    /// Counts accesses, makes room for as many, and records them. Waits may take longer the second
    /// time.
    void run_on_gpu() {
        logs_.resize(launches_.size());
        for (std::size_t k = 0; k < launches_.size(); ++k) count_only(k);
        run_all();
        for (int tries = 0; tries < most_tries; ++tries) {
            for (std::size_t k = 0; k < launches_.size(); ++k) make_room(k, tries);
            gpu_.reset();
            run_all();
            if (std::ranges::none_of(logs_, &LaunchLog::overflowed)) return;
        }
        no_two_alike();
    }

    /// Runs one launch, which begins with what is in `memory`.
    void run_on_gpu(std::size_t k, const machine::GlobalMemory& memory) {
        logs_.resize(launches_.size());
        count_only(k);
        gpu_.write_arrays(memory, main_->places());
        run_once(k);
        for (int tries = 0; tries < most_tries; ++tries) {
            make_room(k, tries);
            gpu_.write_arrays(memory, main_->places());
            run_once(k);
            if (!logs_[k].overflowed) return;
        }
        no_two_alike();
    }

    [[noreturn]] void no_two_alike() const {
        throw RunError(
            fmt::format("{} does something else each time it runs on the GPU: it could "
                        "not be recorded.",
                        text_.title));
    }

    void count_only(std::size_t k) {
        logs_[k].rooms.assign(logged_blocks(k) * warps_of(threads_of(launches_[k])), {});
    }

    void make_room(std::size_t k, int tries) {
        LaunchLog& log = logs_[k];
        // Who waits in one run need not be who waited in another.
        log.most.resize(log.counts.size());
        for (std::size_t w = 0; w < log.counts.size(); ++w) {
            log.most[w] = std::max(log.most[w], log.counts[w]);
            log.counts[w] = log.most[w] + (tries > 0 ? log.most[w] / 2 + (64U << tries) : 0);
        }
        log.room = lay_out(log.counts, log.rooms);
        const std::uint64_t bytes =
            log.room * (sizeof(LoggedEvent) + (told_[k] ? sizeof(std::uint64_t) : 0));
        const std::uint64_t most = std::min(free_memory() / 2, memory_budget() / 2);
        if (bytes > most && told_[k] && recorded_blocks(k) < blocks_of(launches_[k])) {
            tell_nothing();
            log.most.clear();
            return make_room(k, tries);
        }
        if (bytes > most) {
            throw UsageError(
                fmt::format("Recording {} on the GPU takes {} bytes, and there is room for {}: "
                            "record fewer blocks (--blocks first:1), or use a smaller input.",
                            text_.title, bytes, most));
        }
    }

    /// Only the blocks that are to be recorded write logs: there is no room for what happens
    /// between all of them.
    void tell_nothing() {
        told_.assign(launches_.size(), false);
        for (std::size_t k = 0; k < launches_.size(); ++k) {
            if (logs_[k].rooms.empty()) continue;  // it is over, or has not begun
            const std::size_t warps = recorded_blocks(k) * warps_of(threads_of(launches_[k]));
            logs_[k].counts.resize(warps);
            logs_[k].rooms.resize(warps);
        }
    }

    /// What a launch writes, on the GPU.
    struct OnGpu {
        DeviceMemory rooms, counts, events, times, spans;
    };

    OnGpu place(std::size_t k) {
        const LaunchLog& log = logs_[k];
        const std::uint64_t times = told_[k] ? log.room : 0;
        const std::uint64_t spans = told_[k] ? blocks_of(launches_[k]) : 0;
        OnGpu made{.rooms = DeviceMemory{log.rooms.size() * sizeof(WarpRoom)},
                   .counts = DeviceMemory{log.rooms.size() * sizeof(std::uint32_t)},
                   .events = DeviceMemory{log.room * sizeof(LoggedEvent)},
                   .times = DeviceMemory{times * sizeof(std::uint64_t)},
                   .spans = DeviceMemory{spans * sizeof(BlockSpan)}};
        if (spans > 0) fill_with_zeros(made.spans.address(), made.spans.size());
        fill_with_zeros(made.counts.address(), made.counts.size());
        // Also what lies between one warp's events and the next one's.
        fill_with_zeros(made.events.address(), made.events.size());
        fill_with_zeros(made.times.address(), made.times.size());
        copy_to_device(made.rooms.address(), std::as_bytes(std::span{log.rooms}));
        const DeviceLog on_device{made.events.address(), made.rooms.address(),
                                  made.counts.address(), logged_blocks(k),
                                  made.times.address(),  spans > 0 ? made.spans.address() : 0,
                                  launches_[k].grid,     words_of_own(launches_[k])};
        gpu_.record_into(std::as_bytes(std::span{&on_device, 1}));
        return made;
    }

    void start(std::size_t k) { gpu_.start(k, independent_[k] ? logged_blocks(k) : 0); }

    void run_all() {
        for (std::size_t k = 0; k < launches_.size(); ++k) run_once(k);
    }

    void run_once(std::size_t k) {
        LaunchLog& log = logs_[k];
        const OnGpu from = place(k);
        start(k);
        wait(fmt::format("{} was recorded", launches_[k].kernel->name));
        log.shared = gpu_.shared_places();
        const auto read = [](auto& to, const DeviceMemory& of, std::size_t count) {
            to.resize(count);
            copy_from_device(std::as_writable_bytes(std::span{to}), of.address());
        };
        read(log.counts, from.counts, log.rooms.size());
        read(log.events, from.events, log.room);
        read(log.times, from.times, told_[k] ? log.room : 0);
        read(log.spans, from.spans, told_[k] ? blocks_of(launches_[k]) : 0);
        log.overflowed = false;
        for (std::size_t w = 0; w < log.counts.size(); ++w)
            log.overflowed |= log.counts[w] > log.rooms[w].room;
        if (options_.progress && !options_.progress(0.0)) throw Cancelled();
    }

    MachineRun empty_run(const machine::GlobalMemory& memory) const {
        MachineRun run;
        run.title = text_.title;
        run.broken = broken_facts(text_.bug, experiment_);
        run.forms = text_.forms;
        run.includes = included_texts(text_);
        run.engine = "cuda";
        run.device = gpu().name;
        run.memory = &memory;
        return run;
    }

    GpuRecording follow() {
        GpuRecording made;
        machine::GlobalMemory memory;
        MachineRun run = empty_run(memory);
        machine::allocate_globals(*text_.unit, memory);
        place_arrays(text_, memory, run);
        const std::vector<Placed> placed = gpu_.placed(memory, run);
        for (std::size_t k = 0; k < launches_.size(); ++k) {
            run.launches.push_back(
                follow(k, launch_of(launches_[k], memory, run), placed, memory, made));
        }
        gpu_.read_arrays(memory, run);
        made.trace = trace_of(experiment_, std::move(run));
        return made;
    }

    GpuRecording make_of_main() {
        GpuRecording made;
        machine::GlobalMemory memory;
        MachineRun run = empty_run(memory);
        const auto carry_out = [&](std::size_t k, const language::Launch& launch) {
            // As this run of main has it.
            launches_[k].grid = launch.grid;
            launches_[k].block = launch.block;
            run_on_gpu(k, memory);
            return follow(k, launch, gpu_.placed(memory, main_->places()), memory, made);
        };
        machine::HostRecord record = main_->run(gpu_, memory, carry_out);
        run.launches = std::move(record.launches);
        run.host_findings = std::move(record.diagnostics);
        run.printed = std::move(record.output);
        made.trace = trace_of(experiment_, std::move(run));
        return made;
    }

    /// The machine goes along what a launch wrote.
    machine::LaunchRecord follow(std::size_t k, const language::Launch& launch,
                                 const std::vector<Placed>& placed, machine::GlobalMemory& memory,
                                 GpuRecording& made) {
        const auto program = language::compile(*text_.unit, *launches_[k].kernel, launch);
        const auto shared_begin = static_cast<std::uint64_t>(gpu().reserved_shared);
        LaunchLog log = std::exchange(logs_[k], {});
        const std::vector<SharedPlace> shared =
            shared_places(gpu_.printed().shared, log.shared, *program, shared_begin);
        for (const SharedPlace& one : shared) {
            if (one.device == one.machine || !made.elsewhere.empty()) continue;
            made.elsewhere =
                fmt::format("the shared variable {} lies at byte {}, on the machine at {}",
                            one.name, one.device, one.machine);
        }
        const LogReading reading{.sites = gpu_.printed().sites,
                                 .events = log.events,
                                 .rooms = log.rooms,
                                 .counts = log.counts,
                                 .threads_of_block = threads_of(launches_[k]),
                                 .times = log.times,
                                 .memory = placed,
                                 .shared = shared,
                                 .shared_begin = shared_begin,
                                 .waits = program->waits};
        machine::Tape tape{read_logs(reading)};
        const std::vector<PassedBarrier> barriers = passed_barriers(reading);
        const std::vector<BlockSpan> spans = std::exchange(log.spans, {});
        log = {};
        machine::Settings settings;
        settings.recorded_blocks = logged_blocks(k);
        settings.tape = &tape;
        settings.handed_on = handed_on_;
        machine::LaunchRecord record =
            machine::run(*text_.unit, *launches_[k].kernel, launch, memory, settings);
        if (record.grid.too_much_handed) handed_on_.clear();
        if (told_[k])
            add_times(record.grid, spans, barriers);
        else
            record.grid = {};
        const std::size_t kept = recorded_blocks(k);
        if (record.blocks.size() > kept) record.blocks.resize(kept);
        std::string lost = tape.lost();
        if (lost.empty()) lost = tape.left_over();
        if (!lost.empty())
            throw RunError(fmt::format("The machine cannot follow the GPU's run: {}.", lost));
        made.accesses += tape.followed();
        made.blocks = std::max(made.blocks, logged_blocks(k));
        made.other_values += tape.other_values();
        made.largest_difference = std::max(made.largest_difference, tape.largest_difference());
        if (made.other_value.empty()) made.other_value = tape.other_value();
        return record;
    }

    static constexpr int most_tries = 8;  ///< to find room for all that is written

    const Experiment& experiment_;
    std::unique_ptr<MainOnGpu> main_;  ///< nullptr: the text has a card
    const TextRun& text_;
    const RunOptions& options_;
    std::vector<TextLaunch> launches_;
    std::vector<std::int32_t> handed_on_;
    std::vector<bool> told_, independent_;  ///< [launch]
    GpuText gpu_;
    std::vector<LaunchLog> logs_;
};

}  // namespace

/// A run on the machine, not recorded: whatever it finds wrong is not tried on a GPU.
void check_on_machine(const TextRun& text, const GpuText& gpu) {
    const std::string harm =
        harm_of(text, [&](std::size_t k) { return gpu.resident(std::min(k, gpu.launches() - 1)); });
    if (harm.empty()) return;
    throw UsageError(
        fmt::format("The machine finds a fault that a GPU is not to run: {}. Fix it, or use "
                    "--engine cpu, which shows it.",
                    harm));
}

double median(std::vector<double>& all) {
    std::ranges::sort(all);
    return all[all.size() / 2];
}

GpuRecording record_launches(const Experiment& experiment, const TextRun& text,
                             const RunOptions& options) {
    return TextRecorder{experiment, text, options}.make();
}

double time_recording(const Experiment& experiment, const TextRun& text, int rounds) {
    return TextRecorder{experiment, text, {}}.time(rounds);
}

}  // namespace stridescope::nvrtc

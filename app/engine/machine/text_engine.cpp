#include "app/engine/machine/text_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/machine_trace.h"
#include "app/engine/machine/text_launches.h"
#include "app/experiment/text/library.h"
#include "app/experiment/text/wanted.h"
#include "app/io/background.h"
#include "app/io/memory_budget.h"

namespace stridescope {
namespace {

/// Tells how far the machine is, and stops it if that is wanted, or if it takes too much: what is
/// recorded of a text shows only while it runs.
class Watch {
  public:
    /// `options` must outlive it.
    Watch(const RunOptions& options, std::uint64_t blocks)
        : options_(options), blocks_(blocks), background_([this] { return look_on(); }) {}

    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> cancel{false}, out_of_time{false}, out_of_memory{false};

    /// Where the system has no thread to give for it, the machine lets it look on now and then.
    const std::function<void()>* by_the_machine() const {
        return background_.has_thread() ? nullptr : &poll_;
    }

  private:
    std::optional<std::chrono::milliseconds> look_on() {
        const auto share = static_cast<double>(done.load()) /
                           static_cast<double>(std::max<std::uint64_t>(1, blocks_));
        if (options_.progress && !cancel && !options_.progress(std::min(1.0, share))) cancel = true;
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin_;
        if (options_.most_seconds > 0 && taken.count() > options_.most_seconds) {
            out_of_time = true;
            cancel = true;
        }
        if (resident_memory() > most_) {
            out_of_memory = true;
            cancel = true;
        }
        // Who takes turns on the thread that records may have a picture to draw meanwhile.
        return std::chrono::milliseconds{polled_ ? 5 : 20};
    }

    const RunOptions& options_;
    std::uint64_t blocks_;
    std::uint64_t most_ = resident_memory() + memory_budget();
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    bool polled_ = false;  ///< by the machine, there is no thread
    std::function<void()> poll_ = [this] {
        polled_ = true;
        background_.poll();
    };
    Background background_;  // last: starts when everything else stands
};

/// What is recorded of a text unless a number of blocks is given: pictures of more would be slow.
constexpr std::uint64_t most_recorded_bytes = std::uint64_t{256} << 20;

machine::Settings settings_of(const Experiment& experiment, const RunOptions& options,
                              Watch& watch) {
    machine::Settings settings;
    settings.most_memory = options.most_bytes > 0 ? options.most_bytes
                                                  : std::min(settings.most_memory, memory_budget());
    if (experiment.first_blocks)
        settings.recorded_blocks = static_cast<std::uint64_t>(*experiment.first_blocks);
    else
        settings.recorded_bytes = most_recorded_bytes;
    switch (experiment.schedule.kind) {
        case Schedule::Kind::ascending: break;
        case Schedule::Kind::descending: settings.order = machine::WarpOrder::descending; break;
        case Schedule::Kind::random: settings.order = machine::WarpOrder::shuffled; break;
        case Schedule::Kind::lane_random: settings.order = machine::WarpOrder::lanes; break;
    }
    settings.workers = options.workers > 0 ? static_cast<unsigned>(options.workers)
                                           : std::max(1U, std::thread::hardware_concurrency());
    settings.seed = experiment.schedule.seed;
    settings.multiprocessors = static_cast<std::uint32_t>(experiment.sms);
    settings.resident = static_cast<std::uint32_t>(experiment.sms * experiment.resident);
    if (experiment.text.weak_memory) {
        settings.memory = machine::MemoryOrder::weak;
        settings.memory_seed = *experiment.text.weak_memory;
    }
    settings.look_on = watch.by_the_machine();
    if (settings.look_on != nullptr) settings.workers = 1;
    settings.done = &watch.done;
    settings.cancel = &watch.cancel;
    return settings;
}

std::string out_of_time(const std::string& title, const RunOptions& options) {
    return fmt::format("{} was stopped after {} seconds: give it more (--seconds).", title,
                       options.most_seconds);
}

/// A fault that only the launch's sizes show, or its steps.
[[noreturn]] void refuse(const Experiment& experiment, const TextRun& text,
                         const language::Fault& fault) {
    throw UsageError(fault_sentence(fault, experiment.text, text.unit.get()) + ".");
}

}  // namespace

std::shared_ptr<const Trace> record_text(const Experiment& experiment, const RunOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    const auto resolved = [&] {
        // Many numbers take seconds to make, and to say what is expected of them.
        const WhileWanted wanted{[&] {
            if (options.progress && !options.progress(0)) throw Cancelled();
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            if (options.most_seconds > 0 && taken.count() > options.most_seconds)
                throw RunError(out_of_time(name_of(experiment.text), options));
        }};
        return resolve(experiment.text);
    };
    return record_run(experiment, resolved(), options);
}

std::shared_ptr<const Trace> record_run(const Experiment& experiment, const TextRun& text,
                                        const RunOptions& options) {
    machine::GlobalMemory memory;
    MachineRun run;
    run.title = text.title;
    run.broken = broken_facts(text.bug, experiment);
    run.forms = text.forms;
    run.includes = included_texts(text);
    run.memory = &memory;
    run.check = [&options] {
        if (options.progress && !options.progress(1.0)) throw Cancelled();
    };
    try {
        machine::allocate_globals(*text.unit, memory);
        std::uint64_t blocks = 0;
        for (const TextLaunch& launch : launches_of(text))
            blocks += std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
        Watch watch{options, blocks};
        machine::Settings settings = settings_of(experiment, options, watch);
        if (text.kernel != nullptr) {
            place_arrays(text, memory, run);
            const std::vector<TextLaunch> launches = launches_of(text);
            settings.handed_on = handed_on(text, launches, memory, run);
            std::uint64_t recorded = 0;
            for (const TextLaunch& launch : launches) {
                run.launches.push_back(machine::run(*text.unit, *launch.kernel,
                                                    launch_of(launch, memory, run), memory,
                                                    machine::share_of(settings, recorded)));
                const machine::LaunchRecord& record = run.launches.back();
                if (record.grid.too_much_handed) settings.handed_on.clear();
                recorded += machine::recorded_bytes(record);
                run.printed += record.output;
                if (!record.complete) break;
            }
        } else {
            machine::HostRecord record = machine::run_main(*text.unit, memory, settings);
            run.launches = std::move(record.launches);
            run.host_findings = std::move(record.diagnostics);
            run.printed = std::move(record.output);
        }
        if (watch.out_of_time) {
            throw RunError(out_of_time(text.title, options));
        }
        if (watch.out_of_memory) {
            throw UsageError(
                fmt::format("Recording {} takes more memory than this machine has to spare: record "
                            "fewer blocks "
                            "(--blocks first:1), or let it do less.",
                            text.title));
        }
        if (watch.cancel) throw Cancelled();
    } catch (const language::FaultError& error) {
        refuse(experiment, text, error.fault());
    }
    try {
        return trace_of(experiment, std::move(run));
    } catch (const language::FaultError& error) {
        refuse(experiment, text, error.fault());
    }
}

}  // namespace stridescope

#include "app/engine/machine/text_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/engine/machine/machine_trace.h"
#include "app/engine/machine/main_guesses.h"
#include "app/engine/machine/text_launches.h"
#include "app/experiment/text/guess.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_folder.h"
#include "app/experiment/text/while_wanted.h"
#include "app/io/background.h"
#include "app/io/memory_budget.h"
#include "app/machine/child_launches.h"

namespace stridescope {
namespace {

std::chrono::steady_clock::time_point begin_of(const RunOptions& options) {
    return options.begun.value_or(std::chrono::steady_clock::now());
}

/// What of the time is left for a trace that is packed into a file: that of the rows, a tenth, and
/// that of the text's arrays, as they were and as they are then.
double seconds_to_pack(const RunOptions& options, const TextRun& text) {
    constexpr double bytes_in_a_second = 1e9;
    if (!options.is_packed) return 0;
    double bytes = 0;
    for (const TextArray& array : text.arrays)
        bytes += 2 * static_cast<double>(array.before.size_bytes());
    return std::min(options.most_seconds / 2,
                    options.most_seconds / 10 + bytes / bytes_in_a_second);
}

/// Tells how far the machine is, and stops it if that is wanted, or if it takes too much: what is
/// recorded of a text shows only while it runs.
class Watch {
  public:
    /// `options` must outlive it.
    Watch(const RunOptions& options, const TextRun& text, std::uint64_t blocks)
        : options_(options),
          blocks_(blocks),
          most_seconds_(options.most_seconds - seconds_to_pack(options, text)),
          background_([this] { return look_on(); }) {}

    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> cancel{false}, out_of_time{false}, out_of_memory{false};
    std::atomic<bool> rounds_sums{false};

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
        if (most_seconds_ > 0 && taken.count() > most_seconds_) {
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
    double most_seconds_;
    std::uint64_t most_ = resident_memory() + memory_budget();
    std::chrono::steady_clock::time_point begin_ = begin_of(options_);
    bool polled_ = false;  ///< by the machine, there is no thread
    std::function<void()> poll_ = [this] {
        polled_ = true;
        background_.poll();
    };
    Background background_;  // last: starts when everything else stands
};

/// What is recorded of a text unless a number of blocks is given: pictures of more would be slow.
constexpr std::uint64_t most_recorded_bytes = std::uint64_t{256} << 20;
/// What is recorded of as many blocks as are asked for: all of them, but where one takes as much as
/// a hundred usual ones.
constexpr std::uint64_t most_asked_bytes = std::uint64_t{512} << 20;
/// What is recorded of one block, at most. A thread that goes round millions of times is not
/// watched to its end.
constexpr std::uint64_t most_block_bytes = std::uint64_t{128} << 20;

machine::Settings settings_of(const Experiment& experiment, const RunOptions& options,
                              Watch& watch) {
    machine::Settings settings;
    settings.most_memory = options.most_bytes > 0 ? options.most_bytes
                                                  : std::min(settings.most_memory, memory_budget());
    if (experiment.first_blocks)
        settings.recorded_blocks = static_cast<std::uint64_t>(*experiment.first_blocks);
    settings.recorded_bytes = experiment.first_blocks ? most_asked_bytes : most_recorded_bytes;
    settings.block_bytes = most_block_bytes;
    switch (experiment.schedule.kind) {
        case Schedule::Kind::ascending: break;
        case Schedule::Kind::descending: settings.order = machine::WarpOrder::descending; break;
        case Schedule::Kind::random: settings.order = machine::WarpOrder::shuffled; break;
        case Schedule::Kind::lane_random: settings.order = machine::WarpOrder::lanes; break;
    }
    settings.workers = options.workers > 0 ? static_cast<unsigned>(options.workers)
                                           : std::max(1U, std::thread::hardware_concurrency());
    settings.seed = experiment.schedule.seed;
    settings.turns = {experiment.schedule.first_turn, experiment.schedule.last_turn};
    settings.multiprocessors = static_cast<std::uint32_t>(experiment.sms);
    settings.resident = static_cast<std::uint32_t>(experiment.sms * experiment.resident);
    settings.grows =
        experiment.sms == Experiment{}.sms && experiment.resident == Experiment{}.resident;
    if (experiment.text.weak_memory) {
        settings.memory = machine::MemoryOrder::weak;
        settings.memory_seed = experiment.text.weak_memory->seed;
        settings.late_stores = {experiment.text.weak_memory->first,
                                experiment.text.weak_memory->last};
    }
    const TextSpec& text = experiment.text;
    settings.arguments = shell_words(text.program_arguments);
    const std::string program = text.path.empty() ? "a.out" : "./" + name_of(text);
    settings.arguments.insert(settings.arguments.begin(), program.substr(0, program.rfind(".cu")));
    settings.standard_input = text.standard_input;
    settings.read_file = file_reader(text.path);
    settings.look_on = watch.by_the_machine();
    if (settings.look_on != nullptr) settings.workers = 1;
    settings.done = &watch.done;
    if (options.locals != nullptr) {
        settings.watch =
            machine::WatchedThread{.block = static_cast<std::uint32_t>(options.locals->block),
                                   .thread = static_cast<std::uint32_t>(options.locals->thread)};
    }
    settings.cancel = &watch.cancel;
    settings.rounds_sums = &watch.rounds_sums;
    return settings;
}

/// `less`: how it would have less to do, of that what stands behind "give it more".
std::string out_of_time(const std::string& title, const RunOptions& options,
                        const std::string& less = {}) {
    return fmt::format("{} was stopped after {} seconds: give it more (--seconds){}.", title,
                       options.most_seconds, less);
}

/// The function of the text that the place is in; empty: none.
std::string function_at(const language::Unit& unit, const language::Place& place) {
    for (const language::Function& f : unit.functions) {
        if (f.body == nullptr || f.place.file != place.file) continue;
        if (f.place.line <= place.line && place.line <= f.end.line) return f.name;
    }
    return {};
}

/// "main stops at line 80, in verify: there is no function …"
std::string stop_sentence(const language::Unit& unit, const language::Fault& why,
                          const RunOptions& options, const std::string& less) {
    std::string at = fmt::format("line {}", why.place.line);
    if (why.place.file > 0 && why.place.file < unit.files.size()) {
        const std::string& file = unit.files[why.place.file].name;
        at += " of " + file.substr(file.rfind('/') + 1);
    }
    const std::string function = function_at(unit, why.place);
    if (!function.empty() && function != "main") at += ", in " + function;
    if (!why.message.empty()) return fmt::format("main stops at {}: {}", at, why.message);
    return fmt::format("main was stopped after {} seconds at {}: give it more (--seconds){}",
                       options.most_seconds, at, less);
}

/// A fault that only the launch's sizes show, or its steps.
[[noreturn]] void refuse(const Experiment& experiment, const TextRun& text,
                         const language::Fault& fault) {
    throw UsageError(fault_sentence(fault, experiment.text, text.unit.get()) + ".");
}

/// What the run has left of the time that is given, and a tenth more, is shared: what comes behind
/// the finding of rows takes about twice as long as that.
class TimeForRows {
  public:
    explicit TimeForRows(const RunOptions& options)
        : begin_(begin_of(options)), most_(options.most_seconds) {}

    bool operator()() {
        constexpr double share = 0.25;
        if (end_ == 0) end_ = taken() + std::max(0.0, left()) * share;
        return taken() <= end_;
    }
    double left() const {
        constexpr double beyond = 1.1;
        return beyond * most_ - taken();
    }

  private:
    double taken() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

    std::chrono::steady_clock::time_point begin_;
    double most_, end_ = 0;
};

/// What every run of a text begins with.
MachineRun run_of(const Experiment& experiment, const TextRun& text, const RunOptions& options,
                  const machine::GlobalMemory& memory) {
    MachineRun run;
    run.title = text.title;
    run.broken = broken_facts(text.bug, experiment);
    run.forms = text.forms;
    run.includes = included_texts(text);
    run.guessed = text.guessed;
    run.memory = &memory;
    run.locals = options.locals;
    run.check = [&options] {
        if (options.progress && !options.progress(1.0)) throw Cancelled();
    };
    if (options.most_seconds > 0) {
        const TimeForRows time{options};
        run.has_time = time;
        run.seconds_left = [time] { return time.left(); };
    }
    return run;
}

/// Whatever else ended the run than the text or the time.
void check_end(const TextRun& text, const Watch& watch) {
    if (watch.out_of_memory) {
        throw UsageError(
            fmt::format("Recording {} takes more memory than this machine has to spare: record "
                        "fewer blocks "
                        "(--blocks first:1), or let it do less.",
                        text.title));
    }
    if (watch.cancel && !watch.out_of_time) throw Cancelled();
}

/// Runs the launches, into `run`. Nobody watches any more when it returns: what follows tells the
/// progress from this thread.
void run_launches(const Experiment& experiment, const TextRun& text, const RunOptions& options,
                  machine::GlobalMemory& memory, MachineRun& run) {
    machine::allocate_globals(*text.unit, memory);
    const std::vector<TextLaunch> launches = launches_of(text);
    std::uint64_t blocks = 0;
    for (const TextLaunch& launch : launches)
        blocks += std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    Watch watch{options, text, blocks};
    machine::Settings settings = settings_of(experiment, options, watch);
    // What is broken on purpose is shown where there is no more room.
    settings.grows = settings.grows && text.bug.correct.empty();
    place_arrays(text, memory, run);
    settings.handed_on = handed_on(text, launches, memory, run);
    std::uint64_t recorded = 0;
    const auto run_one = [&](const language::Function& kernel, const language::Launch& launch) {
        return machine::run(*text.unit, kernel, launch, memory,
                            machine::share_of(settings, recorded));
    };
    // The last one has run: whether others may follow.
    const auto note = [&] {
        const machine::LaunchRecord& record = run.launches.back();
        if (record.grid.too_much_handed) settings.handed_on.clear();
        recorded += machine::recorded_bytes(record);
        run.printed += record.output;
        return record.complete;
    };
    const machine::ChildRuns children{
        .launches = run.launches,
        .memory = memory,
        .run =
            [&](const language::Call& call, const std::vector<std::uint64_t>& values) {
                return run_one(*call.kernel, machine::launch_of(call, values, memory));
            },
        .ran = [&](const language::Call&) { return note(); }};
    for (const TextLaunch& launch : launches) {
        run.launches.push_back(run_one(*launch.kernel, launch_of(launch, memory, run)));
        if (!note() || !machine::run_children(children)) break;
    }
    check_end(text, watch);
    run.rounded_sums = watch.rounds_sums;
    if (!watch.out_of_time) return;
    // Nothing can be compared of a launch that was cut off. What it did until then is there to be
    // seen.
    if (run.launches.empty() || run.launches.back().blocks.empty())
        throw RunError(out_of_time(text.title, options));
    for (MachineArray& array : run.arrays) {
        array.contents.expected = array.contents.tolerance = {};
        array.contents.expected_name.clear();
    }
    run.stopped = fmt::format("the launch was stopped after {} seconds: give it more (--seconds)",
                              options.most_seconds);
}

/// Whether the finding is of what lies behind the end of an array whose length was guessed.
bool is_beyond_guess(const machine::Diagnostic& d, const machine::LaunchRecord& launch,
                     const TextArray& array) {
    return array.guessed && d.kind == machine::Diagnostic::Kind::out_of_bounds && d.object >= 0 &&
           d.index >= 0 &&
           launch.program->objects[static_cast<std::size_t>(d.object)].name == array.name;
}

/// Arrays of a length that was guessed are as long as what the launches reach: what is reached
/// beyond one is no fault of the text. The text with arrays at least `times` as long; empty: none
/// is reached beyond.
std::optional<TextRun> with_longer_arrays(const TextSpec& spec, const TextRun& text,
                                          const MachineRun& run, std::int64_t times) {
    constexpr std::int64_t most_elements = std::int64_t{1} << 24;
    TextSpec longer = spec;
    for (const TextArray& array : text.arrays) {
        std::int64_t inner = 1, reached = -1;
        for (std::size_t d = 1; d < array.extents.size(); ++d) inner *= array.extents[d];
        for (const machine::LaunchRecord& launch : run.launches) {
            for (const machine::Diagnostic& d : launch.diagnostics) {
                if (is_beyond_guess(d, launch, array)) reached = std::max(reached, d.index / inner);
            }
        }
        if (reached < array.extents[0] || reached >= most_elements) continue;
        std::int64_t elements = std::min(times * array.extents[0], most_elements);
        while (elements <= reached) elements *= 2;
        longer.arguments.emplace_back(array.name, fmt::format("[{}]", elements));
    }
    if (longer.arguments.size() == spec.arguments.size()) return std::nullopt;
    ResolvedText resolved =
        try_resolve(longer, text.unit->main != nullptr ? Roots::kernels : Roots::main);
    if (!resolved.faults.empty() || resolved.run.kernel == nullptr) return std::nullopt;
    for (TextArray& array : resolved.run.arrays) {
        const auto before = std::ranges::find(text.arrays, array.name, &TextArray::name);
        array.guessed = before != text.arrays.end() && before->guessed;
    }
    resolved.run.title = text.title;
    return std::move(resolved.run);
}

/// Whether the finding is of what lies behind the block's own shared memory, whose size comes from
/// a launch that was guessed.
bool is_beyond_guessed_size(const machine::Diagnostic& d, const machine::LaunchRecord& launch) {
    if (d.kind != machine::Diagnostic::Kind::out_of_bounds || d.object < 0) return false;
    const language::Object& o = launch.program->objects[static_cast<std::size_t>(d.object)];
    return o.space == language::Space::shared && o.variable != nullptr && o.variable->is_extern;
}

/// Whether nothing says how much shared memory of its own a block has: neither the card nor a
/// launch in the text, which a guess would have followed.
bool guesses_shared_size(const TextRun& text) {
    if (text.guessed.find("the launch is a guess") == std::string::npos) return false;
    LaunchGuess guess = guess_launch(*text.unit, use_of(*text.kernel));
    constexpr std::uint64_t not_said = ~std::uint64_t{0};
    guess.dynamic_shared = not_said;
    follow_own_launch(*text.unit, *text.kernel, guess);
    return guess.dynamic_shared == not_said;
}

bool holds_pointers(const language::Type& type) {
    if (type.is_pointer()) return true;
    if (type.is_array()) return holds_pointers(*type.of);
    return type.is_struct() &&
           std::ranges::any_of(type.structure->fields, [](const language::Field& field) {
               return !field.is_reference && holds_pointers(*field.type);
           });
}

/// Whether the kernel follows pointers that a guess can give no array to: those within its arrays
/// and structs, and variables of the file that only main would have set.
bool follows_unknown_pointers(const TextRun& text) {
    const auto unknown = [](const language::Variable* v) {
        const language::Type& type = *v->type;
        return holds_pointers(type.is_pointer() ? *type.of : type);
    };
    return std::ranges::any_of(text.kernel->parameters, unknown) ||
           std::ranges::any_of(text.unit->globals, [](const language::Variable* v) {
               return holds_pointers(*v->type);
           });
}

/// What a launch reaches behind arrays that no guess made long enough, or through pointers that no
/// guess could set, says nothing of the text.
void leave_out_guessed(const TextRun& text, MachineRun& run) {
    if (text.guessed.empty()) return;
    const bool follows = follows_unknown_pointers(text);
    const bool guesses_shared = guesses_shared_size(text);
    for (machine::LaunchRecord& launch : run.launches) {
        std::erase_if(launch.diagnostics, [&](const machine::Diagnostic& d) {
            if (follows && d.kind == machine::Diagnostic::Kind::bad_pointer) return true;
            if (guesses_shared && is_beyond_guessed_size(d, launch)) return true;
            return std::ranges::any_of(text.arrays, [&](const TextArray& array) {
                return is_beyond_guess(d, launch, array);
            });
        });
    }
}

/// Whether a launch reaches beyond arrays of which the text says how long they are.
bool reaches_beyond(const MachineRun& run) {
    return std::ranges::any_of(run.launches, [](const machine::LaunchRecord& launch) {
        return std::ranges::any_of(launch.diagnostics, [](const machine::Diagnostic& d) {
            return d.kind == machine::Diagnostic::Kind::out_of_bounds;
        });
    });
}

/// Forgets of all launches that they do.
void leave_out_beyond(MachineRun& run) {
    for (machine::LaunchRecord& launch : run.launches) {
        std::erase_if(launch.diagnostics, [](const machine::Diagnostic& d) {
            return d.kind == machine::Diagnostic::Kind::out_of_bounds;
        });
    }
}

/// The text with one of its guessed numbers smaller: the width of a mask is not that of an image.
std::vector<TextRun> with_smaller_numbers(const TextSpec& spec, const TextRun& text) {
    std::vector<TextRun> smaller;
    for (std::size_t k = 0; k < text.arguments.size(); ++k) {
        if (!text.arguments[k].guessed) continue;
        for (const char* const number : {"32", "8", "5", "1"}) {
            TextSpec tried = spec;
            tried.arguments.emplace_back(text.kernel->parameters[k]->name, number);
            ResolvedText resolved =
                try_resolve(tried, text.unit->main != nullptr ? Roots::kernels : Roots::main);
            if (!resolved.faults.empty() || resolved.run.kernel == nullptr) continue;
            resolved.run.title = text.title;
            smaller.push_back(std::move(resolved.run));
        }
    }
    return smaller;
}

/// "main stops at line 8: …; ": what stands before the guess.
std::string why_guessed(const std::string& sentence) {
    const std::size_t end = std::min(sentence.rfind("the launch is a guess"),
                                     sentence.rfind("the arguments are a guess"));
    return end == std::string::npos ? "" : sentence.substr(0, end);
}

/// What was found of guesses that may fit a text better.
struct Fitting {
    std::shared_ptr<const Trace> trace{};  ///< null: none fits
    bool all_tried = true;                 ///< there was time for that
};

/// Records the launches with a smaller number by which none of them reaches beyond what the text
/// says. `main`: as below.
Fitting record_fitting(const Experiment& experiment, const TextRun& text, const RunOptions& options,
                       const machine::HostRecord& main) {
    constexpr std::chrono::seconds enough{1};
    const auto begin = std::chrono::steady_clock::now();
    for (TextRun& tried : with_smaller_numbers(experiment.text, text)) {
        if (std::chrono::steady_clock::now() - begin > enough) return {nullptr, false};
        tried.guessed = why_guessed(text.guessed) + tried.guessed;
        machine::GlobalMemory memory;
        MachineRun run = run_of(experiment, tried, options, memory);
        run.host_findings = main.diagnostics;
        run.printed = main.output;
        run_launches(experiment, tried, options, memory, run);
        leave_out_guessed(tried, run);
        if (run.stopped.empty() && !reaches_beyond(run))
            return {trace_of(experiment, std::move(run)), true};
        if (!run.stopped.empty()) return {nullptr, false};
    }
    return {};
}

/// Records the launches. `main`: what is to be told of a main that launches none.
std::shared_ptr<const Trace> record_kernels(const Experiment& experiment, const TextRun& text,
                                            const RunOptions& options,
                                            const machine::HostRecord& main) {
    constexpr int most_tries = 6;
    std::int64_t times = 1;
    constexpr std::chrono::seconds enough{2};
    const auto begin = std::chrono::steady_clock::now();
    TextRun longer;
    const TextRun* tried = &text;
    try {
        for (int tries = 1;; ++tries) {
            machine::GlobalMemory memory;
            MachineRun run = run_of(experiment, *tried, options, memory);
            run.host_findings = main.diagnostics;
            run.printed = main.output;
            run_launches(experiment, *tried, options, memory, run);
            const bool again = !text.guessed.empty() && run.stopped.empty() && tries < most_tries &&
                               std::chrono::steady_clock::now() - begin < enough;
            times *= 4;
            auto next =
                again ? with_longer_arrays(experiment.text, *tried, run, times) : std::nullopt;
            if (!next) {
                leave_out_guessed(*tried, run);
                if (!text.guessed.empty() && reaches_beyond(run)) {
                    Fitting fitting = record_fitting(experiment, text, options, main);
                    if (fitting.trace != nullptr) return fitting.trace;
                    // A slow machine must not accuse a text of what a better guess would not show.
                    if (!fitting.all_tried) leave_out_beyond(run);
                }
                return trace_of(experiment, std::move(run));
            }
            next->guessed = why_guessed(text.guessed) + next->guessed;
            longer = *std::move(next);
            tried = &longer;
        }
    } catch (const language::FaultError& error) {
        refuse(experiment, text, error.fault());
    }
}

/// Runs the main, as far as it is understood and there is time. What it launched is in `run`.
/// `missing`: takes the names of the files that it would read and that are not there.
machine::HostRecord run_main(const Experiment& experiment, const TextRun& text,
                             const RunOptions& options, machine::GlobalMemory& memory,
                             const Told& told = {}, std::vector<std::string>* missing = nullptr) {
    Watch watch{options, text, 0};
    machine::HostRecord record;
    try {
        machine::allocate_globals(*text.unit, memory);
        machine::Settings settings = settings_of(experiment, options, watch);
        // What is broken on purpose is shown where there is no more room.
        settings.grows = settings.grows && text.bug.correct.empty();
        settings.devices = told.devices;
        settings.told_multiprocessors =
            static_cast<std::uint32_t>(std::max(told.multiprocessors, options.multiprocessors));
        settings.arguments.insert(settings.arguments.end(), told.arguments.begin(),
                                  told.arguments.end());
        settings.standard_input += told.input;
        settings.read_file = [&, read = settings.read_file](std::string_view name) {
            std::optional<std::string> content = read ? read(name) : std::nullopt;
            if (content || name.empty()) return content;
            if (missing != nullptr && std::ranges::find(*missing, name) == missing->end())
                missing->emplace_back(name);
            return told.file;
        };
        record = machine::run_main(*text.unit, memory, settings);
    } catch (const language::FaultError& error) {
        record.stopped = error.fault();
    }
    check_end(text, watch);
    record.rounds_sums = watch.rounds_sums;
    // Nobody knows what a launch would have done that was broken off. If it is the only one, the
    // blocks that ran are there to be seen.
    if (watch.out_of_time && !record.launches.empty() && !record.launches.back().complete &&
        (record.launches.size() > 1 || record.launches.back().blocks.empty()))
        record.launches.pop_back();
    return record;
}

/// What is left of the time since then, a tenth of all at least.
RunOptions with_time_left(RunOptions options, std::chrono::steady_clock::time_point begin) {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    options.most_seconds =
        std::max(options.most_seconds / 10, options.most_seconds - taken.count());
    options.begun.reset();
    return options;
}

/// What a launch may do wrong at any size. Anything else may come of a smaller one alone.
bool is_of_any_size(const machine::Diagnostic& d) {
    using Kind = machine::Diagnostic::Kind;
    return d.kind == Kind::barrier || d.kind == Kind::exited || d.kind == Kind::missing_lanes ||
           d.kind == Kind::unordered;
}

/// Whether main came to its end, and nothing that it or its kernels did wrong may come of what they
/// were given. Of numbers that nobody has seen in a file anything may come.
bool is_right_for_guess(const machine::HostRecord& record, const Told& told) {
    return !record.stopped && record.diagnostics.empty() &&
           std::ranges::all_of(record.launches, [&](const machine::LaunchRecord& launch) {
               return launch.complete &&
                      (told.file ? launch.diagnostics.empty()
                                 : std::ranges::all_of(launch.diagnostics, is_of_any_size));
           });
}

/// Whether main comes to its end in that time, launches something and does nothing wrong.
bool runs_through(const Experiment& experiment, const RunOptions& options) {
    try {
        const ResolvedText resolved = try_resolve(experiment.text);
        if (!resolved.faults.empty() || resolved.run.kernel != nullptr) return false;
        machine::GlobalMemory memory;
        const machine::HostRecord record = run_main(experiment, resolved.run, options, memory);
        return record.result == 0 && !record.launches.empty() && is_right_for_guess(record, {});
    } catch (const UsageError&) {
        return false;
    }
}

/// With which smaller number of the text a main that had too little time comes to its end, tried
/// out. Empty: with none that was tried.
std::string less_to_do(const Experiment& experiment, const TextRun& text,
                       const RunOptions& options) {
    // All trials together take little of the tenth that a run may take beyond its time.
    constexpr double share = 0.04, tries = 4;
    const double most = options.most_seconds * share;
    const std::vector<TextSize> sizes = sizes_of(experiment.text, text);
    if (sizes.empty()) return {};
    const auto begin = std::chrono::steady_clock::now();
    const auto since = [](std::chrono::steady_clock::time_point from) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
    };
    const auto sentence = [&](const std::vector<TextSize>& smaller, bool by_far) -> std::string {
        if (since(begin) > most) return {};
        Experiment tried = experiment;
        tried.text = with_sizes(tried.text, smaller, by_far);
        RunOptions brief = options;
        brief.most_seconds = most / tries;
        brief.begun.reset();
        const auto from = std::chrono::steady_clock::now();
        if (!runs_through(tried, brief)) return {};
        constexpr double tenths = 10;
        return fmt::format(", or less to do: with {} it ends in {:.1f} s",
                           sizes_sentence(smaller, by_far),
                           std::max(1.0, std::ceil(since(from) * tenths)) / tenths);
    };
    for (const bool by_far : {false, true}) {
        std::string all = sentence(sizes, by_far);
        if (all.empty()) continue;
        for (const TextSize& size : sizes) {
            if (sizes.size() == 1) break;
            if (std::string one = sentence({size}, by_far); !one.empty()) return one;
        }
        return all;
    }
    return {};
}

/// The kernels are there to be seen, whatever becomes of a main that launches none. `rest`: with
/// the time that is left for them.
std::shared_ptr<const Trace> record_without(const machine::HostRecord& main,
                                            const Experiment& experiment, const TextRun& text,
                                            const RunOptions& options, const RunOptions& rest,
                                            const std::string& less) {
    ResolvedText kernels = try_resolve(experiment.text, Roots::kernels);
    if (!kernels.faults.empty() || kernels.run.kernel == nullptr) return nullptr;
    const std::string returned =
        main.result == 0 ? "" : fmt::format(" and returns {}", main.result);
    const bool refused = std::ranges::any_of(main.diagnostics, [](const machine::Diagnostic& d) {
        return d.kind == machine::Diagnostic::Kind::cuda_call;
    });
    const auto stops_at = [&](const language::Fault& fault) {
        return stop_sentence(*text.unit, fault, options, less);
    };
    const std::string why =
        main.stopped ? stops_at(*main.stopped)
        : main.ended_at_fault
            ? stops_at({main.diagnostics.back().place, main.diagnostics.back().message})
        : refused                ? "main launches nothing that runs"
        : !main.launches.empty() ? "main launches none of these kernels"
                                 : "main launches nothing" + returned;
    kernels.run.guessed = why + "; " + kernels.run.guessed;
    kernels.run.title = text.title;
    try {
        return record_kernels(experiment, kernels.run, rest, main);
    } catch (const RunError& error) {
        // It had what main left of the time, and a person gave them all of it.
        if (error.what() != out_of_time(text.title, rest)) throw;
        throw RunError(out_of_time(text.title, options, less));
    }
}

/// A main for several devices launches nothing where it is told of one: of so many it is told then.
constexpr int several_devices = 2;

/// What main does by the first of these by which it launches something and goes wrong nowhere, or
/// else by the first by which it launches something; that it was one stands in `run` then.
/// `missing`: takes the names of the files that it would have read.
std::optional<machine::HostRecord> with_guess(const std::vector<Guess>& guesses,
                                              const Experiment& experiment, const TextRun& text,
                                              const RunOptions& options,
                                              machine::GlobalMemory& memory, MachineRun& run,
                                              std::vector<std::string>& missing) {
    constexpr std::chrono::seconds enough{2};
    const auto begin = std::chrono::steady_clock::now();
    std::optional<machine::HostRecord> best;
    for (const Guess& guess : guesses) {
        if (std::chrono::steady_clock::now() - begin > enough) break;
        machine::GlobalMemory other;
        machine::HostRecord record =
            run_main(experiment, text, with_time_left(options, begin), other, guess.told, &missing);
        const bool is_right = is_right_for_guess(record, guess.told);
        if (record.launches.empty() || (!is_right && (best || guess.told.file))) continue;
        memory = std::move(other);
        run.guessed = guess.said;
        best = std::move(record);
        if (is_right) break;
    }
    return best;
}

/// Whether main launched a kernel of the text. One that stands in another source than the text may
/// have others to launch.
bool launched_own(const TextRun& text, const machine::HostRecord& record) {
    const bool is_own = text.unit->main->place.file == 0;
    const bool has_kernels = std::ranges::any_of(
        text.unit->kernels, [](const language::Function* f) { return f->place.file == 0; });
    if (is_own || !has_kernels) return !record.launches.empty();
    return std::ranges::any_of(record.launches, [](const machine::LaunchRecord& launch) {
        return launch.program->function->place.file == 0;
    });
}

/// Whether the text names what tells how many multiprocessors there are. All that main is told of
/// its device it asks for at once: of most of that it makes no use.
bool names_multiprocessors(const TextRun& text) {
    constexpr std::array names{"ultiProcessorCount", "MULTIPROCESSOR_COUNT",
                               "cudaOccupancyMaxPotentialBlockSize"};
    return std::ranges::any_of(text.unit->files, [&](const language::SourceFile& file) {
        return std::ranges::any_of(
            names, [&](const char* name) { return file.text.find(name) != std::string::npos; });
    });
}

std::shared_ptr<const Trace> record_main_once(const Experiment& experiment, const TextRun& text,
                                              const RunOptions& options) {
    const auto begin = begin_of(options);
    machine::GlobalMemory memory;
    MachineRun run = run_of(experiment, text, options, memory);
    std::vector<std::string> missing;
    machine::HostRecord record = run_main(experiment, text, options, memory, {}, &missing);
    if (record.launches.empty() && record.asked_devices && !record.stopped) {
        machine::GlobalMemory other;
        const RunOptions rest = with_time_left(options, begin);
        machine::HostRecord of_several =
            run_main(experiment, text, rest, other, {.devices = several_devices});
        if (!of_several.launches.empty()) {
            record = std::move(of_several);
            memory = std::move(other);
            run.device += fmt::format(", with {} devices for main", several_devices);
        }
    }
    const auto try_all = [&](const std::vector<Guess>& guesses) {
        if (auto guessed = with_guess(guesses, experiment, text, with_time_left(options, begin),
                                      memory, run, missing))
            record = *std::move(guessed);
    };
    const bool takes_arguments =
        !text.unit->main->parameters.empty() && experiment.text.program_arguments.empty();
    const std::vector<std::string> named = missing;
    const auto launches_nothing = [&] { return record.launches.empty(); };
    // Where a null argument was read main is at its end as well.
    if (launches_nothing() && takes_arguments && !record.stopped) {
        // Some sizes have to be larger than an extent of a block, and what chooses among ways has
        // to be small.
        try_all(guessed_arguments({"32", "1024", "1"}));
        if (launches_nothing()) try_all(guessed_words(*text.unit));
    }
    const bool wants_input = record.asked_input && experiment.text.standard_input.empty();
    if (launches_nothing() && wants_input) try_all(guessed_inputs());
    if (launches_nothing() && !named.empty()) try_all(guessed_files(*text.unit, named));
    if (launches_nothing() && missing.size() > named.size()) {
        std::vector<Guess> guesses = takes_arguments ? guessed_arguments({"32"}) : guessed_inputs();
        if (takes_arguments)
            std::ranges::move(guessed_words(*text.unit), std::back_inserter(guesses));
        try_all(with_files(*text.unit, guesses));
    }
    const bool is_late = record.stopped && record.stopped->message.empty();
    const std::string less =
        is_late && run.guessed.empty() ? less_to_do(experiment, text, options) : "";
    if (!launched_own(text, record)) {
        const RunOptions rest = with_time_left(options, begin);
        if (auto trace = record_without(record, experiment, text, options, rest, less))
            return trace;
        const bool is_empty = record.launches.empty();
        if (is_empty && is_late) throw RunError(out_of_time(text.title, options, less));
        if (is_empty && record.stopped) refuse(experiment, text, *record.stopped);
    }
    if (!record.guessed.empty()) run.guessed += (run.guessed.empty() ? "" : "; ") + record.guessed;
    if (record.stopped) {
        run.stopped = stop_sentence(*text.unit, *record.stopped, options, less);
    } else if (record.diagnostics.empty() && run.guessed.empty()) {
        run.exit_code = record.result;
    }
    if (!record.written.empty())
        run.title +=
            fmt::format(" ({} is written nowhere)",
                        record.written.size() == 1 ? record.written.front() : "what it writes");
    if (!record.windows.empty())
        run.title += fmt::format(" (its window{} not shown, and its loop goes round once)",
                                 record.windows.size() == 1
                                     ? fmt::format(" \"{}\" is", record.windows.front())
                                     : "s are");
    if (record.asked_input && experiment.text.standard_input.empty() && run.guessed.empty())
        run.title += " (nobody types what it reads: --stdin)";
    if (record.repeated > 0)
        run.shortened = fmt::format(
            "{} launch{} what an earlier one did, from the same memory, and {} not shown again",
            record.repeated, record.repeated == 1 ? " did" : "es did",
            record.repeated == 1 ? "is" : "are");
    run.reads_input = record.asked_input;
    run.measures_time = record.asked_seconds > 1;  // once is for a seed
    if (record.asked_multiprocessors && names_multiprocessors(text))
        run.multiprocessors =
            options.multiprocessors > 0 ? options.multiprocessors : experiment.sms;
    run.rounded_sums = record.rounds_sums;
    // Between launches main may write what nothing tells of.
    if (record.launches.size() == 1) run.before = std::move(record.before);
    run.launches = std::move(record.launches);
    run.host_findings = std::move(record.diagnostics);
    run.early_findings = record.early_diagnostics;
    run.printed = std::move(record.output);
    try {
        return trace_of(experiment, std::move(run));
    } catch (const language::FaultError& error) {
        refuse(experiment, text, error.fault());
    }
}

/// Whether nothing was found, and nothing came out wrong.
bool is_clean(const Trace& trace) {
    const TraceData& data = trace.data();
    return data.diagnostics.empty() && std::ranges::all_of(data.races, &Race::is_mild) &&
           data.exit_code.value_or(0) == 0 &&
           std::ranges::all_of(data.contents, [](const ArrayContents& contents) {
               return contents.expected.size() == 0 || contents.expected == contents.after;
           });
}

/// Whether it made no difference to what was launched, nor to what was found.
bool came_to_the_same(const Trace& a, const Trace& b) {
    const auto sizes = [](const LaunchFacts& x, const LaunchFacts& y) {
        return x.grid == y.grid && x.block == y.block;
    };
    return std::ranges::equal(a.data().launches, b.data().launches, sizes) &&
           a.data().exit_code == b.data().exit_code &&
           a.data().diagnostics.size() == b.data().diagnostics.size() &&
           a.data().races.size() == b.data().races.size();
}

/// A main that launches a block for each multiprocessor may need more of them than the machine
/// has: what is found with these is held against a large GPU's.
std::shared_ptr<const Trace> record_main(const Experiment& experiment, const TextRun& text,
                                         const RunOptions& options) {
    const auto begin = begin_of(options);
    std::shared_ptr<const Trace> trace = record_main_once(experiment, text, options);
    const TraceData& data = trace->data();
    if (data.multiprocessors == 0 || options.multiprocessors > 0 || !data.stopped.empty() ||
        experiment.sms != Experiment{}.sms || is_clean(*trace))
        return trace;
    RunOptions again = with_time_left(options, begin);
    again.multiprocessors = multiprocessors_of_h100;
    // Somebody who gives it all the time there is waits for a picture.
    constexpr double least = 2, times = 40;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (options.most_seconds <= 0) again.most_seconds = std::max(least, times * taken.count());
    ThreadLocals locals;
    if (options.locals != nullptr) {
        locals = {.block = options.locals->block, .thread = options.locals->thread};
        again.locals = &locals;
    }
    try {
        auto other = record_main_once(experiment, text, again);
        if (!other->data().stopped.empty() || came_to_the_same(*trace, *other)) return trace;
        if (options.locals != nullptr) *options.locals = std::move(locals);
        return other;
    } catch (const Cancelled&) {
        throw;
    } catch (const std::runtime_error&) {
        return trace;  // so many took too much
    }
}

}  // namespace

std::shared_ptr<const Trace> record_text(const Experiment& experiment, const RunOptions& given) {
    const auto begin = begin_of(given);
    RunOptions options = given;
    options.begun = begin;
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
    return text.kernel != nullptr ? record_kernels(experiment, text, options, {})
                                  : record_main(experiment, text, options);
}

}  // namespace stridescope

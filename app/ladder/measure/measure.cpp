#include "app/ladder/measure/measure.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <thread>

#include "app/engine/machine/text_trial.h"
#include "app/engine/scan_on_gpu.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library.h"
#include "app/experiment/text/text_run.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/ladder/measure/cpu_scans.h"
#include "app/ladder/measure/rung_counts.h"
#include "app/ladder/rungs.h"

namespace stridescope {
namespace {

unsigned cores() {
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string cpu_name() {
    constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;
    try {
        const std::string info =
            as_text(read_file("/proc/cpuinfo", {.what = "a CPU's name", .most = most_bytes}));
        const std::size_t line = std::min(info.find("model name"), info.size());
        const std::size_t colon = info.find(": ", line), end = info.find('\n', line);
        if (end != std::string::npos && colon < end) {
            return printable(info.substr(colon + 2, end - colon - 2));
        }
    } catch (const UsageError&) {
        // A system without it.
    }
    return "a CPU";
}

std::string today() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

/// What the engine says of its own flags is not said here.
std::string without_flags(std::string sentence) {
    const std::size_t at = sentence.find(", or use --engine cpu");
    if (at != std::string::npos) sentence = sentence.substr(0, at) + ".";
    return sentence;
}

void set(TextSpec& text, const std::string& name, const std::string& value) {
    const auto found = std::ranges::find(text.defines, name, &Setting::first);
    if (found == text.defines.end())
        text.defines.emplace_back(name, value);
    else
        found->second = value;
}

/// The text with its knobs N and T set, where it has them. Throws UsageError.
TextSpec sized(TextSpec text, ElementType type, const std::vector<std::string>& knobs,
               std::int64_t n) {
    const auto has = [&](std::string_view name) {
        return std::ranges::find(knobs, name) != knobs.end();
    };
    if (has("N")) set(text, "N", std::to_string(n));
    if (has("T")) set(text, "T", type == ElementType::f32 ? "float" : "int");
    return text;
}

/// The document that the rung runs; nothing where it runs none.
std::optional<TextSpec> spec_of_rung(const LadderPlan& plan, const Ladder& ladder,
                                     std::size_t index) {
    const Rung& rung = ladder.rungs[index];
    TextSpec spec;
    if (rung.kind == RungKind::own) {
        const auto before = std::count_if(
            ladder.rungs.begin(), ladder.rungs.begin() + static_cast<std::ptrdiff_t>(index),
            [](const Rung& other) { return other.kind == RungKind::own; });
        spec = plan.own[static_cast<std::size_t>(before)];
    } else if (rung.text.empty()) {
        return std::nullopt;
    } else {
        spec = stridescope::spec_of(*find_text(rung.text));
    }
    for (const auto& [name, value] : rung.knobs) set(spec, name, value);
    return spec;
}

/// Counts what a rung's text does. What cannot be recorded is not counted.
void count_rung(const LadderPlan& plan, Ladder& ladder, std::size_t index) {
    Rung& rung = ladder.rungs[index];
    if (rung.most > 0) return;  // what it does for an element depends on their number
    const std::optional<TextSpec> spec = spec_of_rung(plan, ladder, index);
    if (!spec) return;
    try {
        rung.counts = count_text(*spec);
        // They grow with the tiles that one round of all blocks has, and few blocks are recorded.
        if (!rung.fitted.empty()) rung.counts.hand_overs = 0;
    } catch (const std::runtime_error&) {
        rung.counts = {};
    }
}

/// A rung's text as it stands when nothing is sized yet.
struct RungText {
    TextSpec text{};
    std::vector<std::string> knobs{};
    ScanText scan{};
    std::string left_out{};  ///< why it is not run at any size
};

RungText text_of(const Rung& rung, TextSpec spec, ElementType type) {
    RungText made{.text = std::move(spec), .knobs = {}, .scan = {}, .left_out = {}};
    for (const ResolvedKnob& knob : resolve(made.text).knobs) made.knobs.push_back(knob.name);
    if (std::ranges::find(made.knobs, "N") == made.knobs.end()) {
        made.left_out = "It has no #define N, the number of elements.";
        return made;
    }
    // Few enough elements for the machine, in several blocks.
    constexpr std::int64_t few = 2049, several_sections = 65537;
    const auto at = [&](std::int64_t n) { return resolve(sized(made.text, type, made.knobs, n)); };
    TextRun run = at(few);
    if (run.kernel == nullptr) {
        made.left_out = "It runs its own main: give it a card with a launch.";
        return made;
    }
    if (blocks_cooperate(run)) run = at(several_sections);
    const TextTrial trial = try_on_machine(run);
    if (!trial.harm.empty()) {
        made.left_out =
            fmt::format("The machine finds a fault that a GPU is not to run: {}.", trial.harm);
    }
    made.scan.all_resident = trial.all_resident;
    made.scan.managed = rung.managed;
    made.scan.fitted = rung.fitted;
    if (rung.kind == RungKind::sections) {
        made.scan.section = 1;
        for (const auto& [name, value] : rung.knobs) {
            if (name == "BLOCK" || name == "COARSEN") made.scan.section *= std::stoll(value);
        }
    }
    return made;
}

template <class T>
class Climb {
  public:
    Climb(const LadderPlan& plan, const LadderWatch& watch, Ladder& ladder)
        : plan_{plan}, watch_{watch}, ladder_{ladder} {}

    void run() {
        for (const std::int64_t n : plan_.sizes) {
            prepare(n);
            for (std::size_t r = 0; r < ladder_.rungs.size(); ++r) {
                if (!tell(r, n)) return;
                ladder_.results.push_back(measure(static_cast<int>(r), n));
                if (ladder_.stopped) {
                    ladder_.results.pop_back();  // may have too few runs
                    return;
                }
                ++done_;
            }
        }
    }

  private:
    bool tell(std::size_t rung, std::int64_t n) {
        const auto all = static_cast<double>(plan_.sizes.size() * ladder_.rungs.size());
        now_ = {static_cast<double>(done_) / all, ladder_.rungs[rung].name, n};
        return go_on();
    }
    bool go_on() {
        if (watch_ && !watch_(now_)) ladder_.stopped = true;
        return !ladder_.stopped;
    }

    void prepare(std::int64_t n) {
        gpu_.reset();
        why_not_.clear();
        why_no_gpu_ = ladder_.gpu.empty() ? "There is no GPU here." : "";
        for (std::vector<T>* array : {&numbers_, &scan_, &result_}) {
            array->clear();
            array->shrink_to_fit();
        }
        const auto size = static_cast<std::size_t>(n);
        const std::uint64_t needed = std::uint64_t{3} * size * sizeof(T), room = memory_budget();
        if (needed > room) {
            constexpr double giga = 1e9;
            why_not_ =
                fmt::format("It needs {:.1f} GB of memory, and there is room for {:.1f}.",
                            static_cast<double>(needed) / giga, static_cast<double>(room) / giga);
            return;
        }
        numbers_.resize(size);
        fill_with_steps(numbers_);
        scan_.resize(size);
        std::inclusive_scan(numbers_.begin(), numbers_.end(), scan_.begin());
        result_.resize(size);
        if (ladder_.gpu.empty()) return;
        try {
            gpu_ = std::make_unique<ScanOnGpu>(plan_.type, std::as_bytes(std::span{numbers_}),
                                               std::as_bytes(std::span{scan_}));
        } catch (const RunError& error) {
            why_no_gpu_ = without_flags(error.what());
        }
    }

    RungResult measure(int index, std::int64_t n) {
        const Rung& rung = ladder_.rungs[static_cast<std::size_t>(index)];
        RungResult result{.rung = index, .n = n};
        if (!why_not_.empty()) {
            result.left_out = why_not_;
        } else if (rung.most > 0 && n > rung.most) {
            result.left_out = rung.why_most;
        } else if (rung.kind == RungKind::cpu) {
            on_cpu(rung, result);
        } else if (gpu_ == nullptr) {
            result.left_out = why_no_gpu_;
        } else {
            on_gpu(rung, result);
        }
        return result;
    }

    void on_cpu(const Rung& rung, RungResult& result) {
        const bool all = rung.id == "cpu-all";
        if (all && threads_ == nullptr) threads_ = std::make_unique<ScanThreads>(cores());
        std::ranges::fill(result_, T{});
        using Clock = std::chrono::steady_clock;
        // A clock tells no less than some tens of nanoseconds: few numbers are scanned repeatedly.
        constexpr std::int64_t enough = 50'000;
        const std::int64_t times = all ? 1 : std::max<std::int64_t>(1, enough / result.n);
        constexpr std::size_t least_runs = 3;
        const auto begin = Clock::now();
        for (int run = 0; run <= plan_.runs && go_on(); ++run) {
            const auto start = Clock::now();
            for (std::int64_t k = 0; k < times; ++k) {
                if (all)
                    threads_->scan(std::span<const T>{numbers_}, std::span<T>{result_});
                else
                    std::inclusive_scan(numbers_.begin(), numbers_.end(), result_.begin());
            }
            const auto end = Clock::now();
            const std::chrono::nanoseconds taken = end - start, so_far = end - begin;
            constexpr double nanoseconds = 1e6;  // in a millisecond
            if (run > 0)                         // the first warms up
                result.ms.push_back(static_cast<double>(taken.count() / times) / nanoseconds);
            if (result.ms.size() >= least_runs &&
                static_cast<double>(so_far.count()) > plan_.seconds * 1e9)
                break;
        }
        const auto differs = std::ranges::mismatch(result_, scan_);
        if (differs.in1 != result_.end()) {
            result.wrong =
                fmt::format("Element {} is not the scan's.", differs.in1 - result_.begin());
        }
    }

    void on_gpu(const Rung& rung, RungResult& result) {
        const TimingLimits limits{
            .runs = plan_.runs, .seconds = plan_.seconds, .go_on = [this] { return go_on(); }};
        GpuTiming timing;
        try {
            if (rung.kind == RungKind::roof) {
                timing = gpu_->copy(limits);
            } else if (rung.kind == RungKind::library) {
                timing = gpu_->library(limits);
            } else {
                const RungText& text = text_of_rung(result.rung);
                if (text.left_out.empty()) {
                    timing = gpu_->time(sized(text.text, plan_.type, text.knobs, result.n),
                                        text.scan, limits);
                } else {
                    timing.left_out = text.left_out;
                }
            }
        } catch (const std::runtime_error& error) {
            timing.left_out = without_flags(error.what());
        }
        if (ladder_.stopped) return;
        result.left_out = timing.left_out;
        if (!result.left_out.empty()) return;
        result.ms = timing.ms;
        result.clearing_ms = timing.clearing_ms;
        result.blocks = timing.blocks;
        result.launches = timing.launches;
        result.resident = timing.resident;
        result.wrong = timing.wrong;
    }

    const RungText& text_of_rung(int index) {
        if (const auto found = texts_.find(index); found != texts_.end()) return found->second;
        const Rung& rung = ladder_.rungs[static_cast<std::size_t>(index)];
        RungText made = text_of(
            rung, *spec_of_rung(plan_, ladder_, static_cast<std::size_t>(index)), plan_.type);
        return texts_.emplace(index, std::move(made)).first->second;
    }

    const LadderPlan& plan_;
    const LadderWatch& watch_;
    Ladder& ladder_;
    LadderProgress now_{};
    std::size_t done_ = 0;
    std::vector<T> numbers_, scan_, result_;
    std::string why_not_;     ///< nothing is measured of this size
    std::string why_no_gpu_;  ///< or nothing on the GPU
    std::unique_ptr<ScanThreads> threads_;
    std::unique_ptr<ScanOnGpu> gpu_;
    std::map<int, RungText> texts_;
};

std::vector<Rung> rungs_of(const LadderPlan& plan) {
    std::vector<Rung> all = standard_rungs();
    std::vector<bool> used(plan.rungs.size(), false);
    const auto wanted = [&](const Rung& rung) {
        bool found = plan.rungs.empty();
        for (std::size_t k = 0; k < plan.rungs.size(); ++k) {
            if (plan.rungs[k] != rung.id && plan.rungs[k] != name_of(rung.kind)) continue;
            used[k] = true;
            found = true;
        }
        return found;
    };
    std::vector<std::string> ids;
    for (const Rung& rung : all) ids.push_back(rung.id);
    std::erase_if(all, [&](const Rung& rung) { return !wanted(rung); });
    for (std::size_t k = 0; k < used.size(); ++k) {
        if (used[k]) continue;
        throw UsageError(
            fmt::format("Unknown rung \"{}\": choose some of {}, or a kind: cpu, sections, scan, "
                        "library, roof.",
                        excerpt(plan.rungs[k]), fmt::join(ids, ", ")));
    }
    for (const TextSpec& own : plan.own) {
        const TextRun run = resolve(own);
        Rung rung{.name = run.title, .kind = RungKind::own, .text = name_of(own)};
        rung.id = rung.text;
        for (int number = 2; std::ranges::find(all, rung.id, &Rung::id) != all.end(); ++number)
            rung.id = fmt::format("{}-{}", rung.text, number);
        for (const Setting& setting : own.defines) rung.knobs.push_back(setting);
        all.push_back(std::move(rung));
    }
    return all;
}

}  // namespace

template <class T>
void fill_with_steps(std::vector<T>& numbers) {
    std::uint64_t state = 0;
    for (T& number : numbers) {
        // SplitMix64.
        std::uint64_t z = state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        constexpr int most = 4;
        number = static_cast<T>(static_cast<int>((z >> 32) % (2 * most + 1)) - most);
    }
}

template void fill_with_steps(std::vector<float>& numbers);
template void fill_with_steps(std::vector<int>& numbers);

std::vector<std::int64_t> usual_sizes(bool gpu) {
    std::vector<std::int64_t> sizes;
    const std::int64_t largest = gpu ? 1'000'000'000 : 100'000'000;
    for (std::int64_t n = 1000; n <= largest; n *= 10) sizes.push_back(n);
    return sizes;
}

Ladder measure_ladder(const LadderPlan& plan, const LadderWatch& watch) {
    if (plan.type != ElementType::f32 && plan.type != ElementType::i32)
        throw UsageError("A ladder is of f32 or i32 (--type).");
    Ladder ladder;
    ladder.date = today();
    ladder.type = plan.type;
    ladder.cpu = cpu_name();
    ladder.cores = static_cast<int>(cores());
    if (plan.gpu)
        ladder.no_gpu = without_flags(why_no_text_on_gpu());
    else
        ladder.no_gpu = "It was not asked for.";
    if (ladder.no_gpu.empty()) {
        ladder.gpu = gpu_name();
        ladder.toolkit = gpu_compiler_version();
        ladder.library = library_scan();
    }
    ladder.rungs = rungs_of(plan);
    if (!ladder.gpu.empty()) {
        try {
            const SingleTimes times = single_times_on_gpu();
            ladder.rates = {times.launch, times.hand_over, times.barrier, times.wavefront};
        } catch (const RunError&) {
            // Then what a rung's time is made of is not told.
        }
        for (std::size_t r = 0; r < ladder.rungs.size(); ++r) count_rung(plan, ladder, r);
    }
    if (plan.type == ElementType::f32)
        Climb<float>{plan, watch, ladder}.run();
    else
        Climb<int>{plan, watch, ladder}.run();
    for (Rung& rung : ladder.rungs) {  // what was left out says why
        rung.most = 0;
        rung.why_most.clear();
    }
    return ladder;
}

}  // namespace stridescope

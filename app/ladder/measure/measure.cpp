#include "app/ladder/measure/measure.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "app/engine/text_on_gpu.h"
#include "app/experiment/text/library_texts.h"
#include "app/experiment/text/text_run.h"
#include "app/io/errors.h"
#include "app/io/memory_budget.h"
#include "app/io/printable.h"
#include "app/io/read_file.h"
#include "app/ladder/ladder.h"
#include "app/ladder/measure/cpu_scans.h"
#include "app/ladder/measure/gpu_rungs.h"

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
        gpu_.forget();
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
        if (!ladder_.gpu.empty())
            why_no_gpu_ =
                gpu_.prepare(std::as_bytes(std::span{numbers_}), std::as_bytes(std::span{scan_}));
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
        } else if (!gpu_.ready()) {
            result.left_out = why_no_gpu_;
        } else {
            on_gpu(result);
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

    void on_gpu(RungResult& result) {
        const GpuTiming timing = gpu_.time(
            result.rung, result.n,
            {.runs = plan_.runs, .seconds = plan_.seconds, .go_on = [this] { return go_on(); }});
        if (!ladder_.stopped) take(timing, result);
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
    GpuRungs gpu_{plan_, ladder_};
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
    ladder.rungs = rungs_of(plan);
    if (ladder.no_gpu.empty()) describe_gpu(plan, ladder);
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

namespace {

constexpr std::int64_t some_sections = 8;

TextSpec with_n(TextSpec text, std::int64_t n) {
    std::erase_if(text.defines, [](const Setting& define) { return define.first == "N"; });
    text.defines.emplace_back("N", std::to_string(n));
    return text;
}

/// How many elements a block of the first launch has; fewer, where its blocks go on with others.
std::int64_t section_of(const TextSpec& text) {
    constexpr std::int64_t many = 1 << 20, most = 1 << 14;
    const std::int64_t blocks = outline(with_n(text, many)).run.grid[0];
    return std::clamp<std::int64_t>(many / std::max<std::int64_t>(1, blocks), 1, most);
}

}  // namespace

std::int64_t longest_chain(const Trace& trace) {
    using Place = std::pair<int, std::int64_t>;     // array, element
    using Stored = std::pair<Place, std::int32_t>;  // what was stored there: 1 comes before 2
    struct Block {
        std::int64_t chain = 0;
        Place awaited{-1, -1};
    };
    std::map<int, Block> blocks;
    std::map<Stored, std::int64_t> stored;  // the chain of who stored it
    std::int64_t longest = 0;
    for (const GridEvent& event : trace.grid_events()) {
        Block& block = blocks[event.block];
        const Place place{static_cast<int>(event.array), event.element};
        switch (event.kind) {
            case GridEvent::Kind::launch: blocks.clear(); break;
            case GridEvent::Kind::store: stored[{place, event.integer}] = block.chain; break;
            case GridEvent::Kind::wait: block.awaited = place; break;
            case GridEvent::Kind::load:
                if (block.awaited != place) break;
                block.awaited = {-1, -1};
                if (const auto found = stored.find({place, event.integer}); found != stored.end())
                    block.chain = std::max(block.chain, found->second + 1);
                longest = std::max(longest, block.chain);
                break;
            default: break;
        }
    }
    return longest;
}

RungCounts count_text(const TextSpec& text) {
    const std::int64_t section = section_of(text);
    std::array<std::int64_t, 2> chains{};
    RungCounts counts;
    for (const std::int64_t times : {1, 2}) {
        const std::int64_t n = times * some_sections * section;
        Experiment experiment;
        experiment.text = with_n(text, n);
        const std::shared_ptr<const Trace> trace = record(experiment);
        chains[static_cast<std::size_t>(times - 1)] = longest_chain(*trace);
        if (times > 1) continue;
        if (trace->blocks() != trace->grid()) return {};  // there was no room for all of them
        const WorkCounts totals = work_table(*trace).totals;
        const auto each = [n](std::int64_t count) {
            return static_cast<double>(count) / static_cast<double>(n);
        };
        constexpr std::int64_t sector = 32;
        counts = {.bytes = each(sector * (totals.global_load_sectors + totals.global_store_sectors +
                                          totals.global_atomic_sectors)),
                  .barriers = each(totals.barriers),
                  .excess = each(totals.excess()),
                  .hand_overs = 0,
                  .recorded = n};
    }
    const std::int64_t grown = std::max<std::int64_t>(0, chains[1] - chains[0]);
    counts.hand_overs = static_cast<double>(grown) / static_cast<double>(some_sections * section);
    return counts;
}

}  // namespace stridescope

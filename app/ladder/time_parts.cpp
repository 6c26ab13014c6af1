#include "app/ladder/time_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stridescope {
namespace {

std::string bytes_text(double bytes) {
    constexpr double giga = 1e9, mega = 1e6, kilo = 1e3;
    if (bytes >= giga) return fmt::format("{:.3g} GB", bytes / giga);
    if (bytes >= mega) return fmt::format("{:.3g} MB", bytes / mega);
    return fmt::format("{:.3g} kB", bytes / kilo);
}

/// "7,630", "1.2 million".
std::string amount_text(double amount) {
    constexpr double million = 1e6;
    if (amount >= million) return fmt::format("{:.3g} million", amount / million);
    return size_text(static_cast<std::int64_t>(std::llround(amount)));
}

/// Beside the same kernel in the GPU's own memory: what it takes longer is migration.
TimeParts parts_of_managed(const Ladder& ladder, const RungResult& result) {
    TimeParts made;
    const Rung& rung = ladder.rungs[static_cast<std::size_t>(result.rung)];
    for (const RungResult& other : ladder.results) {
        const Rung& same = ladder.rungs[static_cast<std::size_t>(other.rung)];
        const bool is_same = !same.managed && same.kind == rung.kind && same.text == rung.text &&
                             same.knobs == rung.knobs;
        if (!is_same || other.n != result.n || other.ms.empty() || result.ms.empty()) continue;
        made.measured = spread_of(result.ms).median;
        made.parts.push_back(
            {"the kernel", spread_of(other.ms).median, fmt::format("measured: {}", same.name)});
        made.rest = made.measured - made.parts.back().ms;
        made.rest_name = "migration of pages";
        made.rest_how = "how much longer it takes";
        break;
    }
    return made;
}

/// The same rung with a layout that takes conflicts away, at that size; null where there is none
/// whose blocks were timed.
const RungResult* without_conflicts(const Ladder& ladder, const RungResult& result) {
    constexpr std::string_view layout = "PADDING";
    const Rung& rung = ladder.rungs[static_cast<std::size_t>(result.rung)];
    const auto others = [&](const Rung& of) {
        auto knobs = of.knobs;
        std::erase_if(knobs, [&](const auto& knob) { return knob.first == layout; });
        return knobs;
    };
    for (const RungResult& other : ladder.results) {
        const Rung& same = ladder.rungs[static_cast<std::size_t>(other.rung)];
        const bool is_same = other.n == result.n && other.block && same.kind == rung.kind &&
                             same.text == rung.text && same.knobs != rung.knobs &&
                             others(same) == others(rung);
        if (is_same && same.counts.excess < rung.counts.excess) return &other;
    }
    return nullptr;
}

/// The parts of a rung within a block: rounds of blocks, one behind another, as the blocks' clocks
/// told.
TimeParts parts_of_blocks(const Ladder& ladder, const RungResult& result) {
    TimeParts made;
    made.measured = spread_of(result.ms).median;
    constexpr double ns_of_ms = 1e6;
    const auto at_once = static_cast<double>(std::max<std::int64_t>(1, result.resident));
    const double rounds = std::ceil(static_cast<double>(result.blocks) / at_once);
    BlockTimes block = *result.block;
    double conflicts = 0;
    if (const RungResult* padded = without_conflicts(ladder, result);
        padded != nullptr && padded->block->ns < block.ns) {
        conflicts = block.ns - padded->block->ns;
        block = *padded->block;
    }
    const auto add = [&](const char* name, double ms, std::string how) {
        if (ms > 0) made.parts.push_back({name, ms, std::move(how)});
    };
    const std::string times_rounds = fmt::format("{:.0f} rounds of blocks × ", rounds);
    add("work and memory", rounds * block.ns * (1 - block.waited) / ns_of_ms,
        fmt::format("{}{:.0f} ns, by the blocks' clocks", times_rounds,
                    block.ns * (1 - block.waited)));
    add("barriers", rounds * block.ns * block.waited / ns_of_ms,
        fmt::format("{}{:.0f} ns: {:.0f} % of the warps' time", times_rounds,
                    block.ns * block.waited, 100 * block.waited));
    add("bank conflicts", rounds * conflicts / ns_of_ms,
        fmt::format("{}{:.0f} ns that a block of the padded one is faster", times_rounds,
                    conflicts));
    add("launches", result.launches * ladder.rates.launch_ms,
        fmt::format("{} × {}", result.launches, time_text(ladder.rates.launch_ms)));
    made.rest = made.measured;
    for (const TimePart& part : made.parts) made.rest -= part.ms;
    made.rest_how = "between blocks, and where others than the recorded ones take longer";
    return made;
}

}  // namespace

TimeParts time_parts(const Ladder& ladder, const RungResult& result) {
    TimeParts made;
    const Rung& rung = ladder.rungs[static_cast<std::size_t>(result.rung)];
    if (rung.managed) return parts_of_managed(ladder, result);
    if (rung.kind == RungKind::sections && result.block && !result.ms.empty())
        return parts_of_blocks(ladder, result);
    const RungCounts& counts = rung.counts;
    const RungResult* roof = nullptr;
    for (const RungResult& other : ladder.results) {
        if (other.n == result.n && !other.ms.empty() &&
            ladder.rungs[static_cast<std::size_t>(other.rung)].kind == RungKind::roof)
            roof = &other;
    }
    if (result.ms.empty() || counts.recorded == 0 || roof == nullptr) return made;
    made.measured = spread_of(result.ms).median;
    const auto n = static_cast<double>(result.n);
    const double bytes = counts.bytes * n, rate = gigabytes_per_second(ladder, *roof);
    constexpr double bytes_in_a_ms = 1e6;  // of a GB/s
    const auto add = [&](const char* name, double ms, std::string how) {
        if (ms > 0) made.parts.push_back({name, ms, std::move(how)});
    };
    add("memory", bytes / (rate * bytes_in_a_ms),
        fmt::format("{} at the copy's {:.0f} GB/s", bytes_text(bytes), rate));
    add("launches", result.launches * ladder.rates.launch_ms,
        fmt::format("{} × {}", result.launches, time_text(ladder.rates.launch_ms)));
    add("clearing", spread_of(result.clearing_ms).median, "measured");
    const double hand_overs = counts.hand_overs * n;
    add("waiting in the chain", hand_overs * ladder.rates.hand_over_ms,
        fmt::format("{} hand-overs × {:.3g} ns", amount_text(hand_overs),
                    ladder.rates.hand_over_ms * 1e6));
    if (result.resident > 0) {
        // Blocks that are resident together wait at their barriers at the same time.
        const auto at_once = static_cast<double>(std::min(result.resident, result.blocks));
        const double barriers = counts.barriers * n / std::max(1.0, at_once);
        add("barriers", barriers * ladder.rates.barrier_ms,
            fmt::format("{} in a row × {:.3g} ns", amount_text(barriers),
                        ladder.rates.barrier_ms * 1e6));
    }
    const double excess = counts.excess * n;
    add("bank conflicts", excess * ladder.rates.wavefront_ms,
        ladder.rates.wavefront_ms > 0
            ? fmt::format("{} excess wavefronts at {:.3g} a ns", amount_text(excess),
                          1e-6 / ladder.rates.wavefront_ms)
            : std::string{});
    made.rest = made.measured;
    for (const TimePart& part : made.parts) made.rest -= part.ms;
    return made;
}

}  // namespace stridescope

#include "app/exercise/limit.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/lane_use.h"
#include "app/analysis/work.h"
#include "app/experiment/text/formula.h"
#include "app/experiment/text/placed_text.h"
#include "app/io/errors.h"

namespace stridescope {
namespace {

/// Threads that do anything in the step that takes warps the most instructions, all rounds of a
/// loop together: 1 is a serial kernel, however many threads have loaded something before.
std::int64_t threads_of_busiest_step(const Trace& trace) {
    const LaneTable lanes = lane_table(trace);
    std::vector<bool> seen(lanes.steps.size());
    std::int64_t most = -1, threads = 0;
    for (int step = 0; step < trace.step_count(); ++step) {
        if (seen[static_cast<std::size_t>(step)]) continue;
        std::vector<int> together = steps_of_loop(trace, step);
        if (std::ranges::find(together, step) == together.end()) together = {step};
        std::int64_t instructions = 0, active = 0;
        for (const int round : together) {
            const StepLanes& of = lanes.steps[static_cast<std::size_t>(round)];
            seen[static_cast<std::size_t>(round)] = true;
            instructions += of.lanes.instructions;
            active = std::max(active, of.active_threads);
        }
        if (instructions > most) {
            most = instructions;
            threads = active;
        }
    }
    return threads;
}

std::int64_t counted_in(LimitCount count, const Trace& trace) {
    if (count == LimitCount::threads) return threads_of_busiest_step(trace);
    const WorkCounts work = work_table(trace).totals;
    switch (count) {
        case LimitCount::excess_wavefronts: return work.excess();
        case LimitCount::wavefronts: return work.wavefronts();
        case LimitCount::sectors: return work.global_sectors();
        case LimitCount::requests: return work.requests();
        case LimitCount::global_requests: return work.global_requests();
        case LimitCount::global_atomics: return work.global_atomic_requests;
        case LimitCount::atomics: return work.atomic_requests;
        case LimitCount::operations: return work.adds;
        case LimitCount::barriers: return work.barriers;
        case LimitCount::threads: break;
    }
    return 0;
}

/// Macros put in, and those in them.
std::string expanded(std::string text, const std::vector<Setting>& defines) {
    constexpr int most_depth = 8;
    constexpr std::size_t most_length = 4096;
    for (int depth = 0; depth < most_depth; ++depth) {
        std::string made;
        bool any = false;
        for (std::size_t i = 0; i < text.size();) {
            const std::string word{first_word(std::string_view{text}.substr(i))};
            if (word.empty()) {
                made += text[i++];
                continue;
            }
            i += word.size();
            const auto define = std::ranges::find(defines, word, &Setting::first);
            any = any || define != defines.end();
            made += define == defines.end() ? word : "(" + define->second + ")";
        }
        text = made;
        if (!any || text.size() > most_length) break;
    }
    return text;
}

double bound_of(const ExerciseLimit& limit, const Trace& trace,
                const std::vector<Setting>& defines) {
    FormulaContext context{.arrays = {}, .type = ElementType::f64, .extents = {}, .numbers = {}};
    context.numbers["ideal"] = work_table(trace).totals.global_ideal_sectors;
    try {
        const FormulaResult result = evaluate_formula(expanded(limit.bound, defines), context);
        if (result.values.size() > 0) return result.values.number(0);
    } catch (const FormulaError& error) {
        throw UsageError(fmt::format("Invalid limit \"{}\": {}.", limit.written, error.what()));
    }
    throw UsageError(
        fmt::format("Invalid limit \"{}\": its bound is not a number.", limit.written));
}

bool holds(double counted, const std::string& comparison, double bound) {
    if (comparison == "<=") return counted <= bound;
    if (comparison == "<") return counted < bound;
    if (comparison == ">=") return counted >= bound;
    if (comparison == ">") return counted > bound;
    return counted == bound;
}

}  // namespace

LimitResult held_to(const ExerciseLimit& limit, const Trace& trace,
                    const std::vector<Setting>& defines) {
    LimitResult result;
    if (trace.blocks() < trace.grid()) {
        result.known = false;
        result.sentence =
            fmt::format("not judged: {} of {} blocks were recorded", trace.blocks(), trace.grid());
        return result;
    }
    result.counted = counted_in(limit.count, trace);
    result.bound = bound_of(limit, trace, defines);
    result.kept = holds(static_cast<double>(result.counted), limit.comparison, result.bound);
    const std::string bound = fmt::format("{:.6g}", result.bound);
    result.sentence =
        fmt::format("{} counted, {} {}{} asked", result.counted, limit.comparison, limit.bound,
                    bound == limit.bound ? "" : fmt::format(" = {}", bound));
    if (limit.count == LimitCount::threads && !result.kept) {
        result.sentence =
            fmt::format("{} thread{} at work in the busiest step, {} {} asked", result.counted,
                        result.counted == 1 ? " is" : "s are", limit.comparison, bound);
    }
    return result;
}

}  // namespace stridescope

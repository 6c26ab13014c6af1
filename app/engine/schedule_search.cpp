#include "app/engine/schedule_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/io/errors.h"

namespace stridescope {
namespace {

using Clock = std::chrono::steady_clock;

/// So many seeds are tried of each kind that has one.
constexpr std::uint64_t seeds = 8;

std::string flags_of(const Experiment& experiment) {
    std::string flags = "--schedule " + text_of(experiment.schedule);
    if (experiment.text.weak_memory)
        flags += " --memory " + text_of_memory(experiment.text.weak_memory);
    return flags;
}

/// Once more, with all blocks that the experiment wants.
std::shared_ptr<const Trace> whole_run(const Experiment& other, const RunOptions& options) {
    RunOptions within = options;
    within.most_seconds = 1;
    try {
        return record(other, within);
    } catch (const Cancelled&) {
        throw;
    } catch (const RunError&) {
        return nullptr;
    }
}

}  // namespace

std::vector<Experiment> other_schedules(const Experiment& experiment) {
    using Kind = Schedule::Kind;
    std::vector<Experiment> others;
    const auto add = [&](const Schedule& schedule, std::optional<std::uint64_t> weak) {
        Experiment other = experiment;
        other.engine = EngineChoice::cpu;
        other.schedule = schedule;
        if (weak) other.text.weak_memory = weak;
        const bool same = other.schedule == experiment.schedule &&
                          other.text.weak_memory == experiment.text.weak_memory;
        if (!same && why_impossible(other).empty()) others.push_back(std::move(other));
    };
    for (const Kind kind : {Kind::ascending, Kind::descending}) add({.kind = kind}, {});
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        add({.kind = Kind::random, .seed = seed}, {});
        add({.kind = Kind::lane_random, .seed = seed}, {});
    }
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) add(experiment.schedule, seed);
    return others;
}

std::string where_results_differ(const Trace& trace, const Trace& other) {
    const auto arrays = std::min(trace.facts().arrays.size(), other.facts().arrays.size());
    for (std::size_t k = 0; k < arrays; ++k) {
        const auto id = static_cast<ArrayId>(k);
        const TypedArray &here = trace.contents(id).after, &there = other.contents(id).after;
        for (std::size_t i = 0; i < std::min(here.size(), there.size()); ++i) {
            if (here.text(i) == there.text(i)) continue;
            return fmt::format("{}[{}] is {}, not {}", trace.facts().arrays[k].name, i,
                               there.text(i), here.text(i));
        }
    }
    if (trace.data().printed != other.data().printed) return "it prints something else";
    if (trace.data().exit_code != other.data().exit_code) return "main returns something else";
    return {};
}

ScheduleSearch search_schedules(const Experiment& experiment, const Trace& trace,
                                std::chrono::milliseconds patience, const RunOptions& options) {
    const auto end = Clock::now() + patience;
    ScheduleSearch search;
    for (Experiment& other : other_schedules(experiment)) {
        const std::chrono::duration<double> left = end - Clock::now();
        if (left.count() <= 0) break;
        RunOptions within = options;
        within.most_seconds = left.count();
        std::shared_ptr<const Trace> run;
        Experiment quick = other;
        quick.first_blocks = 1;  // what all blocks come to is known anyway
        try {
            run = record(quick, within);
        } catch (const Cancelled&) {
            throw;
        } catch (const RunError&) {
            continue;
        }
        ++search.tried;
        // Cut short it has come to nothing yet.
        if (!run->data().stopped.empty() && trace.data().stopped.empty()) continue;
        if (std::string words = where_results_differ(trace, *run); !words.empty()) {
            search.found = {std::move(other), {}, std::move(words), {}};
            search.found->flags = flags_of(search.found->experiment);
            search.found->run = whole_run(search.found->experiment, options);
            break;
        }
    }
    return search;
}

}  // namespace stridescope

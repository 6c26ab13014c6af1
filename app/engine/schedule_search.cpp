#include "app/engine/schedule_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/io/errors.h"

namespace stridescope {
namespace {

using Clock = std::chrono::steady_clock;

/// How many seeds are tried of each kind that has one.
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

/// Runs others until time is up.
class Trials {
  public:
    Trials(const Trace& trace, Clock::time_point end, const RunOptions& options)
        : trace_(trace), end_(end), options_(options) {}

    bool time_is_up() const { return Clock::now() >= end_; }

    /// Where the run comes to something else; empty: nowhere, or it does not come to its end.
    /// Nothing: there is no time left, or it does not run.
    std::optional<std::string> difference(const Experiment& other) const {
        const std::chrono::duration<double> left = end_ - Clock::now();
        if (left.count() <= 0) return std::nullopt;
        RunOptions within = options_;
        within.most_seconds = left.count();
        Experiment quick = other;
        quick.first_blocks = 1;  // what all blocks come to is known anyway
        try {
            const auto run = record(quick, within);
            // Cut short it has come to nothing yet.
            if (!run->data().stopped.empty() && trace_.data().stopped.empty()) return "";
            return where_results_differ(trace_, *run);
        } catch (const Cancelled&) {
            throw;
        } catch (const RunError&) {
            return std::nullopt;
        }
    }

  private:
    const Trace& trace_;
    Clock::time_point end_;
    const RunOptions& options_;
};

/// Makes the run another one from `first` to `last` only: in these turns, or by these stores.
using Limit = void (*)(Experiment&, std::uint64_t first, std::uint64_t last);

void limit_turns(Experiment& experiment, std::uint64_t first, std::uint64_t last) {
    experiment.schedule.first_turn = first;
    experiment.schedule.last_turn = last;
}

void limit_stores(Experiment& experiment, std::uint64_t first, std::uint64_t last) {
    experiment.text.weak_memory->first = first;
    experiment.text.weak_memory->last = last;
}

/// Leaves the run another one in as few turns, or by as few stores, on end as still lead to another
/// result: fewer at the end first, then fewer at the beginning.
void shrink(OtherResult& found, const Trials& trials, Limit limit) {
    const auto still = [&](std::uint64_t first, std::uint64_t last) {
        Experiment fewer = found.experiment;
        limit(fewer, first, last);
        const auto words = trials.difference(fewer);
        if (!words || words->empty()) return false;
        found.experiment = std::move(fewer);
        found.words = *words;
        return true;
    };
    // Not up to `without`, but up to the last turn that it has by now.
    std::uint64_t without = 0, last = 0;
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    if (!still(0, 0)) {
        for (last = 1; last <= most && !still(0, last); last *= 2) {
            if (trials.time_is_up()) return;
            without = last;
        }
        if (last > most) return;
        while (last - without > 1) {
            const std::uint64_t middle = without + (last - without) / 2;
            (still(0, middle) ? last : without) = middle;
        }
    }
    std::uint64_t first = 0, beyond = last + 1;
    while (beyond - first > 1) {
        const std::uint64_t middle = first + (beyond - first) / 2;
        (still(middle, last) ? first : beyond) = middle;
    }
}

}  // namespace

std::vector<Experiment> other_schedules(const Experiment& experiment) {
    using Kind = Schedule::Kind;
    std::vector<Experiment> others;
    const auto add = [&](const Schedule& schedule, std::optional<LateStores> weak) {
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
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        add(experiment.schedule, LateStores{.seed = seed});
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
    const Trials trials{trace, end, options};
    ScheduleSearch search;
    for (Experiment& other : other_schedules(experiment)) {
        if (trials.time_is_up()) break;
        std::optional<std::string> words = trials.difference(other);
        if (!words) continue;
        ++search.tried;
        if (words->empty()) continue;
        OtherResult& found = search.found.emplace();
        found.experiment = std::move(other);
        found.words = std::move(*words);
        if (experiment.schedule == Schedule{} && found.experiment.schedule != Schedule{})
            shrink(found, trials, limit_turns);
        else if (!experiment.text.weak_memory && found.experiment.text.weak_memory)
            shrink(found, trials, limit_stores);
        found.flags = flags_of(found.experiment);
        found.run = whole_run(found.experiment, options);
        break;
    }
    return search;
}

}  // namespace stridescope

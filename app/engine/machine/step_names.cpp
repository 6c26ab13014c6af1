#include "app/engine/machine/trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "app/engine/machine/machine_steps.h"
#include "app/engine/machine/step_units.h"

namespace stridescope {
namespace {

/// What a step does with which arrays, and where.
struct Did {
    StepDoes does{};
    std::set<SourceLine> lines{};
    std::set<ArrayId> reads{}, writes{};
    bool shuffles = false;
    bool writes_itself = false;  ///< not by asynchronous copies alone

    void note(const Site& site) {
        does.note(site.event);
        lines.insert(site.place());
        shuffles |= site.event == Event::shuffle;
        if (site.array == ArrayId::none) return;
        const bool both = is_atomic(site.event), stores = is_store(site.event);
        if (both || !stores) reads.insert(site.array);
        if (both || stores) writes.insert(site.array);
        writes_itself |= (both || stores) && !site.is_copy();
    }
    std::string place() const {
        const int first = lines.begin()->line, last = lines.rbegin()->line;
        return first == last ? fmt::format("line {}", first)
                             : fmt::format("lines {}–{}", first, last);
    }
};

/// "read data", "update bins", "write out", "copy to tile"; empty: it takes more words than a label
/// has room for.
std::string deed(const TraceData& data, const Did& did) {
    constexpr std::size_t most = 24;
    std::vector<std::string> updated, read, written;
    const auto name = [&](ArrayId id) { return data.array(id).name; };
    for (const ArrayId id : did.reads)
        (did.writes.contains(id) ? updated : read).push_back(name(id));
    for (const ArrayId id : did.writes) {
        if (!did.reads.contains(id)) written.push_back(name(id));
    }
    if (updated.empty() && read.empty() && written.empty())
        return did.shuffles ? "shuffle" : "compute";
    // What is changed tells most; what is only read for it goes without saying.
    const char* const writes = did.writes_itself ? "write" : "copy to";
    const auto& [verb, names] = !updated.empty()   ? std::pair{"update", updated}
                                : !written.empty() ? std::pair{writes, written}
                                                   : std::pair{"read", read};
    const std::string text = fmt::format("{} {}", verb, fmt::join(names, ", "));
    return text.size() <= most ? text : std::string{};
}

/// Where barriers part a round of the loop, its parts are numbered. Behind the last one of them.
std::size_t name_parts(TraceData& data, std::size_t first) {
    std::size_t end = first + 1;
    const auto same = [&](const Step& other) {
        return other.phase.empty() && other.variables == data.steps[first].variables &&
               other.launch == data.steps[first].launch;
    };
    while (end < data.steps.size() && same(data.steps[end])) ++end;
    for (std::size_t k = first; k < end && end - first > 1; ++k)
        data.steps[k].phase = fmt::format("part {}", k - first + 1);
    return end;
}

/// A variable called stride is what it says: as in a scan's trace, the step has it as a number.
void take_stride(Step& step, std::int64_t stride) {
    constexpr std::int64_t most = 1 << 20;  // that a trace holds
    if (stride < 1 || stride > most) return;
    step.stride = static_cast<int>(stride);
    step.variables.clear();
}

}  // namespace

void name_steps(TraceData& data, const std::vector<LaunchPlace>& launches) {
    for (std::size_t number = 0; number < launches.size(); ++number) {
        const LaunchPlace& launch = launches[number];
        for (std::uint32_t k = 0; k < launch.steps->count(); ++k) {
            Step& step = data.steps[static_cast<std::size_t>(launch.first_step) + k];
            step.launch = static_cast<int>(number);
            step.variables = launch.steps->variables(k).text;
            step.phase = launch.steps->comment(k);
        }
    }
    std::vector<Did> did(data.steps.size());
    for (const Row& row : data.rows) {
        did[static_cast<std::size_t>(row.step)].note(
            data.sites[static_cast<std::size_t>(row.site)]);
    }
    std::map<std::pair<int, std::string>, std::vector<std::size_t>> by_deed;
    for (std::size_t k = 0; k < data.steps.size(); ++k) {
        Step& step = data.steps[k];
        if (!step.phase.empty()) continue;
        if (!step.variables.empty()) {
            k = name_parts(data, k) - 1;
            continue;
        }
        const Did& at = did[k];
        if (at.lines.empty()) {
            step.phase = "no accesses";
        } else if (at.does.only_loads()) {
            step.phase = "load";
        } else if (at.does.only_stores()) {
            step.phase = "store";
        } else {
            step.phase = deed(data, at);
            if (step.phase.empty()) {
                step.phase = at.place();
            } else {
                by_deed[{step.launch, step.phase}].push_back(k);
            }
        }
    }
    // Several that do the same are told apart by their lines.
    for (const auto& [name, steps] : by_deed) {
        for (const std::size_t k : steps) {
            if (steps.size() > 1) data.steps[k].phase += ", " + did[k].place();
        }
    }
    for (const LaunchPlace& launch : launches) {
        for (std::uint32_t k = 0; k < launch.steps->count(); ++k) {
            take_stride(data.steps[static_cast<std::size_t>(launch.first_step) + k],
                        launch.steps->variables(k).stride);
        }
    }
}

}  // namespace stridescope

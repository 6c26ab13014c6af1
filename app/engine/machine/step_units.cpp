#include "app/engine/machine/step_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "app/engine/machine/machine_arrays.h"
#include "app/engine/machine/machine_steps.h"
#include "app/engine/machine/trace_parts.h"

namespace stridescope {
namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

const machine::Round* round_in(const machine::BlockRecord& block, const machine::Row& row,
                               std::uint32_t loop) {
    if (!block.rounds) return nullptr;
    for (std::uint32_t at = row.round; at != 0; at = (*block.rounds)[at].parent) {
        if (std::cmp_equal((*block.rounds)[at].loop, loop)) return &(*block.rounds)[at];
    }
    return nullptr;
}

}  // namespace

RoundName name_of(const language::Loop& loop, const std::array<std::int64_t, 2>& values) {
    RoundName name;
    for (std::size_t k = 0; k < std::min(loop.stepped.size(), values.size()); ++k) {
        name.text += fmt::format("{}{} = {}", k > 0 ? ", " : "", loop.stepped[k].name, values[k]);
    }
    if (loop.stepped.size() == 1 && loop.stepped.front().name == "stride") name.stride = values[0];
    return name;
}

void StepDoes::note(Event event) {
    switch (event) {
        case Event::global_load: global_load = true; break;
        case Event::global_store: global_store = true; break;
        case Event::load: load = true; break;
        case Event::store: store = true; break;
        default: other = true; break;
    }
}

StepUnits::StepUnits(const machine::LaunchRecord& launch)
    : program_{*launch.program},
      at_loop_(program_.loops.size(), never),
      at_statement_(program_.sites.size(), never),
      hands_on_(program_.loops.size(), false) {
    std::vector<std::uint32_t> at_site(program_.sites.size(), never);
    for (std::uint32_t k = 0; k < program_.code.size(); ++k) {
        const std::int32_t site = program_.code[k].site;
        if (site < 0) continue;
        std::uint32_t& at = at_site[static_cast<std::size_t>(site)];
        at = std::min(at, k);
    }
    std::map<std::pair<std::uint64_t, std::int32_t>, std::uint32_t> statements;
    const auto key_of = [](const language::Site& site) {
        const std::uint64_t place = static_cast<std::uint64_t>(site.statement.file) << 48 |
                                    static_cast<std::uint64_t>(site.statement.line) << 16 |
                                    site.statement.column;
        return std::pair{place, site.loop};
    };
    using Access = std::pair<std::int32_t, const language::Expr*>;  // to an object
    std::vector<std::set<Access>> reads(program_.loops.size()), writes(reads);
    for (std::size_t k = 0; k < program_.sites.size(); ++k) {
        const language::Site& site = program_.sites[k];
        const auto first = statements.try_emplace(key_of(site), at_site[k]).first;
        first->second = std::min(first->second, at_site[k]);
        using language::SiteKind;
        const bool reads_it = site.kind == SiteKind::load || site.kind == SiteKind::atomic;
        const bool writes_it = site.kind == SiteKind::store || site.kind == SiteKind::atomic;
        const bool shared =
            site.object >= 0 &&
            event_of(site, program_.objects[static_cast<std::size_t>(site.object)].space);
        for (std::int32_t loop = site.loop; loop >= 0;
             loop = program_.loops[static_cast<std::size_t>(loop)].parent) {
            const auto l = static_cast<std::size_t>(loop);
            at_loop_[l] = std::min(at_loop_[l], at_site[k]);
            if (shared && reads_it) reads[l].emplace(site.object, site.expr);
            if (shared && writes_it) writes[l].emplace(site.object, site.expr);
        }
    }
    for (std::size_t k = 0; k < program_.sites.size(); ++k)
        at_statement_[k] = statements.at(key_of(program_.sites[k]));
    for (std::size_t l = 0; l < hands_on_.size(); ++l) {
        // What a thread reads where it writes itself comes from nobody else.
        const auto from_others = [&](const Access& read) {
            return std::ranges::any_of(writes[l], [&](const Access& write) {
                return write.first == read.first &&
                       !language::same_value(write.second, read.second);
            });
        };
        hands_on_[l] = !program_.loops[l].is_call && std::ranges::any_of(reads[l], from_others);
    }
}

/// The loop around it that stands in no other; -1: none does. What goes round in the library's
/// functions is part of the statement that calls them.
std::int32_t StepUnits::outermost(std::int32_t loop) const {
    std::int32_t top = -1;
    for (; loop >= 0; loop = program_.loops[static_cast<std::size_t>(loop)].parent) {
        if (!program_.loops[static_cast<std::size_t>(loop)].of_library) top = loop;
    }
    return top;
}

StepUnit StepUnits::of(const machine::BlockRecord& block, const machine::Row& row,
                       std::uint32_t barrier_round, bool each_round) const {
    if (barrier_round != 0) {
        const machine::Round& round = (*block.rounds)[barrier_round];
        return {at_loop_[static_cast<std::size_t>(round.loop)],
                static_cast<std::uint32_t>(round.loop), round.number};
    }
    StepUnit unit = of(static_cast<std::int32_t>(row.site()));
    if (unit.loop == StepUnit::statement || !each_round || !hands_on_[unit.loop]) return unit;
    if (const machine::Round* round = round_in(block, row, unit.loop)) unit.round = round->number;
    return unit;
}

StepUnit StepUnits::of(std::int32_t site) const {
    const std::int32_t loop = outermost(program_.sites[static_cast<std::size_t>(site)].loop);
    if (loop < 0) return {at_statement_[static_cast<std::size_t>(site)], StepUnit::statement};
    return {at_loop_[static_cast<std::size_t>(loop)], static_cast<std::uint32_t>(loop)};
}

RoundName StepUnits::name_of(const machine::BlockRecord& block, const machine::Row& row,
                             const StepUnit& unit) const {
    if (unit.loop == StepUnit::statement) return {};
    const language::Loop& loop = program_.loops[unit.loop];
    if (!hands_on_[unit.loop] && !loop.has_barrier) return {};
    const machine::Round* round = round_in(block, row, unit.loop);
    if (round == nullptr) return {};
    RoundName said = stridescope::name_of(loop, round->values);
    if (said.empty()) said.text = fmt::format("round {}", round->number + 1);
    return said;
}

void StepUnits::note(StepDoes& does, const machine::Row& row) const {
    const language::Site& site = program_.sites[row.site()];
    const std::int32_t object = row.names_object() ? row.object() : site.object;
    const auto space = object >= 0 ? program_.objects[static_cast<std::size_t>(object)].space
                                   : language::Space::local;
    if (const auto event = event_of(site, space)) does.note(*event);
}

namespace {

/// What a step does with which arrays, and where.
struct Did {
    StepDoes does{};
    std::set<SourceLine> lines{};
    std::set<ArrayId> reads{}, writes{};
    bool shuffles = false;
    bool writes_itself = false;  ///< not by asynchronous copies alone

    void note(const TraceSite& site) {
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
    for (const TraceRow& row : data.rows) {
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

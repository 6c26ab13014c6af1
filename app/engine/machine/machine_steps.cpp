#include "app/engine/machine/machine_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <set>

namespace stridescope {
namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

}  // namespace

MachineSteps::MachineSteps(const machine::LaunchRecord& launch, const std::vector<bool>& alike)
    : program_{*launch.program},
      units_{launch},
      by_barriers_{launch.program->has_barrier || !launch.program->step_names.empty()} {
    for (std::size_t block = 0; block < launch.blocks.size(); ++block) {
        if (!alike[block]) ways_.push_back(&launch.blocks[block]);
    }
    if (by_barriers_) {
        if (!find_intervals(launch, alike)) {
            each_round_ = false;
            find_intervals(launch, alike);
        }
    } else {
        order_loops();
        part_places();
        find_rounds();
    }
    ways_.clear();
}

std::int32_t MachineSteps::comment_of(const machine::BlockRecord& block,
                                      const machine::Row& row) const {
    if (program_.step_names.empty() || !block.rounds) return -1;
    return machine::step_of(program_, *block.rounds, row);
}

std::uint32_t MachineSteps::round_of(const machine::BlockRecord& block,
                                     const machine::Row& row) const {
    if (!block.rounds) return 0;
    std::uint32_t at = row.round;
    while (at != 0) {
        const machine::Round& round = (*block.rounds)[at];
        if (round.loop >= 0 && program_.loops[static_cast<std::size_t>(round.loop)].has_barrier)
            break;
        at = round.parent;
    }
    return at;
}

const machine::Round* MachineSteps::commented_round(const machine::BlockRecord& block,
                                                    const machine::Row& row,
                                                    std::int32_t comment) const {
    if (comment < 0 || !each_round_ || !block.rounds) return nullptr;
    const auto step_of_loop = [&](std::uint32_t round) {
        const std::int32_t loop = (*block.rounds)[round].loop;
        return loop < 0 ? -1 : program_.loops[static_cast<std::size_t>(loop)].step;
    };
    std::uint32_t at = row.round;
    // In a function that several places call, the comment stands where it is called.
    if (program_.sites[row.site()].step < 0) {
        while (at != 0 && step_of_loop(at) < 0) at = (*block.rounds)[at].parent;
    }
    // Loops that the comment stands before are called by it as well.
    for (; at != 0; at = (*block.rounds)[at].parent) {
        const machine::Round& round = (*block.rounds)[at];
        if (round.loop < 0) return nullptr;
        const language::Loop& loop = program_.loops[static_cast<std::size_t>(round.loop)];
        // A call that the comment stands before is in the same round as what else it stands before.
        if (loop.is_call && loop.step == comment) continue;
        if (loop.is_call || loop.has_barrier) return nullptr;
        if (loop.step != comment) return &round;
    }
    return nullptr;
}

MachineSteps::Path MachineSteps::path_of(const machine::BlockRecord& block, const machine::Row& row,
                                         std::int32_t comment) const {
    Path path;
    for (const machine::Round* round = commented_round(block, row, comment);
         round != nullptr && round->loop >= 0;) {
        if (program_.loops[static_cast<std::size_t>(round->loop)].has_barrier) break;
        path.push_back(round->number);
        path.push_back(static_cast<std::uint32_t>(round->loop));
        round = round->parent != 0 ? &(*block.rounds)[round->parent] : nullptr;
    }
    std::ranges::reverse(path);
    return path;
}

bool MachineSteps::within(std::int32_t loop, const machine::Row& row) const {
    std::int32_t at = program_.sites[row.site()].loop;
    while (at >= 0 && at != loop) at = program_.loops[static_cast<std::size_t>(at)].parent;
    return at == loop;
}

bool MachineSteps::find_intervals(const machine::LaunchRecord& launch,
                                  const std::vector<bool>& alike) {
    std::uint32_t intervals = 0;
    for (const auto& block : launch.blocks) intervals = std::max(intervals, block.intervals);
    // The comments that hold in each interval, in the order in which warps meet them, and what
    // loops say there.
    std::vector<std::vector<Part>> found(intervals);
    std::map<std::pair<std::int32_t, std::uint32_t>, RoundName> called;  // rounds of loops
    std::size_t rounds = 0;  // that are steps of their own
    part_intervals(intervals);
    blocks_in_.assign(intervals, 0);
    blocks_with_.clear();
    std::set<std::pair<std::uint32_t, std::int32_t>> seen;
    for (std::size_t number = 0; number < launch.blocks.size(); ++number) {
        const machine::BlockRecord& block = launch.blocks[number];
        for (std::uint32_t k = 0; k < block.intervals; ++k) ++blocks_in_[k];
        if (alike[number]) {
            for (const auto& with : seen) ++blocks_with_[with];
            continue;
        }
        seen.clear();
        std::pair<std::uint32_t, std::int32_t> last{nowhere, -1};
        for (const machine::Segment& segment : block.segments) {
            if (segment.interval >= intervals) continue;
            auto& parts = found[segment.interval];
            segment.for_each_row([&](const machine::Row& row) {
                if (rounds > most_rounds) return;
                const std::int32_t comment = comment_of(block, row);
                if (comment >= 0 && last != std::pair{segment.interval, comment}) {
                    last = {segment.interval, comment};
                    if (seen.insert(last).second) ++blocks_with_[last];
                }
                const Parting parted = parting(segment.interval);
                const StepUnit unit =
                    parted != Parting::none ? unit_of(block, row, parted) : StepUnit{};
                const Path path =
                    parted != Parting::none ? path_of(unit) : path_of(block, row, comment);
                auto at = std::ranges::find_if(parts, [&](const Part& part) {
                    return part.comment == comment && part.path == path;
                });
                if (at == parts.end()) {
                    rounds += path.empty() || parted != Parting::none ? 0 : 1;
                    if (rounds > most_rounds) return;
                    parts.push_back({.comment = comment, .path = path});
                    at = parts.end() - 1;
                    if (comment >= 0) {
                        const auto name = static_cast<std::size_t>(comment);
                        at->name.comment = std::string{program_.step_names[name]};
                    }
                }
                at->seen |= program_.sites[row.site()].kind != language::SiteKind::move;
                if (!at->name.variables.empty()) return;
                if (!path.empty() && parted == Parting::none) {
                    const machine::Round& r = *commented_round(block, row, comment);
                    at->name.variables =
                        name_of(program_.loops[static_cast<std::size_t>(r.loop)], r.values);
                    return;
                }
                const std::uint32_t round = round_of(block, row);
                // What the round was called before, else what it began with.
                const auto name_of_round = [&] {
                    const machine::Round& r = (*block.rounds)[round];
                    const auto before = called.find({r.loop, r.number});
                    return before != called.end() && !before->second.empty()
                               ? before->second
                               : name_of(program_.loops[static_cast<std::size_t>(r.loop)],
                                         r.values);
                };
                if (parted != Parting::none) {
                    if (round != 0) at->name.variables = name_of_round();
                    if (at->name.variables.empty() && parted == Parting::rounds)
                        at->name.variables = units_.name_of(block, row, unit);
                } else if (segment.loop >= 0 && (comment < 0 || within(segment.loop, row))) {
                    const auto loop = static_cast<std::size_t>(segment.loop);
                    at->name.variables = name_of(program_.loops[loop], segment.values);
                } else if (comment >= 0 && round != 0) {
                    // The interval goes on behind the loop.
                    at->name.variables = name_of_round();
                } else if (comment < 0 && !at->mixed) {
                    // So it does, but perhaps all that no comment names is the loop's.
                    const RoundName around = round != 0 ? name_of_round() : RoundName{};
                    at->mixed = around.empty() || (!at->around.empty() && at->around != around);
                    at->around = around;
                }
                if (round != 0) {
                    const machine::Round& r = (*block.rounds)[round];
                    called.try_emplace({r.loop, r.number}, at->name.variables);
                }
            });
        }
    }
    if (rounds > most_rounds) return false;
    for (auto& parts : found) {
        for (Part& part : parts) {
            if (part.name.variables.empty() && !part.mixed) part.name.variables = part.around;
        }
    }
    of_interval_.assign(intervals, 0);
    for (std::uint32_t k = 0; k < intervals; ++k) {
        if (parting(k) == Parting::none) {
            order_rounds(found[k]);
        } else {
            std::ranges::sort(found[k], {}, &Part::path);  // as they stand in the text
        }
        take_interval(k, found[k]);
    }
    if (names_.empty() && !ways_.empty()) names_.emplace_back();
    return true;
}

StepUnit MachineSteps::unit_of(const machine::BlockRecord& block, const machine::Row& row,
                               Parting parting) const {
    return units_.of(block, row, round_of(block, row), parting == Parting::rounds);
}

/// Those that are more than one thing, of which nothing says what it is.
void MachineSteps::part_intervals(std::uint32_t intervals) {
    struct Found {
        bool named = false;
        StepDoes does{};
        std::set<StepUnit> rounds{}, loops{};
        StepUnit last{.at = nowhere};
    };
    std::vector<Found> found(intervals);
    for (const machine::BlockRecord* const way : ways_) {
        const machine::BlockRecord& block = *way;
        for (const machine::Segment& segment : block.segments) {
            if (segment.interval >= intervals) continue;
            Found& at = found[segment.interval];
            segment.for_each_row([&](const machine::Row& row) {
                at.named = at.named || comment_of(block, row) >= 0;
                if (at.named || at.rounds.size() > StepUnits::most_parts) return;
                if (program_.sites[row.site()].kind == language::SiteKind::move) return;
                units_.note(at.does, row);
                const StepUnit unit = unit_of(block, row, Parting::rounds);
                if (unit == at.last) return;
                at.last = unit;
                at.rounds.insert(unit);
                at.loops.insert(unit_of(block, row, Parting::loops));
            });
        }
    }
    parting_.assign(intervals, Parting::none);
    std::size_t parts = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
        const Found& at = found[k];
        if (at.named || at.does.only_loads() || at.does.only_stores() || at.rounds.size() < 2)
            continue;
        if (each_round_ && at.rounds.size() <= StepUnits::most_parts) {
            parting_[k] = Parting::rounds;
            parts += at.rounds.size();
        } else if (at.loops.size() > 1 && at.loops.size() <= StepUnits::most_statements) {
            parting_[k] = Parting::loops;
            parts += at.loops.size();
        }
    }
    if (parts > most_rounds) parting_.clear();
}

/// Parts what stands in no loop, where steps go by rounds.
void MachineSteps::part_places() {
    struct Found {
        StepDoes does{};
        std::set<std::uint32_t> statements{};
    };
    std::map<std::uint32_t, Found> found;
    for (const machine::BlockRecord* const way : ways_) {
        const machine::BlockRecord& block = *way;
        for (const machine::Segment& segment : block.segments) {
            segment.for_each_row([&](const machine::Row& row) {
                if (program_.sites[row.site()].kind == language::SiteKind::move) return;
                const Place place = place_of(block, row);
                if (place.where % 2 != 0) return;
                Found& at = found[place.where];
                units_.note(at.does, row);
                at.statements.insert(units_.of(static_cast<std::int32_t>(row.site())).at);
            });
        }
    }
    for (const auto& [where, at] : found) {
        if (at.does.only_loads() || at.does.only_stores()) continue;
        if (at.statements.size() < 2 || at.statements.size() > StepUnits::most_statements) continue;
        statements_[where].assign(at.statements.begin(), at.statements.end());
    }
}

/// Warps may go round a loop more or less often: its rounds come in their order, where the loop was
/// met first.
void MachineSteps::order_rounds(std::vector<Part>& parts) {
    std::map<Path, std::uint32_t> first;  // of the loops of a path, and of what lies in a round
    const auto met = [&](Path place) {
        return first.try_emplace(std::move(place), static_cast<std::uint32_t>(first.size()))
            .first->second;
    };
    std::vector<std::pair<Path, std::size_t>> keys;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        Path key, at;
        for (std::size_t i = 0; i < parts[k].path.size(); i += 2) {
            at.push_back(parts[k].path[i]);
            key.push_back(met(at));
            key.push_back(parts[k].path[i + 1]);
        }
        // A comment is told from a loop by its length.
        at.push_back(static_cast<std::uint32_t>(parts[k].comment));
        at.push_back(nowhere);
        key.push_back(met(at));
        keys.emplace_back(std::move(key), k);
    }
    std::ranges::sort(keys);
    std::vector<Part> ordered;
    for (const auto& [key, k] : keys) ordered.push_back(std::move(parts[k]));
    parts = std::move(ordered);
}

void MachineSteps::take_interval(std::uint32_t interval, const std::vector<Part>& parts) {
    // Where nobody reached memory between two barriers, there is nothing to see.
    for (const Part& part : parts) {
        if (!part.seen) {
            beside_[{interval, part.comment, part.path}] = std::max(1U, count()) - 1;
            continue;
        }
        const bool goes_on = part.comment >= 0 && !names_.empty() && names_.back() == part.name;
        if (!goes_on) names_.push_back(part.name);
        of_part_[{interval, part.comment, part.path}] = count() - 1;
    }
    of_interval_[interval] = names_.empty() ? 0 : count() - 1;
}

std::vector<std::uint32_t> MachineSteps::passed_in(std::uint32_t interval,
                                                   const std::vector<bool>& not_passed) const {
    if (!by_barriers_ || interval >= blocks_in_.size()) return {};
    std::map<std::uint32_t, std::int32_t> steps;  // [step]: its comment
    for (auto at = of_part_.lower_bound({interval, -1, {}});
         at != of_part_.end() && at->first.interval == interval; ++at) {
        steps.emplace(at->second, at->first.comment);
    }
    std::vector<std::uint32_t> passed;
    for (const auto& [step, comment] : steps) {
        const auto with = blocks_with_.find({interval, comment});
        const bool all = with != blocks_with_.end() && with->second == blocks_in_[interval];
        if (comment >= 0 && !all) break;  // others do something else meanwhile
        if (!passed.empty() && (comment < 0 || not_passed[static_cast<std::size_t>(comment)]))
            break;
        passed.push_back(step);
    }
    return passed;
}

std::int32_t MachineSteps::comment_of(std::int32_t site) const {
    const language::Site& at = program_.sites[static_cast<std::size_t>(site)];
    std::int32_t comment = at.step;
    for (std::int32_t loop = at.loop; comment < 0 && loop >= 0;) {
        comment = program_.loops[static_cast<std::size_t>(loop)].step;
        loop = program_.loops[static_cast<std::size_t>(loop)].parent;
    }
    return comment;
}

std::int64_t MachineSteps::of_access(std::uint32_t interval, std::int32_t site) const {
    if (!by_barriers_) return -1;
    // The first round of a loop whose rounds are steps.
    const std::int32_t comment = comment_of(site);
    const Path path = parting(interval) != Parting::none ? path_of(units_.of(site)) : Path{};
    const auto found = of_part_.lower_bound({interval, comment, path});
    const bool there = found != of_part_.end() && found->first.interval == interval &&
                       found->first.comment == comment;
    return there ? std::int64_t{found->second} : -1;
}

std::vector<std::uint16_t> MachineSteps::barriers(std::uint32_t intervals) const {
    std::vector<std::uint16_t> passed(count());
    if (!by_barriers_) return passed;
    // Each interval but the last ends with one.
    for (std::uint32_t k = 0; k + 1 < intervals && k < of_interval_.size(); ++k) {
        if (of_interval_[k] < passed.size()) ++passed[of_interval_[k]];
    }
    return passed;
}

void MachineSteps::order_loops() {
    const std::size_t loops = program_.loops.size();
    outermost_.assign(loops, -1);
    std::vector<std::uint32_t> first(loops, nowhere);
    for (std::size_t k = 0; k < loops; ++k) {
        // Loops within functions that are called several times stand in their calls. What goes
        // round in the library's functions is no step of a text that has no such loop.
        std::int32_t top = -1;
        for (auto at = static_cast<std::int32_t>(k); at >= 0;
             at = program_.loops[static_cast<std::size_t>(at)].parent) {
            const language::Loop& loop = program_.loops[static_cast<std::size_t>(at)];
            if (!loop.is_call && !loop.of_library) top = at;
        }
        outermost_[k] = top;
    }
    for (std::uint32_t site = 0; site < program_.sites.size(); ++site) {
        const std::int32_t loop = program_.sites[site].loop;
        if (loop < 0) continue;
        const std::int32_t top = outermost_[static_cast<std::size_t>(loop)];
        if (top < 0) continue;
        std::uint32_t& at = first[static_cast<std::size_t>(top)];
        at = std::min(at, site);
    }
    std::vector<std::size_t> tops;
    for (std::size_t k = 0; k < loops; ++k) {
        if (first[k] != nowhere) tops.push_back(k);
    }
    std::ranges::sort(tops, {}, [&](std::size_t loop) { return first[loop]; });
    order_.assign(loops, 0);
    for (std::size_t k = 0; k < tops.size(); ++k) {
        order_[tops[k]] = static_cast<std::uint32_t>(k);
        first_site_.push_back(first[tops[k]]);
    }
}

MachineSteps::Place MachineSteps::place_of(const machine::BlockRecord& block,
                                           const machine::Row& row) const {
    std::uint32_t round = 0;
    std::int32_t loop = -1;
    if (block.rounds) {
        for (std::uint32_t at = row.round; at != 0; at = (*block.rounds)[at].parent) {
            const machine::Round& r = (*block.rounds)[at];
            if (r.loop >= 0 && outermost_[static_cast<std::size_t>(r.loop)] == r.loop) {
                loop = r.loop;
                round = r.number;
            }
        }
    }
    if (loop >= 0) {
        return {2 * order_[static_cast<std::size_t>(loop)] + 1, each_round_ ? round : 0};
    }
    const auto before = std::ranges::lower_bound(first_site_, row.site());
    const auto where = 2 * static_cast<std::uint32_t>(before - first_site_.begin());
    const auto statements = statements_.find(where);
    if (statements == statements_.end()) return {where, 0};
    // Where values only go from place to place is no step of its own.
    const std::uint32_t at = units_.of(static_cast<std::int32_t>(row.site())).at;
    const auto next = std::ranges::upper_bound(statements->second, at);
    const auto number = next - statements->second.begin();
    return {where, static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(number, 1) - 1)};
}

void MachineSteps::find_rounds() {
    for (const bool each_round : {true, false}) {
        each_round_ = each_round;
        of_place_.clear();
        std::map<Place, RoundName> names;
        bool fits = true;
        for (const machine::BlockRecord* const way : ways_) {
            const machine::BlockRecord& block = *way;
            for (const machine::Segment& segment : block.segments) {
                segment.for_each_row([&](const machine::Row& row) {
                    if (!fits) return;
                    const Place place = place_of(block, row);
                    if (!names.contains(place)) {
                        RoundName name;
                        for (std::uint32_t at = row.round; at != 0 && each_round;
                             at = (*block.rounds)[at].parent) {
                            const machine::Round& r = (*block.rounds)[at];
                            if (r.loop < 0) continue;
                            const auto l = static_cast<std::size_t>(r.loop);
                            if (outermost_[l] == r.loop)
                                name = name_of(program_.loops[l], r.values);
                        }
                        names.emplace(place, std::move(name));
                        fits = !each_round || names.size() <= most_rounds;
                    }
                });
            }
        }
        if (!fits) continue;
        for (auto& [place, name] : names) {
            of_place_.emplace(place, count());
            names_.push_back({std::move(name), {}});
        }
        break;
    }
    if (names_.empty() && !ways_.empty()) names_.emplace_back();
}

std::uint32_t MachineSteps::of_row(const machine::BlockRecord& block,
                                   const machine::Segment& segment, const machine::Row& row) const {
    if (by_barriers_) {
        const Parting parted = parting(segment.interval);
        if (program_.step_names.empty() && parted == Parting::none)
            return of_interval_[segment.interval];
        const std::int32_t comment = comment_of(block, row);
        const PartKey part{segment.interval, comment,
                           parted != Parting::none ? path_of(unit_of(block, row, parted))
                                                   : path_of(block, row, comment)};
        const auto step = of_part_.find(part);
        return step != of_part_.end() ? step->second : beside_.at(part);
    }
    return of_place_.at(place_of(block, row));
}

}  // namespace stridescope

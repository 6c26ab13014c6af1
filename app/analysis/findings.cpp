#include "app/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "app/analysis/check.h"
#include "app/analysis/number_text.h"
#include "app/analysis/padding_effect.h"
#include "app/analysis/races.h"

namespace stridescope {
namespace {

/// Accesses race for the words of an array at the same two lines for the same reason.
auto cause_of(const Race& race) {
    const std::string_view place = race.place;
    return std::tuple{race.weight,
                      race.kind,
                      race.first.file,
                      race.first.line,
                      race.second.file,
                      race.second.line,
                      race.in_shared(),
                      race.array,
                      race.between_blocks(),
                      race.by_flags,
                      place.substr(0, place.find('['))};
}

/// A race is seen when the later of the two accesses is there.
std::pair<int, int> seen_in(const Race& race) {
    return std::minmax(race.first.step, race.second.step, std::greater{});
}

/// From when on it may show in what is computed: a write that comes too early changes what the read
/// before it finds.
int shows_in(const Race& race) {
    const bool is_overwritten =
        race.kind == Race::Kind::read_write && race.first.step < race.second.step;
    return is_overwritten ? race.first.step : seen_in(race).first;
}

Finding finding_of(const Trace& trace, const Race& race, std::int64_t times) {
    Finding found{.kind = Finding::Kind::race,
                  .text = sentence(trace, race),
                  .step = seen_in(race).first,
                  .block = race.block,
                  .times = times};
    const Race::Access& later = race.second.step >= race.first.step ? race.second : race.first;
    found.place = {later.file, later.line};
    if (race.in_shared())
        found.at.word = race.word;
    else
        found.at.thread = race.first.thread;
    return found;
}

/// One of each cause, in the order of `races`, and from which step on it may show; if there is one,
/// of a block that can be looked at.
std::vector<std::pair<int, Finding>> of_races(const Trace& trace, const std::vector<Race>& races) {
    struct Cause {
        const Race* first;
        std::int64_t times;
    };
    std::vector<Cause> causes;
    std::map<decltype(cause_of(races.front())), std::size_t> numbers;
    for (const Race& race : races) {
        const auto [known, is_new] = numbers.try_emplace(cause_of(race), causes.size());
        if (is_new) {
            causes.push_back({&race, 1});
            continue;
        }
        Cause& cause = causes[known->second];
        ++cause.times;
        const auto order = [&trace](const Race& each) {
            return std::pair{each.block >= trace.blocks(), seen_in(each)};
        };
        if (order(race) < order(*cause.first)) cause.first = &race;
    }
    std::vector<std::pair<int, Finding>> list;
    for (const Cause& cause : causes)
        list.emplace_back(shows_in(*cause.first), finding_of(trace, *cause.first, cause.times));
    return list;
}

Finding finding_of(const RecordedFault& told) {
    Finding found{.kind = Finding::Kind::diagnostic,
                  .text = told.message,
                  .step = told.step,
                  .block = told.block,
                  .place = {0, told.line}};
    if (told.step >= 0) found.at.thread = told.thread;
    return found;
}

/// Faults in the order in which they show. What main did wrong has no step, and comes last.
std::vector<Finding> faults_of(const Trace& trace) {
    constexpr int before_races = 0, flag = 1, race = 2, behind_races = 3, polled = 4;
    std::vector<std::pair<std::tuple<bool, int, int>, Finding>> all;
    for (const RecordedFault& told : trace.diagnostics()) {
        // Whoever races may have come before the value did.
        const bool early = told.kind == "uninitialized";
        all.push_back(
            {{told.step < 0, told.step, early ? behind_races : before_races}, finding_of(told)});
    }
    std::vector<Race> races = races_of(trace);
    const auto mild = std::ranges::stable_partition(
        races, [](const Race& each) { return each.weight == Race::Weight::real; });
    for (auto& [shows, found] : of_races(trace, {races.begin(), mild.begin()}))
        all.emplace_back(std::tuple{false, shows, race}, std::move(found));
    // A flag that is waited for in vain orders nothing: what it was to order races because of that.
    std::optional<int> unordered;
    for (auto each = races.begin(); each != mild.begin(); ++each) {
        if (each->by_flags) unordered = std::min(unordered.value_or(INT_MAX), seen_in(*each).first);
    }
    for (auto& [shows, found] : of_races(trace, {mild.begin(), mild.end()})) {
        const auto order = unordered ? std::tuple{false, std::min(*unordered, shows), flag}
                                     : std::tuple{true, shows, polled};
        all.emplace_back(order, std::move(found));
    }
    std::ranges::stable_sort(all, {}, [](const auto& each) { return each.first; });
    std::vector<Finding> list;
    for (auto& [order, found] : all) list.push_back(std::move(found));
    return list;
}

void add_padding(const Trace& trace, std::vector<Finding>& list) {
    if (const auto effect = padding_effect(trace); effect && effect->excess > effect->as_chosen) {
        const std::string could_be =
            fmt::format("with every element where padding is meant to put it, there would be {}.",
                        effect->as_chosen);
        list.push_back(
            {.kind = Finding::Kind::padding,
             .text = effect->excess == effect->without
                         ? fmt::format(
                               "Padding changed nothing: {} excess wavefronts with and without; {}",
                               effect->excess, could_be)
                         : fmt::format("Padding leaves {} of {} excess wavefronts; {}",
                                       effect->excess, effect->without, could_be)});
    }
}

void add_result(const Trace& trace, std::vector<Finding>& list) {
    if (const auto wrong = first_wrong(trace))
        list.push_back({.kind = Finding::Kind::result, .text = wrong_text(trace, *wrong) + '.'});
}

}  // namespace

std::string_view name_of(Finding::Kind kind) {
    constexpr std::array<std::string_view, 4> names{"diagnostic", "race", "padding", "result"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Finding> findings(const Trace& trace) {
    std::vector<Finding> list = faults_of(trace);
    add_padding(trace, list);
    add_result(trace, list);
    return list;
}

std::string with_times(const Finding& finding) {
    if (finding.times <= 1) return finding.text;
    std::string text = finding.text;
    if (text.ends_with('.')) text.pop_back();
    return fmt::format("{} (so for {} places in all).", text, with_commas(finding.times));
}

const Finding* first_fault(const std::vector<Finding>& findings) {
    return findings.empty() || !findings.front().is_fault() ? nullptr : &findings.front();
}

}  // namespace stridescope

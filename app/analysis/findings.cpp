#include "app/analysis/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/analysis/check.h"
#include "app/analysis/number_text.h"
#include "app/analysis/races.h"
#include "app/analysis/requests.h"
#include "app/analysis/work.h"

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

/// The sentence without how often it is so.
std::string_view without_times(std::string_view message) {
    constexpr std::string_view end = " times in all).";
    if (!message.ends_with(end)) return message;
    return message.substr(0, message.rfind(" ("));
}

struct ToldFault {
    const RecordedFault* first = nullptr;
    int again = 0;  ///< in so many later launches
};

/// What the machine has told, each sentence once: a loop may launch the same kernel a thousand
/// times.
std::vector<ToldFault> told_once(const Trace& trace) {
    std::vector<ToldFault> list;
    std::map<std::string_view, std::pair<std::size_t, int>> known;  // where, and its last launch
    for (const RecordedFault& told : trace.diagnostics()) {
        const bool has_launch =
            told.step >= 0 && told.step < static_cast<int>(trace.steps().size());
        if (has_launch) {
            const int launch = trace.steps()[static_cast<std::size_t>(told.step)].launch;
            const auto [at, is_new] =
                known.try_emplace(without_times(told.message), list.size(), launch);
            if (!is_new) {
                if (std::exchange(at->second.second, launch) != launch)
                    ++list[at->second.first].again;
                continue;
            }
        }
        list.push_back({&told, 0});
    }
    return list;
}

std::string with_later_launches(std::string text, int again) {
    if (again == 0) return text;
    if (text.ends_with('.')) text.pop_back();
    return fmt::format("{}, and again in {} later launch{}.", text, again, again == 1 ? "" : "es");
}

/// Faults in the order in which they show. What main did wrong has no step: it comes first where it
/// stands before what launches did, and else last.
std::vector<Finding> faults_of(const Trace& trace) {
    const std::vector<RecordedFault>& recorded = trace.diagnostics();
    const auto last = std::find_if(recorded.rbegin(), recorded.rend(),
                                   [](const RecordedFault& told) { return told.step >= 0; });
    const auto is_last = [&](const RecordedFault& told) {
        return told.step < 0 && (last == recorded.rend() || &told > &*last);
    };
    constexpr int before_races = 0, flag = 1, race = 2, behind_races = 3, polled = 4;
    std::vector<std::pair<std::tuple<bool, int, int>, Finding>> all;
    for (const auto& [told, again] : told_once(trace)) {
        // Whoever races may have come before the value did.
        const bool early = told->kind == "uninitialized";
        Finding found = finding_of(*told);
        found.text = with_later_launches(std::move(found.text), again);
        all.emplace_back(
            std::tuple{is_last(*told), told->step, early ? behind_races : before_races},
            std::move(found));
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

namespace {

/// For each word of the array: where its element would lie instead. Words that hold none stay.
using Places = std::vector<std::int32_t>;

struct Layouts {
    Places plain;   ///< every element i at word i
    Places chosen;  ///< every element where padding is to put it
};

/// The words of the array that some thread accessed, in order.
std::vector<int> words_in_use(const Trace& trace, ArrayId array) {
    std::vector<char> used(static_cast<std::size_t>(trace.words()), 0);
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block > 0 && same_accesses(trace, block - 1, block)) continue;
        for (int index = 0; index < static_cast<int>(trace.rows().size()); ++index) {
            if (!trace.reads_cells(index) && !trace.writes_cells(index)) continue;
            for (const std::int32_t word : trace.lanes(block, index)) {
                if (word != Trace::idle) used[static_cast<std::size_t>(word)] = 1;
            }
        }
    }
    std::vector<int> words;
    for (int word = 0; word < trace.words(); ++word) {
        const bool counts = used[static_cast<std::size_t>(word)] != 0;
        if (counts && trace.is_only_of(array, word)) words.push_back(word);
    }
    return words;
}

/// Where the card says where the elements are meant to be; those that it has are taken to lie
/// in the words that it uses, one after the other. Nothing where they are not as many.
std::optional<Layouts> layouts_of(const Trace& trace) {
    const BrokenFacts& broken = trace.facts().broken;
    const auto& arrays = trace.facts().arrays;
    const auto found = std::ranges::find_if(arrays, [&](const ArrayFacts& array) {
        return array.space == Space::shared && array.name == broken.meant_array;
    });
    if (broken.meant_array.empty() || found == arrays.end()) return std::nullopt;
    const auto array = static_cast<ArrayId>(found - arrays.begin());
    const std::vector<int> words = words_in_use(trace, array);
    if (words.size() != broken.meant_words.size() || trace.cells_of_element(array) != 1)
        return std::nullopt;
    Layouts layouts;
    for (int word = 0; word < trace.words(); ++word) {
        layouts.plain.push_back(static_cast<std::int32_t>(word));
    }
    layouts.chosen = layouts.plain;
    for (std::size_t element = 0; element < words.size(); ++element) {
        const auto word = static_cast<std::size_t>(words[element]);
        const int meant = trace.first_cell(array) + broken.meant_words[element];
        if (meant < 0 || meant >= Trace::most_cells) return std::nullopt;
        layouts.plain[word] =
            static_cast<std::int32_t>(trace.first_cell(array) + static_cast<int>(element));
        layouts.chosen[word] = static_cast<std::int32_t>(meant);
    }
    return layouts;
}

PaddingEffect effect_in_block(const Trace& trace, int block, const Layouts& layouts) {
    PaddingEffect effect;
    std::vector<std::int32_t> moved;
    for (int step = 0; step < trace.step_count(); ++step) {
        for (const Request& request : requests_of_step(trace, block, step, Space::shared)) {
            effect.excess += request.shared.excess();
            const auto words = words_of_request(trace, request);
            const auto sources = sources_of_request(trace, request);
            // Cells, unless there are other arrays as well, of wider elements.
            const bool cells = request.bytes == std::max<std::size_t>(4, trace.cell_bytes());
            const auto excess_at = [&](const Places& to) {
                moved = words;
                for (std::int32_t& word : moved) {
                    if (word != Trace::idle && cells) word = to[static_cast<std::size_t>(word)];
                }
                return shared_cost(moved, request.bytes, request.access, sources).excess();
            };
            effect.without += excess_at(layouts.plain);
            effect.as_chosen += excess_at(layouts.chosen);
        }
    }
    return effect;
}

}  // namespace

std::optional<PaddingEffect> padding_effect(const Trace& trace) {
    const std::optional<Layouts> layouts = layouts_of(trace);
    if (!layouts) return std::nullopt;
    PaddingEffect all, last;
    for (int block = 0; block < trace.blocks(); ++block) {
        if (block == 0 || !same_accesses(trace, block - 1, block)) {
            last = effect_in_block(trace, block, *layouts);
        }
        all.excess += last.excess;
        all.without += last.without;
        all.as_chosen += last.as_chosen;
    }
    return all;
}

}  // namespace stridescope

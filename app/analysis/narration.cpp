#include "app/analysis/narration.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/analysis/async_copies.h"
#include "app/analysis/lane_use.h"
#include "app/analysis/lines.h"
#include "app/analysis/number_text.h"

namespace stridescope {
namespace {

/// "two", "12", "1,024".
std::string number(std::int64_t value) {
    constexpr std::array<std::string_view, 11> words{
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
    if (value >= 0 && value < std::ssize(words)) {
        return std::string{words[static_cast<std::size_t>(value)]};
    }
    return with_commas(value);
}

std::string counted(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", number(count), noun, count == 1 ? "" : "s");
}

/// "0, 8 and 16"; of many "0, 8, 16 and 5 others".
std::string listed(const std::vector<int>& items) {
    constexpr std::size_t most = 4;
    const std::size_t shown = items.size() <= most ? items.size() : most - 1;
    std::string text;
    for (std::size_t k = 0; k < shown; ++k) {
        const bool last = k + 1 == items.size();
        text += fmt::format("{}{}", k == 0 ? "" : last ? " and " : ", ", items[k]);
    }
    if (shown < items.size()) {
        text += fmt::format(" and {} others", number(std::ssize(items) - std::int64_t{most} + 1));
    }
    return text;
}

std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 32);
    return text;
}

/// "bank 3", or, where elements are wider than one, "banks 6 and 7".
std::string bank_text(int column, std::size_t bytes) {
    const int each = static_cast<int>(bytes) / 4;
    if (each == 1) return fmt::format("bank {}", column);
    return fmt::format("banks {} and {}", column * each, column * each + each - 1);
}

/// The lanes of a request by the word they want, each word with its first lane, in the lanes'
/// order.
struct Wanted {
    int word, first_lane, lanes;
};
std::vector<Wanted> wanted_by(std::span<const std::int32_t> words, int first, int count) {
    std::vector<Wanted> wanted;
    for (int lane = first; lane < first + count; ++lane) {
        const std::int32_t word = words[static_cast<std::size_t>(lane)];
        if (word == Trace::idle) continue;
        const auto known = std::ranges::find(wanted, int{word}, &Wanted::word);
        if (known != wanted.end()) {
            ++known->lanes;
        } else {
            wanted.push_back({word, lane, 1});
        }
    }
    return wanted;
}

/// What lanes do with words.
std::string_view want_text(const Request& request) {
    return request.access == Access::copy ? "copy to" : "want";
}

/// The words of a bank that several lanes want at once, and how many banks fare alike. Atomics of
/// one word are carried out lane by lane, so each of their lanes is named.
std::string conflict_text(const Request& request, std::span<const std::int32_t> words,
                          const std::vector<GroupLoad>& loads, std::size_t bytes) {
    const auto worst = std::ranges::max_element(
        loads, {}, [](const GroupLoad& load) { return load.degree(load.worst); });
    const int columns = bank_count * 4 / static_cast<int>(bytes);
    const auto top = std::ranges::max_element(worst->wanted);
    const int column = static_cast<int>(top - worst->wanted.begin());
    const auto alike = std::ranges::count(worst->wanted, *top) - 1;
    std::vector<int> lanes, wanted;
    for (const Wanted& each : wanted_by(words, worst->first_lane, worst->lanes)) {
        if (each.word % columns != column) continue;
        lanes.push_back(each.first_lane);
        wanted.push_back(each.word);
    }
    if (request.access == Access::copy && *top < worst->worst) {
        return fmt::format(
            "{} lanes copy elements that lie in the same banks of the cache, one after another: {} "
            "where {} would do",
            number(request.shared.active), counted(request.shared.wavefronts, "wavefront"),
            number(request.shared.ideal));
    }
    if (request.access == Access::atomic || request.access == Access::copy) {
        lanes.clear();
        for (int lane = worst->first_lane; lane < worst->first_lane + worst->lanes; ++lane) {
            const std::int32_t word = words[static_cast<std::size_t>(lane)];
            if (word != Trace::idle && word % columns == column) lanes.push_back(lane);
        }
    }
    const std::string_view want = want_text(request);
    std::string text =
        wanted.size() == 1
            ? fmt::format("lanes {} {} word {}, one after another, in {}", listed(lanes), want,
                          wanted.front(), bank_text(column, bytes))
            : fmt::format("lanes {} {} words {}, {} in {}", listed(lanes), want, listed(wanted),
                          wanted.size() == 2 ? "both" : "all", bank_text(column, bytes));
    if (alike > 0) {
        text += fmt::format(
            ", and {} other {} {} just as busy", number(alike),
            bytes == 4 ? (alike == 1 ? "bank" : "banks") : (alike == 1 ? "pair" : "pairs"),
            alike == 1 ? "is" : "are");
    }
    text += ": " + counted(request.shared.wavefronts, "wavefront");
    if (request.shared.ideal > 1)
        text += fmt::format(" where {} would do", number(request.shared.ideal));
    return text;
}

std::string conflict_free_text(const Request& request, std::span<const std::int32_t> words) {
    const auto wanted = wanted_by(words, 0, static_cast<int>(words.size()));
    const std::string cost = counted(request.shared.wavefronts, "wavefront");
    const int lanes = request.shared.active;
    if (lanes == 1) {
        return fmt::format("lane {} alone {} word {}: {}", wanted[0].first_lane,
                           request.access == Access::copy ? "copies to" : "wants", wanted[0].word,
                           cost);
    }
    if (wanted.size() == 1) {
        return fmt::format("{} lanes want the same word, {}, and get it in one broadcast: {}",
                           number(lanes), wanted[0].word, cost);
    }
    const bool shared = static_cast<int>(wanted.size()) < lanes;
    const std::string who =
        fmt::format("{} lanes {} {}{}", number(lanes), want_text(request),
                    counted(std::ssize(wanted), "word"), shared ? ", some of them shared" : "");
    if (request.shared.wavefronts == 1)
        return fmt::format("{}, each in a different bank: {}", who, cost);
    return fmt::format("{}: {}, as few as possible", who, cost);
}

std::string request_text(const Trace& trace, const Request& request) {
    const auto words = words_of_request(trace, request);
    const std::size_t bytes = request.bytes;
    if (request.shared.excess() == 0) return conflict_free_text(request, words);
    return conflict_text(request, words, group_loads(trace, request), bytes);
}

/// Of a request to global memory.
std::string global_text(const Trace& trace, const Request& request) {
    const GlobalCost& cost = request.global;
    const TraceSite& site = trace.sites()[static_cast<std::size_t>(request.site)];
    const std::string text =
        fmt::format("{} {} {} of {}, which {} in {} of {}", counted(cost.active, "lane"),
                    cost.active == 1 ? "wants" : "want", counted(cost.bytes, "byte"),
                    trace.name_of(site.array), cost.bytes == 1 ? "lies" : "lie",
                    counted(cost.sectors, "sector"), counted(cost.lines, "line"));
    return cost.excess() > 0
               ? text + fmt::format("; side by side they would fill {}", number(cost.ideal))
               : text + ", as few as possible";
}

/// What threads did to one kind of thing in a step.
struct Amount {
    Event event = Event::load;
    ArrayId array{};          ///< of a global event
    std::string_view copy{};  ///< by which instruction, of what asynchronous copies read or write
    std::int64_t count = 0;   ///< elements
    std::int64_t bytes = 0;
    bool narrow = false;     ///< elements of shared memory that are less than a word
    std::set<int> blocks{};  ///< of a remote event: whose memory it is
};

/// What the step's rows come to, of one block.
struct StepActivity {
    std::set<int> threads;
    std::vector<Amount> list;  ///< in the order in which the text does them first
    std::int64_t results = 0;  ///< words stored that are sums of this very step
    /// Which operations the step carries out, and which atomic ones.
    std::set<std::string> operations, atomics;

    /// How many accesses of that kind threads make themselves, without copies.
    std::int64_t count(Event event) const {
        const auto found = std::ranges::find_if(list, [&](const Amount& amount) {
            return amount.event == event && amount.copy.empty();
        });
        return found == list.end() ? 0 : found->count;
    }
    /// `times`: so many accesses, each of so many elements.
    void add(const Trace& trace, int site_number, std::int64_t times, int block) {
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(site_number)];
        const std::string_view copy = site.is_copy() ? site.operation : std::string_view{};
        const auto same = [&](const Amount& amount) {
            return amount.event == site.event && amount.copy == copy &&
                   (!is_global(site.event) || amount.array == site.array);
        };
        auto known = std::ranges::find_if(list, same);
        if (known == list.end())
            known = list.insert(known, {.event = site.event, .array = site.array, .copy = copy});
        known->count += times * trace.elements_moved(site_number);
        if (is_remote(site.event)) known->blocks.insert(block);
        if (site.array == ArrayId::none) return;
        const auto each = static_cast<std::int64_t>(trace.element_bytes(site.array));
        known->bytes += times * (site.bytes > 0 ? site.bytes : each);
        known->narrow |= reaches_cells(site.event) && each < 4;
        // A copy need not bring all of its last element.
        if (!copy.empty()) known->count = (known->bytes + each - 1) / each;
    }
};

StepActivity activities_of(const Trace& trace, int block, int step) {
    StepActivity activity;
    const auto [begin, end] = trace.rows_of_step(step);
    for (int row = begin; row < end; ++row) {
        const TraceRow& r = trace.rows()[static_cast<std::size_t>(row)];
        const TraceSite& site = trace.sites()[static_cast<std::size_t>(r.site)];
        const auto lanes = trace.lanes(block, row);
        std::int64_t count = 0;
        for (std::size_t thread = 0; thread < lanes.size(); ++thread) {
            if (lanes[thread] == Trace::idle) continue;
            activity.threads.insert(static_cast<int>(thread));
            ++count;
        }
        if (count == 0 || site.event == Event::move) continue;
        activity.add(trace, r.site, count,
                     is_remote(site.event) ? owner_of(trace, block, r) : block);
        if (site.event == Event::op) activity.operations.insert(site.operation);
        if (is_atomic(site.event)) activity.atomics.insert(site.operation);
        if (site.event != Event::store || r.left == TraceRow::none || site.is_copy()) continue;
        const TraceRow& from = trace.rows()[static_cast<std::size_t>(r.left)];
        if (from.step == step && trace.event_of(from) == Event::op) activity.results += count;
    }
    return activity;
}

/// One of the step's activity: what was done, and to what.
struct Phrase {
    std::string_view alone, together;  ///< the verb
    std::string words;
};

/// What a text's operations are, where all are the same.
std::string_view noun_of(const std::set<std::string>& operations) {
    if (operations.size() != 1) return "operation";
    const std::string& only = *operations.begin();
    return only == "+"     ? "addition"
           : only == "-"   ? "subtraction"
           : only == "*"   ? "multiplication"
           : only == "/"   ? "division"
           : only == "fma" ? "multiply-add"
                           : "operation";
}

/// "64 elements of in", "64 words of shared memory".
std::string things_of(const Trace& trace, const Amount& amount) {
    if (is_global(amount.event))
        return fmt::format("{} of {}", counted(amount.count, "element"),
                           trace.name_of(amount.array));
    return counted(amount.count, amount.narrow ? "element" : "word") + " of shared memory";
}

/// Where the copies go of which that is what they read, or the other way round; null: nowhere, or
/// it is filled with zeros alone.
const Amount* other_side(const StepActivity& activity, const Amount& amount) {
    const auto found = std::ranges::find_if(activity.list, [&](const Amount& other) {
        return other.copy == amount.copy && is_load(other.event) != is_load(amount.event);
    });
    return found == activity.list.end() ? nullptr : &*found;
}

/// "copies 64 elements of in to shared memory".
Phrase copy_phrase(const Trace& trace, const StepActivity& activity, const Amount& amount) {
    const Amount* const other = other_side(activity, amount);
    if (!is_load(amount.event)) return {"fills", "fill", things_of(trace, amount) + " with zeros"};
    std::string text = things_of(trace, amount);
    if (other != nullptr) {
        text +=
            fmt::format("{} to {}", other->bytes > amount.bytes ? ", and zeros behind them," : "",
                        is_global(other->event) ? trace.name_of(other->array)
                                                : std::string_view{"shared memory"});
    }
    return {"copies", "copy", text};
}

Phrase phrase_of(const Trace& trace, const StepActivity& activity, const Amount& amount) {
    if (!amount.copy.empty()) return copy_phrase(trace, activity, amount);
    const auto things = [&](std::string_view noun) { return counted(amount.count, noun); };
    const std::string_view word = amount.narrow ? "element" : "word";
    const auto owners = [&] {
        return amount.blocks.size() == 1
                   ? fmt::format("shared memory of block {}", *amount.blocks.begin())
                   : fmt::format("shared memory of {} blocks of the cluster", amount.blocks.size());
    };
    // Where all that is stored was added up here, it is plain of what memory the words are.
    const bool sums = activity.results > 0 && activity.results == activity.count(Event::store);
    switch (amount.event) {
        case Event::load:
            return {"reads", "read", things(word) + (sums ? "" : " of shared memory")};
        case Event::store:
            return {"stores", "store",
                    sums ? things("result") : things(word) + " in shared memory"};
        case Event::op: return {"performs", "perform", things(noun_of(activity.operations))};
        case Event::global_load: return {"reads", "read", things_of(trace, amount)};
        case Event::global_store: return {"writes", "write", things_of(trace, amount)};
        case Event::global_atomic:
        case Event::atomic:
            return {
                "performs", "perform",
                things(activity.atomics != std::set<std::string>{"atomicAdd"} ? "atomic operation"
                                                                              : "atomic addition")};
        case Event::remote_load: return {"reads", "read", things(word) + " of " + owners()};
        case Event::remote_store: return {"stores", "store", things(word) + " in " + owners()};
        case Event::remote_atomic:
            return {"performs", "perform", things("atomic operation") + " on " + owners()};
        case Event::shuffle:
            return {"reads", "read", things("register") + " of the warp by shuffle"};
        case Event::register_store:
        case Event::move: break;
    }
    return {"writes", "write", things("register")};
}

/// "reads one word, performs one addition and stores one result"; what has the same verb in a row
/// has it once.
std::string activity_text(const Trace& trace, const StepActivity& activity) {
    std::vector<std::vector<Phrase>> groups;
    for (const Amount& amount : activity.list) {
        // What copies write is told with what they read.
        if (!amount.copy.empty() && !is_load(amount.event) &&
            other_side(activity, amount) != nullptr)
            continue;
        Phrase phrase = phrase_of(trace, activity, amount);
        if (groups.empty() || groups.back().front().alone != phrase.alone) groups.emplace_back();
        groups.back().push_back(std::move(phrase));
    }
    std::string text;
    for (std::size_t k = 0; k < groups.size(); ++k) {
        const std::vector<Phrase>& group = groups[k];
        text += k == 0 ? "" : k + 1 == groups.size() ? " and " : ", ";
        text += activity.threads.size() == 1 ? group.front().alone : group.front().together;
        for (std::size_t n = 0; n < group.size(); ++n) {
            text += n == 0 ? " " : n + 1 == group.size() ? " and " : ", ";
            text += group[n].words;
        }
    }
    return text;
}

}  // namespace

std::string narrate(const Trace& trace, const Request& request) {
    return capitalized(request_text(trace, request)) + '.';
}

std::string narrate_request(const Trace& trace, const Request& request) {
    return fmt::format("The {}: {}.", name_of(trace, request),
                       request.space() == Space::global ? global_text(trace, request)
                                                        : request_text(trace, request));
}

std::string narrate_lanes(const Trace& trace, int block, int step, const std::optional<int>& warp) {
    const std::vector<LineLanes> lines = line_lanes(trace, block, step);
    const int chosen = chosen_warp(lines, warp);
    const auto own = static_cast<std::size_t>(chosen);
    LaneCounts all;
    const LineLanes* worst = nullptr;
    const auto wasted = [](const LaneCounts& counts) { return counts.slots() - counts.lanes; };
    for (const LineLanes& line : lines) {
        if (own >= line.warps.size()) continue;
        const LaneCounts& counts = line.warps[own];
        all += counts;
        if (wasted(counts) > 0 && (worst == nullptr || wasted(counts) > wasted(worst->warps[own])))
            worst = &line;
    }
    if (all.instructions == 0) return fmt::format("Warp {} does nothing in this step.", chosen);
    if (worst == nullptr) {
        return fmt::format(
            "Warp {} uses all of its {} lane slots: all lanes are active at every "
            "line.",
            chosen, with_commas(all.slots()));
    }
    const LaneCounts& counts = worst->warps[own];
    const bool even = counts.lanes % counts.instructions == 0;
    const std::int64_t lanes = (counts.lanes + counts.instructions / 2) / counts.instructions;
    return fmt::format("Warp {} uses {} of {} lane slots, {}: {}{} of 32 lanes {} active at {}.",
                       chosen, with_commas(all.lanes), with_commas(all.slots()),
                       percent(all.share()), even ? "" : "about ", number(lanes),
                       lanes == 1 ? "is" : "are",
                       line_name(trace, {.file = worst->file, .line = worst->line}));
}

std::string narrate_wave(const Trace& trace, const Request& request, int wave) {
    if (wave > request.shared.wavefronts) {
        return fmt::format("The {} is done after {}.", name_of(trace, request),
                           counted(request.shared.wavefronts, "wavefront"));
    }
    const std::vector<int> waves = wavefront_of_lanes(trace, request);
    std::vector<int> served;
    std::int64_t waiting = 0;
    for (std::size_t lane = 0; lane < waves.size(); ++lane) {
        if (waves[lane] == wave - 1) served.push_back(static_cast<int>(lane));
        if (waves[lane] >= wave) ++waiting;
    }
    std::string text =
        fmt::format("Wavefront {} of {} of the {} serves {}", wave, request.shared.wavefronts,
                    name_of(trace, request),
                    served.size() == 1
                        ? fmt::format("lane {}", served[0])
                        : fmt::format("{} lanes, {}", number(std::ssize(served)), listed(served)));
    if (waiting > 0) {
        text += fmt::format("; {} {}", counted(waiting, "lane"), waiting == 1 ? "waits" : "wait");
    }
    return text + '.';
}

std::string narrate_work(const Trace& trace, int block, int step) {
    const Step& s = trace.steps()[static_cast<std::size_t>(step)];
    // A variable is named as the text writes it.
    const std::string name = name_of(s);
    std::string text =
        !s.variables.empty() && name.starts_with(s.variables) ? name : capitalized(name);
    if (trace.grid() > 1) text += fmt::format(", in block {}", block);
    const StepActivity activity = activities_of(trace, block, step);
    if (activity.threads.empty()) return text + ": no thread accesses memory.";
    return fmt::format("{}: {} {}.", text, counted(std::ssize(activity.threads), "thread"),
                       activity_text(trace, activity));
}

std::string narrate_step(const Trace& trace, int block, int step) {
    std::string text = narrate_work(trace, block, step);
    if (const std::string copies = copies_of_step(trace, block, step); !copies.empty())
        text += " " + copies;
    std::vector<Request> requests = requests_of_step(trace, block, step, Space::shared);
    if (requests.empty()) return text;
    const auto worst = std::ranges::max_element(requests, {}, [](const Request& request) {
        return std::pair{request.shared.degree, request.shared.wavefronts};
    });
    if (std::ranges::none_of(requests, [](const Request& r) { return r.shared.excess() > 0; })) {
        return text + (requests.size() == 1 ? " " + narrate(trace, *worst)
                       : requests.size() == 2
                           ? " Neither of the two requests has a conflict."
                           : fmt::format(" None of the {} has a conflict.",
                                         counted(std::ssize(requests), "request")));
    }
    return text + fmt::format(" {} {}: {}.", requests.size() == 1 ? "The" : "The worst is the",
                              name_of(trace, *worst), request_text(trace, *worst));
}

std::vector<std::string> narrate_all(const Trace& trace, int block) {
    std::vector<std::string> sentences;
    if (block >= trace.blocks()) return sentences;
    for (int step = 0; step < trace.step_count(); ++step) {
        sentences.push_back(narrate_step(trace, block, step));
    }
    return sentences;
}

}  // namespace stridescope

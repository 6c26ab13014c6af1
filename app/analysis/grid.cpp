#include "app/analysis/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {
namespace {

using Kind = GridEvent::Kind;

bool is_access(Kind kind) {
    return kind == Kind::load || kind == Kind::store || kind == Kind::atomic || kind == Kind::wait;
}

/// An element of an array as a key.
std::pair<ArrayId, std::int64_t> element_of(const GridEvent& event) {
    return {event.array, event.element};
}

/// Where each event of a block stands within its unit of the clock: in order, evenly spread.
std::vector<double> spread_times(const std::vector<GridEvent>& events) {
    std::vector<double> times;
    std::map<int, std::pair<std::int64_t, int>> seen;  // [block]: unit, and events in it
    std::map<std::pair<int, std::int64_t>, int> count;
    for (const GridEvent& event : events) ++count[{event.block, event.time}];
    for (const GridEvent& event : events) {
        auto& [unit, number] = seen[event.block];
        if (unit != event.time) {
            unit = event.time;
            number = 0;
        }
        const auto whole = static_cast<double>(event.time);
        const int all = count[{event.block, event.time}];
        // A block's start and a launch begin their unit, its end ends it.
        if (event.kind == Kind::start || event.kind == Kind::launch) {
            times.push_back(whole);
        } else if (event.kind == Kind::end) {
            times.push_back(whole + 1);
        } else {
            times.push_back(whole + static_cast<double>(number + 1) / (all + 1));
        }
        ++number;
    }
    return times;
}

class TimelineBuilder {
  public:
    explicit TimelineBuilder(const Trace& trace) : trace_{trace}, events_{trace.grid_events()} {}

    GridTimeline build() {
        for (const Step& step : trace_.steps()) phase_of(step.phase);
        find_rows();
        note_rows();
        made_.times = spread_times(events_);
        for (std::size_t i = 0; i < events_.size(); ++i) take(i);
        if (!events_.empty()) made_.end = static_cast<double>(events_.back().time + 1);
        // Those that are still there at the end deadlock: a share of the picture shows that.
        if (!open_.empty()) made_.end += std::max(1.0, std::floor(made_.end / 5));
        for (auto& [block, open] : open_) close(open, made_.end);
        std::ranges::stable_sort(made_.spans, {}, &GridSpan::from);
        return std::move(made_);
    }

  private:
    int phase_of(const std::string& name) {
        const auto found = std::ranges::find(made_.phases, name);
        if (found != made_.phases.end()) return static_cast<int>(found - made_.phases.begin());
        made_.phases.push_back(name);
        return static_cast<int>(made_.phases.size()) - 1;
    }

    /// −1 before the first step.
    int phase_in(int step) {
        return step < 0 ? -1 : phase_of(trace_.steps()[static_cast<std::size_t>(step)].phase);
    }

    /// Each block takes the first place of its multiprocessor that is free.
    void find_rows() {
        std::map<int, std::vector<bool>> taken;  // [multiprocessor][place]
        std::map<int, std::pair<int, int>> at;   // [block]
        std::vector<std::pair<int, int>> places(events_.size());
        for (std::size_t i = 0; i < events_.size(); ++i) {
            const GridEvent& event = events_[i];
            if (event.kind == Kind::start) {
                const auto multiprocessor = static_cast<int>(event.element);
                std::vector<bool>& here = taken[multiprocessor];
                const auto free = std::ranges::find(here, false);
                const auto place = static_cast<int>(free - here.begin());
                if (free == here.end()) here.push_back(false);
                here[static_cast<std::size_t>(place)] = true;
                places[i] = at[event.block] = {multiprocessor, place};
            } else if (event.kind == Kind::end) {
                const auto [multiprocessor, place] = at[event.block];
                taken[multiprocessor][static_cast<std::size_t>(place)] = false;
            }
        }
        std::map<std::pair<int, int>, int> row_of;
        for (const auto& [multiprocessor, list] : taken) {
            for (int place = 0; std::cmp_less(place, list.size()); ++place) {
                row_of[{multiprocessor, place}] = static_cast<int>(made_.rows.size());
                made_.rows.push_back({multiprocessor, place});
            }
        }
        row_of_start_.assign(events_.size(), 0);
        for (std::size_t i = 0; i < events_.size(); ++i) {
            if (events_[i].kind == Kind::start) row_of_start_[i] = row_of[places[i]];
        }
    }

    /// [event]: the row of the block that it is of.
    void note_rows() {
        row_at_.assign(events_.size(), 0);
        std::map<int, int> row;
        for (std::size_t i = 0; i < events_.size(); ++i) {
            if (events_[i].kind == Kind::start) row[events_[i].block] = row_of_start_[i];
            row_at_[i] = row[events_[i].block];
        }
    }

    void take(std::size_t i) {
        const GridEvent& event = events_[i];
        const double time = made_.times[i];
        switch (event.kind) {
            case Kind::launch: made_.launches.push_back(i); return;
            case Kind::start:
                open_[event.block] = {
                    .block = event.block, .row = row_of_start_[i], .begin = time, .from = i};
                phase_[event.block] = -1;
                return;
            case Kind::step: {
                GridSpan& open = open_[event.block];
                GridSpan next = open;
                next.step = event.step;
                next.phase = phase_in(event.step);
                phase_[event.block] = next.phase;
                // A thread that waits keeps its block; before its first marker a block is in its
                // first phase already; and several strides are one phase.
                if (open.phase < 0) open.phase = next.phase;
                if (open.waits || next.phase == open.phase) return;
                go_on(open, next, i);
                return;
            }
            case Kind::end:
                close(open_[event.block], time);
                open_.erase(event.block);
                return;
            case Kind::wait: {
                GridSpan& open = open_[event.block];
                GridSpan next = open;
                next.waits = true;
                next.wait = i;
                next.step = event.step;
                next.phase = phase_in(event.step);
                // While it looks again it waits on.
                if (!open.waits || element_of(events_[open.wait]) != element_of(event)) {
                    go_on(open, next, i);
                }
                return;
            }
            case Kind::load: note_read(i); break;
            case Kind::atomic:
            case Kind::store: writes_[element_of(event)].push_back(i); break;
        }
        const auto open = open_.find(event.block);
        if (open == open_.end() || !open->second.waits) return;
        // The thread that waited has got on.
        if (events_[open->second.wait].thread != event.thread) return;
        GridSpan next = open->second;
        next.waits = false;
        next.phase = phase_[event.block];
        go_on(open->second, next, i);
    }

    /// Where its number came from: the last that was written of it, but for what another block
    /// wrote in the same unit of the clock and it did not see.
    void note_read(std::size_t i) {
        const GridEvent& event = events_[i];
        const std::vector<std::size_t>& writes = writes_[element_of(event)];
        const auto seen = std::find_if(writes.rbegin(), writes.rend(), [&](std::size_t w) {
            return events_[w].integer == event.integer && events_[w].value == event.value;
        });
        if (seen == writes.rend()) return;
        const std::size_t from = *seen;
        if (events_[from].block == event.block) return;
        made_.messages.push_back({.written = from,
                                  .read = i,
                                  .sent = made_.times[from],
                                  .received = made_.times[i],
                                  .from_row = row_at_[from],
                                  .to_row = open_[event.block].row});
    }

    void go_on(GridSpan& open, GridSpan next, std::size_t event) {
        close(open, made_.times[event]);
        next.begin = made_.times[event];
        next.from = event;
        open = next;
    }
    void close(GridSpan span, double end) {
        span.end = end;
        if (span.end > span.begin) made_.spans.push_back(span);
    }

  private:
    const Trace& trace_;
    const std::vector<GridEvent>& events_;
    GridTimeline made_;
    std::vector<int> row_of_start_, row_at_;
    std::map<int, GridSpan> open_;  ///< [block]: what it is in
    std::map<int, int> phase_;      ///< [block]: that all its threads have come to
    std::map<std::pair<ArrayId, std::int64_t>, std::vector<std::size_t>> writes_;
};

}  // namespace

GridTimeline grid_timeline(const Trace& trace) {
    return TimelineBuilder{trace}.build();
}

std::vector<ArrayId> shared_arrays(const Trace& trace) {
    std::set<ArrayId> found;
    for (const ArrayFacts& array : trace.scratch())
        found.insert(static_cast<ArrayId>(&array - trace.facts().arrays.data()));
    for (const GridEvent& event : trace.grid_events()) {
        if (is_access(event.kind)) found.insert(event.array);
    }
    return {found.begin(), found.end()};
}

std::vector<std::vector<ScratchElement>> shared_after(const Trace& trace,
                                                      const std::vector<ArrayId>& arrays,
                                                      std::size_t events, std::size_t most) {
    std::vector<std::vector<ScratchElement>> made;
    for (const ArrayId id : arrays) {
        const ArrayFacts& array = trace.data().array(id);
        const auto size = std::min(static_cast<std::size_t>(array.size()), most);
        std::vector<ScratchElement>& elements =
            made.emplace_back(size, ScratchElement{.text = "0"});
        const TypedArray& before = trace.contents(id).before;
        for (std::size_t k = 0; k < std::min(size, before.size()); ++k)
            elements[k].text = number_text(array.type, before.bytes() + k * size_of(array.type));
    }
    const auto& all = trace.grid_events();
    for (std::size_t i = 0; i < std::min(events, all.size()); ++i) {
        const GridEvent& event = all[i];
        if (event.kind != Kind::store && event.kind != Kind::atomic) continue;
        const auto array = std::ranges::lower_bound(arrays, event.array);
        auto& elements = made[static_cast<std::size_t>(array - arrays.begin())];
        if (static_cast<std::size_t>(event.element) >= elements.size()) continue;
        elements[static_cast<std::size_t>(event.element)] = {value_text(trace, event), true, i};
    }
    return made;
}

std::string value_text(const Trace& trace, const GridEvent& event) {
    const ArrayFacts& array = trace.facts().arrays[static_cast<std::size_t>(event.array)];
    return number_text(array.type, reinterpret_cast<const std::byte*>(&event.value));
}

std::string value_name(const Trace& trace, const GridEvent& event) {
    std::string text = value_text(trace, event);
    const ArrayFacts& array = trace.facts().arrays[static_cast<std::size_t>(event.array)];
    if (is_real(array.type)) return text;
    for (const auto& [value, name] : value_names(trace, event.array)) {
        if (std::to_string(value) == text) return name;
    }
    return text;
}

std::string event_text(const Trace& trace, const GridEvent& event) {
    const std::string who = fmt::format("block {}", event.block);
    if (is_access(event.kind)) {
        const std::string what = fmt::format("{}[{}]", trace.name_of(event.array), event.element);
        const std::string value = value_name(trace, event);
        if (event.kind == Kind::load) return fmt::format("{} reads {} = {}", who, what, value);
        if (event.kind == Kind::store) return fmt::format("{} stores {} = {}", who, what, value);
        if (event.kind == Kind::atomic) {
            return fmt::format("{} adds to {}: {}", who, what, value);
        }
        return fmt::format("{} reads {} = {} and waits", who, what, value);
    }
    switch (event.kind) {
        case Kind::start: return fmt::format("{} starts on multiprocessor {}", who, event.element);
        case Kind::step: {
            const Step& step = trace.steps()[static_cast<std::size_t>(event.step)];
            return fmt::format("{} begins \"{}\"", who, name_of(step));
        }
        case Kind::end: return who + " ends";
        default: break;
    }
    return fmt::format("a launch of {} block{} begins", event.element,
                       event.element == 1 ? "" : "s");
}

GridTotals totals_of(const GridTimeline& timeline) {
    GridTotals totals{.time = static_cast<std::int64_t>(timeline.end)};
    for (const GridSpan& span : timeline.spans) {
        if (!span.waits) continue;
        ++totals.waits;
        totals.waited += span.end - span.begin;
        totals.longest_wait = std::max(totals.longest_wait, span.end - span.begin);
    }
    return totals;
}

using Kind = GridEvent::Kind;

std::optional<std::size_t> events_until(const Trace& trace, int block, int step) {
    const std::vector<GridEvent>& events = trace.grid_events();
    bool begun = false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const GridEvent& event = events[i];
        if (event.block != block) continue;
        if (event.kind == Kind::step) {
            if (begun && event.step > step) return i;
            begun = begun || event.step <= step;
        } else if (begun && event.kind == Kind::end) {
            return i + 1;
        }
    }
    // It never ends: all that happens, happens while it is in it.
    return begun ? std::optional{events.size()} : std::nullopt;
}

std::optional<int> step_after(const Trace& trace, int block, std::size_t events) {
    const std::vector<GridEvent>& all = trace.grid_events();
    for (std::size_t i = std::min(events, all.size()); i-- > 0;) {
        if (all[i].kind == Kind::step && all[i].block == block) return all[i].step;
    }
    return std::nullopt;
}

std::optional<GridPair> grid_pair(const Trace& a, const Trace& b) {
    if (a.grid_events().empty() || b.grid_events().empty() || a.clock() != b.clock()) return {};
    return GridPair{grid_timeline(a), grid_timeline(b), a.clock() == "tick"};
}

std::vector<Difference> grid_differences(const GridPair& pair, double now) {
    const auto whole = [](double time) { return static_cast<std::int64_t>(std::lround(time)); };
    const auto took = [&](const GridTimeline& line) { return whole(std::min(line.end, now)); };
    const auto waited = [&](const GridTimeline& line) {
        double sum = 0;
        for (const GridSpan& span : line.spans) {
            if (span.waits && span.begin < now) sum += std::min(span.end, now) - span.begin;
        }
        return whole(sum);
    };
    return {{"time", pair.ticks ? "ticks" : "ns", took(pair.a), took(pair.b)},
            {"waited", pair.ticks ? "ticks waited" : "ns waited", waited(pair.a), waited(pair.b)}};
}

namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the word begins in the line, as a word of its own, from `at` on.
std::size_t find_word(std::string_view line, std::string_view word, std::size_t at) {
    for (; (at = line.find(word, at)) != std::string_view::npos; ++at) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word(line[at - 1]);
        if (begins && (end == line.size() || !is_word(line[end]))) return at;
    }
    return at;
}

/// Whether the line has the name as an operand of its own: "= NAME;", "? NAME :", "== NAME)".
bool names_value(std::string_view line, std::string_view name) {
    constexpr std::string_view blanks = " \t", before = "=?:", after = ";:)&|";
    for (std::size_t at = 0; (at = find_word(line, name, at)) != std::string_view::npos; ++at) {
        const std::size_t left = at == 0 ? at : line.find_last_not_of(blanks, at - 1);
        const std::size_t right = line.find_first_not_of(blanks, at + name.size());
        if (at == 0 || left == std::string_view::npos || right == std::string_view::npos) continue;
        const bool changes =
            left > 0 && line[left] == '=' &&
            std::string_view{"+-*/%&|^<>"}.find(line[left - 1]) != std::string_view::npos;
        if (!changes && before.find(line[left]) != std::string_view::npos &&
            after.find(line[right]) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

struct Defined {
    std::string name;
    std::int64_t value = 0;
};

/// The lines `#define NAME number`; what follows the number is a remark.
std::vector<Defined> numbers_defined(const std::vector<std::string>& lines) {
    std::vector<Defined> found;
    for (const std::string& line : lines) {
        std::istringstream words{line};
        std::string define, name, number;
        if (!(words >> define >> name >> number) || define != "#define") continue;
        std::int64_t value = 0;
        const char* const end = number.data() + number.size();
        const auto read = std::from_chars(number.data(), end, value);
        if (read.ec == std::errc{} && read.ptr == end) found.push_back({name, value});
    }
    return found;
}

}  // namespace

std::map<std::int64_t, std::string> value_names(const Trace& trace, ArrayId array) {
    std::vector<std::string> lines;
    std::istringstream text{trace.text()};
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line.substr(0, line.find("//")));
    }
    std::map<std::int64_t, std::string> names;
    const std::string name{trace.name_of(array)};
    for (const Defined& defined : numbers_defined(lines)) {
        for (const std::string& line : lines) {
            const std::size_t at = find_word(line, name, 0);
            const bool element = at != std::string::npos && at + name.size() < line.size() &&
                                 line[at + name.size()] == '[';
            if (element && names_value(line, defined.name))
                names.try_emplace(defined.value, defined.name);
        }
    }
    return names;
}

}  // namespace stridescope

#include "app/trace/grid_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <utility>

namespace stridescope {
namespace {

enum Column { time, kind, block, step, thread, line, array, element, integer, value, columns };

bool within(std::int64_t number, std::int64_t low, std::int64_t high) {
    return number >= low && number <= high;
}

/// Times are told as doubles too: up to here those are exact.
constexpr std::int64_t last_time = std::int64_t{1} << 53;
constexpr std::int64_t most_multiprocessors = 1 << 16;

bool is_access(const GridEvent& event) {
    return event.kind == GridEvent::Kind::load || event.kind == GridEvent::Kind::store ||
           event.kind == GridEvent::Kind::atomic || event.kind == GridEvent::Kind::wait;
}

/// Whether an event's parts go with its kind.
bool belongs_together(const GridEvent& event, const TraceData& data) {
    using Kind = GridEvent::Kind;
    if ((event.kind == Kind::launch) != (event.block == GridEvent::nobody)) return false;
    if (is_access(event)) return event.thread != GridEvent::nobody;
    if (event.kind == Kind::step) return event.step >= 0;
    if (event.kind == Kind::start) return within(event.element, 0, most_multiprocessors - 1);
    if (event.kind == Kind::launch) return within(event.element, 0, data.grid);
    return true;
}

/// Blocks are there between a start and an end, and do something only then. Returns half a
/// sentence that says what does not fit; empty if all does.
std::string out_of_turn(const std::vector<GridEvent>& events) {
    std::set<int> there;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const GridEvent& event = events[i];
        if (event.kind == GridEvent::Kind::launch) continue;
        const bool starts = event.kind == GridEvent::Kind::start;
        if (starts == there.contains(event.block)) {
            return fmt::format("event {} between blocks belongs to block {}, which {}", i,
                               event.block, starts ? "has started already" : "is not running");
        }
        if (starts) there.insert(event.block);
        if (event.kind == GridEvent::Kind::end) there.erase(event.block);
    }
    return {};
}

}  // namespace

std::vector<GridColumnKind> grid_column_kinds() {
    return {{"grid_time", ElementType::i64},    {"grid_kind", ElementType::i32},
            {"grid_block", ElementType::i32},   {"grid_step", ElementType::i32},
            {"grid_thread", ElementType::i32},  {"grid_line", ElementType::i32},
            {"grid_array", ElementType::i32},   {"grid_element", ElementType::i64},
            {"grid_integer", ElementType::i32}, {"grid_value", ElementType::u64}};
}

std::vector<GridColumn> grid_columns(const TraceData& data) {
    const std::size_t count = data.grid_events.size();
    std::vector<GridColumn> made;
    for (const GridColumnKind& wanted : grid_column_kinds()) {
        made.push_back({wanted.name, TypedArray{wanted.type, count}});
    }
    const auto narrow = [&](Column column) { return made[column].numbers.as<std::int32_t>(); };
    const auto wide = [&](Column column) { return made[column].numbers.as<std::int64_t>(); };
    constexpr std::size_t bytes = sizeof(GridEvent::value);
    for (std::size_t i = 0; i < count; ++i) {
        const GridEvent& event = data.grid_events[i];
        wide(time)[i] = event.time;
        narrow(kind)[i] = static_cast<std::int32_t>(event.kind);
        narrow(block)[i] = event.block;
        narrow(step)[i] = event.step;
        narrow(thread)[i] = event.thread;
        narrow(line)[i] = event.line;
        narrow(array)[i] = static_cast<std::int32_t>(event.array);
        wide(element)[i] = event.element;
        narrow(integer)[i] = event.integer;
        std::memcpy(made[value].numbers.bytes() + i * bytes, &event.value, bytes);
    }
    return made;
}

std::vector<GridEvent> grid_events_of(const std::vector<TypedArray>& read, const TraceData& data) {
    const auto narrow = [&](Column column) { return read[column].as<std::int32_t>(); };
    const auto wide = [&](Column column) { return read[column].as<std::int64_t>(); };
    const std::size_t count = read[time].size();
    constexpr std::size_t bytes = sizeof(GridEvent::value);
    constexpr std::int64_t first = 0;
    const std::int64_t end = std::ssize(data.facts.arrays);
    std::vector<GridEvent> events;
    events.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t before = events.empty() ? 0 : events.back().time;
        const bool fits = within(wide(time)[i], before, last_time) &&
                          within(narrow(kind)[i], 0, static_cast<int>(GridEvent::Kind::launch)) &&
                          within(narrow(block)[i], -1, data.grid - 1) &&
                          within(narrow(step)[i], -1, std::ssize(data.steps) - 1) &&
                          within(narrow(thread)[i], -1, data.threads - 1) &&
                          within(narrow(line)[i], 0, 1 << 20) &&
                          within(narrow(array)[i], 0, std::max<std::int64_t>(end, 1) - 1) &&
                          wide(element)[i] >= -1;
        if (!fits) {
            throw UsageError(fmt::format("event {} between blocks lies outside the launch", i));
        }
        GridEvent& event =
            events.emplace_back(GridEvent{.time = wide(time)[i],
                                          .kind = static_cast<GridEvent::Kind>(narrow(kind)[i]),
                                          .block = narrow(block)[i],
                                          .step = narrow(step)[i],
                                          .thread = narrow(thread)[i],
                                          .line = narrow(line)[i],
                                          .array = static_cast<ArrayId>(narrow(array)[i]),
                                          .element = wide(element)[i],
                                          .integer = narrow(integer)[i]});
        if (!belongs_together(event, data)) {
            throw UsageError(fmt::format("the fields of event {} between blocks do not fit a {}", i,
                                         name_of(event.kind)));
        }
        if (is_access(event) && (!within(static_cast<std::int64_t>(event.array), first, end - 1) ||
                                 data.array(event.array).space != Space::global ||
                                 !within(event.element, 0, data.array(event.array).size() - 1))) {
            throw UsageError(
                fmt::format("event {} between blocks refers to no array of theirs", i));
        }
        std::memcpy(&event.value, read[value].bytes() + i * bytes, bytes);
    }
    if (const std::string why = out_of_turn(events); !why.empty()) throw UsageError(why);
    return events;
}

}  // namespace stridescope

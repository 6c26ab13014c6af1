#include "app/analysis/value_origins.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "app/analysis/banks.h"
#include "app/analysis/remote.h"

namespace stridescope {
namespace {

/// What all lanes of a warp do together: each one's result is made of all their values.
bool is_of_warp(const TraceSite& site) {
    const std::string_view name = site.operation;
    return name.starts_with("__reduce_") || name.starts_with("__match_") ||
           name == "__ballot_sync" || name == "__any_sync" || name == "__all_sync";
}

bool writes(Event event) {
    return is_store(event) || is_atomic(event);
}

}  // namespace

Origins::Origins(const Trace& trace, int block)
    : trace_{trace}, block_{block}, of_cell_(static_cast<std::size_t>(trace.words())) {
    note_writes();
    find_apart();
}

void Origins::note_writes() {
    for (int number = 0; number < static_cast<int>(trace_.rows().size()); ++number) {
        const TraceSite& at = site(number);
        if (!writes(at.event)) continue;
        if (is_remote(at.event)) {
            note_sent(number);
            continue;
        }
        const int elements = trace_.elements_moved(row(number).site);
        const auto lanes = trace_.lanes(block_, number);
        for (int thread = 0; thread < trace_.threads(); ++thread) {
            if (lanes[static_cast<std::size_t>(thread)] == Trace::idle) continue;
            for (int element = 0; element < elements; ++element) {
                const Write write{number, thread, element, is_atomic(at.event)};
                const Made made{number, thread, element};
                if (is_global(at.event)) {
                    of_element_[{at.array, address(made)}].push_back(write);
                } else if (const auto c = static_cast<std::size_t>(cell(made));
                           c < of_cell_.size()) {
                    of_cell_[c].push_back(write);
                }
            }
        }
    }
}

/// What blocks of the cluster stored in this one's memory.
void Origins::note_sent(int number) {
    const bool atomic = is_atomic(site(number).event);
    for_each_remote(trace_, block_, number, [&](int, int thread, int first, int cells) {
        for (int c = first; c < first + cells; ++c)
            of_cell_[static_cast<std::size_t>(c)].push_back({number, thread, 0, atomic, true});
    });
}

int Origins::threads_in(int number) const {
    return trace_.threads_in(block_, number);
}

int Origins::first_thread(int number) const {
    int thread = 0;
    while (!took_part(number, thread)) ++thread;
    return thread;
}

int Origins::cell(Made at) const {
    const int first = trace_.lane(block_, at.row, at.thread);
    if (at.element == 0) return first;
    return first + at.element * trace_.cells_of_element(site(at.row).array);
}

std::int64_t Origins::address(Made at) const {
    return std::int64_t{trace_.address(block_, at.row, at.thread)} + at.element;
}

Origins::Writers Origins::find(const List& writes, Made load) const {
    const TraceRow& here = row(load.row);
    const Event event = site(load.row).event;
    const auto launch_of = [&](int number) {
        return trace_.steps()[static_cast<std::size_t>(row(number).step)].launch;
    };
    // Shared memory begins anew with each launch, global memory goes on.
    const bool fresh = !is_global(event);
    // The order of rows is that of a warp whose lanes go along together.
    const bool lanes_go_alone =
        fresh && trace_.experiment().schedule.kind == Schedule::Kind::lane_random;
    Writers found;
    int last = -1;  // into writes: what stood there
    for (int k = 0; k < static_cast<int>(writes.size()); ++k) {
        const Write& write = writes[static_cast<std::size_t>(k)];
        if (write.row == load.row && write.thread == load.thread) continue;
        if (fresh && launch_of(write.row) < launch_of(load.row)) continue;
        const int interval = row(write.row).interval;
        if (interval > here.interval) break;
        if (interval == here.interval) {
            if (write.sent) {
                found.known = false;
                continue;
            }
            const bool together = lanes_go_alone
                                      ? write.thread == load.thread
                                      : write.thread / warp_size == load.thread / warp_size;
            if (!together) {
                found.known = false;
                continue;
            }
            if (write.row >= load.row) continue;
        }
        last = k;
    }
    const Writers left = standing(writes, last, fresh ? launch_of(load.row) : 0);
    found.known = found.known && left.known;
    found.base = left.base;
    found.adds = left.adds;
    found.kept = left.kept;
    return found;
}

/// The last store up to that one, and the atomics behind it.
Origins::Writers Origins::standing(const List& writes, int last, int first_launch) const {
    const auto step_of = [&](int k) { return row(writes[static_cast<std::size_t>(k)].row).step; };
    Writers found;
    for (int k = last; k >= 0; --k) {
        const Write& write = writes[static_cast<std::size_t>(k)];
        if (trace_.steps()[static_cast<std::size_t>(step_of(k))].launch < first_launch) break;
        const Made made{write.row, write.thread, write.element};
        // What threads of other blocks make is not followed.
        if (write.sent) {
            found.known = false;
            break;
        }
        if (!write.atomic) {
            found.base = made;
            break;
        }
        found.adds.push_back(made);
    }
    std::ranges::reverse(found.adds);
    const bool more = last + 1 < static_cast<int>(writes.size());
    found.kept = last < 0 || !more || step_of(last + 1) != step_of(last);
    return found;
}

Origins::Writers Origins::writers_after(int cell, int step) const {
    const List& writes = of_cell_[static_cast<std::size_t>(cell)];
    int last = -1;
    while (last + 1 < static_cast<int>(writes.size()) &&
           row(writes[static_cast<std::size_t>(last + 1)].row).step <= step) {
        ++last;
    }
    return standing(writes, last, trace_.steps()[static_cast<std::size_t>(step)].launch);
}

Origins::Writers Origins::writers_in_the_end(ArrayId array, std::int64_t element) const {
    const auto found = of_element_.find({array, element});
    if (found == of_element_.end()) return {};
    return standing(found->second, static_cast<int>(found->second.size()) - 1, 0);
}

Origins::Writers Origins::writers_of_cell(Made load) const {
    const auto c = static_cast<std::size_t>(cell(load));
    return c < of_cell_.size() ? find(of_cell_[c], load) : Writers{};
}

const Origins::List* Origins::global_writes(Made load) const {
    const auto found = of_element_.find({site(load.row).array, address(load)});
    return found == of_element_.end() ? nullptr : &found->second;
}

Origins::Writers Origins::writers_of_element(Made load) const {
    const List* writes = global_writes(load);
    return writes == nullptr ? Writers{} : find(*writes, load);
}

bool Origins::reads_from_before(Made load) const {
    const ArrayId array = site(load.row).array;
    if (trace_.facts().arrays[static_cast<std::size_t>(array)].role == Role::input) return true;
    const int step = row(load.row).step;
    return trace_.steps()[static_cast<std::size_t>(step)].launch == 0 &&
           std::ranges::find(apart_, array) != apart_.end() && !writers_of_element(load).any();
}

/// Arrays that are read and written, but by no recorded block where another one wrote.
void Origins::find_apart() {
    std::vector<std::int8_t> loaded(trace_.facts().arrays.size(), 0);
    for (const TraceSite& at : trace_.sites()) {
        if (at.event == Event::global_load) loaded[static_cast<std::size_t>(at.array)] = 1;
    }
    constexpr int nobody = -1, several = -2;
    for (std::size_t k = 0; k < loaded.size(); ++k) {
        const ArrayFacts& array = trace_.facts().arrays[k];
        if (loaded[k] == 0 || array.role != Role::output) continue;
        std::vector<int> writer(static_cast<std::size_t>(array.size()), nobody);
        bool apart = true;
        for (const bool reading : {false, true}) {
            for_each_global(static_cast<ArrayId>(k), [&](int block, Event event, std::int64_t at) {
                int& wrote = writer[static_cast<std::size_t>(at)];
                if (!reading && writes(event)) {
                    wrote = wrote == nobody || wrote == block ? block : several;
                } else if (reading && event == Event::global_load) {
                    apart = apart && (wrote == nobody || wrote == block);
                }
            });
        }
        if (apart) apart_.push_back(static_cast<ArrayId>(k));
    }
}

/// Calls f(block, event, element) for all that recorded blocks did to the array.
template <class F>
void Origins::for_each_global(ArrayId array, F&& f) const {
    const std::int64_t size = trace_.facts().arrays[static_cast<std::size_t>(array)].size();
    for (int number = 0; number < static_cast<int>(trace_.rows().size()); ++number) {
        const TraceSite& at = site(number);
        if (at.array != array || !is_global(at.event)) continue;
        const int elements = trace_.elements_moved(row(number).site);
        for (int block = 0; block < trace_.blocks(); ++block) {
            const auto lanes = trace_.lanes(block, number);
            const auto addresses = trace_.addresses(block, number);
            for (std::size_t t = 0; t < lanes.size(); ++t) {
                if (lanes[t] == Trace::idle) continue;
                const std::int64_t end = std::min(size, std::int64_t{addresses[t]} + elements);
                for (std::int64_t k = addresses[t]; k < end; ++k) f(block, at.event, k);
            }
        }
    }
}

/// The values that a row hands on: itself, or what moves took together.
void Origins::values_behind(int number, int thread, std::vector<Made>& out) const {
    // A file may name a row that the thread had no part in.
    if (number == TraceRow::none || !took_part(number, thread)) return;
    const TraceRow& here = row(number);
    if (trace_.event_of(here) != Event::move) {
        out.push_back({number, thread});
        return;
    }
    if (here.left != TraceRow::none && here.right == TraceRow::none &&
        trace_.elements_moved(row(here.left).site) > 1) {
        const int element = trace_.lane(block_, number, thread);
        out.push_back({here.left, thread, element});
        return;
    }
    values_behind(here.left, thread, out);
    values_behind(here.right, thread, out);
}

/// The operands of all lanes that took part with this one.
void Origins::all_lanes(Made at, std::vector<Made>& out) const {
    const TraceRow& here = row(at.row);
    const auto same = [&](int number) {
        if (number < 0 || number >= static_cast<int>(trace_.rows().size())) return false;
        const TraceRow& other = row(number);
        return other.step == here.step && other.interval == here.interval &&
               other.site == here.site && other.iteration == here.iteration;
    };
    int first = at.row, end = at.row + 1;
    while (same(first - 1)) --first;
    while (same(end)) ++end;
    const int lane = at.thread / warp_size * warp_size;
    for (int thread = lane; thread < std::min(lane + warp_size, trace_.threads()); ++thread) {
        for (int number = first; number < end; ++number) {
            if (took_part(number, thread)) values_behind(row(number).left, thread, out);
        }
    }
}

void Origins::operands(Made at, std::vector<Made>& out) const {
    if (at.row == TraceRow::none) return;
    const TraceRow& here = row(at.row);
    const TraceSite& of = site(at.row);
    switch (of.event) {
        case Event::op:
            if (is_of_warp(of)) {
                all_lanes(at, out);
                return;
            }
            values_behind(here.left, at.thread, out);
            values_behind(here.right, at.thread, out);
            return;
        case Event::shuffle: {
            const int other = trace_.lane(block_, at.row, at.thread);
            values_behind(here.left, other, out);
            return;
        }
        case Event::store:
        case Event::global_store: {
            // Those behind the first stand in a list.
            int move = at.row;
            for (int k = 0; k < at.element && move != TraceRow::none; ++k) move = row(move).right;
            if (move == TraceRow::none) return;
            values_behind(row(move).left, at.thread, out);
            // A row of one element is told whole.
            if (trace_.elements_moved(here.site) == 1) values_behind(here.right, at.thread, out);
            return;
        }
        case Event::atomic:
        case Event::global_atomic: values_behind(here.left, at.thread, out); return;
        default: return;
    }
}

Origins::Loads Origins::loads_of(Made store) const {
    Loads found;
    std::set<Made> seen;
    std::vector<Made> open, next;
    bool mixed = false;
    const auto follow = [&](Made at) {
        next.clear();
        operands(at, next);
        open.insert(open.end(), next.rbegin(), next.rend());
    };
    follow(store);
    while (!open.empty()) {
        const Made at = open.back();
        open.pop_back();
        if (!seen.insert(at).second) {
            found.once = false;
            continue;
        }
        const TraceSite& of = site(at.row);
        if (of.event == Event::op) {
            const auto same = [&](int site) {
                return trace_.sites()[static_cast<std::size_t>(site)].operation == of.operation;
            };
            mixed =
                mixed || !has_both_operands(at.row) || (found.combined && !same(found.operation));
            found.combined = true;
            found.operation = row(at.row).site;
            follow(at);
        } else if (of.event == Event::shuffle) {
            follow(at);
        } else {
            found.loads.push_back(at);
        }
    }
    if (mixed) found.operation = -1;
    return found;
}

}  // namespace stridescope

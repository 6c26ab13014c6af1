#include "app/machine/child_order.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/machine/context.h"

namespace stridescope::machine {

namespace ad = language::addresses;

bool LaunchMoment::knows(const PastAccess& past, std::uint32_t by) const {
    if (past.block == block) {
        if (past.moment < base) return true;
        if (by / lanes_of_warp == thread / lanes_of_warp && past.moment < lanes[by % lanes_of_warp])
            return true;
    }
    return known.knows(past.block, by, past.moment);
}

std::uint64_t stream_of(const ChildLaunch& child) {
    return child.call->has_stream && !child.values.empty() ? child.values.back() : 0;
}

ChildOrder::Noting::Noting(ChildOrder& order) : order_(order), before_(order.memory_.touched) {
    if (!order_.active()) return;
    order_.touched_.begin(order_.memory_);
    order_.memory_.touched = &order_.touched_;
}

ChildOrder::Noting::~Noting() {
    if (!order_.active()) return;
    order_.memory_.touched = before_;
    if (before_ != nullptr) before_->add(order_.touched_);
}

namespace {

bool is_plain(const PastAccess& past) {
    return past.block != PastAccess::nobody && past.access_class() == AccessClass::plain;
}

/// The array of the program's that the word is of, and the element there.
std::string name_of(const language::Program& program, std::uint64_t number, std::uint64_t word) {
    const std::uint64_t address = ad::begin(number) + word * 4;
    for (const language::Object& object : program.objects) {
        if (object.space != language::Space::global || address < object.address ||
            address >= object.address + object.bytes)
            continue;
        return element_text(object, static_cast<std::int64_t>(address - object.address));
    }
    return "memory";
}

}  // namespace

/// Whether something there is in the way of who touches it so. What the launch did by atomics, or
/// as volatile, is flags' business, which nothing is said of.
bool ChildOrder::find_in(const LaunchMoment& when, PlaceSpace& space, std::uint64_t index,
                         Touched::How how, Found& found) const {
    const std::uint64_t page = index >> PlaceSpace::page_bits;
    if (page >= space.pages.size() || space.pages[page] == nullptr) return false;
    const PlaceHistory& place = space.place(index);
    found.writes = (how & (Touched::written | Touched::atomic)) != 0;
    if (is_plain(place.store) && !when.knows(place.store, place.store.thread)) {
        found.past = place.store;
        found.thread = place.store.thread;
        found.past_writes = true;
        return true;
    }
    if (!found.writes) return false;
    const auto is_in_the_way = [&](const PastAccesses& others) {
        if (!is_plain(others)) return false;
        for (std::uint32_t m = others.lanes; m != 0; m &= m - 1) {
            const std::uint32_t thread =
                others.warp() * lanes_of_warp + static_cast<std::uint32_t>(__builtin_ctz(m));
            if (when.knows(others, thread)) continue;
            found.past = static_cast<const PastAccess&>(others);  // without its lanes
            found.thread = thread;
            found.past_writes = false;
            return true;
        }
        return false;
    };
    if (is_in_the_way(place.others)) return true;
    const auto more = space.more.find(index);
    return place.others.more != 0 && more != space.more.end() &&
           std::ranges::any_of(more->second, is_in_the_way);
}

bool ChildOrder::find(const LaunchMoment& when, Found& found) const {
    bool any = false;
    touched_.for_each_run(
        [&](std::uint64_t number, std::uint64_t from, std::uint64_t to, Touched::How how) {
            const auto at = past_->spaces.find(number);
            if (any || at == past_->spaces.end()) return;
            PlaceSpace& space = at->second;
            found.number = number;
            for (std::uint64_t word = from; word < to && !any; ++word) {
                found.word = word;
                if (space.shift == 2) {
                    any = find_in(when, space, word, how, found);
                    continue;
                }
                const std::uint32_t bytes = (how | how >> 4 | how >> 8) & 0xFU;
                for (std::uint64_t k = 0; k < 4 && !any; ++k) {
                    if ((bytes >> k & 1) != 0) any = find_in(when, space, word * 4 + k, how, found);
                }
            }
        });
    return any;
}

void ChildOrder::ran(const ChildLaunch& child, LaunchRecord& record) {
    if (!active() || child.when == nullptr) return;
    const std::uint64_t stream = stream_of(child);
    // Behind all of the kernel, and all that it has launched.
    if (stream == tail_launch) {
        touched_.forget();
        return;
    }
    if (Found found; find(*child.when, found)) tell_parent(child, found, record);
    StreamOrder::Stream own = 0;
    if (stream == fire_and_forget) {
        own = siblings_.create(false);
    } else {
        StreamOrder::Stream& known = streams_[{child.when->block, stream}];
        if (known == 0) known = siblings_.create(false);
        own = known;
    }
    siblings_.begin(own, std::string{child.call->kernel->name}, child.call->place);
    if (const auto found = siblings_.access(touched_)) tell_sibling(child, *found, record);
}

void ChildOrder::tell_parent(const ChildLaunch& child, const Found& found,
                             LaunchRecord& record) const {
    const language::Program& parent = *past_->program;
    Diagnostic d;
    d.kind = Diagnostic::Kind::unordered;
    d.place = child.call->place;
    d.block = child.when->block;
    d.thread = child.when->thread;
    std::string line;
    if (found.past.op < PastAccess::most_ops - 1 && found.past.op < parent.places.size())
        line = fmt::format(" in line {}", parent.places[found.past.op].line);
    const bool by_launcher =
        found.past.block == child.when->block && found.thread == child.when->thread;
    const std::string element = name_of(*record.program, found.number, found.word);
    if (by_launcher) {
        d.message = fmt::format(
            "{} {} {}, which thread {} of block {} {} behind the launch{}: no kernel can wait for "
            "what it has launched",
            child.call->kernel->name, found.writes ? "writes" : "reads", element, found.thread,
            found.past.block, found.past_writes ? "writes" : "reads", line);
    } else {
        d.message = fmt::format(
            "{} {} {}, and thread {} of block {} of {} may not have {} it yet{}: a kernel comes "
            "after what the thread that launches it did, and what others of its block did before a "
            "barrier in front of that",
            child.call->kernel->name, found.writes ? "writes" : "reads", element, found.thread,
            found.past.block, parent.function->name, found.past_writes ? "written" : "read", line);
    }
    add_diagnostic(record.diagnostics, d);
}

void ChildOrder::tell_sibling(const ChildLaunch& child, const StreamOrder::Conflict& found,
                              LaunchRecord& record) const {
    Diagnostic d;
    d.kind = Diagnostic::Kind::unordered;
    d.place = child.call->place;
    d.block = child.when->block;
    d.thread = child.when->thread;
    d.message = fmt::format(
        "{} {} {}, and {} (line {}), launched by another block or into another stream, may not "
        "have {} it yet: only what one block launches into one stream is in order",
        child.call->kernel->name, found.writes ? "writes" : "reads",
        name_of(*record.program, found.number, found.word), found.past, found.past_place.line,
        found.past_writes ? "written" : "read");
    add_diagnostic(record.diagnostics, d);
}

}  // namespace stridescope::machine

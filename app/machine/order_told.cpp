// What is told of two accesses that race.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/machine/order.h"

namespace stridescope::machine {
namespace {

using language::Code;

constexpr std::size_t most_told = std::size_t{1} << 20;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    a = (a ^ b) * 0x9E3779B97F4A7C15;
    return a ^ (a >> 29);
}

/// Whether the next access in the code to what the load reads is a compare-and-swap.
bool is_before_cas(const language::Program& program, std::uint32_t op) {
    const language::Instr& load = program.code[op];
    for (std::size_t n = op + 1; n < program.code.size(); ++n) {
        const language::Instr& i = program.code[n];
        const bool accesses = i.code == Code::load || i.code == Code::store ||
                              i.code == Code::atomic || i.code == Code::load_at ||
                              i.code == Code::store_at || i.code == Code::atomic_at;
        if (!accesses || i.object != load.object) continue;
        return (i.code == Code::atomic || i.code == Code::atomic_at) &&
               language::is_compare_and_swap(static_cast<language::Builtin>(i.flag));
    }
    return false;
}

}  // namespace

RacingAccess Order::racing(const PastAccess& past, std::uint32_t thread, bool writes) const {
    RacingAccess r{.block = past.block,
                   .thread = thread,
                   .interval = past.moment >> moment_bits,
                   .writes = writes,
                   .atomic = is_atomic(past.access_class())};
    if (past.op < PastAccess::most_ops - 1) {
        r.site = sites_[past.op];
        r.place = r.site >= 0 ? loaded_.program->sites[static_cast<std::size_t>(r.site)].place
                              : loaded_.program->places[past.op];
    }
    return r;
}

void Order::tell(PlaceSpace& space, std::uint64_t index, const PastAccess& past,
                 std::uint32_t thread, bool past_writes, const Who& who) {
    if (told_.size() > most_told) return;
    namespace ad = language::addresses;
    const language::Program& program = *loaded_.program;
    RaceRecord race;
    const bool of_cluster = space.number >= ad::shared_of_block;
    race.shared = space.shared || of_cluster;
    race.by_flags = asks_;
    auto offset = static_cast<std::int64_t>(index << space.shift);
    std::int64_t size = 4;
    const std::uint64_t number = of_cluster ? ad::shared : space.number;
    const std::uint64_t address = ad::begin(number) + static_cast<std::uint64_t>(offset);
    const auto is_in = [&](const language::Object& object) {
        return object.address >> ad::shift == number && address >= object.address &&
               address < object.address + object.bytes;
    };
    const auto take = [&](std::int32_t number) {
        const language::Object& object = program.objects[static_cast<std::size_t>(number)];
        if (!is_in(object)) return false;
        race.object = number;
        race.offset = static_cast<std::int64_t>(address - object.address);
        size = static_cast<std::int64_t>(std::max<std::uint64_t>(1, object.element->size));
        return true;
    };
    const std::int32_t named = loaded_.code[who.op].object;
    if (named < 0 || !take(named)) {
        for (std::size_t o = 0; o < program.objects.size(); ++o) {
            if (take(static_cast<std::int32_t>(o))) break;
        }
    }
    PastAccess now;
    now.block = now_->number;
    now.moment = now_->warps[who.warp].moment;
    now.op = std::min(who.op, PastAccess::most_ops - 1);
    now.kind = static_cast<std::uint32_t>(who.kind) & 7;
    race.first = racing(past, thread, past_writes);
    race.second = racing(now, who.thread(), who.writes);
    const bool past_polls = past.access_class() == AccessClass::polled;
    if (past_polls || who.kind == AccessClass::polled) {
        race.weight = RaceRecord::Weight::polled;
    } else if (past_writes && who.writes && !race.first.atomic &&
               same_value(space, index, past, who)) {
        race.weight = RaceRecord::Weight::same_value;
    } else if ((!past_writes && is_atomic(who.kind) && is_before_cas(program, past.op)) ||
               (!who.writes && race.first.atomic && is_before_cas(program, who.op))) {
        race.weight = RaceRecord::Weight::before_cas;
    }
    // One of each kind for a place and an interval.
    const bool within = race.first.block == race.second.block;
    std::uint64_t key = mixed(
        space.number, static_cast<std::uint64_t>((race.object >= 0 ? race.offset : offset) / size));
    key = mixed(key, static_cast<std::uint64_t>(race.object + 1));
    key = mixed(key, within ? std::uint64_t{now_->number} << 32 | race.second.interval : ~0ULL);
    key = mixed(key, static_cast<std::uint64_t>(race.weight) * 2 +
                         (race.first.writes && race.second.writes ? 1 : 0));
    if (!told_.insert(key)) return;
    if (races_.all.size() >= most_races) {
        ++races_.left_out;
        return;
    }
    if (race.object >= 0)
        race.element =
            element_text(program.objects[static_cast<std::size_t>(race.object)], race.offset);
    if (of_cluster)
        race.element =
            fmt::format("{} of block {}", race.element.empty() ? "shared memory" : race.element,
                        space.number - ad::shared_of_block);
    races_.all.push_back(std::move(race));
}

}  // namespace stridescope::machine

#include "app/machine/grid_watch.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <utility>

#include "app/machine/memory.h"
#include "app/machine/tape.h"

namespace stridescope::machine {
namespace {

using language::Code;
using language::Instr;

std::uint64_t thread_key(std::uint32_t block, std::uint32_t thread) {
    return std::uint64_t{block} << 32 | thread;
}

/// What the code does to each object; of accesses by address nobody knows to which.
struct Accesses {
    struct Of {
        bool reads = false, writes = false;
    };
    std::vector<Of> objects;
    Of somewhere{};

    explicit Accesses(const language::Program& program) : objects(program.objects.size()) {
        for (const Instr& i : program.code) take(i);
    }

  private:
    void take(const Instr& i) {
        Of& of = i.object >= 0 ? objects[static_cast<std::size_t>(i.object)] : somewhere;
        switch (i.code) {
            case Code::load:
            case Code::load_at: of.reads = true; break;
            case Code::store:
            case Code::store_at: of.writes = true; break;
            case Code::atomic:
            case Code::atomic_at:
                of.writes = true;
                of.reads |= !i.unused;
                break;
            default: break;
        }
    }
};

}  // namespace

std::vector<SharedUse> shared_uses(const language::Program& program,
                                   std::span<const std::int32_t> handed) {
    std::vector<SharedUse> uses(program.objects.size());
    for (std::size_t o = 0; o < uses.size(); ++o) {
        const language::Object& object = program.objects[o];
        uses[o].handed = object.space == language::Space::global &&
                         std::ranges::find(handed, object.allocation) != handed.end();
    }
    if (!program.cooperates && !program.waits) return uses;
    const Accesses all(program);
    for (std::size_t o = 0; o < uses.size(); ++o) {
        const Accesses::Of& of = all.objects[o];
        uses[o].between = program.objects[o].space == language::Space::global &&
                          (of.reads || all.somewhere.reads) && (of.writes || all.somewhere.writes);
    }
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const Instr& i = program.code[n];
        if (i.code == Code::atomic) uses[static_cast<std::size_t>(i.object)].orders = true;
        if (i.code != Code::jump_back || i.flag == 0) continue;
        for (auto k = static_cast<std::size_t>(i.target); k < n; ++k) {
            const Instr& look = program.code[k];
            if (look.code == Code::load) uses[static_cast<std::size_t>(look.object)].orders = true;
        }
    }
    return uses;
}

std::vector<std::int32_t> handed_on(
    std::span<const std::shared_ptr<const language::Program>> launches) {
    // Pictures of more elements would be slow, and nobody could read them.
    constexpr std::uint64_t most_elements = 1 << 16;
    std::set<std::int32_t> written, handed;
    for (const auto& program : launches) {
        const Accesses all(*program);
        const auto each = [&](auto take) {
            for (std::size_t o = 0; o < program->objects.size(); ++o) {
                const language::Object& object = program->objects[o];
                const std::uint64_t size = std::max<std::uint64_t>(1, object.element->size);
                if (object.space == language::Space::global && object.allocation >= 0 &&
                    object.bytes / size <= most_elements)
                    take(object.allocation, all.objects[o]);
            }
        };
        each([&](std::int32_t allocation, const Accesses::Of& of) {
            if ((of.reads || all.somewhere.reads) && written.contains(allocation))
                handed.insert(allocation);
        });
        each([&](std::int32_t allocation, const Accesses::Of& of) {
            if (of.writes || all.somewhere.writes) written.insert(allocation);
        });
    }
    return {handed.begin(), handed.end()};
}

GridWatch::GridWatch(const LoadedProgram& loaded, std::vector<SharedUse> uses, bool delays,
                     GridRecord* record)
    : uses_(std::move(uses)), delays_(delays), record_(record) {
    sites_ = access_sites(*loaded.program);
    if (record_ == nullptr) return;
    record_->made = true;
    record_->uses = uses_;
}

// The parts of a wide access stand behind it, of a store before it. What is recorded nowhere, as a
// look at an mbarrier, is part of none.
std::vector<std::int32_t> access_sites(const language::Program& program) {
    std::vector<std::int32_t> sites(program.code.size(), -1);
    std::vector<std::size_t> stores;
    std::int32_t load = -1, left = 0;
    const auto bytes = [](const Instr& i) {
        using language::Cell;
        constexpr std::array<std::int32_t, static_cast<std::size_t>(Cell::count)> of_cells{
            1, 1, 2, 2, 4, 8, 1, 2, 2};
        return of_cells[i.flag];
    };
    for (std::size_t n = 0; n < program.code.size(); ++n) {
        const Instr& i = program.code[n];
        sites[n] = i.site;
        switch (i.code) {
            case Code::wide:
            case Code::wide_at:
                if (i.flag == 0) {
                    load = i.site;
                    left = i.target;
                    break;
                }
                for (std::int32_t rest = i.target; rest > 0 && !stores.empty();) {
                    sites[stores.back()] = i.site;
                    rest -= bytes(program.code[stores.back()]);
                    stores.pop_back();
                }
                stores.clear();
                break;
            case Code::load:
            case Code::load_at:
                if (i.site < 0 && left > 0) {
                    sites[n] = load;
                    left -= bytes(i);
                }
                break;
            case Code::store:
            case Code::store_at:
                if (i.site < 0) stores.push_back(n);
                break;
            default: break;
        }
    }
    return sites;
}

void GridWatch::add(GridEntry entry) {
    if (record_ == nullptr) return;
    if (is_handed_only(entry) && ++handed_ > most_handed_entries) {
        forget_handed();
        return;
    }
    if (entries_ == most_entries) {
        record_->too_much = true;
        record_->entries = {};
        record_ = nullptr;
        return;
    }
    record_->entries.push_back(entry);
    ++entries_;
    const bool access = entry.object >= 0 && entry.kind != GridEntry::Kind::start;
    if (!access) return;
    Lasts& lasts = last_[thread_key(entry.block, entry.thread)];
    lasts.before = std::exchange(lasts.last, entries_);
}

/// What blocks of this launch have to do with each other is still told.
void GridWatch::forget_handed() {
    record_->too_much_handed = true;
    std::vector<GridEntry>& all = record_->entries;
    const auto handed = [&](const GridEntry& entry) { return is_handed_only(entry); };
    const auto round = all.begin() + static_cast<std::ptrdiff_t>(round_);
    round_ -= static_cast<std::size_t>(std::count_if(all.begin(), round, handed));
    std::erase_if(all, handed);
    entries_ = all.size();
    last_.clear();
    for (SharedUse& use : uses_) use.handed = false;
    record_->uses = uses_;
}

void GridWatch::start(std::uint32_t block, std::uint32_t multiprocessor) {
    intervals_[block] = 0;
    add({.tick = tick_,
         .kind = GridEntry::Kind::start,
         .block = block,
         .object = static_cast<std::int32_t>(multiprocessor)});
}

void GridWatch::end(std::uint32_t block, std::uint32_t threads) {
    intervals_.erase(block);
    for (std::uint32_t t = 0; t < threads; ++t) last_.erase(thread_key(block, t));
    add({.tick = tick_, .kind = GridEntry::Kind::end, .block = block});
}

void GridWatch::enter(std::uint32_t block, std::uint32_t interval) {
    if (delays_) memory_.enter();
    if (std::exchange(intervals_[block], interval) != interval)
        add({.tick = tick_,
             .kind = GridEntry::Kind::interval,
             .block = block,
             .interval = interval});
}

void GridWatch::leave() {
    if (delays_) memory_.leave();
}

void GridWatch::end_tick() {
    if (delays_) memory_.end_tick();
    ++tick_;
    if (record_ != nullptr) record_->ticks = tick_;
}

const GridEntry* GridWatch::wait_of(std::uint32_t block, std::uint32_t thread) const {
    const auto found = last_.find(thread_key(block, thread));
    if (record_ == nullptr || found == last_.end() || found->second.last == 0) return nullptr;
    const GridEntry& entry = record_->entries[found->second.last - 1];
    return entry.kind == GridEntry::Kind::wait ? &entry : nullptr;
}

GridEntry GridWatch::access_entry(const Context& context, const Operation* at, GridEntry::Kind kind,
                                  int lane) const {
    GridEntry entry;
    entry.tick = context.tape != nullptr ? context.tape->time(lane) : tick_;
    entry.kind = kind;
    entry.block = context.block;
    entry.thread = context.warp->index * lanes_of_warp + static_cast<std::uint32_t>(lane);
    entry.interval = context.interval;
    entry.lanes = 1U << lane;
    entry.site = sites_[static_cast<std::size_t>(at - context.first)];
    return entry;
}

/// Lanes that do the same at one place make one entry.
void GridWatch::take(const Context& context, const Operation* at, const GlobalAccess& access,
                     GridEntry::Kind kind, const std::array<std::uint64_t, lanes_of_warp>& bits) {
    if (record_ == nullptr) return;
    for (std::uint32_t m = access.mask; m != 0;) {
        const int lane = __builtin_ctz(m);
        const auto l = static_cast<std::size_t>(lane);
        std::uint32_t same = 0;
        for (std::uint32_t rest = m; rest != 0; rest &= rest - 1) {
            const auto k = static_cast<std::size_t>(__builtin_ctz(rest));
            if (access.data[k] == access.data[l] && bits[k] == bits[l]) same |= 1U << k;
        }
        m &= ~same;
        if (access.object[l] < 0 || !concerns(access.object[l])) continue;
        GridEntry entry = access_entry(context, at, kind, lane);
        entry.width = static_cast<std::uint8_t>(access.width);
        entry.lanes = same;
        entry.object = access.object[l];
        entry.offset = access.offset[l];
        entry.bits = bits[l];
        add(entry);
    }
}

void GridWatch::read(const Context& context, const Operation* at, const GlobalAccess& access) {
    if (record_ == nullptr) return;
    std::array<std::uint64_t, lanes_of_warp> bits{};
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        const auto l = static_cast<std::size_t>(__builtin_ctz(m));
        bits[l] = read_bits(access.data[l], access.width);
    }
    take(context, at, access, GridEntry::Kind::load, bits);
}

void GridWatch::write(const Context& context, const Operation* at, const GlobalAccess& access,
                      const std::byte* values, bool one_value) {
    const std::size_t each = access.width == 8 ? 8 : 4;
    std::array<std::uint64_t, lanes_of_warp> bits{};
    for (std::uint32_t m = access.mask; m != 0; m &= m - 1) {
        const auto l = static_cast<std::size_t>(__builtin_ctz(m));
        bits[l] = read_bits(values + (one_value ? 0 : l * each), access.width);
        if (delays_ && is_between(access.object[l])) memory_.store(access.data[l], access.width);
    }
    take(context, at, access, GridEntry::Kind::store, bits);
}

void GridWatch::before_change(std::byte* data, std::uint32_t width) {
    if (!delays_) return;
    memory_.see_all();
    memory_.store(data, width);
}

void GridWatch::atomic(const Context& context, const Operation* at, int lane, std::int32_t object,
                       std::int64_t offset, std::uint32_t width, std::uint64_t old,
                       std::uint64_t left) {
    if (record_ == nullptr || object < 0 || !concerns(object)) return;
    GridEntry entry = access_entry(
        context, at, old == left ? GridEntry::Kind::load : GridEntry::Kind::atomic, lane);
    entry.width = static_cast<std::uint8_t>(width);
    entry.object = object;
    entry.offset = offset;
    entry.bits = left;
    add(entry);
}

/// Its last look, if that was one of the loop that ends at `end`, was in vain. Looking again at the
/// same, with the same to be seen, is nothing new.
void GridWatch::go_round(const Context& context, const Operation* end, std::uint32_t lanes) {
    if (record_ == nullptr) return;
    const auto sites_of_loop =
        std::span{sites_}.subspan(static_cast<std::size_t>(end->target - context.first),
                                  static_cast<std::size_t>(end - end->target) + 1);
    std::vector<GridEntry>& all = record_->entries;
    const std::uint32_t warp = context.warp->index;
    std::size_t kept = round_;
    for (std::size_t i = round_; i < entries_; ++i) {
        GridEntry& entry = all[i];
        const bool of_warp = entry.block == context.block && entry.object >= 0 &&
                             entry.thread / lanes_of_warp == warp && (entry.lanes & lanes) != 0;
        Lasts* lasts = nullptr;
        if (const auto found = last_.find(thread_key(entry.block, entry.thread));
            found != last_.end())
            lasts = &found->second;
        if (of_warp && entry.kind == GridEntry::Kind::load && lasts != nullptr &&
            lasts->last == i + 1 &&
            std::ranges::find(sites_of_loop, entry.site) != sites_of_loop.end()) {
            const GridEntry* before = lasts->before != 0 ? &all[lasts->before - 1] : nullptr;
            if (before != nullptr && before->kind == GridEntry::Kind::wait &&
                before->site == entry.site && before->object == entry.object &&
                before->offset == entry.offset && before->bits == entry.bits) {
                lasts->last = std::exchange(lasts->before, 0);
                continue;
            }
            entry.kind = GridEntry::Kind::wait;
        }
        if (lasts != nullptr && lasts->last == i + 1) lasts->last = kept + 1;
        if (lasts != nullptr && lasts->before == i + 1) lasts->before = kept + 1;
        if (kept != i) all[kept] = entry;
        ++kept;
    }
    all.resize(kept);
    entries_ = round_ = kept;
}

// What operations call.

bool concerns_grid(const Context& context, std::int32_t object) {
    return context.grid->concerns(object);
}
void note_grid_read(Context& context, const Operation* at, const GlobalAccess& access) {
    context.grid->read(context, at, access);
}
void note_grid_write(Context& context, const Operation* at, const GlobalAccess& access,
                     const std::byte* values, bool one_value) {
    context.grid->write(context, at, access, values, one_value);
}
void before_grid_change(Context& context, std::byte* data, std::uint32_t width) {
    context.grid->before_change(data, width);
}
void note_grid_atomic(Context& context, const Operation* at, int lane, std::int32_t object,
                      std::int64_t offset, std::uint32_t width, std::uint64_t old,
                      std::uint64_t left) {
    context.grid->atomic(context, at, lane, object, offset, width, old, left);
}
void note_grid_round(Context& context, const Operation* end, std::uint32_t lanes) {
    context.grid->go_round(context, end, lanes);
}

}  // namespace stridescope::machine

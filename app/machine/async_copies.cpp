// Asynchronous copies: made where they begin, for when they arrive nobody can say; but whoever
// reads before the thread that copies has waited for them is told, and so is who overwrites what
// one still reads.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/language/tile_note.h"
#include "app/machine/context.h"
#include "app/machine/order.h"

namespace stridescope::machine {
namespace {

namespace ad = language::addresses;

std::uint32_t thread_of_lane(const Context& context, int lane) {
    return context.warp->index * lanes_of_warp + static_cast<std::uint32_t>(lane);
}

AsyncCopies::Way& way_of(AsyncCopies& copies, bool out) {
    return out ? copies.out : copies.in;
}

AsyncCopies::Thread& copies_of(Context& context, int lane, bool out) {
    std::vector<AsyncCopies::Thread>& all = way_of(context.shared->copies, out).threads;
    const std::size_t thread = thread_of_lane(context, lane);
    if (thread >= all.size()) all.resize(thread + 1);
    return all[thread];
}

template <typename Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) visit(__builtin_ctz(m));
}

CopyRecord::Moment moment(const Context& context, const Operation* at) {
    return {.segment = static_cast<std::uint32_t>(context.segments->size()),
            .offset = static_cast<std::uint32_t>(context.rows->at - context.segment.begin),
            .warp = context.warp->index,
            .interval = context.interval,
            .place = place_of(context, at)};
}

std::uint64_t bytes_of(const AsyncCopies::Group& group) {
    std::uint64_t bytes = 0;
    for (const AsyncCopies::Words& some : group.words) bytes += some.bytes;
    return bytes;
}

/// Lanes of one record that come along together.
struct Part {
    std::uint32_t record = AsyncCopies::no_record;
    std::uint32_t commits = 0;  ///< that each of them has made before
    std::uint32_t lanes = 0;
    std::uint64_t bytes = 0;  ///< theirs
};

void add_part(std::vector<Part>& parts, const AsyncCopies::Group& group, std::uint32_t commits,
              int lane) {
    if (group.record == AsyncCopies::no_record) return;
    auto found = std::ranges::find_if(parts, [&](const Part& part) {
        return part.record == group.record && part.commits == commits;
    });
    if (found == parts.end())
        found = parts.insert(found, {.record = group.record, .commits = commits});
    found->lanes |= 1U << lane;
    found->bytes += bytes_of(group);
}

/// The record of these lanes alone: where others stay behind, a new one.
std::uint32_t record_of(AsyncCopies& copies, const Part& part) {
    CopyRecord& all = copies.records[part.record];
    if ((all.mask & ~part.lanes) == 0) return part.record;
    CopyRecord own = all;
    all.mask &= ~part.lanes;
    all.bytes -= std::min(all.bytes, part.bytes);
    own.mask = part.lanes;
    own.bytes = part.bytes;
    copies.records.push_back(own);
    return static_cast<std::uint32_t>(copies.records.size() - 1);
}

}  // namespace

void AsyncCopies::Way::clear() {
    threads.clear();
    std::ranges::fill(of_word, 0U);
    words = 0;
}

void AsyncCopies::Sources::clear() {
    all.clear();
    loaded.clear();
    begin = ~std::uint64_t{0};
    end = 0;
    interval = 0;
}

void AsyncCopies::Sources::add(const Source& source) {
    all.push_back(source);
    begin = std::min(begin, source.begin);
    end = std::max(end, source.end);
}

void AsyncCopies::clear() {
    sources.clear();
    in.clear();
    out.clear();
    copiers.clear();
    bound.clear();
    arrived.clear();
    records.clear();
}

void AsyncCopies::Way::end(const Words& some) {
    for (std::uint32_t w = some.begin; w < some.begin + some.count; ++w) {
        if (of_word[w] != some.copy + 1) continue;  // another copy's by now
        of_word[w] = 0;
        --words;
    }
}

namespace {

/// Once in an interval: what no thread of the block can be in the way of any more is forgotten.
void forget_sources(Context& context) {
    AsyncCopies& copies = context.shared->copies;
    AsyncCopies::Sources& sources = copies.sources;
    if (sources.all.empty() || sources.interval == context.interval) return;
    std::vector<AsyncCopies::Source> left;
    for (const AsyncCopies::Source& source : sources.all) {
        const AsyncCopies::Copier& copier = copies.copiers[source.copy];
        const bool is_over = copier.awaited != 0 && context.order->is_before_all(copier.awaited);
        if (!copier.has_come && !is_over) left.push_back(source);
    }
    sources.all.clear();
    sources.begin = ~std::uint64_t{0};
    sources.end = 0;
    for (const AsyncCopies::Source& source : left) sources.add(source);
    sources.interval = context.interval;
}

/// What lanes load for a copy that they begin behind it.
void note_sources(Context& context, const OrderedAccess& access) {
    AsyncCopies::Sources& sources = context.shared->copies.sources;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t begin = access.address[static_cast<std::size_t>(lane)];
        const std::uint64_t end = begin + access.width;
        if (begin >> ad::shift == ad::shared) return;
        const std::size_t thread = thread_of_lane(context, lane);
        if (thread >= sources.loaded.size()) sources.loaded.resize(thread + 1);
        AsyncCopies::Source& loaded = sources.loaded[thread];
        // In pieces, one behind the other.
        if (loaded.end != begin) loaded.begin = begin;
        loaded.end = end;
    });
}

/// What the lane has loaded is what the copy reads; -1: the copy is none to shared memory.
void take_source(Context& context, int lane, std::int64_t copy) {
    AsyncCopies::Sources& sources = context.shared->copies.sources;
    const std::size_t thread = thread_of_lane(context, lane);
    if (thread >= sources.loaded.size() || sources.loaded[thread].end == 0) return;
    AsyncCopies::Source source = std::exchange(sources.loaded[thread], {});
    if (copy < 0) return;
    source.copy = static_cast<std::uint32_t>(copy);
    sources.add(source);
}

/// What the copy that was begun last reads is of interest to other blocks, too.
void tell_grid(Context& context) {
    AsyncCopies& copies = context.shared->copies;
    if (context.order == nullptr || copies.sources.all.empty()) return;
    CopiesOfGrid* const grid = context.order->copies_of_grid();
    const AsyncCopies::Source& source = copies.sources.all.back();
    if (grid == nullptr || source.copy + 1 != copies.copiers.size()) return;
    AsyncCopies::Copier& copier = copies.copiers.back();
    copier.of_grid = grid->add({.begin = source.begin,
                                .end = source.end,
                                .block = context.block,
                                .thread = copier.thread,
                                .begun = context.order->moment_of(context.warp->index)});
}

/// Somebody has waited for a barrier that the copy was bound to, or nothing is known of it.
void end_copy(Context& context, AsyncCopies::Copier& copier) {
    copier.has_come = true;
    if (copier.of_grid == CopiesOfGrid::none) return;
    if (CopiesOfGrid* const grid = context.order->copies_of_grid()) grid->end(copier.of_grid);
}

}  // namespace

void note_copying(Context& context, const Operation* at, std::uint32_t mask,
                  const std::uint64_t* place, const std::int32_t* bytes, bool out) {
    AsyncCopies& copies = context.shared->copies;
    if (context.order != nullptr) forget_sources(context);
    AsyncCopies::Way& way = way_of(copies, out);
    way.of_word.resize((context.shared->bytes + 3) / 4);
    std::uint32_t made = AsyncCopies::no_record;  // of all lanes that begin something
    for_each_lane(mask, [&](int lane) {
        const bool is_shared = place[lane] >> ad::shift == ad::shared;
        take_source(context, lane,
                    is_shared && !out ? static_cast<std::int64_t>(copies.copiers.size()) : -1);
        if (!is_shared) return;
        const std::uint64_t begin = place[lane] - ad::begin(ad::shared);
        const AsyncCopies::Words words{
            .begin = static_cast<std::uint32_t>(begin / 4),
            .count = static_cast<std::uint32_t>(std::max(bytes[lane], 0)) / 4,
            .copy = static_cast<std::uint32_t>(copies.copiers.size()),
            .bytes = static_cast<std::uint32_t>(std::max(bytes[lane], 0))};
        copies.copiers.push_back({thread_of_lane(context, lane), at});
        tell_grid(context);
        if (words.begin + std::uint64_t{words.count} > way.of_word.size()) {
            end_copy(context, copies.copiers.back());  // what is beyond is told already
            return;
        }
        for (std::uint32_t w = words.begin; w < words.begin + words.count; ++w) {
            way.words += way.of_word[w] == 0 ? 1 : 0;
            way.of_word[w] = words.copy + 1;
        }
        AsyncCopies::Group& open = copies_of(context, lane, out).open;
        open.words.push_back(words);
        if (!context.recording) return;
        if (open.record == AsyncCopies::no_record) {
            if (made == AsyncCopies::no_record) {
                made = static_cast<std::uint32_t>(copies.records.size());
                copies.records.push_back(
                    {.warp = context.warp->index, .out = out, .begun = moment(context, at)});
            }
            open.record = made;
            copies.records[made].mask |= 1U << lane;
        }
        copies.records[open.record].bytes += words.bytes;
    });
}

void note_copies_commit(Context& context, const Operation* at, std::uint32_t mask, bool out) {
    AsyncCopies& copies = context.shared->copies;
    std::vector<Part> parts;
    for_each_lane(mask, [&](int lane) {
        const AsyncCopies::Thread& own = copies_of(context, lane, out);
        add_part(parts, own.open, own.commits, lane);
    });
    for (const Part& part : parts) {
        const std::uint32_t record = record_of(copies, part);
        copies.records[record].group = part.commits;
        copies.records[record].committed = moment(context, at);
        for_each_lane(part.lanes,
                      [&](int lane) { copies_of(context, lane, out).open.record = record; });
    }
    for_each_lane(mask, [&](int lane) {
        AsyncCopies::Thread& own = copies_of(context, lane, out);
        own.groups.push_back(std::exchange(own.open, {}));
        ++own.commits;
    });
}

void note_copies_wait(Context& context, const Operation* at, std::uint32_t mask, std::size_t last,
                      bool out) {
    AsyncCopies& copies = context.shared->copies;
    std::vector<Part> parts;
    for_each_lane(mask, [&](int lane) {
        auto& groups = copies_of(context, lane, out).groups;
        if (groups.size() <= last) return;
        const auto end = groups.end() - static_cast<std::ptrdiff_t>(last);
        for (auto group = groups.begin(); group != end; ++group) {
            for (const AsyncCopies::Words& words : group->words) {
                way_of(copies, out).end(words);
                if (context.order == nullptr) continue;
                AsyncCopies::Copier& copier = copies.copiers[words.copy];
                copier.awaited = context.order->moment_of(context.warp->index);
                copier.has_come |= copier.awaited == 0;
                if (CopiesOfGrid* const grid = context.order->copies_of_grid())
                    grid->await(copier.of_grid, copier.thread, copier.awaited);
            }
            add_part(parts, *group, 0, lane);
        }
        groups.erase(groups.begin(), end);
    });
    for (const Part& part : parts)
        copies.records[record_of(copies, part)].awaited = moment(context, at);
}

void note_copies_bound(Context& context, std::uint32_t mask, const std::uint64_t* barriers) {
    AsyncCopies& copies = context.shared->copies;
    std::vector<Part> parts;
    for_each_lane(mask, [&](int lane) {
        AsyncCopies::Group& open = copies_of(context, lane, false).open;
        // What has come need not be waited for once more.
        std::erase_if(open.words, [&](const AsyncCopies::Words& words) {
            for (std::uint32_t w = words.begin; w < words.begin + words.count; ++w) {
                if (copies.in.of_word[w] == words.copy + 1) return false;
            }
            // Nor is it known of less than a word.
            end_copy(context, copies.copiers[words.copy]);
            return true;
        });
        if (open.words.empty()) return;
        AsyncCopies::Bound& bound = copies.bound[barriers[lane]];
        bound.words.insert(bound.words.end(), open.words.begin(), open.words.end());
        add_part(parts, open, 0, lane);
    });
    for (const Part& part : parts) {
        const std::uint32_t record = record_of(copies, part);
        copies.records[record].at_barrier = true;
        for_each_lane(part.lanes, [&](int lane) {
            std::vector<std::uint32_t>& bound = copies.bound[barriers[lane]].records;
            if (bound.empty() || bound.back() != record) bound.push_back(record);
            // What the lane copies next is another one's.
            copies_of(context, lane, false).open.record = AsyncCopies::no_record;
        });
    }
}

namespace {

/// The lane has waited for what was bound to a barrier: whoever of another block comes behind that
/// finds it read. Of copies that came long before the last ones nobody is told.
void tell_grid_of_wait(Context& context, int lane, std::uint64_t barrier) {
    constexpr std::size_t most = 64;
    const auto found = context.shared->copies.arrived.find(barrier);
    if (found == context.shared->copies.arrived.end()) return;
    CopiesOfGrid* const grid = context.order->copies_of_grid();
    if (grid == nullptr) return;
    std::vector<std::uint32_t>& all = found->second;
    if (all.size() > most) {
        const auto last = all.end() - static_cast<std::ptrdiff_t>(most);
        for (auto old = all.begin(); old != last; ++old) grid->end(*old);
        all.erase(all.begin(), last);
    }
    for (const std::uint32_t number : all)
        grid->await(number, thread_of_lane(context, lane),
                    context.order->moment_of(context.warp->index));
}

}  // namespace

void note_copies_arrived(Context& context, const Operation* at, std::uint32_t mask,
                         const std::uint64_t* barriers) {
    AsyncCopies& copies = context.shared->copies;
    if (copies.bound.empty() && copies.arrived.empty()) return;
    for_each_lane(mask, [&](int lane) {
        const auto found = copies.bound.find(barriers[lane]);
        if (found == copies.bound.end()) {
            tell_grid_of_wait(context, lane, barriers[lane]);
            return;
        }
        for (const AsyncCopies::Words& words : found->second.words) {
            copies.in.end(words);
            AsyncCopies::Copier& copier = copies.copiers[words.copy];
            copier.has_come = true;
            if (copier.of_grid != CopiesOfGrid::none)
                copies.arrived[barriers[lane]].push_back(copier.of_grid);
        }
        for (const std::uint32_t record : found->second.records) {
            CopyRecord::Moment& awaited = copies.records[record].awaited;
            if (!awaited.is_known()) awaited = moment(context, at);
        }
        copies.bound.erase(found);
        tell_grid_of_wait(context, lane, barriers[lane]);
    });
}

namespace {

/// The record of which the thread's copy is part, while that is on its way.
CopyRecord* record_of_copy(AsyncCopies& copies, const AsyncCopies::Way& way, std::uint32_t thread,
                           std::uint32_t copy) {
    const auto has = [&](const std::vector<AsyncCopies::Words>& words) {
        return std::ranges::find(words, copy, &AsyncCopies::Words::copy) != words.end();
    };
    const AsyncCopies::Thread& own = way.threads[thread];
    std::uint32_t record = has(own.open.words) ? own.open.record : AsyncCopies::no_record;
    for (const AsyncCopies::Group& group : own.groups) {
        if (has(group.words)) record = group.record;
    }
    if (record != AsyncCopies::no_record) return &copies.records[record];
    for (const auto& [address, bound] : copies.bound) {
        if (!has(bound.words)) continue;
        for (const std::uint32_t each : bound.records) {
            CopyRecord& at = copies.records[each];
            const bool own_lane =
                at.warp == thread / lanes_of_warp && (at.mask >> thread % lanes_of_warp & 1) != 0;
            if (own_lane) return &at;
        }
    }
    return nullptr;
}

}  // namespace

namespace {

/// Lanes that reach what a copy on its way reads or writes.
struct Early {
    std::uint32_t lanes = 0;
    std::uint32_t copy = 0;    ///< one more than the first one's number
    std::uint64_t offset = 0;  ///< in shared memory, of the first lane
};

Early early_lanes(const AsyncCopies::Way& way, const OrderedAccess& access) {
    Early early;
    if (way.words == 0) return early;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        if (address >> ad::shift != ad::shared) return;
        const std::uint64_t offset = address - ad::begin(ad::shared);
        const std::uint64_t last =
            std::min<std::uint64_t>((offset + access.width - 1) / 4 + 1, way.of_word.size());
        for (std::uint64_t w = offset / 4; w < last; ++w) {
            if (way.of_word[w] == 0) continue;
            if (early.lanes == 0) {
                early.copy = way.of_word[w];
                early.offset = offset;
            }
            early.lanes |= 1U << lane;
            return;
        }
    });
    return early;
}

/// What lies there, as it is named in sentences; the diagnostic is of it from now on.
std::string name_shared(const Context& context, std::uint64_t offset, Diagnostic& d) {
    for (const language::Object& object : context.program->objects) {
        const bool is_in = object.space == language::Space::shared && offset >= object.offset &&
                           offset < object.offset + object.bytes;
        if (!is_in) continue;
        d.object = static_cast<int>(&object - context.program->objects.data());
        return element_text(object, static_cast<std::int64_t>(offset - object.offset));
    }
    return "shared memory";
}

bool is_bound(const AsyncCopies& copies, std::uint32_t copy) {
    return std::ranges::any_of(copies.bound, [&](const auto& bound) {
        return std::ranges::find(bound.second.words, copy, &AsyncCopies::Words::copy) !=
               bound.second.words.end();
    });
}

/// Whether the access is itself what a copy does.
bool is_of_copy(const Context& context, const Operation* at) {
    const std::int32_t site =
        context.program->code[static_cast<std::size_t>(at - context.first)].site;
    // Nothing is known of what has no site.
    return site < 0 ||
           language::is_copy(context.program->sites[static_cast<std::size_t>(site)].tile);
}

/// What is wrong with a store to, or a load from, what a copy on its way brings or reads.
std::string early_text(const Context& context, const Diagnostic& d, const std::string& what,
                       const std::string& copier, bool writes, bool out) {
    const std::string thread = who(context, d.thread);
    constexpr std::string_view waits =
        "that takes cg::wait, consumer_wait, __pipeline_wait_prior or cp.async.wait_group, before "
        "a barrier";
    if (out)
        return fmt::format(
            "{} overwrites {} while a copy in bulk to global memory, which {} began and has not "
            "waited for, still reads it: that takes cp.async.bulk.wait_group.read, before a "
            "barrier",
            thread, what, copier);
    if (writes)
        return fmt::format(
            "{} writes {}, which {} copies asynchronously and has not waited for: which of the "
            "two stays is open; {}",
            thread, what, copier, waits);
    return fmt::format("{} reads {}, which {} copies asynchronously and has not waited for: {}",
                       thread, what, copier, waits);
}

/// What is said of the element at that address of global memory.
std::string name_global(const Context& context, std::uint64_t address, Diagnostic& d) {
    for (const language::Object& object : context.program->objects) {
        if (address < object.address || address >= object.address + object.bytes) continue;
        d.object = static_cast<int>(&object - context.program->objects.data());
        return element_text(object, static_cast<std::int64_t>(address - object.address));
    }
    return "global memory";
}

/// What a lane's store is in the way of; nullptr: nothing.
const AsyncCopies::Source* source_at(const Context& context, int lane, std::uint64_t begin,
                                     std::uint64_t end) {
    const AsyncCopies& copies = context.shared->copies;
    if (begin >= copies.sources.end || end <= copies.sources.begin) return nullptr;
    const std::uint32_t thread = thread_of_lane(context, lane);
    for (const AsyncCopies::Source& source : copies.sources.all) {
        if (begin >= source.end || end <= source.begin) continue;
        const AsyncCopies::Copier& copier = copies.copiers[source.copy];
        if (copier.has_come) continue;
        const bool is_over =
            copier.awaited != 0 &&
            (copier.thread == thread ||
             context.order->is_before(copier.awaited, copier.thread, context.warp->index,
                                      static_cast<std::uint32_t>(lane)));
        if (!is_over) return &source;
    }
    return nullptr;
}

/// What another block's copy reads there; nullptr: no copy does.
const CopiesOfGrid::Source* source_of_other_block(const Context& context, int lane,
                                                  std::uint64_t begin, std::uint64_t end) {
    const CopiesOfGrid* const grid = context.order->copies_of_grid();
    if (grid == nullptr || grid->empty()) return nullptr;
    return grid->find(begin, end, context.block,
                      [&](std::uint32_t block, std::uint32_t moment, std::uint32_t thread) {
                          return context.order->is_before(block, moment, thread,
                                                          context.warp->index,
                                                          static_cast<std::uint32_t>(lane));
                      });
}

/// Tells stores to global memory that another block's copy still reads, though they come behind its
/// begin: those that do not race with it.
void tell_overwritten_elsewhere(Context& context, const Operation* at,
                                const OrderedAccess& access) {
    std::uint32_t lanes = 0;
    CopiesOfGrid::Source first;
    std::uint64_t address = 0;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t begin = access.address[static_cast<std::size_t>(lane)];
        const CopiesOfGrid::Source* const found =
            source_of_other_block(context, lane, begin, begin + access.width);
        if (found == nullptr) return;
        if (lanes == 0) {
            first = *found;
            address = std::max(begin, found->begin);
        }
        lanes |= 1U << lane;
    });
    if (lanes == 0) return;
    Diagnostic* d = tell(context, at, Diagnostic::Kind::early_write, lanes);
    if (d == nullptr) return;
    d->message = fmt::format(
        "{} overwrites {} while an asynchronous copy of {} of block {} may still read it: that "
        "takes "
        "a wait for the copy before the flag by which this block is told",
        who(context, d->thread), name_global(context, address, *d),
        thread_text(context, first.thread), first.block);
}

/// Tells stores to global memory that a copy on its way still reads.
void tell_overwritten(Context& context, const Operation* at, const OrderedAccess& access) {
    const AsyncCopies& copies = context.shared->copies;
    if (copies.sources.all.empty() || is_of_copy(context, at)) return;
    std::uint32_t lanes = 0;
    AsyncCopies::Source first;
    std::uint64_t address = 0;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t begin = access.address[static_cast<std::size_t>(lane)];
        const AsyncCopies::Source* const found =
            source_at(context, lane, begin, begin + access.width);
        if (found == nullptr) return;
        if (lanes == 0) {
            first = *found;
            address = std::max(begin, found->begin);
        }
        lanes |= 1U << lane;
    });
    if (lanes == 0) return;
    Diagnostic* d = tell(context, at, Diagnostic::Kind::early_write, lanes);
    if (d == nullptr) return;
    const AsyncCopies::Copier& copier = copies.copiers[first.copy];
    const std::string what = name_global(context, address, *d);
    const bool is_own = copier.thread == d->thread;
    if (copier.awaited != 0) {
        d->message = fmt::format(
            "{} overwrites {} while an asynchronous copy may still read it: {} has waited for "
            "that, but nothing orders the two: that takes a barrier behind the wait",
            who(context, d->thread), what, thread_text(context, copier.thread));
        return;
    }
    d->message = fmt::format(
        "{} overwrites {} while an asynchronous copy, which {} began and has not waited for, may "
        "still read it: that takes a wait{}",
        who(context, d->thread), what, is_own ? "it" : thread_text(context, copier.thread),
        is_own ? "" : ", before a barrier");
}

void tell_early(Context& context, const Operation* at, const Early& early, bool writes, bool out) {
    AsyncCopies& copies = context.shared->copies;
    const std::uint32_t by = copies.copiers[early.copy - 1].thread;
    // The timeline tells reads of what is to come, and stores over what is read.
    if (context.recording && writes == out) {
        CopyRecord* const record = record_of_copy(copies, way_of(copies, out), by, early.copy - 1);
        if (record != nullptr && !record->too_early.is_known())
            record->too_early = moment(context, at);
    }
    const auto kind = writes ? Diagnostic::Kind::early_write : Diagnostic::Kind::early_read;
    Diagnostic* d = tell(context, at, kind, early.lanes);
    if (d == nullptr) return;
    const std::string what = name_shared(context, early.offset, *d);
    const std::string copier = by == d->thread ? "it" : thread_text(context, by);
    if (!out && !writes && is_bound(copies, early.copy - 1)) {
        d->message = fmt::format(
            "{} reads {}, which {} copies asynchronously: it has come when the barrier, or the "
            "stage of the pipeline, that was given with it was waited for",
            who(context, d->thread), what, copier);
        return;
    }
    d->message = early_text(context, *d, what, copier, writes, out);
}

}  // namespace

void note_early_access(Context& context, const Operation* at, const OrderedAccess& access) {
    const AsyncCopies& copies = context.shared->copies;
    if (access.writes) {
        if (context.order != nullptr) {
            tell_overwritten(context, at, access);
            if (!is_of_copy(context, at)) tell_overwritten_elsewhere(context, at, access);
        }
        if (const Early early = early_lanes(copies.out, access); early.lanes != 0)
            tell_early(context, at, early, true, true);
        // Which of two copies to one place comes last nobody knows either; but that is not asked.
        if (copies.in.words == 0 || is_of_copy(context, at)) return;
    }
    if (!access.writes && context.order != nullptr && is_of_copy(context, at))
        note_sources(context, access);
    if (const Early early = early_lanes(copies.in, access); early.lanes != 0)
        tell_early(context, at, early, access.writes, false);
}

void note_early_atomic(Context& context, const Operation* at, int lane, std::uint64_t address,
                       std::uint32_t width) {
    OrderedAccess access{.mask = 1U << lane, .width = width, .writes = true, .address = {}};
    access.address[static_cast<std::size_t>(lane)] = address;
    note_early_access(context, at, access);
}

void tell_unread_copies(Context& context) {
    AsyncCopies& copies = context.shared->copies;
    if (copies.out.words == 0) return;
    const auto word =
        std::ranges::find_if(copies.out.of_word, [](std::uint32_t w) { return w != 0; });
    const AsyncCopies::Copier& copier = copies.copiers[*word - 1];
    Diagnostic* d = tell(context, copier.at, Diagnostic::Kind::unread_copy,
                         1U << (copier.thread % lanes_of_warp));
    if (d == nullptr) return;
    d->thread = copier.thread;
    const auto offset = static_cast<std::uint64_t>(word - copies.out.of_word.begin()) * 4;
    const std::string what = name_shared(context, offset, *d);
    d->message = fmt::format(
        "{} begins a copy in bulk of {} to global memory and returns without waiting: when the "
        "block has ended, its shared memory may be another one's before it was read; that takes "
        "cp.async.bulk.commit_group and cp.async.bulk.wait_group.read",
        who(context, copier.thread), what);
}

}  // namespace stridescope::machine

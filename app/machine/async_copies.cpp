// Asynchronous copies: made where they begin, for when they arrive nobody can say; but whoever
// reads before the thread that copies has waited for them is told.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/machine/context.h"

namespace stridescope::machine {
namespace {

namespace ad = language::addresses;

std::uint32_t thread_of_lane(const Context& context, int lane) {
    return context.warp->index * lanes_of_warp + static_cast<std::uint32_t>(lane);
}

AsyncCopies::Thread& copies_of(Context& context, int lane) {
    std::vector<AsyncCopies::Thread>& all = context.shared->copies.threads;
    const std::size_t thread = thread_of_lane(context, lane);
    if (thread >= all.size()) all.resize(thread + 1);
    return all[thread];
}

template <typename Visit>
void for_each_lane(std::uint32_t mask, Visit visit) {
    for (std::uint32_t m = mask; m != 0; m &= m - 1) visit(__builtin_ctz(m));
}

}  // namespace

void AsyncCopies::clear() {
    threads.clear();
    copiers.clear();
    std::ranges::fill(of_word, 0U);
    words = 0;
    bound.clear();
}

void AsyncCopies::end(const Words& some) {
    for (std::uint32_t w = some.begin; w < some.begin + some.count; ++w) {
        if (of_word[w] != some.copy + 1) continue;  // another copy's by now
        of_word[w] = 0;
        --words;
    }
}

void note_copying(Context& context, std::uint32_t mask, const std::uint64_t* to,
                  const std::int32_t* bytes) {
    AsyncCopies& copies = context.shared->copies;
    copies.of_word.resize((context.shared->bytes + 3) / 4);
    for_each_lane(mask, [&](int lane) {
        if (to[lane] >> ad::shift != ad::shared) return;
        const std::uint64_t begin = to[lane] - ad::begin(ad::shared);
        const AsyncCopies::Words words{
            .begin = static_cast<std::uint32_t>(begin / 4),
            .count = static_cast<std::uint32_t>(std::max(bytes[lane], 0)) / 4,
            .copy = static_cast<std::uint32_t>(copies.copiers.size())};
        if (words.begin + std::uint64_t{words.count} > copies.of_word.size()) return;
        for (std::uint32_t w = words.begin; w < words.begin + words.count; ++w) {
            copies.words += copies.of_word[w] == 0 ? 1 : 0;
            copies.of_word[w] = words.copy + 1;
        }
        copies.copiers.push_back(thread_of_lane(context, lane));
        copies_of(context, lane).open.push_back(words);
    });
}

void note_copies_commit(Context& context, std::uint32_t mask) {
    for_each_lane(mask, [&](int lane) {
        AsyncCopies::Thread& own = copies_of(context, lane);
        own.groups.push_back(std::exchange(own.open, {}));
    });
}

void note_copies_wait(Context& context, std::uint32_t mask, std::size_t last) {
    AsyncCopies& copies = context.shared->copies;
    for_each_lane(mask, [&](int lane) {
        auto& groups = copies_of(context, lane).groups;
        if (groups.size() <= last) return;
        const auto end = groups.end() - static_cast<std::ptrdiff_t>(last);
        for (auto group = groups.begin(); group != end; ++group) {
            for (const AsyncCopies::Words& words : *group) copies.end(words);
        }
        groups.erase(groups.begin(), end);
    });
}

void note_copies_bound(Context& context, std::uint32_t mask, const std::uint64_t* at) {
    AsyncCopies& copies = context.shared->copies;
    for_each_lane(mask, [&](int lane) {
        AsyncCopies::Thread& own = copies_of(context, lane);
        // What has come need not be waited for once more.
        std::erase_if(own.open, [&](const AsyncCopies::Words& words) {
            for (std::uint32_t w = words.begin; w < words.begin + words.count; ++w) {
                if (copies.of_word[w] == words.copy + 1) return false;
            }
            return true;
        });
        if (own.open.empty()) return;
        std::vector<AsyncCopies::Words>& bound = copies.bound[at[lane]];
        bound.insert(bound.end(), own.open.begin(), own.open.end());
    });
}

void note_copies_arrived(Context& context, std::uint32_t mask, const std::uint64_t* at) {
    AsyncCopies& copies = context.shared->copies;
    if (copies.bound.empty()) return;
    for_each_lane(mask, [&](int lane) {
        const auto found = copies.bound.find(at[lane]);
        if (found == copies.bound.end()) return;
        for (const AsyncCopies::Words& words : found->second) copies.end(words);
        copies.bound.erase(found);
    });
}

void note_early_read(Context& context, const Operation* at, const OrderedAccess& access) {
    const AsyncCopies& copies = context.shared->copies;
    if (copies.words == 0) return;
    std::uint32_t early = 0, by = 0, copy = 0;
    std::uint64_t first = 0;
    for_each_lane(access.mask, [&](int lane) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        if (address >> ad::shift != ad::shared) return;
        const std::uint64_t offset = address - ad::begin(ad::shared);
        const std::uint64_t last =
            std::min<std::uint64_t>((offset + access.width - 1) / 4 + 1, copies.of_word.size());
        for (std::uint64_t w = offset / 4; w < last; ++w) {
            if (copies.of_word[w] == 0) continue;
            if (early == 0) {
                copy = copies.of_word[w];
                by = copies.copiers[copy - 1];
                first = offset;
            }
            early |= 1U << lane;
            return;
        }
    });
    if (early == 0) return;
    Diagnostic* d = tell(context, at, Diagnostic::Kind::early_read, early);
    if (d == nullptr) return;
    std::string what = "shared memory";
    for (const language::Object& object : context.program->objects) {
        const bool is_in = object.space == language::Space::shared && first >= object.offset &&
                           first < object.offset + object.bytes;
        if (!is_in) continue;
        what = element_text(object, static_cast<std::int64_t>(first - object.offset));
        d->object = static_cast<int>(&object - context.program->objects.data());
        break;
    }
    const std::string copier = by == d->thread ? "it" : thread_text(context, by);
    const bool at_barrier = std::ranges::any_of(copies.bound, [&](const auto& bound) {
        return std::ranges::any_of(
            bound.second, [&](const AsyncCopies::Words& words) { return words.copy + 1 == copy; });
    });
    d->message = at_barrier
                     ? fmt::format(
                           "{} reads {}, which {} copies asynchronously: it has come when the "
                           "barrier, or the stage of the pipeline, that was given with it was "
                           "waited for",
                           who(context, d->thread), what, copier)
                     : fmt::format(
                           "{} reads {}, which {} copies asynchronously and has not waited for: "
                           "that takes cg::wait, consumer_wait, __pipeline_wait_prior or "
                           "cp.async.wait_group, before a barrier",
                           who(context, d->thread), what, copier);
}

}  // namespace stridescope::machine

#include "app/machine/weak_memory.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <ranges>
#include <unordered_set>

#include "app/machine/memory.h"

namespace stridescope::machine {
namespace {

/// When a block stops, one in so many stores that could arrive does.
constexpr std::uint64_t patience = 16;

void write(std::byte* data, std::uint32_t width, std::uint64_t bits) {
    std::memcpy(data, &bits, width);
}

}  // namespace

/// Whether the store arrives when a block stops now: of each one by itself, so that fewer late ones
/// leave all others as they are.
bool WeakMemory::goes_now(const Pending& p) const {
    std::uint64_t z = seed_;
    for (const std::uint64_t part : {std::uint64_t{p.block}, p.number, turns_}) {
        z += 0x9e3779b97f4a7c15 + part;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        z ^= z >> 31;
    }
    return z % patience == 0;
}

/// All see it from now on.
void WeakMemory::see(const Pending& p) {
    for (std::uintptr_t w = word(p.data); w <= word(p.data + p.width - 1); ++w) {
        Writer& writer = writers_[w];
        writer = {p.block, p.number};
        const auto late = late_.find(w);
        if (late == late_.end()) continue;
        // Those of a block arrive here in their order: it is the first one.
        const auto own = late->second.find(p.block);
        if (own == late->second.end()) continue;
        const auto it = std::ranges::find(own->second, p.number, &Pending::number);
        if (it != own->second.end()) own->second.erase(it);
        if (own->second.empty()) late->second.erase(own);
        if (late->second.empty()) late_.erase(late);
    }
}

/// No store overtakes another one to its place. `written`: memory has their values already.
template <typename Chosen>
bool WeakMemory::arrive(Log& log, Chosen chosen, bool written) {
    std::unordered_set<std::uintptr_t> words;
    std::vector<bool> goes(log.size());
    bool any = false;
    for (std::size_t i = log.size(); i-- > 0;) {
        const Pending& p = log[i];
        const std::uintptr_t first = word(p.data), last = word(p.data + p.width - 1);
        goes[i] = words.contains(first) || words.contains(last) || chosen(p);
        if (!goes[i]) continue;
        any = true;
        words.insert({first, last});
    }
    if (!any) return false;
    Log left;
    for (std::size_t i = 0; i < log.size(); ++i) {
        if (!goes[i]) {
            left.push_back(log[i]);
            continue;
        }
        if (!written) write(log[i].data, log[i].width, log[i].value);
        see(log[i]);
    }
    log = std::move(left);
    return true;
}

void WeakMemory::enter(std::uint32_t block) {
    block_ = block;
    log_ = &running_[block];
    for (Pending& p : *log_) {
        p.before = read_bits(p.data, p.width);
        write(p.data, p.width, p.value);
    }
}

bool WeakMemory::leave() {
    ++turns_;
    const auto sometimes = [&](const Pending& p) { return goes_now(p); };
    bool any = arrive(*log_, sometimes, true);
    for (Pending& p : std::views::reverse(*log_)) {
        p.value = read_bits(p.data, p.width);
        write(p.data, p.width, p.before);
    }
    log_ = nullptr;
    for (Log& log : finished_) any |= arrive(log, sometimes, false);
    std::erase_if(finished_, [](const Log& log) { return log.empty(); });
    return any;
}

void WeakMemory::finish(std::uint32_t block) {
    const auto found = running_.find(block);
    if (found == running_.end()) return;
    finished_.push_back(std::move(found->second));
    running_.erase(found);
}

void WeakMemory::settle() {
    const auto all = [](const Pending&) { return true; };
    for (Log& log : finished_) arrive(log, all, false);
    for (auto& [block, log] : running_) arrive(log, all, false);
    finished_.clear();
}

void WeakMemory::store(std::byte* data, std::uint32_t width, std::uint32_t thread,
                       std::uint32_t interval, std::uint32_t syncs, const Operation* at) {
    if (!late_of_.has(numbers_[block_] + 1)) {
        before_atomic(data, width);
        after_atomic(data, width);
        return;
    }
    // Of lanes that store to one place at once, one's value stays, and nobody sees another's.
    for (std::size_t i = request_; i < log_->size(); ++i) {
        if ((*log_)[i].data != data) continue;
        (*log_)[i].thread = thread;
        return;
    }
    Pending p;
    p.data = data;
    p.width = width;
    p.block = block_;
    p.thread = thread;
    p.interval = interval;
    p.syncs = syncs;
    p.number = ++numbers_[block_];
    p.at = at;
    p.before = read_bits(data, width);
    log_->push_back(p);
    for (std::uintptr_t w = word(data); w <= word(data + width - 1); ++w)
        late_[w][block_].push_back(p);
}

void WeakMemory::fence(std::uint32_t first_thread, std::uint32_t lanes, std::uint32_t interval,
                       std::uint32_t syncs) {
    const auto ordered = [&](const Pending& p) {
        if (p.interval < interval) return true;
        if (p.thread < first_thread || p.thread >= first_thread + 32) return false;
        return p.syncs < syncs || (lanes >> (p.thread - first_thread) & 1) != 0;
    };
    arrive(*log_, ordered, true);
}

void WeakMemory::before_atomic(std::byte* data, std::uint32_t width) {
    const std::uintptr_t first = word(data), last = word(data + width - 1);
    const auto here = [&](const Pending& p) {
        return word(p.data) <= last && word(p.data + p.width - 1) >= first;
    };
    if (std::ranges::any_of(*log_, here)) arrive(*log_, here, true);
}

void WeakMemory::after_atomic(std::byte* data, std::uint32_t width) {
    const std::uint64_t number = ++numbers_[block_];
    for (std::uintptr_t w = word(data); w <= word(data + width - 1); ++w)
        writers_[w] = {block_, number};
}

const WeakMemory::Pending* WeakMemory::load(const std::byte* data, std::uint32_t width) {
    const Pending* missed = nullptr;
    for (std::uintptr_t w = word(data); w <= word(data + width - 1); ++w) {
        if (const auto late = late_.find(w); late != late_.end()) {
            for (const auto& [block, stores] : late->second) {
                if (block == block_) continue;
                const auto seen = seen_.find({block_, block});
                if (seen == seen_.end()) continue;
                const auto after =
                    std::ranges::lower_bound(stores, seen->second, {}, &Pending::number);
                if (after != stores.begin()) missed = &*std::prev(after);
            }
        }
        const auto writer = writers_.find(w);
        if (writer == writers_.end() || writer->second.block == block_) continue;
        std::uint64_t& last = seen_[{block_, writer->second.block}];
        last = std::max(last, writer->second.number);
    }
    return missed;
}

void WeakMemory::take_late(std::uint32_t block, const std::byte* data, std::uint32_t width,
                           std::byte* value) const {
    if (block == block_) return;
    const auto take = [&](const Log& log) {
        for (const Pending& p : log) {
            const auto* bytes = reinterpret_cast<const std::byte*>(&p.value);
            for (std::uint32_t i = 0; i < p.width; ++i) {
                if (p.data + i >= data && p.data + i < data + width)
                    value[p.data + i - data] = bytes[i];
            }
        }
    };
    if (const auto running = running_.find(block); running != running_.end())
        return take(running->second);
    for (const Log& log : finished_) {
        if (!log.empty() && log.front().block == block) take(log);
    }
}

}  // namespace stridescope::machine

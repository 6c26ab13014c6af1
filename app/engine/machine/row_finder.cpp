#include "app/engine/machine/row_finder.h"

#include <algorithm>
#include <utility>

namespace stridescope {
namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x7F4A7C15ULL) * 0xC2B2AE3D27D4EB4FULL;
    x ^= x >> 32;
    x *= 0x9E3779B97F4A7C15ULL;
    return x ^ x >> 29;
}

std::uint64_t hash_of(const RowKey& key) {
    const std::uint64_t place =
        mixed(std::uint64_t{key.step} << 32 | key.path, std::uint64_t{key.site} << 32 | key.again);
    return mixed(place, std::uint64_t{key.left} << 32 | key.right);
}

std::uint64_t hash_of_request(RowKey key) {
    key.left = key.right = RowKey::none;
    return hash_of(key);
}

}  // namespace

void NumberTable::grow() {
    std::vector<Slot> slots(slots_.empty() ? 64 : slots_.size() * 2);
    for (const Slot& slot : slots_) {
        if (slot.number == none) continue;
        std::size_t at = slot.tag & (slots.size() - 1);
        while (slots[at].number != none) at = (at + 1) & (slots.size() - 1);
        slots[at] = slot;
    }
    slots_ = std::move(slots);
}

std::uint64_t LoopPaths::hash(const Node& node) {
    return mixed(std::uint64_t{node.parent} << 32 | node.round,
                 static_cast<std::uint32_t>(node.loop));
}

std::uint32_t LoopPaths::find(std::uint32_t parent, std::int32_t loop, std::uint32_t round) {
    const Node node{parent, round, loop};
    const auto fresh = static_cast<std::uint32_t>(nodes_.size() + 1);
    const std::uint32_t number =
        numbers_.find(hash(node), fresh, [&](std::uint32_t n) { return nodes_[n - 1] == node; });
    if (number == fresh) nodes_.push_back(node);
    return number;
}

std::uint32_t BlockPaths::of(std::uint32_t round) {
    if (rounds_ == nullptr) return 0;
    if (round >= known_.size()) known_.resize(std::size_t{round} + 1, unknown);
    if (known_[round] != unknown) return known_[round];
    const machine::Round& at = (*rounds_)[round];
    const std::uint32_t path = at.loop < 0 ? 0 : paths_.find(of(at.parent), at.loop, at.number);
    known_[round] = path;
    return path;
}

std::uint32_t RowKeys::follower(const RowKey& key, std::uint32_t before) const {
    if (before != none) return next_[before];
    return key.step < first_.size() ? first_[key.step] : none;
}

/// The number of the key, or `fresh`, which is noted then; and the first of its request.
std::uint32_t RowKeys::known(const RowKey& key, std::uint32_t fresh, std::uint32_t& request) {
    constexpr std::uint32_t most_beside = 16;
    request = fresh;
    if (key.path >= paths_.size()) paths_.resize(std::size_t{key.path} + 1);
    Path& path = paths_[key.path];
    for (std::uint32_t at = path.first; at != none; at = beside_[at]) {
        if (!keys_[at].same_request(key)) continue;
        if (keys_[at] == key) return at;
        request = request_[at];
    }
    if (path.count < most_beside) {
        (path.first == none ? path.first : beside_[path.last]) = fresh;
        path.last = fresh;
        ++path.count;
        return fresh;
    }
    const std::uint32_t number =
        numbers_.find(hash_of(key), fresh, [&](std::uint32_t n) { return keys_[n] == key; });
    if (number == fresh && request == fresh) {
        request = requests_.find(hash_of_request(key), fresh,
                                 [&](std::uint32_t n) { return keys_[n].same_request(key); });
    }
    return number;
}

std::uint32_t RowKeys::find(const RowKey& key, std::uint32_t before) {
    // Warps mostly do what others did before.
    const std::uint32_t likely = follower(key, before);
    if (likely != none && keys_[likely] == key) return likely;
    const auto fresh = static_cast<std::uint32_t>(keys_.size());
    std::uint32_t request = none;
    const std::uint32_t number = known(key, fresh, request);
    if (number != fresh) return number;
    keys_.push_back(key);
    next_.push_back(likely);
    request_.push_back(request);
    beside_.push_back(none);
    if (before != none) {
        next_[before] = fresh;
    } else {
        if (key.step >= first_.size()) first_.resize(key.step + 1, none);
        first_[key.step] = fresh;
    }
    return fresh;
}

std::vector<std::uint32_t> RowKeys::of_step(std::uint32_t step) {
    std::vector<std::uint32_t> numbers;
    if (step >= first_.size()) return numbers;
    heads_.resize(keys_.size(), none);
    // Those of one request are linked, each to the next of it: heads and last ones by position.
    struct Member {
        std::uint32_t number, next, last;
    };
    std::vector<Member> members;
    std::vector<std::uint32_t> heads;
    for (std::uint32_t at = first_[step]; at != none; at = next_[at]) {
        const auto own = static_cast<std::uint32_t>(members.size());
        members.push_back({.number = at, .next = none, .last = own});
        std::uint32_t& head = heads_[request_[at]];
        if (head == none) {
            head = own;
            heads.push_back(own);
        } else {
            members[members[head].last].next = own;
            members[head].last = own;
        }
    }
    numbers.reserve(members.size());
    for (const std::uint32_t head : heads) {
        heads_[request_[members[head].number]] = none;
        for (std::uint32_t at = head; at != none; at = members[at].next)
            numbers.push_back(members[at].number);
    }
    return numbers;
}

namespace {

std::size_t warps_of(const language::Program& program) {
    const auto& dim = program.block_dim;
    return (std::size_t{dim[0]} * dim[1] * dim[2] + 31) / 32;
}

}  // namespace

RowFinder::RowFinder(const language::Program& program, const MachineSteps& steps,
                     std::uint32_t first_step, BlockPaths paths, MachineSites& sites, RowKeys& keys)
    : program_{program},
      steps_{steps},
      first_step_{first_step},
      paths_{std::move(paths)},
      sites_{sites},
      keys_{keys},
      walk_{program},
      warps_{warps_of(program)},
      before_(warps_ * steps.count(), RowKeys::none),
      of_row_(warps_) {}

const RowFinder::Keys& RowFinder::keys_of(std::uint32_t warp, machine::From from) const {
    const Keys& keys = of_row_[warp][from.row()];
    return keys.elements < 0 ? keys
                             : of_element_[static_cast<std::size_t>(keys.elements) + from.part()];
}

std::uint32_t RowFinder::key_of(std::uint32_t warp, machine::From from, int lane) const {
    if (from.nowhere() || from.row() >= of_row_[warp].size()) return RowKeys::none;
    const Keys& keys = keys_of(warp, from);
    if (keys.each < 0) return keys.all;
    return each_[static_cast<std::size_t>(keys.each)][static_cast<std::size_t>(lane)];
}

std::uint32_t RowFinder::add(RowKey key, std::uint32_t mask, Making& making,
                             std::uint16_t element) {
    std::uint32_t& last = before_[making.warp * steps_.count() + (key.step - first_step_)];
    for (;; ++key.again) {
        const std::uint32_t number = keys_.find(key, last);
        if ((number + 1) * warps_ > seen_.size()) seen_.resize((number + 1) * warps_, 0);
        std::uint32_t& lanes = seen_[number * warps_ + making.warp];
        // A lane is there twice if the machine had it go the same way again, as in a wait, and if
        // it takes several elements of one load.
        if ((lanes & mask) != 0) continue;
        lanes |= mask;
        last = number;
        making.parts.push_back({making.row, number, mask, element});
        return number;
    }
}

std::uint32_t RowFinder::add_with_origins(RowKey key, const Origins& origins, std::uint32_t mask,
                                          Making& making) {
    std::size_t next = 0;
    std::uint32_t left = origins.empty() ? RowKeys::none : origins[next++];
    while (origins.size() - next > 1) {
        RowKey both = key;
        both.site = sites_.move_beside(key.site);
        both.left = left;
        both.right = origins[next++];
        left = add(both, mask, making);
    }
    key.left = left;
    if (next < origins.size()) key.right = origins[next];
    return add(key, mask, making);
}

std::uint32_t RowFinder::add_with_list(RowKey key, const Origins& origins, std::uint32_t mask,
                                       Making& making) {
    std::uint32_t rest = RowKeys::none;
    for (std::size_t k = origins.size(); k-- > 1;) {
        if (rest == RowKeys::none && origins[k] == RowKeys::none) continue;
        RowKey move = key;
        move.site = sites_.move_beside(key.site);
        move.left = origins[k];
        move.right = rest;
        rest = add(move, mask, making);
    }
    key.left = origins.front();
    key.right = rest;
    return add(key, mask, making);
}

void RowFinder::part_elements(RowKey key, const machine::Row& row, Making& making) {
    std::uint8_t last = 0;
    for (const language::Given& given : program_.sites[row.site()].gives)
        last = std::max(last, given.part);
    if (last >= sites_.elements_moved(key.site)) return;
    const Keys whole = of_row_[making.warp].back();
    const auto first = static_cast<std::int32_t>(of_element_.size());
    key.site = sites_.move_beside(key.site);
    for (std::uint16_t element = 0; element <= last; ++element) {
        // All lanes loaded in one row: loads have no origins.
        key.left = whole.all;
        of_element_.push_back({.all = add(key, row.mask, making, element)});
    }
    of_row_[making.warp].back().elements = first;
}

void RowFinder::find_origins(std::uint32_t warp, const machine::Row& row, Event event, bool listed,
                             const machine::OriginWalk::Step& step, int lane,
                             Origins& origins) const {
    origins.clear();
    int from = lane;
    if (event == Event::shuffle) {
        // What the other lane's register held; of one that takes no part nothing is known.
        const auto other = row.offset(lane);
        if (other < 0 || other >= machine::lanes_of_warp || (row.mask >> other & 1) == 0) return;
        from = static_cast<int>(other);
    }
    // An atomic is told what to compare with, too; that is no part of the value.
    const bool first_only = is_atomic(event);
    const std::size_t count = first_only ? 1 : step.sources.size();
    for (std::size_t k = 0; k < count; ++k) {
        const std::uint32_t origin = key_of(warp, step.sources[k][from], from);
        if (listed || origin != RowKeys::none) origins.push_back(origin);
    }
}

void RowFinder::take(const machine::BlockRecord& block, const machine::Segment& segment,
                     const machine::Row& row, std::vector<RowPart>& parts) {
    Making making{.row = row_++, .warp = segment.warp, .parts = parts};
    const std::uint32_t warp = segment.warp;
    const machine::OriginWalk::Step step = walk_.next(warp, row);
    of_row_[warp].emplace_back();
    const std::uint32_t site = sites_.find(row);
    if (site == MachineSites::untold || row.mask == 0) return;
    const std::uint32_t at = steps_.of_row(block, segment, row);
    const RowKey key{.step = first_step_ + at, .path = paths_.of(row.round), .site = site};
    const Event event = sites_.event(site);
    const bool loads = is_load(event);
    // A load's value is what lies in memory.
    const bool takes = !loads && !step.sources.empty();
    const bool listed = is_store(event) && step.sources.size() > 1 &&
                        step.sources.size() == sites_.elements_moved(site);
    // Mostly all lanes' values came from the same rows.
    const bool alike = event != Event::shuffle &&
                       std::ranges::all_of(step.sources, [&](const machine::LanesFrom& from) {
                           if (!from.same()) return false;
                           const machine::From all = from[0];
                           return all.nowhere() || all.row() >= of_row_[warp].size() ||
                                  keys_of(warp, all).each < 0;
                       });
    Origins first, other;
    Lanes lanes{};
    Keys kept;
    std::uint32_t left = row.mask;
    while (left != 0) {
        // All lanes whose values came from where those of the first one did.
        std::uint32_t same = left;
        if (takes) {
            find_origins(warp, row, event, listed, step, __builtin_ctz(left), first);
            for (std::uint32_t mask = alike ? 0 : left & (left - 1); mask != 0; mask &= mask - 1) {
                const int lane = __builtin_ctz(mask);
                find_origins(warp, row, event, listed, step, lane, other);
                if (other != first) same &= ~(1U << lane);
            }
        }
        kept.all = listed ? add_with_list(key, first, same, making)
                          : add_with_origins(key, first, same, making);
        for (std::uint32_t mask = same; mask != 0; mask &= mask - 1)
            lanes[static_cast<std::size_t>(__builtin_ctz(mask))] = kept.all;
        left &= ~same;
        if (left == 0 && same != row.mask) {
            kept.each = static_cast<std::int32_t>(each_.size());
            each_.push_back(lanes);
        }
    }
    of_row_[warp].back() = kept;
    if (loads && sites_.elements_moved(site) > 1) part_elements(key, row, making);
}

MergedRows::MergedRows(const language::Program& program,
                       const std::vector<language::MergedLoad>& loads)
    : program_{program} {
    // Calls of functions that are called once are no part of a row's place.
    std::vector<language::Place> calls;
    for (const language::Loop& loop : program.loops) {
        if (loop.is_call) calls.push_back(loop.place);
    }
    for (const language::MergedLoad& load : loads) {
        int at = 0;
        for (const language::CodePlace& place : load.path) {
            if (place.is_call && std::ranges::find(calls, place.place) == calls.end()) continue;
            at = node(at, place);
        }
        loads_[{at, load.expr}] = {.group = load.group, .bytes = load.bytes};
    }
}

int MergedRows::node(int parent, const language::CodePlace& at) {
    const Edge edge{parent,        at.place.line, at.place.column,
                    at.place.file, at.is_call,    at.is_call ? 0 : at.round};
    return nodes_.try_emplace(edge, static_cast<int>(nodes_.size()) + 1).first->second;
}

std::int32_t MergedRows::find(const machine::BlockRecord& block, const machine::Row& row) {
    const language::Site& site = program_.sites[row.site()];
    if (!any() || site.kind != language::SiteKind::load || !block.rounds) return none;
    std::vector<const machine::Round*> rounds;  // the innermost first
    for (std::uint32_t at = row.round;;) {
        const machine::Round& round = (*block.rounds)[at];
        if (round.loop < 0) break;
        rounds.push_back(&round);
        at = round.parent;
    }
    int at = 0;
    std::vector<std::uint32_t> kept;
    for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
        const language::Loop& loop = program_.loops[static_cast<std::size_t>((*round)->loop)];
        const auto next = [&](std::int64_t number) {
            return nodes_.find(Edge{at, loop.place.line, loop.place.column, loop.place.file,
                                    loop.is_call, loop.is_call ? 0 : number});
        };
        auto found = next(language::CodePlace::any);
        if (found == nodes_.end()) {
            found = next((*round)->number);
        } else if (!loop.is_call) {
            kept.push_back((*round)->number);
        }
        if (found == nodes_.end()) return none;
        at = found->second;
    }
    const auto load = loads_.find({at, site.expr});
    if (load == loads_.end()) return none;
    const auto number = static_cast<std::int32_t>(bytes_.size());
    const auto [access, is_new] =
        accesses_.try_emplace({load->second.group, std::move(kept)}, number);
    if (is_new) bytes_.push_back(load->second.bytes);
    return access->second;
}

}  // namespace stridescope

#include "app/engine/machine/row_keys.h"

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

}  // namespace stridescope

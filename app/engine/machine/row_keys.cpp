#include "app/engine/machine/row_keys.h"

namespace stridescope {
namespace {

std::size_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = a * 0x9E3779B97F4A7C15ULL ^ (b + 0x7F4A7C15ULL) * 0xC2B2AE3D27D4EB4FULL;
    x ^= x >> 32;
    return static_cast<std::size_t>(x * 0x9E3779B97F4A7C15ULL);
}

}  // namespace

std::size_t LoopPaths::Hash::operator()(const Node& node) const {
    return mixed(std::uint64_t{node.parent} << 32 | node.round,
                 static_cast<std::uint32_t>(node.loop));
}

std::uint32_t LoopPaths::find(std::uint32_t parent, std::int32_t loop, std::uint32_t round) {
    const auto number = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.try_emplace(Node{parent, round, loop}, number).first->second;
}

std::vector<std::uint32_t> LoopPaths::of_block(const machine::BlockRecord& block) {
    std::vector<std::uint32_t> paths;
    if (!block.rounds) return {0};
    paths.reserve(block.rounds->size());
    // A round stands behind the one that it is within.
    for (const machine::Round& round : *block.rounds) {
        paths.push_back(round.loop < 0 ? 0 : find(paths[round.parent], round.loop, round.number));
    }
    return paths;
}

std::size_t RowKeys::Hash::operator()(const RowKey& key) const {
    const std::size_t place =
        mixed(std::uint64_t{key.step} << 32 | key.path, std::uint64_t{key.site} << 32 | key.again);
    return mixed(place, std::uint64_t{key.left} << 32 | key.right);
}

std::uint32_t RowKeys::follower(const RowKey& key, std::uint32_t before) const {
    if (before != none) return next_[before];
    return key.step < first_.size() ? first_[key.step] : none;
}

std::uint32_t RowKeys::find(const RowKey& key, std::uint32_t before) {
    // Warps mostly do what others did before.
    const std::uint32_t likely = follower(key, before);
    if (likely != none && keys_[likely] == key) return likely;
    const auto [at, fresh] = numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (!fresh) return at->second;
    keys_.push_back(key);
    next_.push_back(likely);
    if (before != none) {
        next_[before] = at->second;
    } else {
        if (key.step >= first_.size()) first_.resize(key.step + 1, none);
        first_[key.step] = at->second;
    }
    return at->second;
}

std::vector<std::uint32_t> RowKeys::of_step(std::uint32_t step) const {
    std::vector<std::uint32_t> numbers;
    if (step >= first_.size()) return numbers;
    std::unordered_map<RowKey, std::size_t, Hash> group_of;
    std::vector<std::vector<std::uint32_t>> groups;
    for (std::uint32_t at = first_[step]; at != none; at = next_[at]) {
        RowKey request = keys_[at];
        request.left = request.right = none;
        const auto [group, fresh] = group_of.try_emplace(request, groups.size());
        if (fresh) groups.emplace_back();
        groups[group->second].push_back(at);
    }
    for (const auto& group : groups) numbers.insert(numbers.end(), group.begin(), group.end());
    return numbers;
}

}  // namespace stridescope

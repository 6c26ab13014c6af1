#include "app/machine/knowledge.h"

#include <algorithm>
#include <cstddef>

namespace stridescope::machine {
namespace {

using Moments = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The later moment of each thread; those that `all` covers are left out.
Moments merged(const Moments& a, const Moments& b, std::uint32_t all) {
    Moments m;
    m.reserve(a.size() + b.size());
    const auto take = [&](std::uint32_t thread, std::uint32_t moment) {
        if (moment > all) m.emplace_back(thread, moment);
    };
    auto i = a.begin(), j = b.begin();
    while (i != a.end() || j != b.end()) {
        if (j == b.end() || (i != a.end() && i->first < j->first)) {
            take(i->first, i->second);
            ++i;
        } else if (i == a.end() || j->first < i->first) {
            take(j->first, j->second);
            ++j;
        } else {
            take(i->first, std::max(i->second, j->second));
            ++i, ++j;
        }
    }
    return m;
}

KnownBlock join_blocks(const KnownBlock& a, const KnownBlock& b) {
    KnownBlock k;
    k.all = std::max(a.all, b.all);
    k.more = merged(a.more, b.more, k.all);
    return k;
}

}  // namespace

bool KnownBlock::knows(std::uint32_t thread, std::uint32_t moment) const {
    if (moment < all) return true;
    const auto found =
        std::ranges::lower_bound(more, thread, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
    return found != more.end() && found->first == thread && moment < found->second;
}

Knowledge::Knowledge(std::uint32_t block, KnownBlock known, std::uint64_t blocks) {
    auto leaf = std::make_shared<Node>();
    leaf->block = std::move(known);
    root_ = std::move(leaf);
    for (std::uint64_t held = 1; held < blocks; held <<= bits) {
        auto above = std::make_shared<Node>();
        above->below[block >> (levels_ * bits) & ((1U << bits) - 1)] = std::move(root_);
        root_ = std::move(above);
        ++levels_;
    }
}

bool Knowledge::knows(std::uint32_t block, std::uint32_t thread, std::uint32_t moment) const {
    const Node* at = root_.get();
    for (int level = levels_ - 1; at != nullptr && level >= 0; --level)
        at = at->below[block >> (level * bits) & ((1U << bits) - 1)].get();
    return at != nullptr && at->block.knows(thread, moment);
}

/// Whoever knows all of it is shared.
Knowledge::Link Knowledge::join(const Link& a, const Link& b, int level) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    if (level == 0) {
        KnownBlock both = join_blocks(a->block, b->block);
        if (both == a->block) return a;
        if (both == b->block) return b;
        auto made = std::make_shared<Node>();
        made->block = std::move(both);
        return made;
    }
    // Most is the same in both, or of one of them alone: what has to be joined, is first.
    decltype(Node::below) joined;
    bool is_a = true, is_b = true;
    for (std::size_t k = 0; k < joined.size(); ++k) {
        const Link &of_a = a->below[k], &of_b = b->below[k];
        if (of_a == of_b) continue;
        if (of_a != nullptr && of_b != nullptr) joined[k] = join(of_a, of_b, level - 1);
        const Link& all = joined[k] != nullptr ? joined[k] : of_a != nullptr ? of_a : of_b;
        is_a = is_a && all == of_a;
        is_b = is_b && all == of_b;
    }
    if (is_a) return a;
    if (is_b) return b;
    auto made = std::make_shared<Node>();
    for (std::size_t k = 0; k < joined.size(); ++k) {
        if (joined[k] == nullptr) joined[k] = a->below[k] != nullptr ? a->below[k] : b->below[k];
    }
    made->below = std::move(joined);
    return made;
}

Knowledge joined(const Knowledge& a, const Knowledge& b) {
    Knowledge k;
    k.levels_ = std::max(a.levels_, b.levels_);
    k.root_ = Knowledge::join(a.root_, b.root_, k.levels_);
    return k;
}

}  // namespace stridescope::machine

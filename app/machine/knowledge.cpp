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
    root_ = Link{new Node{.block = std::move(known)}};
    for (std::uint64_t held = 1; held < blocks; held <<= bits) {
        auto* above = new Node;
        above->below[block >> (levels_ * bits) & ((1U << bits) - 1)] = std::move(root_);
        root_ = Link{above};
        ++levels_;
    }
}

bool Knowledge::knows(std::uint32_t block, std::uint32_t thread, std::uint32_t moment) const {
    const Node* at = root_.get();
    for (int level = levels_ - 1; at != nullptr && level >= 0; --level)
        at = at->below[block >> (level * bits) & ((1U << bits) - 1)].get();
    return at != nullptr && at->block.knows(thread, moment);
}

/// Where one of both knows all of it, that one is shared.
void Knowledge::add(Link& a, const Link& b, int level) {
    if (a == b || b == nullptr) return;
    Node* own = a == nullptr ? nullptr : a.own();
    if (own == nullptr || level == 0) {
        a = joined(a, b, level);
        return;
    }
    bool is_b = true;
    for (std::size_t k = 0; k < own->below.size(); ++k) {
        add(own->below[k], b->below[k], level - 1);
        is_b = is_b && own->below[k] == b->below[k];
    }
    if (is_b) a = b;
}

/// Changes neither.
Knowledge::Link Knowledge::joined(const Link& a, const Link& b, int level) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    if (level == 0) {
        KnownBlock both = join_blocks(a->block, b->block);
        if (both == a->block) return a;
        if (both == b->block) return b;
        return Link{new Node{.block = std::move(both)}};
    }
    // Most is the same in both, or of one of them alone: what has to be joined, is first.
    decltype(Node::below) both;
    bool is_a = true, is_b = true;
    for (std::size_t k = 0; k < both.size(); ++k) {
        const Link &of_a = a->below[k], &of_b = b->below[k];
        if (of_a == of_b) continue;
        if (of_a != nullptr && of_b != nullptr) both[k] = joined(of_a, of_b, level - 1);
        const Link& all = both[k] != nullptr ? both[k] : of_a != nullptr ? of_a : of_b;
        is_a = is_a && all == of_a;
        is_b = is_b && all == of_b;
    }
    if (is_a) return a;
    if (is_b) return b;
    for (std::size_t k = 0; k < both.size(); ++k) {
        if (both[k] == nullptr) both[k] = a->below[k] != nullptr ? a->below[k] : b->below[k];
    }
    return Link{new Node{.below = std::move(both)}};
}

void Knowledge::add(const Knowledge& other) {
    levels_ = std::max(levels_, other.levels_);
    add(root_, other.root_, levels_);
}

}  // namespace stridescope::machine

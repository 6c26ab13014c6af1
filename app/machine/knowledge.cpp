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

Knowledge::Knowledge(std::uint32_t block, KnownBlock known) {
    auto leaf = std::make_shared<Node>();
    leaf->block = std::move(known);
    root_ = std::move(leaf);
    for (int level = 0; level < levels; ++level) {
        auto above = std::make_shared<Node>();
        above->below[block >> (level * bits) & ((1U << bits) - 1)] = std::move(root_);
        root_ = std::move(above);
    }
}

bool Knowledge::knows(std::uint32_t block, std::uint32_t thread, std::uint32_t moment) const {
    const Node* at = root_.get();
    for (int level = levels - 1; at != nullptr && level >= 0; --level)
        at = at->below[block >> (level * bits) & ((1U << bits) - 1)].get();
    return at != nullptr && at->block.knows(thread, moment);
}

Knowledge::Link Knowledge::join(const Link& a, const Link& b, int level) {
    if (a == b || b == nullptr) return a;
    if (a == nullptr) return b;
    auto made = std::make_shared<Node>();
    // Whoever knows all of it is shared.
    bool is_a = true, is_b = true;
    if (level == 0) {
        made->block = join_blocks(a->block, b->block);
        is_a = made->block == a->block;
        is_b = made->block == b->block;
    } else {
        for (std::size_t k = 0; k < made->below.size(); ++k) {
            made->below[k] = join(a->below[k], b->below[k], level - 1);
            is_a = is_a && made->below[k] == a->below[k];
            is_b = is_b && made->below[k] == b->below[k];
        }
    }
    if (is_a) return a;
    if (is_b) return b;
    return made;
}

Knowledge joined(const Knowledge& a, const Knowledge& b) {
    Knowledge k;
    k.root_ = Knowledge::join(a.root_, b.root_, Knowledge::levels);
    return k;
}

}  // namespace stridescope::machine

// What a thread knows to have happened: of each block of the grid, up to which moment of its clock.
// A tree whose parts are shared, for most threads know nearly the same: a part that others hold as
// well is copied before it changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stridescope::machine {

/// What is known of one block.
struct KnownBlock {
    std::uint32_t all = 0;  ///< whatever any of its threads did before this moment
    /// Threads of which more is known, in ascending order: what they did before that moment.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> more{};

    bool knows(std::uint32_t thread, std::uint32_t moment) const;
    bool operator==(const KnownBlock&) const = default;
};

/// A copy costs nothing. Empty: nothing is known.
class Knowledge {
  public:
    Knowledge() = default;
    /// Knows of one block only, of a grid of `blocks`.
    Knowledge(std::uint32_t block, KnownBlock known, std::uint64_t blocks);

    bool empty() const { return root_ == nullptr; }
    /// Whether this is a copy of the other; others may know the same.
    bool is(const Knowledge& other) const { return root_ == other.root_; }
    /// Whether what the thread of that block did at that moment has happened before.
    bool knows(std::uint32_t block, std::uint32_t thread, std::uint32_t moment) const;
    /// Takes over all that the other knows, of the same grid.
    void add(const Knowledge& other);

  private:
    static constexpr int bits = 4;  // of a block's number, a level
    struct Node;
    /// Shares a node. A grid's order is judged by one thread: nothing here is counted atomically,
    /// which is why this is no std::shared_ptr; a node has sixteen of them.
    class Link {
      public:
        Link() = default;
        explicit Link(Node* made) : node_(made) { keep(); }
        Link(const Link& other) : node_(other.node_) { keep(); }
        Link(Link&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
        Link& operator=(Link other) noexcept {
            std::swap(node_, other.node_);
            return *this;
        }
        ~Link() {
            if (node_ != nullptr) let_go();
        }
        const Node* get() const { return node_; }
        const Node* operator->() const { return node_; }
        /// To change it: nullptr, where others share it.
        Node* own() const;
        bool operator==(const Link&) const = default;
        bool operator==(std::nullptr_t) const { return node_ == nullptr; }

      private:
        void keep() const;
        void let_go() const;
        Node* node_ = nullptr;
    };
    struct Node {
        std::uint32_t shared_by = 0;
        std::array<Link, std::size_t{1} << bits> below{};
        KnownBlock block{};  ///< of a leaf
    };
    static void add(Link& a, const Link& b, int level);
    static Link joined(const Link& a, const Link& b, int level);

    Link root_{};
    int levels_ = 0;
};

inline void Knowledge::Link::keep() const {
    if (node_ != nullptr) ++node_->shared_by;
}
inline Knowledge::Node* Knowledge::Link::own() const {
    return node_->shared_by == 1 ? node_ : nullptr;
}
inline void Knowledge::Link::let_go() const {
    if (--node_->shared_by == 0) delete node_;
}

}  // namespace stridescope::machine

// Kernels made of random statements, each by some threads on some places, with barriers,
// __syncwarp, fences and flags between: of each is known by its making what orders what, thread by
// thread.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::random_kernels {

inline constexpr int warps_of_block = 2, block_threads = 32 * warps_of_block, places = 160,
                     most_blocks = 3, flags = 8;

struct Random {
    std::uint64_t state;
    std::uint64_t next();
    int below(int n);
    bool once_in(int n) { return below(n) == 0; }
};

struct Thread {
    int block = 0, t = 0;
    int lane() const { return t % 32; }
    int warp() const { return t / 32; }
    int number() const { return block * block_threads + t; }
};

/// A condition on a thread, as text and as what it says.
struct Who {
    enum class Kind { all, one, warp, below, odd, block, one_of_block } kind = Kind::all;
    int a = 0, b = 0;

    std::string text() const;
    bool holds(const Thread& who) const;
};

/// Where a thread accesses.
struct Where {
    enum class Kind { fixed, own, neighbour, mirrored, halved, swapped, of_grid } kind = Kind::own;
    int k = 0;

    std::string text() const;
    int of(const Thread& who) const;
};

/// Whom a lane names: all the same ones, or its tile of so many lanes, or those that are as it is.
struct Masks {
    enum class Kind { one, tile, stripe } kind = Kind::one;
    std::uint32_t mask = ~0U;
    int size = 32;

    std::string text() const;
    std::uint32_t of(int lane) const;
    std::set<std::uint32_t> all() const;

  private:
    /// Of lane 0.
    std::uint32_t first() const;
};

struct Statement {
    enum class Kind {
        load,
        store,
        atomic,
        barrier,
        sync_warp,
        fence,
        fence_block,
        set_flag,
        wait_flag,
        shuffle,
        named,     ///< all of a block, at a barrier that has a number
        hand_over  ///< one warp comes to it, the other one waits there
    } kind = Kind::load;
    Who who{};
    Where where{};
    bool shared = false;
    Masks masks{};
    int flag = 0;
    bool is_volatile = false;
};

/// A fault that stands at a kernel's end, where it can spoil nothing of what is before it.
enum class Fault {
    none,
    global_index,
    just_beyond_shared,
    shared_index,
    misaligned,
    shared_unwritten,
    global_unwritten,
    barrier_in_branch,
    return_before_barrier,
    mask
};

/// What it is, for people.
std::string_view name_of(Fault fault);

struct Kernel {
    int blocks = 1;
    std::vector<Statement> statements{};
    bool flags = false, named = false;
    Fault fault = Fault::none;
    int fault_number = 1;  ///< which threads have it: 1 to 31

    bool has(Statement::Kind kind) const;
    /// `NAME(int* g, int* f, int* w, int* out)`: `places` zeros, a zero for each flag, and for each
    /// thread of most_blocks a word that nobody wrote and one that takes what it read.
    /// `element`: the type of what is accessed.
    std::string text(std::string_view name, std::string_view element = "int") const;
};

Kernel random_kernel(Random& random);

/// What happens before what. Time is the number of a statement, and one: [thread] up to which the
/// other one's statements are known to be over.
using Known = std::vector<int>;

struct Place {
    bool shared = false;
    int block = 0;  ///< of shared memory
    int index = 0;
    auto operator<=>(const Place&) const = default;
};

/// Whose two accesses race.
enum class Apart { lanes, warps, blocks };

/// Follows a kernel in the order of its text.
class Oracle {
  public:
    explicit Oracle(const Kernel& kernel);

    const std::set<Place>& races() const { return races_; }
    /// In shared memory or not, and between whom.
    const std::set<std::pair<bool, Apart>>& kinds() const { return kinds_; }
    /// Pairs of accesses that would race, were they not ordered.
    long ordered() const { return ordered_; }

  private:
    struct Access {
        Thread who;
        int time;
        bool writes, atomic;
    };
    struct Message {
        bool there = false;
        Known device, block;
        int of_block = 0;
    };

    void take(int n);
    void access(const Statement& s, int n);
    template <typename Part>
    void hand_over(Part part, int from, int n);
    template <typename Part>
    void meet(Part part, int n);
    void fence(const Statement& s, int n);
    void set_flag(const Statement& s);
    void wait_flag(const Statement& s);
    Known& known(const Thread& who) { return known_[at(who)]; }
    static std::size_t at(const Thread& who) { return static_cast<std::size_t>(who.number()); }

    const Kernel& kernel_;
    std::vector<Thread> threads_;
    std::vector<Known> known_, seen_, fenced_, fenced_block_;
    std::vector<Message> messages_;
    std::map<Place, std::vector<Access>> accesses_;
    std::set<Place> races_;
    std::set<std::pair<bool, Apart>> kinds_;
    long ordered_ = 0;
};

}  // namespace stridescope::random_kernels

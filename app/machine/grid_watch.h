// Looks on while blocks that have to do with each other take turns: when each of them sees what
// others store, and what there is to tell of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "app/machine/grid_record.h"
#include "app/machine/loaded_program.h"
#include "app/machine/tick_memory.h"

namespace stridescope::machine {

/// [object]: which ones blocks may share, as far as the program's code tells: they are written, and
/// what stands there is also read, or handed back by an atomic. Of a program whose blocks have
/// neither atomics nor fences nor waits on global memory none. Beside these, those whose allocation
/// is one of `handed`.
std::vector<SharedUse> shared_uses(const language::Program& program,
                                   std::span<const std::int32_t> handed = {});

/// Allocations that one launch writes and a later one may read, as far as the programs' code tells;
/// none that is large.
std::vector<std::int32_t> handed_on(
    std::span<const std::shared_ptr<const language::Program>> launches);

/// [instruction]: the site that tells of its access; the parts of a wide one have that one's.
std::vector<std::int32_t> access_sites(const language::Program& program);

class GridWatch {
  public:
    /// `delays`: what is stored is seen from the next tick on. `record`: what happened is kept
    /// there; nullptr: it is not.
    GridWatch(const LoadedProgram& loaded, std::vector<SharedUse> uses, bool delays,
              GridRecord* record);

    /// Whether accesses to the object matter; -1: one that the code does not name.
    bool concerns(std::int32_t object) const {
        if (object < 0) return true;
        const SharedUse& use = uses_[static_cast<std::size_t>(object)];
        return use.between || use.handed;
    }

    // About the grid:
    void start(std::uint32_t block, std::uint32_t multiprocessor);
    void end(std::uint32_t block, std::uint32_t threads);
    void enter(std::uint32_t block, std::uint32_t interval);
    void leave();
    void end_tick();
    /// What the thread of a block that is there waits for; nullptr: nothing that is told.
    const GridEntry* wait_of(std::uint32_t block, std::uint32_t thread) const;

    // About the block that runs:
    void begin_warp() { round_ = entries_; }
    /// Before lanes read, or before what they store is written. `values`: of a store, 4 or 8 bytes
    /// for each lane, or one for all.
    void read(const Context& context, const Operation* at, const GlobalAccess& access);
    void write(const Context& context, const Operation* at, const GlobalAccess& access,
               const std::byte* values, bool one_value);
    /// An atomic is about to change what stands there: from here on the block sees all.
    void before_change(std::byte* data, std::uint32_t width);
    void atomic(const Context& context, const Operation* at, int lane, std::int32_t object,
                std::int64_t offset, std::uint32_t width, std::uint64_t old, std::uint64_t left);
    /// The lanes go round a loop that waits.
    void go_round(const Context& context, const Operation* end, std::uint32_t lanes);

    /// What of memory the block that runs does not see yet.
    const TickMemory& late_memory() const { return memory_; }

  private:
    static constexpr std::size_t most_entries = 2'000'000;
    static constexpr std::size_t most_handed_entries = 500'000;

    /// A thread's accesses: numbers of entries, and one; 0: none.
    struct Lasts {
        std::size_t last = 0, before = 0;
    };
    void add(GridEntry entry);
    /// Whether blocks of one launch see there what others of it do.
    bool is_between(std::int32_t object) const {
        return object < 0 || uses_[static_cast<std::size_t>(object)].between;
    }
    bool is_handed_only(const GridEntry& entry) const {
        return entry.kind != GridEntry::Kind::start && entry.object >= 0 &&
               !is_between(entry.object);
    }
    void forget_handed();
    void take(const Context& context, const Operation* at, const GlobalAccess& access,
              GridEntry::Kind kind, const std::array<std::uint64_t, lanes_of_warp>& bits);
    GridEntry access_entry(const Context& context, const Operation* at, GridEntry::Kind kind,
                           int lane) const;

    std::vector<SharedUse> uses_;
    std::vector<std::int32_t> sites_;  ///< [instruction]: of its accesses
    bool delays_;
    TickMemory memory_;
    GridRecord* record_;
    std::size_t entries_ = 0;  ///< that record_ has
    std::size_t handed_ = 0;   ///< those of them that are only of what launches hand on
    std::size_t round_ = 0;    ///< those from here on are of the warp's round under way
    std::uint64_t tick_ = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> intervals_;  ///< [block]: told last
    std::unordered_map<std::uint64_t, Lasts> last_;               ///< [block, thread]
};

}  // namespace stridescope::machine

// Which arrays a run reached, and which sites reach them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/engine/machine/machine_run.h"
#include "app/io/errors.h"
#include "app/trace/trace.h"

namespace stridescope {

/// More arrays than a trace has room for.
class TooManyArrays : public UsageError {
  public:
    using UsageError::UsageError;
};

/// What a trace calls what happens at the machine's site, to an object of that space, or, where
/// there is a rank, of another block's shared memory; nothing: it is not told.
std::optional<Event> event_of(const language::Site& site, language::Space space,
                              std::int32_t rank = -1);

/// Collects arrays and sites of all launches.
class MachineSites {
  public:
    /// Stands for a row that a trace does not tell: of a thread's own memory, of constants.
    static constexpr std::uint32_t untold = 0xFFFFFFFF;

    /// Arrays in global memory that nobody has told of are added to `arrays`.
    explicit MachineSites(std::vector<MachineArray>& arrays) : arrays_{arrays} {}

    /// Rows come from the next launch now.
    void start_launch(const language::Program& program);
    /// The trace's site of a row of the machine's, or `untold`.
    std::uint32_t find(const machine::Row& row) {
        const std::uint32_t site = row.site();
        if (!row.names_object() && known_[site] != unknown) return known_[site];
        return find_slowly(site, row.names_object() ? row.object() : machine_object(site),
                           row.rank());
    }

    /// A site beside that one where values go together, of an operation on three, or apart, as the
    /// elements of a wide load do.
    std::uint32_t move_beside(std::uint32_t site);
    /// The first site of the same instruction: see TraceSite::is_beside.
    std::uint32_t first_beside(std::uint32_t site) const {
        if (!is_remote(sites_[site].event)) return site;
        for (std::uint32_t k = 0; k < site; ++k) {
            if (sites_[k].is_beside(sites_[site])) return k;
        }
        return site;
    }
    /// Elements that a lane moves at once.
    std::size_t elements_moved(std::uint32_t site) const {
        const TraceSite& at = sites_[site];
        if (at.bytes == 0 || at.bytes % targets_[site].element_bytes != 0) return 1;
        return static_cast<std::size_t>(at.bytes / targets_[site].element_bytes);
    }

    struct Target {
        std::int64_t element_bytes = 4;
        std::int64_t offset = 0;  ///< of a shared array: where in the block's shared memory
    };
    const Target& target(std::uint32_t site) const { return targets_[site]; }
    Event event(std::uint32_t site) const { return sites_[site].event; }
    std::size_t size() const { return sites_.size(); }

    /// These allocations are arrays that blocks share, `true`: that order what blocks do. But for
    /// those that something is expected of, they come last among those in global memory.
    void set_shared(const std::map<std::size_t, bool>& allocations);

    /// In the end: the sites, and all arrays, those in global memory first.
    std::vector<TraceSite> sites() const;
    std::vector<ArrayFacts> arrays() const;

  private:
    static constexpr std::uint32_t unknown = 0xFFFFFFFE;
    /// Until all are known shared arrays are numbered from here on.
    static constexpr std::size_t first_shared = 128;
    static constexpr std::size_t most_arrays = 100;

    std::int32_t machine_object(std::uint32_t site) const { return program_->sites[site].object; }
    std::uint32_t find_slowly(std::uint32_t site, std::int32_t object, std::int32_t rank);
    std::uint32_t add_site(const language::Site& site, std::int32_t object, std::int32_t rank);
    std::size_t global_array(const language::Object& object);
    std::size_t shared_array(const language::Object& object);
    std::string unique(const std::string& name) const;

    std::vector<MachineArray>& arrays_;
    std::vector<ArrayFacts> shared_;
    const language::Program* program_ = nullptr;
    std::vector<std::uint32_t> known_;  ///< [machine's site]
    /// [site, object, rank]
    std::map<std::tuple<std::uint32_t, std::int32_t, std::int32_t>, std::uint32_t> by_object_;
    std::vector<TraceSite> sites_;
    std::vector<Target> targets_;
    struct Use {
        bool read = false, written = false;
    };
    std::map<std::size_t, Use> uses_;  ///< of arrays in global memory
    std::size_t scratch_ = 0;          ///< so many last ones of them are shared by blocks
};

}  // namespace stridescope

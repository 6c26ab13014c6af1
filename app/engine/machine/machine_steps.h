// The steps of one launch: from barrier to barrier, or, where a kernel has neither barriers nor
// comments, the rounds of its outermost loops. Comments `// step: name` part an interval further,
// and join intervals of one name and round; one that stands in a loop without a barrier makes a
// step of each of its rounds. What neither names is parted where there is much of it: see
// step_units.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/engine/machine/step_units.h"
#include "app/machine/rows.h"

namespace stridescope {

class MachineSteps {
  public:
    /// The most steps by rounds of loops; beyond, a loop is one step.
    static constexpr std::size_t most_rounds = 1024;

    /// `alike`: see alike_blocks.
    MachineSteps(const machine::LaunchRecord& launch, const std::vector<bool>& alike);

    std::uint32_t count() const { return static_cast<std::uint32_t>(names_.size()); }
    /// What variables were that name the step; empty where there are none.
    const RoundName& variables(std::uint32_t step) const { return names_[step].variables; }
    /// What a comment calls it; empty: none does.
    const std::string& comment(std::uint32_t step) const { return names_[step].comment; }
    bool by_barriers() const { return by_barriers_; }
    /// False: loops have so many rounds that all of them together are one step.
    bool each_round() const { return each_round_; }

    /// The step that an interval ends with, where steps go by barriers; of one that no recorded
    /// block came to, the last that there is, or 0.
    std::uint32_t of_interval(std::uint32_t interval) const {
        if (of_interval_.empty()) return 0;
        return of_interval_[std::min<std::size_t>(interval, of_interval_.size() - 1)];
    }
    /// The first step of the interval, and those behind it that all recorded blocks come through
    /// in it, up to the first one whose comment is not to be passed. None where no recorded block
    /// came there, or steps do not go by barriers.
    std::vector<std::uint32_t> passed_in(std::uint32_t interval,
                                         const std::vector<bool>& not_passed) const;
    /// What names the place of the machine's site: into Program::step_names, or -1.
    std::int32_t comment_of(std::int32_t site) const;
    /// The step of an access at the site in the interval; -1: no recorded block has one there.
    std::int64_t of_access(std::uint32_t interval, std::int32_t site) const;
    /// [step] Barriers that a block with so many intervals passes there.
    std::vector<std::uint16_t> barriers(std::uint32_t intervals) const;

    /// The step of a row of the segment.
    std::uint32_t of_row(const machine::BlockRecord& block, const machine::Segment& segment,
                         const machine::Row& row) const;

  private:
    /// Where a row stands among the outermost loops: 2k before the k-th, 2k + 1 in it; and in which
    /// of its rounds.
    struct Place {
        std::uint32_t where = 0, round = 0;
        auto operator<=>(const Place&) const = default;
    };
    struct Name {
        RoundName variables{};
        std::string comment{};

        bool operator==(const Name&) const = default;
    };
    /// Rounds of loops, the outermost first: loop and number by turns. Of a part of an interval
    /// that nothing names: see path_of(StepUnit).
    using Path = std::vector<std::uint32_t>;
    /// What one comment names of an interval, or, -1, what none does.
    struct Part {
        std::int32_t comment = -1;
        Path path{};  ///< see path_of
        Name name{};
        RoundName around{};  ///< what its rows' loop says, where all are of one round of it
        bool mixed = false;  ///< they are not
        bool seen = false;   ///< there is more in it than values going from place to place
    };
    /// False: by rounds there are too many steps.
    bool find_intervals(const machine::LaunchRecord& launch, const std::vector<bool>& alike);
    /// Into which parts an interval goes that nothing names.
    enum class Parting : std::uint8_t { none, rounds, loops };
    void part_intervals(std::uint32_t intervals);
    Parting parting(std::uint32_t interval) const {
        return interval < parting_.size() ? parting_[interval] : Parting::none;
    }
    static Path path_of(const StepUnit& unit) { return {unit.at, unit.loop, unit.round}; }
    StepUnit unit_of(const machine::BlockRecord& block, const machine::Row& row,
                     Parting parting) const;
    void part_places();
    static void order_rounds(std::vector<Part>& parts);
    void take_interval(std::uint32_t interval, const std::vector<Part>& parts);
    /// The loops around the row up to the one that its comment stands in, if that one has no
    /// barrier: the rounds that are steps of their own. Mostly empty.
    Path path_of(const machine::BlockRecord& block, const machine::Row& row,
                 std::int32_t comment) const;
    const machine::Round* commented_round(const machine::BlockRecord& block,
                                          const machine::Row& row, std::int32_t comment) const;
    std::int32_t comment_of(const machine::BlockRecord& block, const machine::Row& row) const;
    bool within(std::int32_t loop, const machine::Row& row) const;
    /// The round of the innermost loop around it that has a barrier; 0: there is none.
    std::uint32_t round_of(const machine::BlockRecord& block, const machine::Row& row) const;
    void find_rounds();
    void order_loops();
    Place place_of(const machine::BlockRecord& block, const machine::Row& row) const;

    const language::Program& program_;
    StepUnits units_;
    /// Those that went another way than the one before: what is found of them is found of all.
    std::vector<const machine::BlockRecord*> ways_;
    std::vector<Parting> parting_;  ///< [interval]
    /// Where steps go by rounds: [Place::where], the statements of what stands in no loop.
    std::map<std::uint32_t, std::vector<std::uint32_t>> statements_;
    bool by_barriers_;
    bool each_round_ = true;
    std::vector<Name> names_;
    std::vector<std::uint32_t> of_interval_;
    struct PartKey {
        std::uint32_t interval = 0;
        std::int32_t comment = -1;
        Path path{};

        bool operator<(const PartKey& other) const {
            return std::tie(interval, comment, path) <
                   std::tie(other.interval, other.comment, other.path);
        }
    };
    std::map<PartKey, std::uint32_t> of_part_;
    /// Those in which values only go from place to place: no steps of their own.
    std::map<PartKey, std::uint32_t> beside_;
    /// How many recorded blocks have what a comment names in an interval; in all.
    std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> blocks_with_;
    std::vector<std::size_t> blocks_in_;  ///< [interval]: recorded ones that come there
    std::map<Place, std::uint32_t> of_place_;
    std::vector<std::int32_t> outermost_;    ///< [loop]: the loop around it that stands in no other
    std::vector<std::uint32_t> first_site_;  ///< [outermost loop, in the order of the text]
    std::vector<std::uint32_t> order_;       ///< [loop]: of an outermost one, its number among them
};

}  // namespace stridescope

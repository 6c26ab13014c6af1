// What nothing names between two barriers, no comment and no loop with a barrier, may be much: then
// its parts are steps of their own. A part is a statement, a round of a loop whose threads hand
// each other values through memory (a reduction that lacks its barrier), or another loop as a
// whole. And what steps are called that no comment names: by what they do.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/language/program.h"
#include "app/machine/rows.h"
#include "app/trace/trace.h"

namespace stridescope {

/// What accesses do of which a step is made.
struct StepDoes {
    bool global_load = false, global_store = false, load = false, store = false, other = false;

    void note(Event event);
    /// Elements come into shared memory, and nothing else.
    bool only_loads() const { return store && global_load && !load && !global_store && !other; }
    /// Results go out.
    bool only_stores() const { return global_store && !global_load && !store && !other; }
};

/// A part of what nothing names; those of one interval lie in the order of their text.
struct StepUnit {
    static constexpr std::uint32_t statement = 0xFFFFFFFE;  ///< instead of a loop

    std::uint32_t at = 0;    ///< the first instruction of its statement or loop
    std::uint32_t loop = 0;  ///< into Program::loops, or `statement`
    /// Which round of the loop, from 0, where each is a part.
    std::uint32_t round = 0;

    auto operator<=>(const StepUnit&) const = default;
};

/// What variables were that name a round of a loop.
struct RoundName {
    std::string text{};       ///< "stride = 4", "d = 2, n = 8", "round 3"; empty: nothing names it
    std::int64_t stride = 0;  ///< of a variable of that name, where it is the only one; else 0

    bool empty() const { return text.empty(); }
    bool operator==(const RoundName&) const = default;
};
/// What the loop's variables were.
RoundName name_of(const language::Loop& loop, const std::array<std::int64_t, 2>& values);

class StepUnits {
  public:
    /// More parts than this make too many steps of one interval.
    static constexpr std::size_t most_parts = 256, most_statements = 64;

    explicit StepUnits(const machine::LaunchRecord& launch);

    /// The part that the row is of. `barrier_round`: of the innermost loop around it that has a
    /// barrier, 0: there is none; `each_round`: rounds that hand on values are parts of their own.
    StepUnit of(const machine::BlockRecord& block, const machine::Row& row,
                std::uint32_t barrier_round, bool each_round) const;
    /// The part that an access at the machine's site begins, of a loop its first round.
    StepUnit of(std::int32_t site) const;
    /// What a round that the row is of is called, "s = 4" or "round 3"; empty: the part is none.
    RoundName name_of(const machine::BlockRecord& block, const machine::Row& row,
                      const StepUnit& unit) const;
    void note(StepDoes& does, const machine::Row& row) const;

  private:
    std::int32_t outermost(std::int32_t loop) const;

    const language::Program& program_;
    std::vector<std::uint32_t> at_loop_, at_statement_;  ///< [loop], [site]
    std::vector<bool> hands_on_;                         ///< [loop]
};

}  // namespace stridescope

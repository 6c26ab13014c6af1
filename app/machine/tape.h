// A run of the same launch that somebody else recorded, a GPU say, for the machine to follow: at
// each access it takes what was read there, and holds where it was and what was written against its
// own. So the rows that it makes are that run's, with all that only the machine knows of it: which
// operations led from value to value, which rounds of which loops it was.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/machine/loaded_program.h"
#include "app/machine/rows.h"

namespace stridescope::machine {

/// One access of one thread.
struct TapeEvent {
    const language::Expr* expr = nullptr;  ///< as Site::expr
    language::SiteKind kind = language::SiteKind::load;
    bool shared = false;
    bool used = false;           ///< it has been followed once
    std::uint32_t count = 1;     ///< how often one behind the other
    std::uint32_t interval = 0;  ///< barriers that the thread had passed
    /// The machine's address of it; of shared memory bytes from its begin; of a shuffle the lane
    /// whose value was taken.
    std::uint64_t address = 0;
    /// What was read, written, or handed back.
    std::array<std::uint64_t, 2> value{};
    std::uint64_t time = 0;  ///< of a load after it, of others before; of several the first one's
};

class Tape {
  public:
    /// The accesses of each recorded thread, in order: block after block.
    explicit Tape(std::vector<std::vector<TapeEvent>> threads) : threads_{std::move(threads)} {}

    /// The program's accesses go by the tape from now on.
    void attach(LoadedProgram& loaded);

    /// Where it could not be followed any further, as a sentence without a full stop; empty:
    /// nowhere.
    const std::string& lost() const { return lost_; }
    language::Place lost_at() const { return lost_at_; }
    /// Threads × accesses that agreed.
    std::uint64_t followed() const { return followed_; }
    /// Values that the machine would have written otherwise. The tape's are in the rows.
    std::uint64_t other_values() const { return other_values_; }
    /// The first of them, as a sentence without a full stop.
    const std::string& other_value() const { return other_value_; }
    /// By how many units in the last place floating-point ones are off at most; of integers, and of
    /// what is no number, this is as large as can be.
    std::uint64_t largest_difference() const { return largest_difference_; }
    /// To be asked in the end: an access that the machine has not come to. Empty: there is none.
    std::string left_over() const;

    /// When the access under way, or the last one, was, and what it read, by lane.
    std::uint64_t time(int lane) const { return times_[static_cast<std::size_t>(lane)]; }
    std::uint64_t value(int lane) const { return values_[static_cast<std::size_t>(lane)]; }

  private:
    struct Access;
    static const Operation* follow(const Operation* o, std::byte* frame, Context& context);
    const Operation* access(const Operation* o, std::byte* frame, Context& context);
    const Operation* shuffle(const Operation* o, std::byte* frame, Context& context);
    TapeEvent* next(std::size_t thread, const language::Site& site, std::uint32_t interval,
                    bool waits);
    void lose(const Operation* o, Context& context, std::uint32_t lane, std::string what);
    void compare(Access& access, std::uint32_t lane, const Operation* o, Context& context,
                 std::uint64_t own);

    std::vector<std::vector<TapeEvent>> threads_;
    std::vector<std::size_t> at_;
    std::vector<Handler> handlers_;
    std::array<std::uint64_t, lanes_of_warp> times_{}, values_{};
    std::string lost_{}, other_value_{};
    language::Place lost_at_{};
    std::uint64_t followed_ = 0, other_values_ = 0, largest_difference_ = 0;
};

}  // namespace stridescope::machine

// What the program knows about a kernel besides its text: name, limits, launch shape, closed forms.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/shape.h"

namespace stridescope {

/// Counts that the textbook's closed form predicts for one step of one block; absent where there
/// is no formula. Compared with what was recorded, never shown in its place.
struct Expected {
    std::optional<long long> active_threads{};
    std::optional<long long> adds{};
};

/// An array in global memory that a kernel works with besides its input and its output: what its
/// blocks tell one another by. All zeros when the kernel starts.
struct Scratch {
    enum class Kind { values, integers };  ///< elements as they are scanned, or int
    enum class Length {
        one,
        per_block,  ///< one for each block, and one more
        totals,     ///< one for each section of the input, of its totals, of their totals, …
    };
    std::string_view name{};  ///< as the kernel's text calls it; empty: there is none
    Kind kind = Kind::values;
    Length length = Length::per_block;
};
/// The most such arrays.
inline constexpr int most_scratch = 6;

/// Where a kernel's own text puts element i of its section. A right one goes by the chosen layout.
enum class OwnLayout {
    as_chosen,     ///< at pad(i), in an array as long as that takes
    never_padded,  ///< at i, in that same array: padding is declared and comes to nothing
    every16,       ///< wherever there is padding at all, at i + i/16
};

/// Says of a kernel that it is broken on purpose, and is its card: a fault that people met, to be
/// recognised. What goes wrong in a run is not taken from here but found in its trace.
struct Broken {
    std::string_view correct{};  ///< id of the right kernel beside it; empty: the kernel is right
    std::string_view see{};      ///< what one sees
    std::string_view why{};      ///< what is wrong
    std::string_view mend{};     ///< how to mend it
    std::string_view met{};      ///< where people met it
    // Where the fault can show at all:
    bool needs_padding = false;    ///< --pad is not none
    int min_section = 1;           ///< L is at least so much
    int min_n = 1;                 ///< N is at least so much
    int min_blocks = 1;            ///< so many blocks are launched
    bool needs_remainder = false;  ///< N is no multiple of L
    /// There are more blocks than room for them, and the last one starts first.
    bool needs_waiting_blocks = false;
};

/// What a kernel can be launched with.
struct LaunchLimits {
    int min_block = 2;  ///< --block is a power of two in [min_block, max_block]
    int max_block = 1024;
    int max_coarsen = 16;               ///< --coarsen is in [1, max_coarsen]
    std::string_view coarsen_reason{};  ///< why max_coarsen is 1, for the tooltip
    bool one_thread = false;            ///< launch one thread per section
    /// Sections are powers of two, and so --coarsen is one.
    bool power_of_two_section = false;
};

/// Where a kernel keeps the section that a block works on.
struct SectionLayout {
    OwnLayout layout = OwnLayout::as_chosen;
    Storage storage = Storage::shared;
    /// So many copies of the section lie behind one another in the shared array, lane.buffer()
    /// words apart.
    int buffers = 1;
    /// Registers of every thread that its warp can read: lane.own(0) … lane.own(registers − 1).
    int registers = 0;
};

/// What a kernel's blocks have to do with one another.
struct Cooperation {
    /// Its arrays of global memory, in the order of lane.values(i) and lane.ints(i).
    std::array<Scratch, most_scratch> scratch{};
    /// Launched once for each level of totals, and once to add each of them (see
    /// kernels/launches.h); otherwise once.
    bool launched_by_level = false;
    /// Right only while all blocks are on the GPU at the same time; otherwise it deadlocks.
    bool needs_all_resident = false;
    /// The phase in which what a block reads depends on how far the others have got; empty: there
    /// is none.
    std::string_view nondeterministic_phase{};
};

/// What the recording CUDA build wants to know of a kernel, and nobody else.
struct RecordingHints {
    /// Two values that are both in registers are added somewhere. The build does not compile where
    /// this is false and should not be.
    bool adds_registers = false;
    /// After every STEP but the first, all threads meet at a barrier before one of them stores to
    /// shared memory. That barrier then guards the recording's copy of the array too; say false
    /// where it is not so, and it brings one of its own.
    bool barrier_begins_step = true;
    /// Lanes of a warp work in some steps while their neighbours rest, and rest while those work.
    /// What they record on a GPU would lie far apart; say true, and lanes that had less to say
    /// catch up at every barrier. Changes no trace, only how fast it is written.
    bool lanes_take_turns = false;
};

/// One entry of the catalogue.
struct KernelInfo {
    std::string_view id;       ///< the name on the command line
    std::string_view title;    ///< the name for people
    std::string_view family;   ///< heading in lists, e.g. "Within a block"
    std::string_view summary;  ///< one sentence: the idea and its price
    std::string_view source;   ///< where the algorithm was published
    std::string_view header;   ///< file with its text, relative to the repository
    LaunchLimits limits{};
    Scope scope = Scope::section;
    /// The text asks lane.exclusive() and does what it says; otherwise only the inclusive scan can
    /// be had of it.
    bool takes_exclusive = false;
    SectionLayout memory{};
    Cooperation cooperation{};
    RecordingHints recording{};
    Broken broken{};  ///< of kernels that are broken on purpose

    constexpr bool is_broken() const { return !broken.correct.empty(); }
    /// Whether its blocks have to do with one another: they share arrays of global memory.
    constexpr bool blocks_cooperate() const { return !cooperation.scratch[0].name.empty(); }
};

/// Whether the kernel runs with --coarsen C.
constexpr bool takes_coarsening(const KernelInfo& info, int coarsen) {
    const bool power_of_two = coarsen > 0 && (coarsen & (coarsen - 1)) == 0;
    return coarsen >= 1 && coarsen <= info.limits.max_coarsen &&
           (power_of_two || !info.limits.power_of_two_section);
}

/// Launch shape of kernel `info` for --block and --coarsen.
constexpr Shape shape_of(const KernelInfo& info, int block, int coarsen) {
    return {block, coarsen, info.limits.one_thread ? 1 : block, block * coarsen};
}

/// floor(log2 x) for x ≥ 1.
constexpr int log2_floor(int x) {
    int log = 0;
    while (x > 1) {
        x /= 2;
        ++log;
    }
    return log;
}

}  // namespace stridescope

// What the machine records, as plain data: who reached what, where in the text, in which round of
// which loops.
//
// A *row* is one access of one warp: its site, the round of all loops around it, the lanes that
// took part, and where each of them reached. Rows lie one behind another in memory, in the order in
// which the warp made them; how long one is, its flags say. A *segment* is a run of rows of one
// warp between two barriers. Shared memory as it stood at a barrier is rebuilt by `replay`.
//
// Where values come from. Beside the accesses there are rows of ops and moves: 24 bytes that say
// who carried them out, when. There is one for each op (and each load from and store to a local
// array) whose result ends in something that is stored, shuffled or given to an atomic, and that is
// made of something that was loaded, shuffled or handed back by an atomic; and a move wherever a
// variable that may hold such a value is given another one that no row has made just now. So it is
// known exactly of each value which row made it. The rows need not say so, for their sites do:
//   - A *holder* (a variable, or what stands between two operations of one expression) has at any
//     time, for each lane, the row that gave it its value last; before the first one, none.
//   - A row uses values: Site::sources says which holders have them. No holder: a constant, or made
//     of indices and arguments only. What a shuffle hands a lane is what the holder of the lane at
//     `offset(lane)` has.
//   - Then the row gives: in the lanes of its mask the holders of Site::gives have this row from
//     now on.
// Holders are each warp's own and outlast its segments. Going along a warp's rows once finds
// everything: OriginWalk (origins.h) does, and sees through moves and local arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/language/program.h"
#include "app/machine/grid_record.h"
#include "app/machine/race_record.h"

namespace stridescope::machine {

inline constexpr int lanes_of_warp = language::warp_lanes;

/// How a row says where its lanes reached: in bytes from the array's begin; of ops and moves
/// nothing.
enum class IndexForm : std::uint8_t {
    uniform,     ///< all at `base`
    affine,      ///< lane l at base + l · stride
    list,        ///< 32 numbers of 4 bytes behind the row
    short_list,  ///< 32 numbers of 2 bytes: `base` is to be added, each counts `stride` bytes
};

/// Which values stand behind the row: those stored, of an atomic those left behind. Of a thread's
/// own array there are none: where they come from is known all the same.
enum class ValueForm : std::uint8_t {
    none,
    uniform,  ///< one, in 8 bytes
    narrow,   ///< 32 of 4 bytes
    wide,     ///< 32 of 8 bytes, or of value_bytes() if a vector was stored
};

/// The beginning of each row.
struct Row {
    std::uint32_t site_and_flags = 0;  ///< see site(), index_form() …
    std::uint32_t round = 0;           ///< into BlockRecord::rounds
    std::uint32_t mask = 0;            ///< lanes that took part
    std::int32_t stride = 0;           ///< bytes from lane to lane
    std::int64_t base = 0;             ///< bytes from the array's begin

    static constexpr int site_bits = 24;
    std::uint32_t site() const { return site_and_flags & ((1U << site_bits) - 1); }
    IndexForm index_form() const { return static_cast<IndexForm>((site_and_flags >> 24) & 3); }
    ValueForm value_form() const { return static_cast<ValueForm>((site_and_flags >> 26) & 3); }
    /// The site does not say which array: its number stands first behind the row.
    bool names_object() const { return (site_and_flags >> 28 & 1) != 0; }
    /// Part of the access that the row before is of: a pointer that points into several arrays.
    bool continues() const { return (site_and_flags >> 29 & 1) != 0; }

    /// Bytes of each lane's value, where lanes have values of their own: 4, 8, 16 or 32.
    std::size_t value_bytes() const {
        return value_form() == ValueForm::narrow ? 4 : std::size_t{8} << (site_and_flags >> 30);
    }

    std::size_t bytes() const {
        const std::array<std::size_t, 4> of_values{0, 8, 128, value_bytes() * lanes_of_warp};
        return sizeof(Row) + (names_object() ? 8 : 0) + list_bytes() +
               of_values[static_cast<std::size_t>(value_form())];
    }
    /// Which array, if the row names it.
    std::int32_t object() const {
        std::int32_t n = 0;
        std::memcpy(&n, this + 1, sizeof n);
        return n;
    }
    /// Of a block of a cluster: whose shared memory it is, by rank in the cluster; −1: its own.
    std::int32_t rank() const {
        std::int32_t n = -1;
        if (names_object()) std::memcpy(&n, reinterpret_cast<const std::byte*>(this + 1) + 4, 4);
        return n;
    }
    /// Bytes from the array's begin to where the lane reached.
    std::int64_t offset(int lane) const {
        switch (index_form()) {
            case IndexForm::uniform: return base;
            case IndexForm::affine: return base + std::int64_t{lane} * stride;
            case IndexForm::short_list: {
                std::uint16_t n = 0;
                std::memcpy(&n, behind() + lane * 2, sizeof n);
                return base + std::int64_t{n} * stride;
            }
            default: {
                std::uint32_t n = 0;
                std::memcpy(&n, behind() + lane * 4, sizeof n);
                return n;
            }
        }
    }
    /// The bits of the value that the lane left there; of a vector its first 8 bytes.
    std::uint64_t value(int lane) const {
        std::uint64_t bits = 0;
        copy_value(lane, &bits, sizeof bits);
        return bits;
    }
    /// The first `bytes` bytes of the value, as far as it has them.
    void copy_value(int lane, void* to, std::size_t bytes) const {
        const std::byte* at = behind() + list_bytes();
        switch (value_form()) {
            case ValueForm::none: break;
            case ValueForm::uniform: std::memcpy(to, at, std::min<std::size_t>(bytes, 8)); break;
            default: {
                const std::size_t each = value_bytes();
                std::memcpy(to, at + static_cast<std::size_t>(lane) * each, std::min(bytes, each));
            }
        }
    }

  private:
    std::size_t list_bytes() const {
        constexpr std::array<std::size_t, 4> of_forms{0, 0, 128, 64};
        return of_forms[static_cast<std::size_t>(index_form())];
    }
    const std::byte* behind() const {
        return reinterpret_cast<const std::byte*>(this + 1) + (names_object() ? 8 : 0);
    }
};
static_assert(sizeof(Row) == 24);

/// One round of one loop (or one call of a function that is called often), below the round of the
/// loop around it. Number 0 is the kernel itself.
struct Round {
    std::uint32_t parent = 0;
    std::int32_t loop = -1;     ///< into Program::loops
    std::uint32_t number = 0;   ///< from 0
    std::uint32_t next = 0;     ///< the same loop's next round, 0: none yet
    std::uint32_t child = 0;    ///< the first round of a loop within
    std::uint32_t sibling = 0;  ///< the next such loop's
    /// What the loop's stepped variables were as the round began, in the order of Loop::stepped.
    std::array<std::int64_t, 2> values{};

    bool operator==(const Round&) const = default;
};

/// Rows of one warp without a barrier between them.
struct Segment {
    const std::byte* begin = nullptr;
    const std::byte* end = nullptr;
    std::uint32_t warp = 0;
    std::uint32_t interval = 0;  ///< barriers that the block had passed
    std::int32_t loop = -1;      ///< the innermost loop around its last access that has a barrier
    std::uint32_t round = 0;     ///< that loop's round
    std::int32_t step = -1;      ///< what its last access's place is called: see step_of
    std::array<std::int64_t, 2> values{};  ///< of that loop's stepped variables, as they stood then

    template <typename Visit>
    void for_each_row(Visit visit) const {
        for (const std::byte* at = begin; at < end;) {
            const Row& row = *reinterpret_cast<const Row*>(at);
            visit(row);
            at += row.bytes();
        }
    }
};

/// What the row's place is called by a comment `// step: name`: into Program::step_names, or -1.
std::int32_t step_of(const language::Program& program, const std::vector<Round>& rounds,
                     const Row& row);

/// Something that the text does wrong, or that a reader should know.
struct Diagnostic {
    enum class Kind : std::uint8_t {
        out_of_bounds,  ///< `index` of an array of `extent` elements
        uninitialized,  ///< memory that nobody wrote, or a variable without a value
        barrier,        ///< not all threads of the block reach it
        exited,         ///< the same, but those who don't have returned
        endless,        ///< a loop that took more than the budget
        deadlock,       ///< all wait, and nobody comes
        division,       ///< of an integer by zero
        misaligned,
        bad_pointer,  ///< null, or of no array
        assertion,
        trap,
        missing_lanes,  ///< a warp function names lanes that don't come
        shared_memory,  ///< more than there is
        unfenced,       ///< of weak memory: a store that another block should have seen
        cuda_call,      ///< that returns an error, and does nothing
        spinning,       ///< lanes wait for a lock that another lane of their warp holds
        other_type,     ///< shared memory is read as something else than what was stored
        early_read,     ///< of what an asynchronous copy brings, which nobody has waited for
        recursion,      ///< deeper than the stack holds
        unordered,      ///< main, or another stream, may be too early
        early_write,    ///< over what an asynchronous copy still reads, or writes yet
        unread_copy,    ///< in bulk, of a block that has ended
    };
    Kind kind = Kind::out_of_bounds;
    language::Place place{};
    std::uint32_t block = 0, thread = 0;
    std::uint32_t interval = 0;
    int object = -1;          ///< of the launch's program, -1: none
    std::int64_t index = 0;   ///< of an element, or whatever the kind says
    std::uint64_t value = 0;  ///< that was to be stored
    std::uint64_t count = 1;  ///< how often, all in all
    std::string message{};    ///< one sentence for people

    bool operator==(const Diagnostic&) const = default;
};

/// A thread whose variables are noted, of one block.
struct WatchedThread {
    std::uint32_t block = 0, thread = 0;
};

/// What its variables were behind statements: behind the first one that ends after each row, since
/// between two rows a trace has no time.
struct LocalsLog {
    struct Entry {
        std::uint32_t segment = 0, offset = 0;  ///< of its block, in bytes: what comes next there
        std::uint32_t watch = 0;                ///< into Program::watches
        std::size_t first = 0;                  ///< into `values`, in that order
    };
    static constexpr std::size_t most_values = std::size_t{1} << 22;
    std::vector<Entry> entries{};
    std::vector<std::uint64_t> values{};
    bool cut = false;  ///< there were more
};

/// Asynchronous copies that some lanes of a warp begin, and wait for, together.
struct CopyRecord {
    /// When something was done: behind so many bytes of rows of a segment of its block.
    struct Moment {
        std::uint32_t segment = 0, offset = 0;
        std::uint32_t warp = 0, interval = 0;
        language::Place place{};  ///< no line: it was not done

        bool is_known() const { return place.line > 0; }
        bool operator==(const Moment&) const = default;
    };
    std::uint32_t warp = 0, mask = 0;  ///< whose they are
    std::uint64_t bytes = 0;           ///< of all lanes
    std::uint32_t group = 0;           ///< how many the lanes had committed before
    bool at_barrier = false;           ///< they come with a barrier's phase, and are of no group
    bool out = false;                  ///< they read shared memory, and write to global memory
    Moment begun{}, committed{}, awaited{};
    Moment too_early{};  ///< read before they have come, or overwritten: the first time

    bool operator==(const CopyRecord&) const = default;
};

/// What a thread of another block of the cluster stored in a block's shared memory.
struct ReceivedStore {
    std::uint32_t segment = 0;   ///< so many segments of the owner's lie before it
    std::uint32_t interval = 0;  ///< that the owner was in
    std::uint32_t offset = 0;    ///< bytes from the begin of shared memory
    std::uint32_t width = 0;     ///< up to 8
    std::uint64_t bits = 0;
    std::uint32_t op = 0;             ///< the instruction
    std::uint32_t from_interval = 0;  ///< that whoever stored it was in

    bool operator==(const ReceivedStore&) const = default;
};

/// All rows of one block.
struct BlockRecord {
    std::uint32_t block = 0;              ///< x fastest, then y, then z
    std::uint32_t intervals = 0;          ///< barriers passed, and one
    std::int32_t rank = 0;                ///< in its cluster
    std::span<const Segment> segments{};  ///< in the chunks of its launch, as its rows are
    std::shared_ptr<const std::vector<Round>> rounds{};
    std::vector<CopyRecord> copies{};       ///< in the order in which they were begun
    std::vector<ReceivedStore> received{};  ///< in their order
    bool is_cut = false;  ///< it went on, and was not recorded any more (Settings::block_bytes)
};

/// Memory that rows lie in. It comes back: touching fresh pages costs more than writing rows.
class Chunk {
  public:
    explicit Chunk(std::size_t bytes);
    ~Chunk();
    Chunk(const Chunk&) = delete;
    Chunk& operator=(const Chunk&) = delete;
    std::byte* data() const { return data_; }
    std::size_t size() const { return bytes_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// As many of a launch wait to run as CUDA keeps by itself (cudaLimitDevRuntimePendingLaunchCount).
inline constexpr std::size_t most_children = 2048;

struct LaunchMoment;
struct PastOfLaunch;

/// What a thread of a kernel launches.
struct ChildLaunch {
    const language::Call* call = nullptr;  ///< of its parent's program
    std::vector<std::uint64_t> values{};   ///< of its operands
    /// What the thread knew then, where that is judged (see child_order.h).
    std::shared_ptr<const LaunchMoment> when{};
};

/// One launch.
struct LaunchRecord {
    std::shared_ptr<const language::Program> program{};
    std::vector<BlockRecord> blocks{};  ///< those recorded, in order
    std::vector<Diagnostic> diagnostics{};
    std::string output{};  ///< what printf wrote
    /// What its threads have launched, in their order: these are still to run.
    std::vector<ChildLaunch> children{};
    std::shared_ptr<PastOfLaunch> past{};  ///< for these: see child_order.h
    std::vector<std::shared_ptr<Chunk>> chunks{};
    std::uint64_t rows = 0, row_bytes = 0;
    std::uint64_t lane_steps = 0;  ///< threads × (barriers + 1), as the bench counts
    bool complete = true;          ///< false: cancelled, or stopped by its budget
    RaceList races{};
    LocalsLog locals{};
    GridRecord grid{};  ///< what happened between blocks that have to do with each other
};

/// Puts what the block's rows stored into shared memory as it stood when `interval` ended: `bytes`
/// long, whatever was never written is 0.
std::vector<std::byte> replay(const language::Program& program, const BlockRecord& block,
                              std::uint32_t interval);

}  // namespace stridescope::machine

// What the machine's operations work on.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/language/program.h"
#include "app/machine/memory.h"
#include "app/machine/rows.h"
#include "app/machine/weak_memory.h"

namespace stridescope::machine {

class Claims;
class GridWatch;
class LoopProbe;
class NativeLoops;
class Order;
struct Context;
struct Operation;

/// Carries one instruction out and says which comes next; nullptr: the warp stops for now.
using Handler = const Operation* (*)(const Operation*, std::byte* frame, Context&);

/// An instruction, ready to run.
struct Operation {
    Handler run = nullptr;
    language::Slot d = 0, a = 0, b = 0, c = 0, e = 0, mask = 0, key = 0;
    std::uint32_t scale = 1;
    std::int64_t imm = 0;
    std::int32_t least = 0, most = -1;  ///< the indices that are within the array
    std::int32_t object = -1;
    std::uint32_t site = 0;
    const Operation* target = nullptr;
    std::uint32_t size = 0;  ///< of a local array, or of a wide access
    std::uint8_t flag = 0;
    std::uint8_t aligned = 0;  ///< of a kernel's access that may lie elsewhere: to so many bytes
    bool recorded = false, scalar_value = false;
    bool shared = false;
    bool short_index = false;  ///< the array's indices fit into 2 bytes
    bool judged = false;       ///< of an array that the launch writes: accesses to it may race
    bool alone = false;  ///< a load that between two barriers meets no store: see find_lone_loads
    bool lane_masks = false;  ///< of warp functions: e are lanes
};

/// The memory that an object of the program is.
struct View {
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;
    bool shared = false;
    Written* written = nullptr;  ///< nullptr: all of it is
};

/// Why a warp stopped.
enum class Stop : std::uint8_t {
    none,
    finished,
    barrier,
    named,  ///< at a barrier that has a number
    meeting,
    waiting,
    turn_over,
    aborted
};

/// What calls of functions that call themselves have kept of a warp's frame.
struct CallStack {
    std::vector<std::byte> kept;
    std::vector<const Operation*> calls;  ///< that it comes back behind
};

/// One warp of a block, or some of its lanes that go their own way.
struct Warp {
    std::byte* frame = nullptr;
    const Operation* at = nullptr;
    std::uint32_t index = 0;
    std::uint32_t lanes = 0;  ///< that exist and are its own
    Stop stop = Stop::none;
    const Operation* barrier = nullptr;  ///< or where it meets the warp's other lanes
    std::uint32_t barrier_mask = 0;
    std::uint32_t absent = 0;  ///< lanes that its block has no threads for
    /// Of the named barrier that it waits at: the number, for how many threads, how often it was
    /// completed before.
    std::uint32_t named = 0, expected = 0, completed = 0;
    /// Of one put together from parts: lanes that have not returned, and those of its own that do
    /// the same at another place.
    std::uint32_t alive = 0, elsewhere = 0;
    const Operation* polling = nullptr;   ///< the wait that it went around in before
    const Operation* loop_end = nullptr;  ///< of the loop that it stopped in
    /// A loop that comes back to where it was as long as nobody writes what it reads: by what that
    /// is known again, after how many rounds, and how many it has gone since.
    struct Circle {
        const Operation* end = nullptr;
        std::uint64_t hash = 0, rounds = 0, gone = 0;
    };
    Circle circle{};
    const Operation* left = nullptr;  ///< the return by which lanes of it left last:
    std::uint32_t left_lanes = 0;
    bool split = false;        ///< it has not all lanes of its warp
    std::uint32_t syncs = 0;   ///< __syncwarps so far
    std::uint32_t astray = 0;  ///< accesses of this block's that went wrong
    CallStack stack{};
};

/// So many, and the loop that they are made in is stopped.
inline constexpr std::uint32_t most_astray = 1U << 20;

/// Asynchronous copies of a block's threads that nobody has waited for.
struct AsyncCopies {
    /// Words of shared memory.
    struct Words {
        std::uint32_t begin = 0, count = 0;
        std::uint32_t copy = 0;
        std::uint32_t bytes = 0;  ///< those within a word count here alone
    };
    /// What of the recording they are; none: it is not recorded, or there are none.
    static constexpr std::uint32_t no_record = 0xFFFFFFFF;
    struct Group {
        std::vector<Words> words;
        std::uint32_t record = no_record;
    };
    struct Thread {
        Group open;                 ///< of no group yet
        std::vector<Group> groups;  ///< the oldest first
        std::uint32_t commits = 0;
    };
    /// What has come when a barrier's phase is over.
    struct Bound {
        std::vector<Words> words;
        std::vector<std::uint32_t> records;
    };
    /// Those that write to shared memory, and those in bulk that read it: their groups are others.
    struct Way {
        std::vector<Thread> threads;
        std::vector<std::uint32_t> of_word;  ///< 0: none; else one more than the copy's number
        std::uint64_t words = 0;             ///< that are on their way

        void clear();
        /// They have come, or are read, and are touched by whom they may be.
        void end(const Words& some);
    };
    Way in, out;
    /// Of global memory, of which the launch writes some: what copies to shared memory read. That
    /// lasts until their thread has waited for them, and is over for others who come behind that.
    struct Source {
        std::uint64_t begin = 0, end = 0;  ///< addresses
        std::uint32_t copy = 0;
    };
    struct Sources {
        std::vector<Source> all;
        std::uint64_t begin = ~std::uint64_t{0}, end = 0;  ///< all of them are in between
        std::uint32_t interval = 0;                        ///< of the last look at what is over
        /// [thread]: what it has loaded for a copy that it has yet to begin.
        std::vector<Source> loaded;

        void clear();
        void add(const Source& source);
    };
    struct Copier {
        std::uint32_t thread = 0;
        const Operation* at = nullptr;
        /// Of its thread's clock, when that had waited for it; 0: it has not.
        std::uint32_t awaited = 0;
        bool has_come = false;  ///< somebody has waited for a barrier that it was bound to
        std::uint32_t of_grid = 0xFFFFFFFF;  ///< its number in CopiesOfGrid
    };
    std::vector<Copier> copiers;  ///< [copy]: who makes it, and where
    Sources sources;
    std::unordered_map<std::uint64_t, Bound> bound;  ///< [address of a barrier]
    /// [address of a barrier]: those of CopiesOfGrid that somebody has waited for there.
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> arrived;
    std::vector<CopyRecord> records;

    void clear();
};

/// Barriers of a block that have a number.
inline constexpr std::uint32_t named_barriers = 16;

/// So many threads of a barrier's count are there when these lanes come: a warp counts as a whole,
/// also where it is not full.
inline std::uint32_t threads_that_count(const Warp& warp, std::uint32_t mask) {
    if (!warp.split) return lanes_of_warp;
    const auto lanes = static_cast<std::uint32_t>(__builtin_popcount(mask));
    return (mask & 1) != 0 ? lanes + warp.absent : lanes;
}

/// The shared memory of a block, and who wrote what of it.
struct SharedMemory {
    std::vector<std::byte> storage;
    std::vector<std::uint8_t> written;  ///< [word] 0 or 1
    /// [word]: one more than the instruction that stored there last, where types are to be kept.
    std::vector<std::uint32_t> stored_by;
    AsyncCopies copies;
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;
    std::uint64_t unwritten = 0;
    /// [number]: threads that have come to the barrier, and how often enough of them had.
    std::array<std::uint32_t, named_barriers> arrived{}, completed{};
    /// Of a block of a cluster: what others of it store here, and how far its own recording is.
    struct Received {
        bool wanted = false;
        std::uint32_t interval = 0;
        std::size_t segments = 0;
        std::uint64_t most_bytes = 0;
        std::vector<ReceivedStore> stores;
        bool is_cut = false;  ///< there were more
    };
    Received received;
    /// [warp]: lanes that have come to the cluster's barrier by `cluster_arrive`, until all have.
    std::vector<std::uint32_t> at_cluster;
};

/// Appends rows, and whatever else is kept as long, to chunks of memory.
class RowWriter {
  public:
    std::byte* at = nullptr;
    std::byte* end = nullptr;
    std::vector<std::shared_ptr<Chunk>> chunks;

    void new_chunk(std::size_t bytes = 0);
    /// A copy of them that lasts as long as the chunks.
    std::span<const Segment> keep(std::span<const Segment> segments);
    std::uint64_t used() const;  ///< bytes, in all chunks
    static constexpr std::size_t longest_row = 24 + 8 + 128 + 32 * 32;
    static constexpr std::size_t first_chunk_bytes = std::size_t{256} << 10;
    static constexpr std::size_t chunk_bytes = std::size_t{4} << 20;
    static constexpr std::size_t longest_segment = std::size_t{64} << 20;
};

/// Iteration keys: rounds of loops, each once.
class Rounds {
  public:
    explicit Rounds(const language::Program& program) : program_(program) { reset(); }
    void reset();
    std::uint32_t enter(std::uint32_t parent, std::int32_t loop, const std::byte* frame);
    std::uint32_t next(std::uint32_t round, const std::byte* frame);
    const std::vector<Round>& all() const { return all_; }

  private:
    void read_values(Round& round, const std::byte* frame) const;

    const language::Program& program_;
    std::vector<Round> all_;
};

struct Context {
    const language::Program* program = nullptr;
    const Operation* first = nullptr;
    GlobalMemory* memory = nullptr;
    WeakMemory* weak = nullptr;            ///< nullptr: all see at once what is stored
    Claims* claims = nullptr;              ///< nullptr: no other block runs at the same time
    GridWatch* grid = nullptr;             ///< nullptr: blocks have nothing to do with each other
    bool watched = false;                  ///< there is one of these three
    const WatchedThread* watch = nullptr;  ///< whose variables are noted, if anybody's:
    LocalsLog* locals = nullptr;
    Order* order = nullptr;  ///< nullptr: nobody judges races
    /// Loads that meet no store need not be judged: of shared memory, and of global memory.
    bool leaves_out_shared = false, leaves_out_global = false;
    LoopProbe* probe = nullptr;  ///< nullptr: no loop has gone on for long
    std::vector<View> views;
    SharedMemory* shared = nullptr;
    /// [rank]: of the blocks of its cluster, where that has several; nullptr: of one that is not
    /// there.
    std::vector<SharedMemory*> cluster{};
    Warp* warp = nullptr;
    std::uint32_t block = 0;
    std::uint32_t interval = 0;
    RowWriter* rows = nullptr;
    Rounds* rounds = nullptr;
    std::vector<Segment>* segments = nullptr;
    Segment segment{};
    bool recording = false;
    bool is_cut = false;                     ///< the block has been recorded as far as is wanted
    std::uint64_t block_bytes = UINT64_MAX;  ///< so far
    std::uint64_t budget = 0;                ///< rounds of loops that are left
    std::uint32_t turn = 0;                  ///< and before others have their turn
    std::uint32_t spins = 0;                 ///< the same of loops that may wait for a lock
    std::uint64_t changes = 0;               ///< stores and atomics on global memory so far
    std::uint64_t clock = 0;
    std::vector<Diagnostic> diagnostics;
    std::string output;
    std::vector<ChildLaunch> children;
    // The values that name the step that is being recorded.
    std::int32_t step_loop = -1;
    std::array<std::int64_t, 2> step_values{};
    const std::byte* step_mark = nullptr;    ///< the last access that saw step_values
    const std::byte* last_access = nullptr;  ///< the segment's last row, ops and moves aside
    /// What the lanes of a warp lay together, also where they go their own ways.
    struct Together {
        /// What it multiplies: of each lane eight elements of the one tile, then of the other.
        std::array<std::array<float, lanes_of_warp>, 16> tiles{};
        /// Of each lane the words of a random generator that is brought forward, or what others
        /// take of it.
        std::array<std::array<std::uint32_t, lanes_of_warp>, 5> words{};
    };
    std::vector<Together> of_warps{};  ///< [warp]
    Together& together() {
        if (of_warps.size() <= warp->index) of_warps.resize(warp->index + 1);
        return of_warps[warp->index];
    }
    class HostCalls* host = nullptr;
    NativeLoops* native = nullptr;  ///< of a host's main, if its loops may become code
    class Tape* tape = nullptr;     ///< what is followed, if anything
    const std::atomic<bool>* cancel = nullptr;
    std::atomic<bool>* rounds_sums = nullptr;        ///< of Settings
    const std::function<void()>* look_on = nullptr;  ///< of Settings

    /// Whether nobody wants the run any more. Loops may be endless: asked within a block, too.
    bool cancelled() const {
        if (look_on != nullptr) (*look_on)();
        return cancel != nullptr && cancel->load(std::memory_order_relaxed);
    }
};

/// A variable that names steps of the loop is about to change.
void note_step(Context& context, std::int32_t loop, const std::byte* frame);
/// What is in the frame's stepped variables of the loop.
std::array<std::int64_t, 2> stepped_values(const language::Program& program, std::int32_t loop,
                                           const std::byte* frame);
/// The watched thread's variables as they are, if the lanes are some of its.
void note_locals(Context& context, std::size_t watch, const std::byte* frame, std::uint32_t lanes);
/// Ends the segment that is being recorded, if it has rows, and begins the next.
void close_segment(Context& context);
/// Makes room for another row.
void refill(Context& context);

/// Says something about the lanes of `mask`, one message for each place.
Diagnostic* tell(Context& context, const Operation* at, Diagnostic::Kind kind, std::uint32_t mask);

language::Place place_of(const Context& context, const Operation* at);
/// "thread (3, 1)", and of which block.
std::string thread_text(const Context& context, std::uint32_t thread);
std::string who(const Context& context, std::uint32_t thread);

/// "tile[3][5]": what of the object lies so many bytes from its begin.
std::string element_text(const language::Object& object, std::int64_t offset);

/// The slow ways of memory operations: index faults and what else is wrong with an access.
std::uint32_t tell_out_of_bounds(Context& context, const Operation* at, std::uint32_t mask,
                                 const std::int64_t* index);
/// Tells of a barrier with a number, or of a count of threads, that there is not.
void tell_bad_barrier(Context& context, const Operation* at, std::uint32_t mask,
                      std::uint32_t number, std::uint32_t expected);
/// Of lanes that use a variable that has no value.
void tell_unset(Context& context, const Operation* at, std::uint32_t mask);
/// Says that lanes shuffle within groups of which there are none.
void tell_of_width(Context& context, const Operation* at, std::uint32_t mask,
                   const std::int32_t* width);
/// Says that lanes reach a variable of a function that has ended.
void tell_ended(Context& context, const Operation* at, std::uint32_t mask);
/// What tells a lane's own variables from those of others: never 0.
std::uint64_t own_tag(const Context& context, int lane);
/// The offset in a lane's memory that such an address has, without the tag.
std::int64_t without_own_tag(std::uint64_t offset);
void tell_unwritten(Context& context, const Operation* at, std::uint32_t mask,
                    const std::int64_t* offsets, std::uint32_t width);

/// Tells of lanes that a warp function names and that are not there, or that call it and are not
/// named. Whether all is well.
bool check_named(Context& context, const Operation* at, const std::byte* frame, std::uint32_t mask);

/// Tells of lanes that take the value of one which their block has not, and store it.
void tell_of_beyond(Context& context, const Operation* at, std::uint32_t mask,
                    const std::uint32_t* source);

/// The bytes of an object that some lanes are about to reach. False: they must not.
bool claim(Context& context, std::int32_t object, std::int64_t offset, std::int64_t bytes,
           bool stores);

/// Adds it to the list, or to how often the same was found before.
void add_diagnostic(std::vector<Diagnostic>& all, Diagnostic& more);

/// Weak memory: what the lanes are about to store in `data`, and what they read there.
void note_weak_stores(Context& context, const Operation* at, std::uint32_t mask,
                      std::byte* const* data, std::uint32_t width);
void note_weak_loads(Context& context, std::uint32_t mask, const std::byte* const* data,
                     std::uint32_t width);

/// An access of some lanes to global memory.
struct GlobalAccess {
    std::uint32_t mask = 0, width = 0;
    std::array<std::byte*, lanes_of_warp> data{};
    std::array<std::int64_t, lanes_of_warp> offset{};
    std::array<std::int32_t, lanes_of_warp> object{};
};

// Where blocks have to do with each other (see GridWatch):
bool concerns_grid(const Context& context, std::int32_t object);
void note_grid_read(Context& context, const Operation* at, const GlobalAccess& access);
void note_grid_write(Context& context, const Operation* at, const GlobalAccess& access,
                     const std::byte* values, bool one_value);
/// An atomic is about to change what stands there; what it reads before may have been too old.
void before_grid_change(Context& context, std::byte* data, std::uint32_t width);
void note_grid_atomic(Context& context, const Operation* at, int lane, std::int32_t object,
                      std::int64_t offset, std::uint32_t width, std::uint64_t old,
                      std::uint64_t left);
/// The lanes go round a loop that waits.
void note_grid_round(Context& context, const Operation* end, std::uint32_t lanes);
/// What the lane's access under way read in the run that is followed.
std::uint64_t taped_value(const Context& context, int lane);

/// Where each lane's address is; lanes that point nowhere leave the mask, told as faults.
struct Resolved {
    std::array<std::byte*, lanes_of_warp> data{};
    std::array<std::int64_t, lanes_of_warp> offset{};
    std::array<std::int32_t, lanes_of_warp> object{};
    std::array<bool, lanes_of_warp> shared{};
    std::uint32_t in_block = 0;  ///< lanes that reach shared memory or their own
    std::uint32_t own = 0;       ///< lanes that reach their own: word by word, see `own_stride`
    std::uint32_t remote = 0;    ///< lanes that reach shared memory by a rank in the cluster:
    std::array<std::int8_t, lanes_of_warp> rank{};
};
/// From a word of a lane's own variables to the next one: those of all lanes lie side by side.
constexpr std::size_t own_stride = std::size_t{4} * lanes_of_warp;
/// Of an array of which is asked who wrote what: notes what is written, and tells what is read
/// before.
void note_words(Context& context, const Operation* at, std::uint32_t mask,
                const std::int64_t* offsets, std::uint32_t width, bool reads, bool writes);
std::uint32_t resolve(Context& context, const Operation* at, std::byte* frame, std::uint32_t mask,
                      std::uint64_t* addresses, std::uint32_t width, Resolved& out);
void record_resolved(Context& context, const Operation* at, std::byte* frame, std::uint32_t mask,
                     const Resolved& where, const void* values, std::size_t value_bytes);

/// What lanes have stored in shared memory of other blocks of their cluster, as it stands there.
void note_sent(Context& context, const Operation* at, std::uint32_t mask, const Resolved& where,
               std::uint32_t width);

/// An access of some lanes: where, and what a store writes.
struct OrderedAccess {
    std::uint32_t mask = 0, width = 4;
    bool writes = false;
    std::array<std::uint64_t, lanes_of_warp> address;  ///< of the lanes of `mask`
    const std::byte* memory = nullptr;  ///< of the object whose address is `begin`, or see `data`
    std::uint64_t begin = 0;
    const std::byte* const* data = nullptr;  ///< [lane]
    const std::byte* values = nullptr;       ///< of a store: before they are written
    std::size_t value_bytes = 0;             ///< from lane to lane; 0: one for all

    const std::byte* at(std::size_t lane) const {
        return data != nullptr ? data[lane] : memory + (address[lane] - begin);
    }
    const std::byte* value(std::size_t lane) const { return values + lane * value_bytes; }
};

/// An access to one array, or to one piece of memory: lane i is `step` · `index`[i] bytes behind
/// `address`, or · i where there is none.
struct ArrayAccess {
    std::uint32_t mask = 0, width = 4;
    bool writes = false;
    std::uint64_t number = 0;  ///< of the piece, as in addresses
    std::uint64_t address = 0;
    std::int64_t step = 0;
    const std::int32_t* index = nullptr;
};

/// Of dynamic shared memory: notes as what something is stored, and tells of what is read as
/// something else.
void note_types(Context& context, const Operation* at, const OrderedAccess& access);

void note_copying(Context& context, const Operation* at, std::uint32_t mask,
                  const std::uint64_t* place, const std::int32_t* bytes, bool out);
void note_copies_commit(Context& context, const Operation* at, std::uint32_t mask, bool out);
/// For all groups but the last ones.
void note_copies_wait(Context& context, const Operation* at, std::uint32_t mask, std::size_t last,
                      bool out);
/// What the lanes copy, and is of no group yet, also comes when the object there is waited for.
/// What a kernel's heap hands out, with the tags that the addresses get, and what it takes back.
void note_heap_taken(Context& context, const Operation* at, std::uint32_t mask,
                     const std::uint64_t* addresses, const std::uint64_t* bytes,
                     std::uint64_t* tags);
void note_heap_freed(Context& context, const Operation* at, std::uint32_t mask,
                     const std::uint64_t* addresses);
/// "byte 4 of what it allocated in line 7": `name` is who speaks.
std::string heap_byte_text(KernelHeap& heap, const KernelHeap::Found& found,
                           const std::string& name);
/// Calls the places of the heap that were raced for by who allocated them.
void name_heap(LaunchRecord& record, GlobalMemory& memory);
/// Whether so many bytes that an address of the heap points to are of the block it is of, and that
/// one is not freed.
bool is_in_its_block(const KernelHeap::Found& found, std::uint32_t width);
/// Says of these lanes, of which the first one has found that, that they are not.
void tell_of_heap(Context& context, const Operation* at, std::uint32_t mask, KernelHeap& heap,
                  const KernelHeap::Found& found, std::string_view verb);
void note_copies_bound(Context& context, std::uint32_t mask, const std::uint64_t* barriers);
void note_copies_arrived(Context& context, const Operation* at, std::uint32_t mask,
                         const std::uint64_t* barriers);
/// Tells who loads what such a copy brings, or stores to what one still reads.
void note_early_access(Context& context, const Operation* at, const OrderedAccess& access);
/// The same of a lane's atomic.
void note_early_atomic(Context& context, const Operation* at, int lane, std::uint64_t address,
                       std::uint32_t width);
/// The block ends: what copies in bulk still read of its shared memory is told.
void tell_unread_copies(Context& context);

/// Lanes that reach shared or global memory.
std::uint32_t judged_lanes(const Resolved& where);

// Where races are judged (see Order):
void note_order(Context& context, const Operation* at, const OrderedAccess& access);
/// False: it takes the other one, and nothing was noted.
bool note_order_of_array(Context& context, const Operation* at, const ArrayAccess& access);
/// Of an array in global memory that the launch only reads, where somebody asks what it touches.
void note_touched(const Context& context, const ArrayAccess& access);
void note_order_of_atomic(Context& context, const Operation* at, int lane, std::uint64_t address,
                          std::uint32_t width, bool writes, bool changes);
void note_order_of_lanes(Context& context, std::uint32_t lanes);
/// At the named barrier, whether the lanes wait for it or not; and when enough have come.
void note_order_of_arrival(Context& context, std::uint32_t number, std::uint32_t lanes, bool waits);
void note_order_of_named(Context& context, std::uint32_t number);
void note_order_of_fence(Context& context, std::uint32_t lanes, bool of_block);

/// Lanes come to the barrier of their cluster, and do not wait there. `relaxed`: they hand on what
/// their fences made good, and nothing else.
void note_cluster_arrival(Context& context, std::uint32_t lanes, bool relaxed);

/// Whether the warp will never leave the loop that it is at the end of; then that was told.
bool goes_round_for_ever(Context& context, const Operation* end);

/// Keeps what a call may change. False: there is no room for that, which was told.
bool keep_for_call(Context& context, const Operation* call, std::byte* frame);
/// Gives back what the last call has kept, and says which one it was.
const Operation* leave_call(Context& context, std::byte* frame);

/// A kernel's launch of another, of each lane in its mask.
void launch_from_kernel(Context& context, const Operation* at, const std::byte* frame);

void print(Context& context, const Operation* at, const std::byte* frame, std::uint32_t mask);

/// What runs the host's side of a program: launches, cudaMalloc and its like.
class HostCalls {
  public:
    virtual ~HostCalls() = default;
    virtual std::uint64_t call(const language::Call& call, const std::byte* frame,
                               Context& context) = 0;
    /// Main reaches what the device may not be done with: a sentence of that, once for each.
    /// `asks`: what it reads may be a flag that is waited for.
    virtual std::optional<std::string> too_early(std::uint64_t address, std::uint32_t width,
                                                 bool writes, bool asks) = 0;
};

}  // namespace stridescope::machine

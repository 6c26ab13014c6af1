// The program of a register machine, made for one launch: its sizes and arguments are constants in
// it. A register is either one scalar, where the whole warp has the same value (8 bytes), or 32
// lanes side by side (32 × 4 or 32 × 8 bytes); truth values that differ between lanes are the bits
// of a scalar. All registers lie in one frame, and are named by their byte offset in it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/language/source.h"
#include "app/language/tree.h"

namespace stridescope::language {

inline constexpr int warp_lanes = 32;
/// How deep branches and loops that divide a warp may stand in each other.
inline constexpr int most_mask_levels = 64;
// While code is made, these bits in a Slot say which part of the frame it counts from.
inline constexpr std::uint32_t lanes_flag = 0x8000'0000, pool_flag = 0x4000'0000;

using Slot = std::uint32_t;

/// What a register holds. Smaller integers are kept as i32.
enum class Kind : std::uint8_t { i32, u32, i64, u64, f32, f64, count };

constexpr bool is_wide(Kind kind) {
    return kind == Kind::i64 || kind == Kind::u64 || kind == Kind::f64;
}
constexpr bool is_float(Kind kind) {
    return kind == Kind::f32 || kind == Kind::f64;
}

/// Which operands are scalars: the result is one only if all are.
enum class Form : std::uint8_t { ss, vv, vs, sv, count };

/// How an element lies in memory; of the last two the bits do, as u16.
enum class Cell : std::uint8_t { i8, u8, i16, u16, w32, w64, boolean, f16, bf16, count };

enum class Code : std::uint16_t {
    // d = a ∘ b, by kind and form
    add,
    sub,
    mul,
    div,
    rem,
    and_,
    or_,
    xor_,
    shl,
    shr,
    min,
    max,
    // bits d, or a scalar 0 or 1, by kind and form
    lt,
    le,
    eq,
    ne,
    // by kind, form ss (one scalar) or vv (lanes)
    neg,
    bit_not,
    fma,  ///< d = a · b + c, all of one form
    map1,
    map2,
    map3,      ///< d = function(a, b, c); `flag` is the Builtin; kind of the operands
    convert,   ///< d of kind `flag` = a of `kind`
    narrow,    ///< d = a of `kind` cut to the Cell `flag`, of f16 and bf16 rounded to its bits
    to_index,  ///< 32-bit d = 64-bit a, the least number there is if it does not fit
    // moves
    move,           ///< scalars
    splat,          ///< lanes d = scalar a
    iota,           ///< lanes d = scalar a + lane · scalar b, of 32 bits
    copy,           ///< lanes d = lanes a
    copy_masked,    ///< the same, of the lanes in `mask`; form vs: a is a scalar
    bits_masked,    ///< bits d = a where `mask` has ones
    select,         ///< lanes d = bits c ? a : b
    bits_to_lanes,  ///< 32-bit lanes d = 0 or 1
    spread,         ///< bits d = scalar a ? all : none
    affine_lt,  ///< bits d: where a + lane · b < c, three scalars, by kind (i32, u32); flag 1: or
                ///< equal; 2: where not
    // control
    jump,
    jump_zero,
    jump_nonzero,  ///< by scalar a
    jump_back,     ///< end of a loop's round, `imm` of exits; flag 1: the loop only waits for
                   ///< memory, 2: an atomic decides how long it goes on
    if_mask,       ///< d = mask & bits b; jumps if none are left
    else_mask,     ///< d = mask & ~bits b; the same
    join_mask,     ///< d |= mask & bits b; jumps if d is empty
    jump_empty,    ///< jumps if mask a is empty
    call,   ///< keeps the registers from a to b and from c to e and `imm` masks from d on, which
            ///< becomes `mask`, and goes on at the target. `object`: whose call; `flag`: the scalar
            ///< `key` says how much of the stack is in use, and `scale` bytes more will be
    leave,  ///< gives back what the last call has kept, and goes on behind it
    gone,   ///< the lanes of mask c leave the masks from a to b
    loop_enter,  ///< iteration key d below a, of loop `imm`
    loop_next,   ///< and its next round
    finish,
    // memory: d value, a index, b its stride, `imm` bytes before, `scale`, `object`, cell `flag`
    load,
    store,  ///< form ss: scalar index; sv: affine in the lane; vv: lanes
    load_at,
    store_at,  ///< by 64-bit addresses
    load_local,
    store_local,  ///< of an array of each lane's own: it lies at c and has `target` bytes
    zero_local,
    atomic,
    atomic_at,  ///< d old, a index or address, b value, c compared; flag the Builtin
    wide,       ///< records an access of `scale` bytes whose parts come unrecorded
    wide_at,
    // the warp and the block
    barrier,  ///< flag: Builtin; d = count of bits a
    shuffle,  ///< d = a of the lane that b says, c wide; flag the Builtin
    ballot,
    any,
    all,
    active,
    reduce,
    match,
    sync_warp,
    named_barrier,   ///< number a, for b threads; flag: Builtin
    cluster_arrive,  ///< comes to the cluster's barrier, and does not wait; flag 1: relaxed
    fence,
    copying,         ///< bytes b from address a on are on their way; flag 1: are read by a copy
    copies_commit,   ///< flag 1: those that read
    copies_wait,     ///< for all groups but the last imm; flag 1: of those that read
    copies_bind,     ///< those of no group yet are awaited at the barrier at address a, too
    copies_arrived,  ///< its phase is over: what was bound to it has come
    own_tag,         ///< d: what each lane adds to addresses of its own variables
    own_mark,        ///< the variable with its mark at c has begun; flag 1: has ended
    heap_note,  ///< the heap hands out b bytes at address a, d: their tag; flag 1: takes them back
    // the rest
    print,
    check,
    clock,
    trap,
    launch,
    host_call,
    watch,      ///< the variables of watches[imm] may be looked at, in the lanes of the mask
    step_mark,  ///< a variable that names steps is about to change: loop `imm`
    note,       ///< records that `site` was computed; flag 1: where bits a are set, 2: where not
    count,
};

/// Whether the instruction may go on at another one, its target.
constexpr bool jumps(Code code) {
    switch (code) {
        case Code::jump:
        case Code::jump_zero:
        case Code::jump_nonzero:
        case Code::jump_back:
        case Code::if_mask:
        case Code::else_mask:
        case Code::join_mask:
        case Code::jump_empty:
        case Code::call: return true;
        default: return false;
    }
}

/// One instruction; which fields count, its Code says.
struct Instr {
    Code code = Code::finish;
    Kind kind = Kind::i32;
    Form form = Form::ss;
    std::uint8_t flag = 0;
    bool scalar_value = false;  ///< of a store: the value is one scalar
    bool unused = false;        ///< of an atomic: nobody wants what it hands back
    bool is_volatile = false;   ///< of a load or a store
    bool is_atomic = false;     ///< of one of these: a volatile one of cuda::atomic
    bool keeps_bits = false;    ///< of a load: it is written back, with a bit-field changed
    bool is_asked = false;      ///< of a load: a loop goes on or ends by it
    bool of_block = false;      ///< of an atomic: other blocks may see it half done
    bool for_device = false;    ///< of one of main's accesses: in what a device would call
    bool is_part = false;       ///< of one of these: a vector's or a struct's
    bool lane_masks = false;    ///< of warp functions: e are lanes, each names its own partners
    Slot d = 0, a = 0, b = 0, c = 0;
    Slot e = 0;  ///< of warp functions: the mask of who takes part, a scalar or lanes
    Slot mask = 0;
    Slot key = 0;              ///< of a recorded access: its iteration
    std::int32_t target = -1;  ///< of a jump; of warp functions: which of the exits
    std::uint32_t scale = 1;   ///< of a shuffle, 0: each lane has a width of its own
    std::int32_t object = -1;
    std::int32_t site = -1;  ///< -1: not recorded
    std::int64_t imm = 0;
};

enum class Space : std::uint8_t { global, shared, constant, local };

/// Bytes of the place that an atomic changes.
constexpr int atomic_width(const Instr& i) {
    const auto function = static_cast<Builtin>(i.flag);
    const bool narrow = function == Builtin::atomic_cas_u16 ||
                        function == Builtin::atomic_add_f16 || function == Builtin::atomic_add_bf16;
    return narrow ? 2 : is_wide(i.kind) ? 8 : 4;
}
constexpr bool is_compare_and_swap(Builtin function) {
    return function == Builtin::atomic_cas || function == Builtin::atomic_cas_u16;
}

/// What a number is to C that is loaded or stored.
enum class StoredType : std::uint8_t { any, f32, f64, i32, i64 };

constexpr StoredType stored_type(const Instr& i) {
    const auto cell = static_cast<Cell>(i.flag);
    if (cell != Cell::w32 && cell != Cell::w64) return StoredType::any;
    // Vectors of integers copy whatever lies there.
    if (i.is_part && !is_float(i.kind)) return StoredType::any;
    if (is_float(i.kind)) return i.kind == Kind::f32 ? StoredType::f32 : StoredType::f64;
    return cell == Cell::w64 ? StoredType::i64 : StoredType::i32;
}

/// An array that instructions name: of the launch's memory, or shared.
struct Object {
    std::string name{};
    Space space = Space::global;
    const Type* element = nullptr;  ///< of its innermost dimension
    std::vector<std::int64_t>
        extents{};  ///< outermost first; empty: a plain pointer's, one dimension
    std::uint64_t bytes = 0;
    std::uint64_t address = 0;  ///< what a pointer to its begin holds
    std::uint64_t offset = 0;   ///< of a shared array: where in the block's shared memory; of a
                                ///< local one: where in each lane's own
    int allocation = -1;        ///< of global memory: which of the machine's
    const Variable* variable = nullptr;
};

/// What an access, or another thing that is told of, does. An op makes a value out of others. A
/// move hands one on, perhaps in another type: a copy of a variable, a branch of ?:, a conversion.
enum class SiteKind : std::uint8_t { load, store, atomic, shuffle, barrier, op, move };

/// A value that a site's rows use: the one that a holder has. Holders are the text's variables, and
/// what stands between two operations of an expression; they are numbered for a whole program.
struct Source {
    int holder = -1;        ///< -1: nothing that was read or passed between threads is in it
    bool known = false;     ///< then it may always be the same:
    std::int64_t bits = 0;  ///< this

    bool operator==(const Source&) const = default;
};

/// A holder that has the value of a site's last row from then on.
struct Given {
    int holder = -1;
    std::uint8_t part = 0;  ///< of a wide load: which of its elements

    bool operator==(const Given&) const = default;
};

/// A place in the text where something is recorded.
struct Site {
    Place place{}, end{};
    const Expr* expr = nullptr;  ///< what of the text it is; of ops, moves and local arrays none
    SiteKind kind = SiteKind::load;
    Builtin builtin = Builtin::none;  ///< of an atomic or a shuffle: which
    int object = -1;                  ///< -1: whatever the pointer points to
    std::uint32_t width = 4;          ///< bytes a lane moves
    Kind value = Kind::f32;
    int loop = -1;              ///< the innermost loop around it
    int step = -1;              ///< into Program::step_names: what its place is called, if it is
    std::uint8_t tile = 0;      ///< see TileNote; 0: it is of no such instruction
    Place statement{};          ///< the text's innermost one that it is part of
    std::uint32_t operand = 0;  ///< order among the sites of its line; ops are counted apart
    // Only of programs that are compiled with origins; see machine/rows.h.
    /// What its rows use. Of a store the value, of a wide one each element; of a shuffle and an
    /// atomic what they are given (a compare-and-swap the new value, then what it compares with).
    std::vector<Source> sources{};
    /// Who has what its rows make: what was read, computed, or moved.
    std::vector<Given> gives{};
    // An op's, or a move's:
    Code operation = Code::count;  ///< map1 … map3, and what warps vote on: see `builtin`
    Kind computed = Kind::i32;     ///< what the sources are of
    std::uint8_t detail = 0;       ///< of fma: bit n: source n is negated; of narrow: the Cell
};

/// A loop, or the call of a function that is called more than once: a part of iteration keys.
struct Loop {
    Place place{};
    int parent = -1;
    int step = -1;  ///< as of a site
    bool is_call = false;
    bool of_library = false;  ///< not the text's own
    bool has_barrier = false;
    /// The variables that its step changes, where they are uniform: what names steps.
    struct Stepped {
        std::string name{};
        Slot slot = 0;
        Kind kind = Kind::i32;
    };
    std::vector<Stepped> stepped{};
};

/// An operand of print, launch and host_call.
struct Operand {
    enum class Form : std::uint8_t { scalar, lanes, bits, text };
    Form form = Form::scalar;
    Kind kind = Kind::i32;
    Slot slot = 0;
    std::string_view text{};
    const Type* type = nullptr;
    const Variable* variable = nullptr;  ///< of a host call: the variable whose address it takes
};

/// A call with operands: of printf, of a launch, of a host's function.
struct Call {
    Place place{};
    Builtin builtin = Builtin::none;
    std::string_view text{};
    std::vector<Operand> operands{};
    Function* kernel = nullptr;
    bool has_stream = false;  ///< the last operand
};

/// A variable of the text that can be looked at, and where it is then.
struct Watched {
    enum class Form : std::uint8_t {
        constant,
        scalar,
        affine,  ///< slot + lane · stride
        lanes,
        bits,   ///< a truth value of each lane
        memory  ///< of each lane's own, word by word
    };
    const Variable* variable = nullptr;
    Form form = Form::constant;
    Kind kind = Kind::i32;
    Slot slot = 0, stride = 0;
    std::int64_t bits = 0;
};

/// The value of a string is its number in Program::texts with these bits set: good for %s only.
inline constexpr std::uint64_t text_tag = 0x5354'0000'0000'0000;

/// What is there for what has an address in functions that call themselves: of a host, and of each
/// lane.
/// What stands behind a variable of a function that has ended. Others may have overwritten it.
inline constexpr std::uint32_t own_ended = 0xdeca'51edU;
/// Addresses of a lane's own variables have its tag in the bits from here on: a lane's memory is
/// smaller.
inline constexpr int own_tag_shift = 22;
inline constexpr std::uint64_t own_tags = (std::uint64_t{1} << 16U) - 1;
inline constexpr std::uint32_t host_stack_bytes = 8U << 20, lane_stack_bytes = 16U << 10;

/// What the machine runs.
struct Program {
    const Function* function = nullptr;
    std::vector<Instr> code;
    std::vector<std::uint64_t> constants;  ///< scalars from `first_constant` on
    Slot first_constant = 0;
    Slot masks = 0;                     ///< of level 0; further ones behind it
    std::array<Slot, 3> thread{};       ///< lanes of threadIdx, 0 where not used
    std::array<Slot, 3> thread_base{};  ///< scalars of lane 0's threadIdx, where it is affine
    std::array<Slot, 3> block{};        ///< scalars of blockIdx
    Slot root_key = 0;
    Slot result = 0;                ///< of a host function: what it returns
    std::uint32_t lanes_begin = 0;  ///< the frame's scalars end here
    std::uint32_t frame_bytes = 0;
    std::vector<Object> objects;
    std::vector<Site> sites;
    std::vector<Loop> loops;
    std::vector<Call> calls;
    std::vector<std::vector<Watched>> watches;  ///< only where CompileOptions asks for them
    /// Of the end of a loop's round, or of a warp function, [level]: the instruction at which those
    /// go on who wait until no lane is left in that level of masks.
    std::vector<std::vector<std::int32_t>> exits;
    std::vector<std::string_view> callees;      ///< functions that call themselves
    std::vector<std::string_view> texts;        ///< strings that are values: see text_tag
    std::vector<std::string_view> unset_names;  ///< variables that checks ask of: `imm`
    /// A lane's own variable whose address is a number somewhere: `bytes` from `begin` on, of the
    /// lane's memory.
    struct OwnVariable {
        std::uint64_t begin = 0, bytes = 0;
        std::string_view name{};
        /// Of one that is a function's which the kernel calls: its name, and where the frame has
        /// own_ended once the function has. Empty: it lives as long as the kernel.
        std::string_view function{};
        Slot ended = 0;
    };
    std::vector<OwnVariable> own_variables;
    /// Of comments `// step: name`. One holds for what stands behind it, to the end of its block or
    /// to the next one in it; also for the functions that are called there, but where these have
    /// comments of their own.
    std::vector<std::string_view> step_names;
    std::vector<Place> places;       ///< [instruction]: where in the text it comes from
    std::uint64_t shared_bytes = 0;  ///< static and dynamic
    std::array<std::uint32_t, 3> grid{1, 1, 1}, block_dim{1, 1, 1}, cluster{1, 1, 1};
    bool cooperates = false;  ///< blocks may meet: atomics or fences on global memory
    bool waits = false;       ///< a loop in it waits for memory to change, or may do so
    bool has_barrier = false;
    /// Dynamic shared memory is never looked at as another type than what was stored, on purpose.
    bool copies = false;  ///< asynchronously, to shared memory
    bool keeps_types = false;
    int holders = 0;                ///< how many Source::holder there are
    std::uint64_t host_arrays = 0;  ///< objects that are arrays of the host's functions
};

/// Whether the instruction hands out an element of a product of tiles.
inline bool sums_tiles(const Instr& i) {
    return i.code == Code::map1 && i.flag == static_cast<std::uint8_t>(Builtin::mma_sum);
}

}  // namespace stridescope::language

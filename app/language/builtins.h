// The functions that CUDA brings along, by name.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/language/type.h"

namespace stridescope::language {

enum class Builtin : std::uint8_t {
    none,
    // the block
    syncthreads,
    syncthreads_count,
    syncthreads_and,
    syncthreads_or,
    syncwarp,
    threadfence,
    threadfence_block,
    named_sync,    ///< a barrier by number, for so many threads
    named_arrive,  ///< counts as there, and does not wait
    cluster_sync,  ///< the barrier of a cluster's blocks
    cluster_wait,
    cluster_arrive,          ///< comes to it, and does not wait
    cluster_arrive_relaxed,  ///< the same, and hands on what fences made good alone
    // the warp
    shfl,
    shfl_up,
    shfl_down,
    shfl_xor,
    ballot,
    any,
    all,
    activemask,
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_and,
    reduce_or,
    reduce_xor,
    match_any,
    // atomics
    atomic_add,
    atomic_sub,
    atomic_exch,
    atomic_min,
    atomic_max,
    atomic_and,
    atomic_or,
    atomic_xor,
    atomic_cas,
    atomic_inc,
    atomic_dec,
    // … of 16 bits, and of pairs of halves; kernels call them by the names above
    atomic_cas_u16,
    atomic_add_f16,
    atomic_add_bf16,
    atomic_add_f16x2,
    atomic_add_bf16x2,
    // bits and integers
    popc,
    clz,
    ffs,
    brev,
    mul_hi,
    mul24,
    ldg,
    bits_to_float,
    float_to_bits,
    bits_to_double,
    double_to_bits,
    byte_perm,
    funnel_l,
    funnel_r,
    // any arithmetic type
    min,
    max,
    abs,
    // floating point, one operand
    sqrt,
    rsqrt,
    rcp,
    cbrt,
    exp,
    exp2,
    exp10,
    expm1,
    log,
    log2,
    log10,
    log1p,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    erf,
    erfc,
    floor,
    ceil,
    round,
    trunc,
    rint,
    sinpi,
    cospi,
    saturate,
    lgamma,
    tgamma,
    // and two or three
    pow,
    fmod,
    atan2,
    hypot,
    copysign,
    fdim,
    fma,
    div_rn,
    mul_rn,
    add_rn,
    sub_rn,
    isnan,
    isinf,
    isfinite,
    signbit,
    // rounding conversions: the kind of rounding is in the row of the table
    round_even_int,
    floor_int,
    ceil_int,
    trunc_int,
    round_even_uint,
    floor_uint,
    ceil_uint,
    trunc_uint,
    // __half and __nv_bfloat16: of their bits
    half_to_bits,
    bits_to_half,
    f16_value,
    f16_add,
    f16_sub,
    f16_mul,
    f16_div,
    f16_fma,
    bf16_value,
    bf16_add,
    bf16_sub,
    bf16_mul,
    bf16_div,
    bf16_fma,
    mma_put,  ///< an element of a tile, which the warp multiplies by another
    mma_sum,  ///< an element of their product, added to this
    // curand's generator: its words are put there, brought forward, and taken from there
    xorwow_put,
    xorwow_skip,
    lane_word,  ///< what another lane has put there
    xorwow_word,
    bad_row,    ///< 16 bytes at once begin where none may: the kernel ends
    tile_note,  ///< which matrix of which instruction the accesses up to the next note are of
    // loads and stores that say how: only the plain text for a GPU passes that on
    copy_async,
    copy_async_ca,  ///< the same, through the L1 cache also of 16 bytes
    store_hinted,
    copying,      ///< so many bytes from there on are on their way
    copying_out,  ///< so many bytes from there on are read by a copy in bulk
    bulk_commit,  ///< groups of such copies are others than those of pipeline_commit
    bulk_wait,
    copies_bind,     ///< an object that its waiting for makes the thread's copies come
    copies_arrived,  ///< it was waited for
    heap_taken,      ///< a kernel's heap hands out so many bytes there: what to add to the address
    heap_freed,      ///< it takes back what begins there
    pipeline_commit,
    pipeline_wait,
    // the rest
    printf,
    assert_,
    clock,
    trap,
    on_device,  ///< whether what runs is a kernel; the library asks
    // of the host
    cuda_malloc,
    cuda_malloc_managed,
    cuda_free,
    cuda_memcpy,
    cuda_memset,
    cuda_memcpy_to_symbol,
    cuda_memcpy_from_symbol,
    cuda_synchronize,
    cuda_get_last_error,
    cuda_ignored,
    cuda_stream,  ///< streams and events: the call says what of them
    cuda_error_string,
    cuda_set_device,
    graph_run,                ///< what a node of a graph stands for is done
    cuda_devices,             ///< how many there are
    cuda_multiprocessors,     ///< that main is told of
    cuda_device,              ///< which one was set
    next_cluster,             ///< how many blocks a cluster of the next launch has
    cuda_status,              ///< of the call before
    cuda_function_attribute,  ///< of Call::kernel
    cuda_launch,              ///< by pointers to the arguments; becomes a launch
    cuda_occupancy,           ///< becomes a call of the library
    malloc_,
    calloc_,
    free_,
    rand_,
    srand_,
    memset_,
    memcpy_,
    strlen_,
    strcmp_,
    strcpy_,
    atoi_,
    atof_,
    host_seconds,  ///< of the machine's own clock, since the run began
    snprintf_,
    exit_,
    leave_,      ///< without what is to be done at exit
    cout,        ///< a stream, and what it prints
    file_print,  ///< of a FILE*
    scan,        ///< of a FILE* or of a text
    native,      ///< see natives.h
    stop,        ///< of the machine: what comes is not understood
};

constexpr bool is_atomic(Builtin function) {
    return function >= Builtin::atomic_add && function <= Builtin::atomic_add_bf16x2;
}

/// A barrier of all threads of a cluster, at which they wait.
constexpr bool is_cluster_barrier(Builtin function) {
    return function == Builtin::cluster_sync || function == Builtin::cluster_wait;
}

/// How the operands' and the result's types follow.
enum class Signature : std::uint8_t {
    sync,            ///< void ()
    sync_predicate,  ///< int (int)
    sync_warp,       ///< void (unsigned = all)
    sync_named,      ///< void (unsigned, unsigned)
    shuffle,         ///< T (unsigned, T, int, int = 32)
    vote,            ///< int or unsigned (unsigned, int)
    mask,            ///< unsigned ()
    reduce,          ///< T (unsigned, T)
    atomic,          ///< T (T*, T)
    atomic_cas,      ///< T (T*, T, T)
    int1_u32,
    int1_u64,  ///< int (unsigned), int (unsigned long long)
    same_u32,
    same_u64,  ///< unsigned (unsigned) …
    two_i32,
    two_u32,  ///< T (T, T)
    three_u32,
    load,        ///< T (const T*)
    store,       ///< void (T*, T): an assignment that bears the builtin
    copy_async,  ///< void (T*, const T*, bytes): likewise, of as many elements at once
    copying,     ///< void (T*, int)
    of_pointer,  ///< void (T*)
    heap_taken,  ///< unsigned long long (T*, unsigned long long)
    wait_prior,  ///< void (a constant)
    i32_f32,
    u32_f32,
    f32_i32,
    f32_u32,
    i64_f64,
    f64_i64,  ///< result_operand
    i32_f64,
    u32_f64,
    arithmetic2,  ///< the common type of both
    arithmetic1,  ///< the promoted type
    float1,
    float2,
    float3,  ///< of float or double, as the operands are
    float1_f32,
    float2_f32,
    float3_f32,
    float2_f64,
    float3_f64,
    test,   ///< bool (float or double)
    print,  ///< int (format, …)
    check,  ///< void (bool)
    u16_half,
    half_u16,
    u16_bfloat16,
    bfloat16_u16,  ///< result_operand
    half_sum,      ///< a + b and its like, which a product may be fused with
    xorwow_put,    ///< void (a constant, unsigned)
    xorwow_skip,   ///< unsigned (a constant, unsigned long long)
    lane_word,     ///< unsigned (a constant, unsigned)
    xorwow_word,   ///< unsigned (a constant)
    tile_note,     ///< void (a constant)
    mma_put,       ///< void (a constant, float)
    mma_sum,       ///< float (a constant, float)
    half_exact,    ///< the same, never fused; of three operands a · b + c
    clock64,
    host,  ///< looked at by itself
};

struct BuiltinInfo {
    std::string_view name{};
    Builtin builtin = Builtin::none;
    Signature signature = Signature::sync;
};

/// nullptr if no function of CUDA's is called so, or none that the subset has.
const BuiltinInfo* find_builtin(std::string_view name);

/// What the function is called in most texts: "atomicAdd"; empty for none.
std::string_view name_of(Builtin builtin);

/// One sentence about a name that the subset lacks, and what to write instead; empty if nothing is
/// known of it.
std::string_view missing(std::string_view name);

/// An assignment that is an asynchronous copy.
constexpr bool is_copy_async(Builtin builtin) {
    return builtin == Builtin::copy_async || builtin == Builtin::copy_async_ca;
}

}  // namespace stridescope::language

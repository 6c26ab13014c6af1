#include "app/language/builtins.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "app/language/natives.h"

namespace stridescope::language {
namespace {

using B = Builtin;
using S = Signature;

constexpr BuiltinInfo table[] = {
    {"__syncthreads", B::syncthreads, S::sync},
    {"__syncthreads_count", B::syncthreads_count, S::sync_predicate},
    {"__syncthreads_and", B::syncthreads_and, S::sync_predicate},
    {"__syncthreads_or", B::syncthreads_or, S::sync_predicate},
    {"__syncwarp", B::syncwarp, S::sync_warp},
    {"__threadfence", B::threadfence, S::sync},
    {"__threadfence_block", B::threadfence_block, S::sync},
    {"__threadfence_system", B::threadfence, S::sync},
    {"__barrier_sync_count", B::named_sync, S::sync_named},
    {"__ss_barrier_arrive", B::named_arrive, S::sync_named},
    {"__ss_cluster_sync", B::cluster_sync, S::sync},
    {"__cluster_barrier_wait", B::cluster_wait, S::sync},
    {"__cluster_barrier_arrive", B::cluster_arrive, S::sync},
    {"__cluster_barrier_arrive_relaxed", B::cluster_arrive_relaxed, S::sync},
    {"__shfl_sync", B::shfl, S::shuffle},
    {"__shfl_up_sync", B::shfl_up, S::shuffle},
    {"__shfl_down_sync", B::shfl_down, S::shuffle},
    {"__shfl_xor_sync", B::shfl_xor, S::shuffle},
    {"__ballot_sync", B::ballot, S::vote},
    {"__any_sync", B::any, S::vote},
    {"__all_sync", B::all, S::vote},
    {"__activemask", B::activemask, S::mask},
    {"__on_device", B::on_device, S::mask},
    {"__reduce_add_sync", B::reduce_add, S::reduce},
    {"__reduce_min_sync", B::reduce_min, S::reduce},
    {"__reduce_max_sync", B::reduce_max, S::reduce},
    {"__reduce_and_sync", B::reduce_and, S::reduce},
    {"__reduce_or_sync", B::reduce_or, S::reduce},
    {"__reduce_xor_sync", B::reduce_xor, S::reduce},
    {"__match_any_sync", B::match_any, S::reduce},
    {"atomicAdd", B::atomic_add, S::atomic},
    {"atomicSub", B::atomic_sub, S::atomic},
    {"atomicExch", B::atomic_exch, S::atomic},
    {"atomicMin", B::atomic_min, S::atomic},
    {"atomicMax", B::atomic_max, S::atomic},
    {"atomicAnd", B::atomic_and, S::atomic},
    {"atomicOr", B::atomic_or, S::atomic},
    {"atomicXor", B::atomic_xor, S::atomic},
    {"atomicInc", B::atomic_inc, S::atomic},
    {"atomicDec", B::atomic_dec, S::atomic},
    {"atomicCAS", B::atomic_cas, S::atomic_cas},
    {"__ss_add_half2", B::atomic_add_f16x2, S::atomic},
    {"__ss_add_bfloat162", B::atomic_add_bf16x2, S::atomic},
    {"__popc", B::popc, S::int1_u32},
    {"__popcll", B::popc, S::int1_u64},
    {"__clz", B::clz, S::int1_u32},
    {"__clzll", B::clz, S::int1_u64},
    {"__ffs", B::ffs, S::int1_u32},
    {"__ffsll", B::ffs, S::int1_u64},
    {"__brev", B::brev, S::same_u32},
    {"__brevll", B::brev, S::same_u64},
    {"__mulhi", B::mul_hi, S::two_i32},
    {"__umulhi", B::mul_hi, S::two_u32},
    {"__mul24", B::mul24, S::two_i32},
    {"__umul24", B::mul24, S::two_u32},
    {"__byte_perm", B::byte_perm, S::three_u32},
    {"__funnelshift_l", B::funnel_l, S::three_u32},
    {"__funnelshift_r", B::funnel_r, S::three_u32},
    {"__ldg", B::ldg, S::load},
    {"__ldcg", B::ldg, S::load},
    {"__ldca", B::ldg, S::load},
    {"__ldcs", B::ldg, S::load},
    {"__stcs", B::store_hinted, S::store},
    {"__stcg", B::store_hinted, S::store},
    {"__stwb", B::store_hinted, S::store},
    {"__stwt", B::store_hinted, S::store},
    {"__pipeline_memcpy_async", B::copy_async, S::copy_async},
    {"__ss_copy_async_ca", B::copy_async_ca, S::copy_async},
    {"__ss_copying", B::copying, S::copying},
    {"__ss_copying_out", B::copying_out, S::copying},
    {"__ss_bulk_commit", B::bulk_commit, S::sync},
    {"__ss_bulk_wait", B::bulk_wait, S::wait_prior},
    {"__ss_copies_bind", B::copies_bind, S::of_pointer},
    {"__ss_copies_arrived", B::copies_arrived, S::of_pointer},
    {"__ss_heap_taken", B::heap_taken, S::heap_taken},
    {"__ss_heap_freed", B::heap_freed, S::of_pointer},
    {"__pipeline_commit", B::pipeline_commit, S::sync},
    {"__pipeline_wait_prior", B::pipeline_wait, S::wait_prior},
    {"__float_as_int", B::float_to_bits, S::i32_f32},
    {"__float_as_uint", B::float_to_bits, S::u32_f32},
    {"__int_as_float", B::bits_to_float, S::f32_i32},
    {"__uint_as_float", B::bits_to_float, S::f32_u32},
    {"__double_as_longlong", B::double_to_bits, S::i64_f64},
    {"__longlong_as_double", B::bits_to_double, S::f64_i64},
    {"__float2int_rn", B::round_even_int, S::i32_f32},
    {"__float2int_rd", B::floor_int, S::i32_f32},
    {"__float2int_ru", B::ceil_int, S::i32_f32},
    {"__float2int_rz", B::trunc_int, S::i32_f32},
    {"__float2uint_rn", B::round_even_uint, S::u32_f32},
    {"__float2uint_rd", B::floor_uint, S::u32_f32},
    {"__float2uint_ru", B::ceil_uint, S::u32_f32},
    {"__float2uint_rz", B::trunc_uint, S::u32_f32},
    {"__double2int_rn", B::round_even_int, S::i32_f64},
    {"__double2int_rz", B::trunc_int, S::i32_f64},
    {"__half_as_ushort", B::half_to_bits, S::u16_half},
    {"__half_as_short", B::half_to_bits, S::u16_half},
    {"__ushort_as_half", B::bits_to_half, S::half_u16},
    {"__short_as_half", B::bits_to_half, S::half_u16},
    {"__bfloat16_as_ushort", B::half_to_bits, S::u16_bfloat16},
    {"__bfloat16_as_short", B::half_to_bits, S::u16_bfloat16},
    {"__ushort_as_bfloat16", B::bits_to_half, S::bfloat16_u16},
    {"__short_as_bfloat16", B::bits_to_half, S::bfloat16_u16},
    {"__ss_xorwow_put", B::xorwow_put, S::xorwow_put},
    {"__ss_xorwow_skip", B::xorwow_skip, S::xorwow_skip},
    {"__ss_lane_word", B::lane_word, S::lane_word},
    {"__ss_xorwow_word", B::xorwow_word, S::xorwow_word},
    {"__ss_bad_row", B::bad_row, S::sync},
    {"__ss_tile_note", B::tile_note, S::tile_note},
    {"__ss_mma_put", B::mma_put, S::mma_put},
    {"__ss_mma", B::mma_sum, S::mma_sum},
    {"__hadd", B::f16_add, S::half_sum},
    {"__hsub", B::f16_sub, S::half_sum},
    {"__hmul", B::f16_mul, S::half_sum},
    {"__hdiv", B::f16_div, S::half_exact},
    {"__hadd2", B::f16_add, S::half_sum},
    {"__hsub2", B::f16_sub, S::half_sum},
    {"__hmul2", B::f16_mul, S::half_sum},
    {"__h2div", B::f16_div, S::half_exact},
    {"__hadd_rn", B::f16_add, S::half_exact},
    {"__hsub_rn", B::f16_sub, S::half_exact},
    {"__hmul_rn", B::f16_mul, S::half_exact},
    {"__hadd2_rn", B::f16_add, S::half_exact},
    {"__hsub2_rn", B::f16_sub, S::half_exact},
    {"__hmul2_rn", B::f16_mul, S::half_exact},
    {"__hfma", B::f16_fma, S::half_exact},
    {"__hfma2", B::f16_fma, S::half_exact},
    {"min", B::min, S::arithmetic2},
    {"max", B::max, S::arithmetic2},
    {"umin", B::min, S::two_u32},
    {"umax", B::max, S::two_u32},
    {"fminf", B::min, S::float2_f32},
    {"fmaxf", B::max, S::float2_f32},
    {"fmin", B::min, S::float2},
    {"fmax", B::max, S::float2},
    {"abs", B::abs, S::arithmetic1},
    {"labs", B::abs, S::arithmetic1},
    {"llabs", B::abs, S::arithmetic1},
    {"fabs", B::abs, S::float1},
    {"fabsf", B::abs, S::float1_f32},
    {"pow", B::pow, S::float2},
    {"powf", B::pow, S::float2_f32},
    {"__powf", B::pow, S::float2_f32},
    {"fmod", B::fmod, S::float2},
    {"fmodf", B::fmod, S::float2_f32},
    {"atan2", B::atan2, S::float2},
    {"atan2f", B::atan2, S::float2_f32},
    {"hypot", B::hypot, S::float2},
    {"hypotf", B::hypot, S::float2_f32},
    {"copysign", B::copysign, S::float2},
    {"copysignf", B::copysign, S::float2_f32},
    {"fdim", B::fdim, S::float2},
    {"fdimf", B::fdim, S::float2_f32},
    {"fma", B::fma, S::float3},
    {"fmaf", B::fma, S::float3_f32},
    {"__fmaf_rn", B::fma, S::float3_f32},
    {"__fma_rn", B::fma, S::float3_f64},
    {"__fdividef", B::div_rn, S::float2_f32},
    {"fdividef", B::div_rn, S::float2_f32},
    {"__fdiv_rn", B::div_rn, S::float2_f32},
    {"__fmul_rn", B::mul_rn, S::float2_f32},
    {"__fadd_rn", B::add_rn, S::float2_f32},
    {"__fsub_rn", B::sub_rn, S::float2_f32},
    {"__ddiv_rn", B::div_rn, S::float2_f64},
    {"__dmul_rn", B::mul_rn, S::float2_f64},
    {"__dadd_rn", B::add_rn, S::float2_f64},
    {"__fsqrt_rn", B::sqrt, S::float1_f32},
    {"__frcp_rn", B::rcp, S::float1_f32},
    {"__saturatef", B::saturate, S::float1_f32},
    {"isnan", B::isnan, S::test},
    {"isinf", B::isinf, S::test},
    {"isfinite", B::isfinite, S::test},
    {"signbit", B::signbit, S::test},
    {"printf", B::printf, S::print},
    {"assert", B::assert_, S::check},
    {"clock", B::clock, S::clock64},
    {"clock64", B::clock, S::clock64},
    {"__trap", B::trap, S::sync},
    {"cudaMalloc", B::cuda_malloc, S::host},
    {"cudaMallocManaged", B::cuda_malloc_managed, S::host},
    {"cudaMallocHost", B::cuda_malloc_managed, S::host},
    {"cudaHostAlloc", B::cuda_malloc_managed, S::host},
    {"cudaFree", B::cuda_free, S::host},
    {"cudaFreeHost", B::cuda_free, S::host},
    {"cudaFreeAsync", B::cuda_free, S::host},
    {"cudaMemcpy", B::cuda_memcpy, S::host},
    {"cudaMemcpyAsync", B::cuda_memcpy, S::host},
    {"cudaMemset", B::cuda_memset, S::host},
    {"cudaMemsetAsync", B::cuda_memset, S::host},
    {"cudaMemcpyToSymbol", B::cuda_memcpy_to_symbol, S::host},
    {"cudaMemcpyFromSymbol", B::cuda_memcpy_from_symbol, S::host},
    {"cudaDeviceSynchronize", B::cuda_synchronize, S::host},
    {"cudaThreadSynchronize", B::cuda_synchronize, S::host},
    {"cudaGetLastError", B::cuda_get_last_error, S::host},
    {"cudaPeekAtLastError", B::cuda_get_last_error, S::host},
    {"cudaGetErrorString", B::cuda_error_string, S::host},
    {"cudaGetErrorName", B::cuda_error_string, S::host},
    {"cudaEventDestroy", B::cuda_ignored, S::host},
    {"cudaEventSynchronize", B::cuda_stream, S::host},
    {"cudaStreamCreate", B::cuda_stream, S::host},
    {"cudaStreamDestroy", B::cuda_ignored, S::host},
    {"__event_record", B::cuda_stream, S::host},
    {"__allocated_async", B::cuda_stream, S::host},
    {"__host_function_begin", B::cuda_stream, S::host},
    {"__host_function_end", B::cuda_stream, S::host},
    {"cudaStreamSynchronize", B::cuda_synchronize, S::host},
    {"cudaSetDevice", B::cuda_set_device, S::host},
    {"cudaDeviceReset", B::cuda_ignored, S::host},
    {"cudaFuncGetAttributes", B::cuda_function_attribute, S::host},
    {"cudaFuncSetAttribute", B::cuda_function_attribute, S::host},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", B::cuda_occupancy, S::host},
    {"cudaOccupancyMaxPotentialBlockSize", B::cuda_occupancy, S::host},
    {"cudaLaunchKernel", B::cuda_launch, S::host},
    {"cudaLaunchCooperativeKernel", B::cuda_launch, S::host},
    {"cudaMemPrefetchAsync", B::cuda_ignored, S::host},
    {"cudaEventQuery", B::cuda_stream, S::host},
    {"cudaStreamCreateWithFlags", B::cuda_stream, S::host},
    {"cudaStreamCreateWithPriority", B::cuda_stream, S::host},
    {"cudaStreamWaitEvent", B::cuda_stream, S::host},
    {"cudaStreamQuery", B::cuda_stream, S::host},
    {"cudaSetDeviceFlags", B::cuda_ignored, S::host},
    {"cudaCtxResetPersistingL2Cache", B::cuda_ignored, S::host},
    {"cudaStreamAttachMemAsync", B::cuda_ignored, S::host},
    {"cudaGraphDestroy", B::cuda_ignored, S::host},
    {"cudaGraphExecDestroy", B::cuda_ignored, S::host},
    {"cudaGraphUpload", B::cuda_ignored, S::host},
    {"cudaMemPoolSetAttribute", B::cuda_ignored, S::host},
    {"cudaMemPoolTrimTo", B::cuda_ignored, S::host},
    {"cudaDeviceSetMemPool", B::cuda_ignored, S::host},
    {"cudaMemPoolDestroy", B::cuda_ignored, S::host},
    {"setenv", B::cuda_ignored, S::host},
    {"cudaProfilerStart", B::cuda_ignored, S::host},
    {"cudaProfilerStop", B::cuda_ignored, S::host},
    {"cudaDeviceSetCacheConfig", B::cuda_ignored, S::host},
    {"cudaFuncSetCacheConfig", B::cuda_function_attribute, S::host},
    {"cudaThreadSetCacheConfig", B::cuda_ignored, S::host},
    {"cudaDeviceSetSharedMemConfig", B::cuda_ignored, S::host},
    {"cudaFuncSetSharedMemConfig", B::cuda_function_attribute, S::host},
    {"cudaDeviceSetLimit", B::cuda_ignored, S::host},
    {"cudaThreadExit", B::cuda_ignored, S::host},
    {"cudaMemAdvise", B::cuda_ignored, S::host},
    {"cudaHostRegister", B::cuda_ignored, S::host},
    {"cudaHostUnregister", B::cuda_ignored, S::host},
    {"cudaDeviceEnablePeerAccess", B::cuda_ignored, S::host},
    {"cudaDeviceDisablePeerAccess", B::cuda_ignored, S::host},
    {"nvtxRangePush", B::cuda_ignored, S::host},
    {"nvtxRangePushA", B::cuda_ignored, S::host},
    {"nvtxRangePop", B::cuda_ignored, S::host},
    {"nvtxMark", B::cuda_ignored, S::host},
    {"nvtxMarkA", B::cuda_ignored, S::host},
    {"__put", B::cout, S::host},
    {"fprintf", B::file_print, S::host},
    {"fscanf", B::scan, S::host},
    {"sscanf", B::scan, S::host},
    {"setvbuf", B::cuda_ignored, S::host},
    {"setbuf", B::cuda_ignored, S::host},
    {"atoi", B::atoi_, S::host},
    {"atol", B::atoi_, S::host},
    {"atof", B::atof_, S::host},
    {"snprintf", B::snprintf_, S::host},
    {"sprintf", B::snprintf_, S::host},
    {"__seconds", B::host_seconds, S::host},
    {"__graph_run", B::graph_run, S::host},
    {"__devices", B::cuda_devices, S::host},
    {"__multiprocessors", B::cuda_multiprocessors, S::host},
    {"__device_now", B::cuda_device, S::host},
    {"__next_cluster", B::next_cluster, S::host},
    {"strlen", B::strlen_, S::host},
    {"__length_of", B::strlen_, S::host},
    {"strcmp", B::strcmp_, S::host},
    {"strncmp", B::strcmp_, S::host},
    {"strcpy", B::strcpy_, S::host},
    {"malloc", B::malloc_, S::host},
    {"calloc", B::calloc_, S::host},
    {"free", B::free_, S::host},
    {"rand", B::rand_, S::host},
    {"srand", B::srand_, S::host},
    {"random", B::rand_, S::host},
    {"srandom", B::srand_, S::host},
    {"memset", B::memset_, S::host},
    {"memcpy", B::memcpy_, S::host},
    {"exit", B::exit_, S::host},
    {"_exit", B::leave_, S::host},
    {"_Exit", B::leave_, S::host},
};

struct MathRow {
    std::string_view name;
    Builtin builtin;
};
/// Functions of one operand that come as f(x), ff(x) and perhaps __ff(x).
constexpr MathRow math[] = {
    {"sqrt", B::sqrt},   {"rsqrt", B::rsqrt}, {"cbrt", B::cbrt},     {"exp", B::exp},
    {"exp2", B::exp2},   {"exp10", B::exp10}, {"expm1", B::expm1},   {"log", B::log},
    {"log2", B::log2},   {"log10", B::log10}, {"log1p", B::log1p},   {"sin", B::sin},
    {"cos", B::cos},     {"tan", B::tan},     {"asin", B::asin},     {"acos", B::acos},
    {"atan", B::atan},   {"sinh", B::sinh},   {"cosh", B::cosh},     {"tanh", B::tanh},
    {"erf", B::erf},     {"erfc", B::erfc},   {"floor", B::floor},   {"ceil", B::ceil},
    {"round", B::round}, {"trunc", B::trunc}, {"rint", B::rint},     {"nearbyint", B::rint},
    {"sinpi", B::sinpi}, {"cospi", B::cospi}, {"lgamma", B::lgamma}, {"tgamma", B::tgamma},
};

using Map = std::unordered_map<std::string_view, BuiltinInfo>;

const Map& map() {
    static const Map made = [] {
        static std::string names[std::size(math) * 2];
        Map m;
        static std::deque<std::string> scoped;
        for (const BuiltinInfo& info : table) {
            m.emplace(info.name, info);
            // Of the whole system there is one GPU and its host, which waits; which are of a block
            // only, the call keeps (see Expr::of_block).
            if (!info.name.starts_with("atomic")) continue;
            for (const std::string_view scope : {"_system", "_block"}) {
                const std::string& name = scoped.emplace_back(std::string{info.name}.append(scope));
                m.emplace(name, BuiltinInfo{name, info.builtin, info.signature});
            }
        }
        for (const Native& native : natives)
            m.emplace(native.name, BuiltinInfo{native.name, B::native, S::host});
        std::size_t i = 0;
        for (const MathRow& row : math) {
            m.emplace(row.name, BuiltinInfo{row.name, row.builtin, S::float1});
            std::string& f = names[i++] = std::string{row.name} + "f";
            std::string& fast = names[i++] = "__" + f;
            m.emplace(f, BuiltinInfo{f, row.builtin, S::float1_f32});
            m.emplace(fast, BuiltinInfo{fast, row.builtin, S::float1_f32});
        }
        return m;
    }();
    return made;
}

}  // namespace

const BuiltinInfo* find_builtin(std::string_view name) {
    const auto found = map().find(name);
    return found == map().end() ? nullptr : &found->second;
}

std::string_view name_of(Builtin builtin) {
    if (builtin == Builtin::none) return {};
    // CUDA's functions of both halves have one name.
    if (builtin >= Builtin::bf16_value && builtin <= Builtin::bf16_fma) {
        const int which = static_cast<int>(builtin) - static_cast<int>(Builtin::bf16_value);
        builtin = static_cast<Builtin>(static_cast<int>(Builtin::f16_value) + which);
    }
    const auto known = std::ranges::find(table, builtin, &BuiltinInfo::builtin);
    if (known != std::end(table)) return known->name;
    const auto function = std::ranges::find(math, builtin, &MathRow::builtin);
    return function != std::end(math) ? function->name : std::string_view{};
}

std::string_view missing(std::string_view name) {
    static const std::unordered_map<std::string_view, std::string_view> known{
        {"__shfl", "needs its lanes named since CUDA 9: write __shfl_sync(0xffffffff, …)"},
        {"__shfl_up", "needs its lanes named since CUDA 9: write __shfl_up_sync(0xffffffff, …)"},
        {"__shfl_down",
         "needs its lanes named since CUDA 9: write __shfl_down_sync(0xffffffff, …)"},
        {"__shfl_xor", "needs its lanes named since CUDA 9: write __shfl_xor_sync(0xffffffff, …)"},
        {"__ballot", "needs its lanes named since CUDA 9: write __ballot_sync(0xffffffff, …)"},
        {"__any", "needs its lanes named since CUDA 9: write __any_sync(0xffffffff, …)"},
        {"__all", "needs its lanes named since CUDA 9: write __all_sync(0xffffffff, …)"},
        {"cooperative_groups", "is a namespace of <cooperative_groups.h>: include that"},
        {"texture",
         "is gone since CUDA 12: make a texture object, and give the kernel its handle "
         "(cudaCreateTextureObject)"},
        {"surface",
         "is gone since CUDA 12: make a surface object, and give the kernel its handle "
         "(cudaCreateSurfaceObject)"},
        {"half", "is a type of <cuda_fp16.h>: include that"},
        {"half2", "is a type of <cuda_fp16.h>: include that"},
        {"__half", "is a type of <cuda_fp16.h>: include that"},
        {"__half2", "is a type of <cuda_fp16.h>: include that"},
        {"__nv_bfloat16", "is a type of <cuda_bf16.h>: include that"},
        {"__nv_bfloat162", "is a type of <cuda_bf16.h>: include that"},
        {"thrust", "is a namespace of <thrust/…>: include the headers of what is used"},
        {"nvcuda", "is a namespace of <mma.h>: include that"},
        {"wmma", "is a namespace of <mma.h>: include that"},
        {"cub", "is a namespace of <cub/cub.cuh>: include that"},
        {"CUtensorMap",
         "is of copies by tensor maps, which are not done here: cp.async.bulk of rows and cp.async "
         "are"},
    };
    if (const auto found = known.find(name); found != known.end()) return found->second;
    // What whole libraries call theirs.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> libraries{{
        {"cublaslt",
         "is of cuBLASLt, which is not here: cublasGemmEx of <cublas_v2.h> is, or write "
         "a kernel"},
        {"cusparse", "is of cuSPARSE, which is not here: write a kernel that does the same"},
        {"cusolver", "is of cuSOLVER, which is not here: write a kernel that does the same"},
        {"cudnn", "is of cuDNN, which is not here: write a kernel that does the same"},
        {"nvml", "is of NVML, which is not here: leave it out"},
        {"nccl", "is of NCCL, which is not here: there is one device"},
        {"nvjpeg", "is of nvJPEG, which is not here: read a PPM file instead"},
        {"npp", "is of NPP, which is not here: write a kernel that does the same"},
        {"cutensor", "is of cuTENSOR, which is not here: write a kernel that does the same"},
        {"nvrtc", "is of NVRTC, which is not here: write the kernel into the text"},
        {"nvshmem", "is of NVSHMEM, which is not here: there is one device"},
        {"mpi_", "is of MPI, which is not here: there is one process"},
    }};
    std::string low;
    for (const char c : name.substr(0, 9))
        low += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const auto& [prefix, hint] : libraries) {
        // A word of the text's own may begin like one.
        const bool goes_on = name.size() > prefix.size() &&
                             (std::isupper(static_cast<unsigned char>(name[prefix.size()])) != 0 ||
                              name[prefix.size()] == '_');
        if (low.starts_with(prefix) && goes_on) return hint;
    }
    return {};
}

}  // namespace stridescope::language

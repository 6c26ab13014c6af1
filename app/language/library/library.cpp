#include "app/language/library/library.h"

#include <unordered_set>
#include <vector>

#include "app/language/library/parts.h"

namespace stridescope::language {

bool is_system_header(std::string_view name) {
    static const std::unordered_set<std::string_view> known{"assert.h",
                                                            "ctype.h",
                                                            "errno.h",
                                                            "float.h",
                                                            "iso646.h",
                                                            "limits.h",
                                                            "locale.h",
                                                            "math.h",
                                                            "setjmp.h",
                                                            "signal.h",
                                                            "stdarg.h",
                                                            "stdbool.h",
                                                            "stddef.h",
                                                            "stdint.h",
                                                            "stdio.h",
                                                            "stdlib.h",
                                                            "string.h",
                                                            "strings.h",
                                                            "time.h",
                                                            "malloc.h",
                                                            "memory.h",
                                                            "unistd.h",
                                                            "sys/time.h",
                                                            "sys/mman.h",
                                                            "sys/types.h",
                                                            "sys/stat.h",
                                                            "sys/times.h",
                                                            "sys/resource.h",
                                                            "sys/utsname.h",
                                                            "getopt.h",
                                                            "libgen.h",
                                                            "pthread.h",
                                                            "omp.h",
                                                            "cuda.h",
                                                            "cuda_runtime.h",
                                                            "cuda_runtime_api.h",
                                                            "cuda_profiler_api.h",
                                                            "cuda_pipeline.h",
                                                            "cuda_pipeline_primitives.h",
                                                            "cudaProfiler.h",
                                                            "builtin_types.h",
                                                            "device_functions.h",
                                                            "device_launch_parameters.h",
                                                            "driver_types.h",
                                                            "vector_types.h",
                                                            "vector_functions.h",
                                                            "math_constants.h",
                                                            "math_functions.h",
                                                            "sm_20_atomic_functions.h",
                                                            "sm_60_atomic_functions.h",
                                                            "device_atomic_functions.h",
                                                            "nvToolsExt.h",
                                                            "nvToolsExtCuda.h",
                                                            "nvToolsExtCudaRt.h",
                                                            "nvtx3/nvToolsExtCuda.h",
                                                            "nvtx3/nvToolsExtCudaRt.h",
                                                            "cuComplex.h",
                                                            "nvtx3/nvToolsExt.h",
                                                            "host_defines.h",
                                                            "common_functions.h",
                                                            "texture_types.h",
                                                            "texture_fetch_functions.h",
                                                            "texture_indirect_functions.h",
                                                            "surface_types.h",
                                                            "surface_indirect_functions.h",
                                                            "channel_descriptor.h"};
    static const std::unordered_set<std::string_view> cpp{
        "algorithm",  "any",     "array",       "atomic",        "bit",           "bitset",
        "cassert",    "cctype",  "cerrno",      "cfloat",        "chrono",        "climits",
        "cmath",      "complex", "concepts",    "cstdarg",       "cstddef",       "cstdint",
        "cstdio",     "cstdlib", "cstring",     "ctime",         "deque",         "exception",
        "filesystem", "fstream", "functional",  "future",        "iomanip",       "ios",
        "iostream",   "istream", "iterator",    "limits",        "list",          "map",
        "memory",     "mutex",   "new",         "numbers",       "numeric",       "optional",
        "ostream",    "queue",   "random",      "ranges",        "regex",         "set",
        "span",       "sstream", "stack",       "stdexcept",     "string",        "streambuf",
        "thread",     "tuple",   "string_view", "type_traits",   "typeinfo",      "utility",
        "valarray",   "variant", "mdspan",      "unordered_map", "unordered_set", "vector"};
    // <cuda/std/…> says the same of kernels, too.
    if (name.starts_with("cuda/std/"))
        return name != "cuda/std/atomic" && name != "cuda/std/barrier" &&
               name != "cuda/std/latch" && name != "cuda/std/semaphore";
    return known.contains(name) || cpp.contains(name);
}

std::optional<std::string_view> library_header(std::string_view name) {
    if (name.starts_with("thrust/")) return thrust_header();
    if (name.starts_with("cub/")) return cub_header();
    if (name == "inttypes.h" || name == "cinttypes") return inttypes_header();
    if (name == "curand.h") return curand_header();
    if (name == "curand_kernel.h") return curand_kernel_header();
    if (name == "cublas_v2.h" || name == "cublas_api.h") return cublas_header();
    if (name == "cublas.h") return legacy_cublas_header();
    if (name == "cuda_fp8.h" || name == "cuda_fp8.hpp") return fp8_header();
    if (name == "cufft.h" || name == "cufftXt.h") return cufft_header();
    if (name == "wb.h" || name.ends_with("/wb.h")) return wb_header();
    if (is_drawing_header(name)) return drawing_header();
    if (name == "mma.h" || name == "crt/mma.h") return wmma_header();
    for (const auto& headers :
         {group_headers(), half_headers(), sample_headers(), by_example_headers()}) {
        for (const LibraryPart& header : headers) {
            const bool ends = name.ends_with(header.name);
            if (ends && (name.size() == header.name.size() ||
                         name[name.size() - header.name.size() - 1] == '/'))
                return header.text;
        }
    }
    return std::nullopt;
}

std::span<const LibraryPart> library() {
    static const std::vector<LibraryPart> all = [] {
        std::vector<LibraryPart> parts;
        for (const auto& some : {cuda_runtime_parts(),
                                 cuda_driver_parts(),
                                 standard_parts(),
                                 random_parts(),
                                 c_parts(),
                                 posix_parts(),
                                 bit_parts(),
                                 mathematics_parts(),
                                 file_parts(),
                                 drawing_parts(),
                                 stream_parts(),
                                 string_parts(),
                                 container_parts(),
                                 sequence_parts(),
                                 valarray_parts(),
                                 pointer_parts(),
                                 hashed_parts(),
                                 ordered_parts(),
                                 algorithm_parts(),
                                 time_parts(),
                                 thread_parts(),
                                 profiling_parts(),
                                 graph_parts(),
                                 complex_parts(),
                                 value_parts(),
                                 texture_parts(),
                                 intrinsic_parts(),
                                 asm_parts(),
                                 function_value_parts(),
                                 sorted_range_parts(),
                                 range_parts()})
            parts.insert(parts.end(), some.begin(), some.end());
        return parts;
    }();
    return all;
}

}  // namespace stridescope::language

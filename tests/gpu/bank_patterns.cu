// One warp, one access: lane i reaches the element that a pattern says, or sits out. A launch for
// each line of a file ("load4;0 1 2 … 31", -1: sits out; "copy4;0 1 2 … 31;0 1 2 … 31": behind them
// where each comes from), for a profiler that counts wavefronts:
//   nvcc -arch=native -o bank_patterns bank_patterns.cu && bank_patterns FILE
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace {

__device__ unsigned address_of(int element, int bytes) {
    extern __shared__ double shared_memory[];
    return static_cast<unsigned>(__cvta_generic_to_shared(shared_memory)) +
           static_cast<unsigned>(element * bytes);
}

// The accesses in PTX, so that no compiler makes something else of them.
__global__ void load4(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned v;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(address_of(element, 4)));
    sink[threadIdx.x] = v;
}
__global__ void load8(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned long long v;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(v) : "r"(address_of(element, 8)));
    // Both halves are wanted, or the assembler would load only one.
    sink[threadIdx.x] = static_cast<unsigned>(v) + static_cast<unsigned>(v >> 32);
}
__global__ void load16(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned a, b, c, d;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(address_of(element, 16)));
    sink[threadIdx.x] = a + b + c + d;
}
__global__ void store4(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(address_of(element, 4)), "r"(element));
    sink[threadIdx.x] = 1;
}
__global__ void store8(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    asm volatile("st.shared.u64 [%0], %1;" ::"r"(address_of(element, 8)),
                 "l"(static_cast<unsigned long long>(element)));
    sink[threadIdx.x] = 1;
}
__global__ void store16(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(address_of(element, 16)),
                 "r"(element));
    sink[threadIdx.x] = 1;
}
__global__ void atomic_add4(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned v;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                 : "=r"(v)
                 : "r"(address_of(element, 4)), "r"(threadIdx.x));
    sink[threadIdx.x] = v;
}
__global__ void atomic_exch4(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned v;
    asm volatile("atom.shared.exch.b32 %0, [%1], %2;"
                 : "=r"(v)
                 : "r"(address_of(element, 4)), "r"(threadIdx.x));
    sink[threadIdx.x] = v;
}
__global__ void atomic_cas8(const int* elements, unsigned* sink) {
    const int element = elements[threadIdx.x];
    if (element < 0) return;
    unsigned long long v;
    asm volatile("atom.shared.cas.b64 %0, [%1], %2, %3;"
                 : "=l"(v)
                 : "r"(address_of(element, 8)), "l"(0ULL),
                   "l"(static_cast<unsigned long long>(threadIdx.x)));
    sink[threadIdx.x] = static_cast<unsigned>(v);
}

/// Of asynchronous copies: behind where the lanes write stands where each takes its element from.
/// `cached`: the L1 cache has it before.
template <int bytes, bool past_cache, bool cached>
__global__ void copy(const int* elements, unsigned* sink) {
    const int to = elements[threadIdx.x];
    const char* const source =
        reinterpret_cast<const char*>(sink) + elements[32 + threadIdx.x] * bytes;
    if (to >= 0) {
        unsigned there = 0;
        if (cached) asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(there) : "l"(source));
        if (there != 0) __trap();  // it is 0; but the copy comes after the load so
        const unsigned at = address_of(to, bytes);
        if (past_cache)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(source)
                         : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(source),
                         "n"(bytes)
                         : "memory");
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
}

using PatternKernel = void (*)(const int* elements, unsigned* sink);

PatternKernel pattern_kernel(const std::string& access) {
    if (access == "load4") return load4;
    if (access == "load8") return load8;
    if (access == "load16") return load16;
    if (access == "store4") return store4;
    if (access == "store8") return store8;
    if (access == "store16") return store16;
    if (access == "atomic-add4") return atomic_add4;
    if (access == "atomic-exch4") return atomic_exch4;
    if (access == "atomic-cas8") return atomic_cas8;
    if (access == "copy4") return copy<4, false, false>;
    if (access == "copy8") return copy<8, false, false>;
    if (access == "copy16") return copy<16, false, false>;
    if (access == "copy4-cached") return copy<4, false, true>;
    if (access == "copy8-cached") return copy<8, false, true>;
    if (access == "copy16-cached") return copy<16, false, true>;
    if (access == "copy16-cg") return copy<16, true, false>;
    return nullptr;
}

bool fine(cudaError_t error) {
    if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return error == cudaSuccess;
}

}  // namespace

int main(int argc, char** argv) {
    std::ifstream patterns{argc > 1 ? argv[1] : ""};
    if (!patterns) {
        std::fprintf(stderr, "name a file of patterns\n");
        return 2;
    }
    // What copies take begins at a multiple of 64 KiB, as large allocations do.
    constexpr int lanes = 32, shared_bytes = 2048 * 16, sink_bytes = 4 << 20;
    int* elements = nullptr;
    unsigned* sink = nullptr;
    if (!fine(cudaMalloc(&elements, 2 * lanes * sizeof(int))) ||
        !fine(cudaMalloc(&sink, sink_bytes)) || !fine(cudaMemset(sink, 0, sink_bytes))) {
        return 1;
    }
    for (std::string line; std::getline(patterns, line);) {
        const std::size_t end = line.find(';');
        const PatternKernel kernel = pattern_kernel(line.substr(0, end));
        std::istringstream numbers{end == std::string::npos ? "" : line.substr(end + 1)};
        int pattern[2 * lanes] = {};
        for (int lane = 0; lane < lanes; ++lane) numbers >> pattern[lane];
        if (line.compare(0, 4, "copy") == 0) {
            numbers.ignore(1);  // the second semicolon
            for (int lane = 0; lane < lanes; ++lane) numbers >> pattern[lanes + lane];
        }
        if (kernel == nullptr || !numbers) {
            std::fprintf(stderr, "not a pattern: %s\n", line.c_str());
            return 2;
        }
        if (!fine(cudaMemcpy(elements, pattern, sizeof pattern, cudaMemcpyHostToDevice))) return 1;
        kernel<<<1, lanes, shared_bytes>>>(elements, sink);
        if (!fine(cudaDeviceSynchronize())) return 1;
    }
    return 0;
}

// One warp, one access: lane i reaches the element that a pattern says, or sits out. A launch for
// each line of a file ("load4;0 1 2 … 31", -1: sits out), for a profiler that counts wavefronts:
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
    constexpr int lanes = 32, shared_bytes = 2048 * 16;
    int* elements = nullptr;
    unsigned* sink = nullptr;
    if (!fine(cudaMalloc(&elements, lanes * sizeof(int))) ||
        !fine(cudaMalloc(&sink, lanes * sizeof(unsigned)))) {
        return 1;
    }
    for (std::string line; std::getline(patterns, line);) {
        const std::size_t end = line.find(';');
        const PatternKernel kernel = pattern_kernel(line.substr(0, end));
        std::istringstream numbers{end == std::string::npos ? "" : line.substr(end + 1)};
        int pattern[lanes];
        for (int& element : pattern) numbers >> element;
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

#include "app/language/library.h"

namespace stridescope::language {
namespace {

constexpr LibraryPart parts[] = {
    // <cuda_runtime.h>: the one device that there is. It has no clock, so that what is per second
    // is 0.
    {"cudaDeviceProp", R"(
struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
    int canMapHostMemory, computeMode, concurrentKernels, ECCEnabled, pciBusID, pciDeviceID;
    int asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize;
    int maxThreadsPerMultiProcessor;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, concurrentManagedAccess;
    int cooperativeLaunch;
    size_t sharedMemPerBlockOptin;
};
)",
     true},
    {"cudaGetDeviceProperties", R"(
int cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    memset(p, 0, sizeof(cudaDeviceProp));
    strcpy(p->name, "StrideScope");
    p->totalGlobalMem = (size_t)8 << 30;
    p->sharedMemPerBlock = 48 << 10;
    p->sharedMemPerBlockOptin = 227 << 10;
    p->sharedMemPerMultiprocessor = 228 << 10;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->totalConstMem = 64 << 10;
    p->major = 9;
    p->multiProcessorCount = 4;
    p->maxThreadsPerMultiProcessor = 2048;
    p->canMapHostMemory = p->unifiedAddressing = p->managedMemory = 1;
    return 0;
}
)"},
    {"cudaGetDeviceCount", "int cudaGetDeviceCount(int *count) { *count = 1; return 0; }"},
    {"cudaGetDevice", "int cudaGetDevice(int *device) { *device = 0; return 0; }"},
    {"cudaMemGetInfo", R"(
int cudaMemGetInfo(size_t *available, size_t *total) {
    *available = *total = (size_t)8 << 30;
    return 0;
}
)"},
    // <algorithm>, <numeric>
    {"swap", "template <typename T> void swap(T &a, T &b) { T c = a; a = b; b = c; }"},
    {"fill", R"(
template <typename T, typename V> void fill(T *first, T *last, V value) {
    for (; first != last; ++first) *first = value;
}
)"},
    {"fill_n", R"(
template <typename T, typename V> T *fill_n(T *first, size_t n, V value) {
    for (size_t i = 0; i < n; ++i) first[i] = value;
    return first + n;
}
)"},
    {"copy", R"(
template <typename T, typename V> V *copy(T *first, T *last, V *to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
)"},
    {"equal", R"(
template <typename T, typename V> bool equal(T *first, T *last, V *other) {
    for (; first != last; ++first, ++other) {
        if (!(*first == *other)) return false;
    }
    return true;
}
)"},
    {"iota", R"(
template <typename T, typename V> void iota(T *first, T *last, V value) {
    for (; first != last; ++first, ++value) *first = value;
}
)"},
    {"accumulate", R"(
template <typename T, typename V> V accumulate(T *first, T *last, V sum) {
    for (; first != last; ++first) sum = sum + *first;
    return sum;
}
)"},
    {"sort", R"(
template <typename T> void sort(T *first, T *last) {
    long long n = last - first;
    for (long long gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11) {
        for (long long i = gap; i < n; ++i) {
            T value = first[i];
            long long j = i;
            for (; j >= gap && value < first[j - gap]; j -= gap) first[j] = first[j - gap];
            first[j] = value;
        }
    }
}
)"},
    // <stdlib.h>
    {"drand48", "double drand48() { return rand() / 2147483648.0; }"},
};

}  // namespace

std::span<const LibraryPart> library() {
    return parts;
}

}  // namespace stridescope::language

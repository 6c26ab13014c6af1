// <cuda_runtime.h>: the one device that there is, its memory and its events.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> cuda_runtime_parts() {
    static constexpr LibraryPart parts[] = {
        // <cuda_runtime.h>: the one device that there is. It has no clock, so that what is per
        // second
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
    p->deviceOverlap = p->concurrentKernels = p->cooperativeLaunch = 1;
    // What the machine has not: as an H100 tells of itself.
    p->asyncEngineCount = 3;
    p->clockRate = 1980000;
    p->memoryClockRate = 2619000;
    p->memoryBusWidth = 5120;
    p->l2CacheSize = 50 << 20;
    p->memPitch = 2147483647;
    p->textureAlignment = 512;
    p->ECCEnabled = 1;
    return 0;
}
)"},
        // Registers are not counted: here threads, shared memory and the room for blocks are all.
        {"__occupancy", R"(
template <typename T> int __occupancy(T *blocks, int threads, size_t bytes) {
    int most = threads > 0 && threads <= 1024 ? 2048 / ((threads + 31) / 32 * 32) : 0;
    if (bytes > 0 && most > (227 << 10) / bytes) most = (227 << 10) / bytes;
    *blocks = most < 16 ? most : 16;
    return 0;
}
)"},
        {"__best_block", R"(
template <typename T>
int __best_block(T *blocks, T *threads, size_t bytes, int most, int bounds) {
    int n = 1024;
    if (most > 0 && most < n) n = most;
    if (bounds > 0 && bounds < n) n = bounds;
    *threads = n;
    int each;
    __occupancy<int>(&each, n, bytes);
    *blocks = 4 * each;
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
        // <cuda_runtime.h>: an event is the number of the time that it keeps
        {"__event_times", "double __event_times[4096];"},
        {"__events", "int __events = 0;"},
        {"cudaEventCreate", R"(
int cudaEventCreate(cudaEvent_t *event) {
    *event = __events % 4096;
    __events = __events + 1;
    return 0;
}
)"},
        {"cudaEventCreateWithFlags", R"(
int cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) { return cudaEventCreate(event); }
)"},
        {"cudaEventRecord", R"(
int cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
    __event_times[event] = __seconds();
    return 0;
}
)"},
        {"cudaEventElapsedTime", R"(
int cudaEventElapsedTime(float *ms, cudaEvent_t begin, cudaEvent_t end) {
    *ms = (float)((__event_times[end] - __event_times[begin]) * 1000);
    return 0;
}
)"},
        {"cudaHostGetDevicePointer", R"(
template <typename T, typename H>
int cudaHostGetDevicePointer(T **device, H *host, unsigned flags) {
    *device = (T *)host;
    return 0;
}
)"},
        {"cudaMallocPitch", R"(
template <typename T>
int cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height) {
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(p, *pitch * height);
}
)"},
        {"cudaMallocAsync", R"(
template <typename T> int cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream) {
    return cudaMalloc(p, bytes);
}
)"},
        {"cudaFreeAsync", R"(
int cudaFreeAsync(void *p, cudaStream_t stream) { return cudaFree(p); }
)"},
        {"cudaMemcpy2D", R"(
int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t height, cudaMemcpyKind kind) {
    int error = 0;
    for (size_t y = 0; y < height && error == 0; ++y)
        error = cudaMemcpy((char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind);
    return error;
}
)"},
        {"cudaMemcpy2DAsync", R"(
int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                      size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
)"},
        {"cudaMemset2D", R"(
int cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
    int error = 0;
    for (size_t y = 0; y < height && error == 0; ++y)
        error = cudaMemset((char *)to + y * pitch, value, width);
    return error;
}
)"},
        {"cudaDeviceGetAttribute", R"(
int cudaDeviceGetAttribute(int *value, int attribute, int device) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, device);
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
        case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
        case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
        case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
        case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
        case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
        case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
        case cudaDevAttrMaxSharedMemoryPerBlock: *value = p.sharedMemPerBlock; break;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = p.sharedMemPerBlockOptin; break;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
            *value = p.sharedMemPerMultiprocessor;
            break;
        case cudaDevAttrTotalConstantMemory: *value = p.totalConstMem; break;
        case cudaDevAttrWarpSize: *value = p.warpSize; break;
        case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
        case cudaDevAttrMaxRegistersPerMultiprocessor: *value = p.regsPerMultiprocessor; break;
        case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
        case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
        case cudaDevAttrMaxBlocksPerMultiprocessor: *value = 32; break;
        case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
        case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
        case cudaDevAttrCanMapHostMemory: *value = p.canMapHostMemory; break;
        case cudaDevAttrUnifiedAddressing: *value = p.unifiedAddressing; break;
        case cudaDevAttrManagedMemory: *value = p.managedMemory; break;
        case cudaDevAttrCooperativeLaunch: *value = p.cooperativeLaunch; break;
        case cudaDevAttrConcurrentKernels: *value = p.concurrentKernels; break;
        case cudaDevAttrAsyncEngineCount: *value = p.asyncEngineCount; break;
        case cudaDevAttrClockRate: *value = p.clockRate; break;
        case cudaDevAttrMemoryClockRate: *value = p.memoryClockRate; break;
        case cudaDevAttrGlobalMemoryBusWidth: *value = p.memoryBusWidth; break;
        case cudaDevAttrL2CacheSize: *value = p.l2CacheSize; break;
        case cudaDevAttrMaxPitch: *value = p.memPitch; break;
        case cudaDevAttrTextureAlignment: *value = p.textureAlignment; break;
        case cudaDevAttrEccEnabled: *value = p.ECCEnabled; break;
        default: *value = 0;
    }
    return 0;
}
)"},
        {"cudaDeviceGetSharedMemConfig", R"(
int cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return 0;
}
)"},
        {"cudaDeviceGetCacheConfig", R"(
int cudaDeviceGetCacheConfig(cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return 0;
}
)"},
        {"cudaDeviceGetStreamPriorityRange", R"(
int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = 0;
    *greatest = -5;
    return 0;
}
)"},
        {"cudaDriverGetVersion", "int cudaDriverGetVersion(int *v) { *v = 13000; return 0; }"},
        {"cudaRuntimeGetVersion", "int cudaRuntimeGetVersion(int *v) { *v = 13000; return 0; }"},
        {"cudaDeviceCanAccessPeer", R"(
int cudaDeviceCanAccessPeer(int *can, int a, int b) { *can = 0; return 0; }
)"},
    };
    return parts;
}

}  // namespace stridescope::language

// <cuda_runtime.h>: the one device that there is, its memory and its events.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> cuda_runtime_parts() {
    static constexpr LibraryPart parts[] = {
        // <cuda_runtime.h>: the one device that there is. It has no clock, so that what is per
        // second
        // is 0.
        {"cudaUUID_t", "struct cudaUUID_t { char bytes[16]; };", true},
        {"cudaDeviceProp", R"(
struct cudaDeviceProp {
    char name[256];
    cudaUUID_t uuid;
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
    int canMapHostMemory, computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2];
    int maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3];
    int maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
    int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
    int maxSurfaceCubemapLayered[2];
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
    int asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize;
    int persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported;
    int globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
    int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
    int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem;
    int cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
    int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, memoryPoolsSupported, clusterLaunch, unifiedFunctionPointers;
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
    p->multiProcessorCount = __multiprocessors();
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
    p->textureAlignment = p->surfaceAlignment = 512;
    p->texturePitchAlignment = 32;
    p->ECCEnabled = 1;
    p->maxTexture1D = p->maxTexture2D[0] = p->maxTexture2DLinear[0] = 131072;
    p->maxTexture2D[1] = 65536;
    p->maxTexture2DLinear[1] = 65000;
    p->maxTexture2DLinear[2] = 2097120;
    p->maxTexture3D[0] = p->maxTexture3D[1] = p->maxTexture3D[2] = 16384;
    p->maxTextureCubemap = 32768;
    p->maxTexture1DLayered[0] = p->maxTexture2DLayered[0] = p->maxTexture2DLayered[1] = 32768;
    p->maxTexture1DLayered[1] = p->maxTexture2DLayered[2] = 2048;
    p->maxSurface1D = p->maxSurface2D[0] = 32768;
    p->maxSurface2D[1] = 65536;
    p->maxBlocksPerMultiProcessor = 32;
    p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 2;
    p->persistingL2CacheMaxSize = 31 << 20;
    p->accessPolicyMaxWindowSize = 128 << 20;
    p->reservedSharedMemPerBlock = 1 << 10;
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
    *blocks = __multiprocessors() * each;
    return 0;
}
)"},
        {"cudaGetDeviceCount",
         "int cudaGetDeviceCount(int *count) { *count = __devices(); return 0; }"},
        {"cudaGetDevice", "int cudaGetDevice(int *device) { *device = __device_now(); return 0; }"},
        {"cudaChooseDevice", R"(
int cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
    *device = 0;
    return 0;
}
)"},
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
int cudaEventCreate(cudaEvent_t *event, unsigned flags = 0) {
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
    __event_times[event] = __now();
    return __event_record(event, stream);
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
        {"__malloc_at", R"(
template <typename T> int __malloc_at(T *at, size_t bytes) {
    if (at == nullptr)
        return __cuda_refused("cudaMalloc is given a null pointer where the address of a pointer is needed: &d_array");
    return cudaMalloc(at, bytes);
}
)"},
        {"__malloc_managed_at", R"(
template <typename T> int __malloc_managed_at(T *at, size_t bytes) {
    if (at == nullptr)
        return __cuda_refused("cudaMallocManaged is given a null pointer where the address of a pointer is needed: &array");
    return cudaMallocManaged(at, bytes);
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
    int error = cudaMalloc(p, bytes);
    if (error == 0) __allocated_async(*p, stream);
    return error;
}
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
        {"cudaGetSymbolAddress", R"(
template <typename T, typename S> int cudaGetSymbolAddress(T **p, S &symbol) {
    *p = (T *)&symbol;
    return 0;
}
)"},
        {"cudaMemcpyToSymbolAsync", R"(
template <typename S>
int cudaMemcpyToSymbolAsync(S &symbol, const void *from, size_t bytes, size_t offset,
                            cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return cudaMemcpyAsync((char *)&symbol + offset, from, bytes, kind, stream);
}
)"},
        {"cudaMemcpyFromSymbolAsync", R"(
template <typename S>
int cudaMemcpyFromSymbolAsync(void *to, S &symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                              cudaStream_t stream = 0) {
    return cudaMemcpyAsync(to, (char *)&symbol + offset, bytes, kind, stream);
}
)"},
        {"cudaGetSymbolSize", R"(
template <typename S> int cudaGetSymbolSize(size_t *bytes, S &symbol) {
    *bytes = sizeof(S);
    return 0;
}
)"},
        {"cudaPointerAttributes", R"(
struct cudaPointerAttributes {
    int type, device;
    void *devicePointer, *hostPointer;
};
)",
         true},
        {"cudaPointerGetAttributes", R"(
int cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
    a->type = __memory_kind(p);
    a->device = a->type == cudaMemoryTypeUnregistered ? -2 : 0;
    a->devicePointer = a->type == cudaMemoryTypeUnregistered ? (void *)0 : (void *)p;
    a->hostPointer = a->type == cudaMemoryTypeDevice ? (void *)0 : (void *)p;
    return 0;
}
)"},
        {"cudaFuncAttributes", R"(
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
        preferredShmemCarveout;
};
)",
         true},
        {"__function_attributes", R"(
template <typename T> int __function_attributes(void *told, int shared, int most) {
    cudaFuncAttributes *a = (cudaFuncAttributes *)told;
    a->sharedSizeBytes = shared;
    a->maxThreadsPerBlock = most > 0 ? most : 1024;
    a->ptxVersion = a->binaryVersion = 90;
    a->cacheModeCA = 0;
    a->maxDynamicSharedSizeBytes = (48 << 10) - shared;
    a->preferredShmemCarveout = -1;
    return 0;
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
        case cudaDevAttrMemoryPoolsSupported: *value = 1; break;
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
        // Functions of the host that a stream calls, as it would a kernel.
        {"cudaStreamAddCallback", R"(
int cudaStreamAddCallback(cudaStream_t stream, void (*call)(cudaStream_t, cudaError_t, void *),
                          void *data, unsigned flags) {
    __host_function_begin(stream);
    call(stream, cudaSuccess, data);
    __host_function_end();
    return 0;
}
)"},
        {"cudaDeviceGetDefaultMemPool", R"(
int cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { *pool = 1; return 0; }
)"},
        {"cudaMallocFromPoolAsync", R"(
template <typename T>
int cudaMallocFromPoolAsync(T **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMalloc(p, bytes);
}
)"},
        // What devices have they have in one memory.
        {"cudaMemcpyPeer", R"(
int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
)"},
        {"cudaMemcpyPeerAsync", R"(
int cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                        cudaStream_t stream = 0) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
)"},
        // What a stream says of its accesses is of no consequence here.
        {"cudaAccessPolicyWindow", R"(
struct cudaAccessPolicyWindow {
    void *base_ptr;
    size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp, missProp;
};
)",
         true},
        {"cudaLaunchAttribute", R"(
struct __cluster_dim { unsigned x, y, z; };
union cudaLaunchAttributeValue {
    __cluster_dim clusterDim;
    int cooperative, priority, programmaticStreamSerializationAllowed, clusterSchedulingPolicyPreference;
    cudaAccessPolicyWindow accessPolicyWindow;
};
struct cudaLaunchAttribute {
    int id;
    cudaLaunchAttributeValue val;
};
)",
         true},
        {"cudaLaunchConfig_t", R"(
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};
)",
         true},
        // Of the attributes clusters alone change what a kernel does here.
        {"cudaLaunchKernelEx", R"(
template <typename Kernel, typename... Arguments>
int cudaLaunchKernelEx(const cudaLaunchConfig_t *how, Kernel kernel, Arguments... given) {
    for (unsigned i = 0; i < how->numAttrs; ++i) {
        if (how->attrs[i].id != cudaLaunchAttributeClusterDimension) continue;
        __cluster_dim d = how->attrs[i].val.clusterDim;
        __next_cluster(d.x, d.y, d.z);
    }
    kernel<<<how->gridDim, how->blockDim, how->dynamicSmemBytes, how->stream>>>(given...);
    return cudaPeekAtLastError();
}
)"},
        {"cudaStreamAttrValue", R"(
struct cudaStreamAttrValue {
    cudaAccessPolicyWindow accessPolicyWindow;
    int syncPolicy, priority;
};
)",
         true},
        {"cudaStreamSetAttribute", R"(
int cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID which,
                           const cudaStreamAttrValue *value) {
    return 0;
}
)"},
        {"cudaStreamGetAttribute", R"(
int cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID which,
                           cudaStreamAttrValue *value) {
    memset(value, 0, sizeof(cudaStreamAttrValue));
    return 0;
}
)"},
        // The heap of kernels, as large as CUDA's; what is given back is not given out again.
        {"__heap", "__device__ double __heap[1 << 20];"},
        {"__heap_used", "__device__ unsigned __heap_used = 0;"},
        {"__placed_at", R"(
template <typename T> __host__ __device__ T *__placed_at(void *memory, const T &value) {
    T *made = (T *)memory;
    __placed(*made, value);
    return made;
}
)"},
        {"__kernel_new_with", R"(
template <typename T> __device__ T *__kernel_new_with(const T &value) {
    T *made = (T *)__kernel_heap(sizeof(T));
    __placed(*made, value);
    return made;
}
)"},
        // What the calls that a kernel may make give back is success.
        {"__kernel_error_string", R"(
__device__ const char *__kernel_error_string(int error) {
    if (error == cudaErrorMemoryAllocation) return "out of memory";
    return error == 0 ? "no error" : "unrecognized error code";
}
)"},
        {"__kernel_error_name", R"(
__device__ const char *__kernel_error_name(int error) {
    if (error == cudaErrorMemoryAllocation) return "cudaErrorMemoryAllocation";
    return error == 0 ? "cudaSuccess" : "unrecognized error code";
}
)"},
        {"__kernel_heap", R"(
__device__ void *__kernel_heap(size_t bytes) {
    size_t words = (bytes + 15) / 16 * 2;
    if (bytes == 0 || words > 1 << 20) return (void *)0;
    unsigned first = atomicAdd(&__heap_used, (unsigned)words);
    if (first + words > 1 << 20) return (void *)0;
    size_t at = (size_t)(__heap + first);
    return (void *)(at + __ss_heap_taken((char *)at, bytes));
}
)"},
        {"__kernel_malloc", R"(
template <typename T> __device__ int __kernel_malloc(T **p, size_t bytes) {
    *p = (T *)__kernel_heap(bytes);
    return *p ? cudaSuccess : cudaErrorMemoryAllocation;
}
)"},
        {"__kernel_free", R"(
__device__ int __kernel_free(void *p) {
    __ss_heap_freed((char *)p);
    return cudaSuccess;
}
)"},
        {"cudaDeviceCanAccessPeer", R"(
int cudaDeviceCanAccessPeer(int *can, int a, int b) {
    *can = a != b && a < __devices() && b < __devices();
    return 0;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

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
    {"generate", R"(
template <typename T, typename F> void generate(T *first, T *last, F f) {
    for (; first != last; ++first) *first = f();
}
)"},
    {"for_each", R"(
template <typename T, typename F> void for_each(T *first, T *last, F f) {
    for (; first != last; ++first) f(*first);
}
)"},
    {"transform", R"(
template <typename T, typename V, typename F> V *transform(T *first, T *last, V *to, F f) {
    for (; first != last; ++first, ++to) *to = f(*first);
    return to;
}
)"},
    {"all_of", R"(
template <typename T, typename F> bool all_of(T *first, T *last, F f) {
    for (; first != last; ++first) {
        if (!f(*first)) return false;
    }
    return true;
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
    // <vector>: L has first, count and room
    {"__list_of", R"(
template <typename L, typename T> L __list_of(size_t count) {
    L list;
    list.first = (T *)calloc(count, sizeof(T));
    list.count = list.room = count;
    return list;
}
)"},
    {"__list_filled", R"(
template <typename L, typename T> L __list_filled(size_t count, T value) {
    L list;
    list.first = (T *)malloc(count * sizeof(T));
    list.count = list.room = count;
    for (size_t i = 0; i < count; ++i) list.first[i] = value;
    return list;
}
)"},
    {"__list_between", R"(
template <typename L, typename T> L __list_between(const T *begin, const T *end) {
    size_t count = end - begin;
    L list;
    list.first = (T *)malloc(count * sizeof(T));
    list.count = list.room = count;
    for (size_t i = 0; i < count; ++i) list.first[i] = begin[i];
    return list;
}
)"},
    {"__list_copy", R"(
template <typename L, typename T> L __list_copy(const L &from) {
    return __list_between<L, T>(from.first, from.first + from.count);
}
)"},
    {"__list_reserve", R"(
template <typename L, typename T> void __list_reserve(L &list, size_t room) {
    if (room <= list.room) return;
    T *first = (T *)malloc(room * sizeof(T));
    for (size_t i = 0; i < list.count; ++i) first[i] = list.first[i];
    free(list.first);
    list.first = first;
    list.room = room;
}
)"},
    {"__list_push", R"(
template <typename L, typename T> void __list_push(L &list, T value) {
    if (list.count == list.room) __list_reserve<L, T>(list, 2 * list.room + 4);
    list.first[list.count] = value;
    list.count = list.count + 1;
}
)"},
    {"__list_with", R"(
template <typename L, typename T> L __list_with(L list, T value) {
    __list_push<L, T>(list, value);
    return list;
}
)"},
    {"__list_resize", R"(
template <typename L, typename T> void __list_resize(L &list, size_t count) {
    __list_reserve<L, T>(list, count);
    if (count > list.count) memset(list.first + list.count, 0, (count - list.count) * sizeof(T));
    list.count = count;
}
)"},
    {"__list_resize_with", R"(
template <typename L, typename T> void __list_resize_with(L &list, size_t count, T value) {
    size_t before = list.count;
    __list_resize<L, T>(list, count);
    for (size_t i = before; i < count; ++i) list.first[i] = value;
}
)"},
    // of the language itself
    {"__new_with", R"(
template <typename T> T *__new_with(T value) {
    T *made = (T *)malloc(sizeof(T));
    *made = value;
    return made;
}
)"},
    // <stdlib.h>
    {"drand48", "double drand48() { return rand() / 2147483648.0; }"},
};

/// Their checks find nothing: what could go wrong is told as a finding, at its line.
constexpr LibraryPart headers[] = {
    // NVIDIA's samples
    {"helper_cuda.h", R"(
#define checkCudaErrors(call) (call)
#define getLastCudaError(message)
int findCudaDevice(int argc, const char **argv) { return 0; }
)"},
    {"helper_functions.h", ""},
    // Sanders, Kandrot: CUDA by Example
    {"common/book.h", R"(
#define HANDLE_ERROR(call) (call)
#define HANDLE_NULL(pointer)
void *big_random_block(int size) {
    unsigned char *data = (unsigned char *)malloc(size);
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
int *big_random_block_int(int size) {
    int *data = (int *)malloc(size * sizeof(int));
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
)"},
    // Cheng, Grossman, McKercher: Professional CUDA C Programming
    {"common/common.h", R"(
#define CHECK(call) (call)
double seconds() { return clock() / 1e6; }
)"},
};

}  // namespace

std::string_view library_header(std::string_view name) {
    for (const LibraryPart& header : headers) {
        const bool ends = name.ends_with(header.name);
        if (ends && (name.size() == header.name.size() ||
                     name[name.size() - header.name.size() - 1] == '/'))
            return header.text;
    }
    return {};
}

std::span<const LibraryPart> library() {
    return parts;
}

}  // namespace stridescope::language

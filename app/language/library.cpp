#include "app/language/library.h"

#include <unordered_set>

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
    // <type_traits>, <limits>
    {"is_same", R"(
template <typename A, typename B> struct is_same { static const bool value = false; };
template <typename A> struct is_same<A, A> { static const bool value = true; };
)",
     true},
    {"numeric_limits", R"(
template <typename T> struct numeric_limits;
template <> struct numeric_limits<int> {
    static __host__ __device__ int max() { return INT_MAX; }
    static __host__ __device__ int min() { return INT_MIN; }
    static __host__ __device__ int lowest() { return INT_MIN; }
};
template <> struct numeric_limits<unsigned> {
    static __host__ __device__ unsigned max() { return UINT_MAX; }
    static __host__ __device__ unsigned min() { return 0; }
    static __host__ __device__ unsigned lowest() { return 0; }
};
template <> struct numeric_limits<long long> {
    static __host__ __device__ long long max() { return LLONG_MAX; }
    static __host__ __device__ long long min() { return LLONG_MIN; }
    static __host__ __device__ long long lowest() { return LLONG_MIN; }
};
template <> struct numeric_limits<unsigned long long> {
    static __host__ __device__ unsigned long long max() { return ULLONG_MAX; }
    static __host__ __device__ unsigned long long min() { return 0; }
    static __host__ __device__ unsigned long long lowest() { return 0; }
};
template <> struct numeric_limits<float> {
    static __host__ __device__ float max() { return FLT_MAX; }
    static __host__ __device__ float min() { return FLT_MIN; }
    static __host__ __device__ float lowest() { return -FLT_MAX; }
    static __host__ __device__ float epsilon() { return FLT_EPSILON; }
    static __host__ __device__ float infinity() { return INFINITY; }
};
template <> struct numeric_limits<double> {
    static __host__ __device__ double max() { return DBL_MAX; }
    static __host__ __device__ double min() { return DBL_MIN; }
    static __host__ __device__ double lowest() { return -DBL_MAX; }
    static __host__ __device__ double epsilon() { return DBL_EPSILON; }
    static __host__ __device__ double infinity() { return (double)INFINITY; }
};
)",
     true},
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
    // <array>
    {"array", R"(
template <typename T, size_t N> struct array {
    T __items[N];
    __host__ __device__ T &operator[](size_t i) { return __items[i]; }
    __host__ __device__ const T &operator[](size_t i) const { return __items[i]; }
    __host__ __device__ T &at(size_t i) { return __items[i]; }
    __host__ __device__ T &front() { return __items[0]; }
    __host__ __device__ T &back() { return __items[N - 1]; }
    __host__ __device__ size_t size() const { return N; }
    __host__ __device__ bool empty() const { return N == 0; }
    __host__ __device__ T *data() { return __items; }
    __host__ __device__ const T *data() const { return __items; }
    __host__ __device__ T *begin() { return __items; }
    __host__ __device__ const T *begin() const { return __items; }
    __host__ __device__ T *end() { return __items + N; }
    __host__ __device__ const T *end() const { return __items + N; }
    __host__ __device__ void fill(const T &value) {
        for (size_t i = 0; i < N; ++i) __items[i] = value;
    }
};
)",
     true},
    // <random>: the standard's engines, and distributions as libstdc++ has them
    {"mt19937", R"(
struct mt19937 {
    unsigned __words[624];
    int __at;
    mt19937(unsigned value = 5489) { seed(value); }
    void seed(unsigned value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 624; ++i)
            __words[i] = 1812433253u * (__words[i - 1] ^ (__words[i - 1] >> 30)) + i;
        __at = 624;
    }
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
    unsigned operator()() {
        if (__at == 624) {
            for (int i = 0; i < 624; ++i) {
                unsigned y = (__words[i] & 0x80000000u) | (__words[(i + 1) % 624] & 0x7fffffffu);
                __words[i] = __words[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
            }
            __at = 0;
        }
        unsigned y = __words[__at];
        __at = __at + 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
     true},
    {"mt19937_64", R"(
struct mt19937_64 {
    unsigned long long __words[312];
    int __at;
    mt19937_64(unsigned long long value = 5489) { seed(value); }
    void seed(unsigned long long value = 5489) {
        __words[0] = value;
        for (int i = 1; i < 312; ++i)
            __words[i] = 6364136223846793005ull * (__words[i - 1] ^ (__words[i - 1] >> 62)) + i;
        __at = 312;
    }
    static unsigned long long min() { return 0; }
    static unsigned long long max() { return 18446744073709551615ull; }
    unsigned long long operator()() {
        if (__at == 312) {
            for (int i = 0; i < 312; ++i) {
                unsigned long long y = (__words[i] & 0xffffffff80000000ull) |
                                       (__words[(i + 1) % 312] & 0x7fffffffull);
                __words[i] = __words[(i + 156) % 312] ^ (y >> 1) ^
                             (y & 1 ? 0xb5026f5aa96619e9ull : 0ull);
            }
            __at = 0;
        }
        unsigned long long y = __words[__at];
        __at = __at + 1;
        y ^= (y >> 29) & 0x5555555555555555ull;
        y ^= (y << 17) & 0x71d67fffeda60000ull;
        y ^= (y << 37) & 0xfff7eee000000000ull;
        return y ^ (y >> 43);
    }
    void discard(unsigned long long n) {
        for (; n > 0; --n) (*this)();
    }
};
)",
     true},
    {"minstd_rand0", R"(
struct minstd_rand0 {
    unsigned long long __last;
    minstd_rand0(unsigned long long value = 1) { seed(value); }
    void seed(unsigned long long value = 1) {
        __last = value % 2147483647;
        if (__last == 0) __last = 1;
    }
    static unsigned long long min() { return 1; }
    static unsigned long long max() { return 2147483646; }
    unsigned long long operator()() {
        __last = __last * 16807 % 2147483647;
        return __last;
    }
};
)",
     true},
    {"minstd_rand", R"(
struct minstd_rand {
    unsigned long long __last;
    minstd_rand(unsigned long long value = 1) { seed(value); }
    void seed(unsigned long long value = 1) {
        __last = value % 2147483647;
        if (__last == 0) __last = 1;
    }
    static unsigned long long min() { return 1; }
    static unsigned long long max() { return 2147483646; }
    unsigned long long operator()() {
        __last = __last * 48271 % 2147483647;
        return __last;
    }
};
)",
     true},
    {"default_random_engine", "typedef minstd_rand0 default_random_engine;", true},
    {"__device_number", "unsigned __device_number = 2463534242u;"},
    {"random_device", R"(
struct random_device {
    static unsigned min() { return 0; }
    static unsigned max() { return 4294967295u; }
    unsigned operator()() {
        __device_number ^= __device_number << 13;
        __device_number ^= __device_number >> 17;
        __device_number ^= __device_number << 5;
        return __device_number;
    }
};
)",
     true},
    {"__canonical", R"(
template <typename T, typename G> T __canonical(G &g) {
    double range = (double)(G::max() - G::min()) + 1.0;
    int each = 0;
    for (double r = range; r >= 2; r /= 2) ++each;
    int rounds = ((sizeof(T) == 4 ? 24 : 53) + each - 1) / each;
    T sum = 0, scale = 1;
    for (int i = 0; i < rounds; ++i) {
        sum += (T)(g() - G::min()) * scale;
        scale = (T)(scale * range);
    }
    T result = sum / scale;
    return result >= 1 ? (T)(sizeof(T) == 4 ? 0.99999994 : 0.99999999999999989) : result;
}
)"},
    {"uniform_real_distribution", R"(
template <typename T = double> struct uniform_real_distribution {
    T __low, __high;
    uniform_real_distribution(T low = 0, T high = 1) : __low(low), __high(high) {}
    template <typename G> T operator()(G &g) {
        return __canonical<T, G>(g) * (__high - __low) + __low;
    }
    T a() const { return __low; }
    T b() const { return __high; }
    void reset() {}
};
)",
     true},
    {"__below", R"(
template <typename G> unsigned long long __below(G &g, unsigned long long span) {
    unsigned long long all = (unsigned long long)(G::max() - G::min());
    if (span == all) return (unsigned long long)(g() - G::min());
    unsigned long long range = span + 1;
    if (all == 4294967295ull) {
        unsigned few = (unsigned)range;
        unsigned long long product = (unsigned long long)g() * few;
        if ((unsigned)product < few) {
            unsigned least = (0u - few) % few;
            while ((unsigned)product < least) product = (unsigned long long)g() * few;
        }
        return product >> 32;
    }
    if (all == 18446744073709551615ull) {
        unsigned long long drawn = g();
        if (drawn * range < range) {
            unsigned long long least = (0ull - range) % range;
            while (drawn * range < least) drawn = g();
        }
        return __umul64hi(drawn, range);
    }
    unsigned long long scale = all / range, past = range * scale;
    unsigned long long drawn = (unsigned long long)(g() - G::min());
    while (drawn >= past) drawn = (unsigned long long)(g() - G::min());
    return drawn / scale;
}
)"},
    {"uniform_int_distribution", R"(
template <typename T = int> struct uniform_int_distribution {
    T __low, __high;
    uniform_int_distribution(T low = 0, T high = numeric_limits<T>::max())
        : __low(low), __high(high) {}
    template <typename G> T operator()(G &g) {
        unsigned long long span = (unsigned long long)__high - (unsigned long long)__low;
        unsigned long long all = (unsigned long long)(G::max() - G::min());
        if (span <= all) return (T)(__below<G>(g, span) + (unsigned long long)__low);
        unsigned long long high, drawn;
        do {
            high = (all + 1) * __below<G>(g, span / (all + 1));
            drawn = high + (unsigned long long)(g() - G::min());
        } while (drawn > span || drawn < high);
        return (T)(drawn + (unsigned long long)__low);
    }
    T a() const { return __low; }
    T b() const { return __high; }
    void reset() {}
};
)",
     true},
    {"normal_distribution", R"(
template <typename T = double> struct normal_distribution {
    T __mean, __deviation, __kept;
    bool __has_kept;
    normal_distribution(T mean = 0, T deviation = 1)
        : __mean(mean), __deviation(deviation), __kept(0), __has_kept(false) {}
    template <typename G> T operator()(G &g) {
        T drawn;
        if (__has_kept) {
            __has_kept = false;
            drawn = __kept;
        } else {
            T x, y, r;
            do {
                x = (T)2 * __canonical<T, G>(g) - (T)1;
                y = (T)2 * __canonical<T, G>(g) - (T)1;
                r = x * x + y * y;
            } while (r > 1 || r == 0);
            T factor = sqrt(-2 * log(r) / r);
            __kept = x * factor;
            __has_kept = true;
            drawn = y * factor;
        }
        return drawn * __deviation + __mean;
    }
    T mean() const { return __mean; }
    T stddev() const { return __deviation; }
    void reset() { __has_kept = false; }
};
)",
     true},
    // of the language itself
    {"__new_with", R"(
template <typename T> T *__new_with(const T &value) {
    T *made = (T *)malloc(sizeof(T));
    memcpy(made, &value, sizeof(T));
    return made;
}
)"},
    {"__new_filled", R"(
template <typename T> T *__new_filled(size_t count, const T &value) {
    T *made = (T *)malloc(count * sizeof(T));
    for (size_t i = 0; i < count; ++i) memcpy(made + i, &value, sizeof(T));
    return made;
}
)"},
    // <stdlib.h>
    {"drand48", "double drand48() { return rand() / 2147483648.0; }"},
    {"strtoll", R"(
long long strtoll(const char *text, char **end, int base) {
    const char *at = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13)) ++at;
    bool minus = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    bool hex = *at == '0' && (at[1] == 'x' || at[1] == 'X');
    if (hex && (base == 0 || base == 16)) {
        base = 16;
        at = at + 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    long long value = 0;
    bool any = false;
    for (;; ++at) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                    : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                               : 99;
        if (digit >= base) break;
        value = value * base + digit;
        any = true;
    }
    if (end) *end = (char *)(any ? at : text);
    return minus ? -value : value;
}
)"},
    {"strtol", R"(
long strtol(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
    {"strtoul", R"(
unsigned long strtoul(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
    {"strtoull", R"(
unsigned long long strtoull(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}
)"},
    {"strtod", R"(
double strtod(const char *text, char **end) {
    const char *at = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13)) ++at;
    if (*at == '-' || *at == '+') ++at;
    while ((*at >= '0' && *at <= '9') || *at == '.') ++at;
    if (*at == 'e' || *at == 'E') {
        ++at;
        if (*at == '-' || *at == '+') ++at;
        while (*at >= '0' && *at <= '9') ++at;
    }
    if (end) *end = (char *)at;
    return atof(text);
}
)"},
    {"strtof", "float strtof(const char *text, char **end) { return (float)strtod(text, end); }"},
    {"getenv", "char *getenv(const char *name) { return (char *)0; }"},
    // <stdio.h>
    {"puts", R"(int puts(const char *text) { return printf("%s\n", text); })"},
    {"putchar", R"(int putchar(int c) { printf("%c", c); return c; })"},
    {"perror", R"(void perror(const char *text) { printf("%s\n", text); })"},
    // <time.h>, <sys/time.h>: the machine's own clock, since the run began
    {"time_t", "typedef long long time_t;", true},
    {"timeval", "struct timeval { long tv_sec; long tv_usec; };", true},
    {"timezone", "struct timezone { int tz_minuteswest; int tz_dsttime; };", true},
    {"timespec", "struct timespec { long tv_sec; long tv_nsec; };", true},
    {"clockid_t", "typedef int clockid_t;", true},
    {"CLOCK_REALTIME", "const int CLOCK_REALTIME = 0;"},
    {"CLOCK_MONOTONIC", "const int CLOCK_MONOTONIC = 1;"},
    {"CLOCK_MONOTONIC_RAW", "const int CLOCK_MONOTONIC_RAW = 4;"},
    {"CLOCK_PROCESS_CPUTIME_ID", "const int CLOCK_PROCESS_CPUTIME_ID = 2;"},
    {"gettimeofday", R"(
int gettimeofday(timeval *t, void *zone) {
    double now = __seconds();
    t->tv_sec = (long)now;
    t->tv_usec = (long)((now - t->tv_sec) * 1e6);
    return 0;
}
)"},
    {"clock_gettime", R"(
int clock_gettime(int id, timespec *t) {
    double now = __seconds();
    t->tv_sec = (long)now;
    t->tv_nsec = (long)((now - t->tv_sec) * 1e9);
    return 0;
}
)"},
    {"difftime", "double difftime(time_t a, time_t b) { return (double)(a - b); }"},
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
    {"__nanosleep", "__device__ void __nanosleep(unsigned ns) {}"},
    {"__umul64hi", R"(
__host__ __device__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    unsigned long long low = (a & 4294967295ull) * (b & 4294967295ull);
    unsigned long long one = (a >> 32) * (b & 4294967295ull) + (low >> 32);
    unsigned long long other = (a & 4294967295ull) * (b >> 32) + (one & 4294967295ull);
    return (a >> 32) * (b >> 32) + (one >> 32) + (other >> 32);
}
)"},
    {"__mul64hi", R"(
__host__ __device__ long long __mul64hi(long long a, long long b) {
    return (long long)__umul64hi(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0);
}
)"},
    // CUDA's mathematical functions, of those that the machine has
    {"sincosf", R"(
__host__ __device__ void sincosf(float x, float *s, float *c) {
    *s = sinf(x);
    *c = cosf(x);
}
)"},
    {"__sincosf", R"(
__device__ void __sincosf(float x, float *s, float *c) {
    *s = __sinf(x);
    *c = __cosf(x);
}
)"},
    {"sincos", R"(
__host__ __device__ void sincos(double x, double *s, double *c) {
    *s = sin(x);
    *c = cos(x);
}
)"},
    {"ldexpf", R"(
__host__ __device__ float ldexpf(float x, int e) {
    // Beyond this there is nothing but 0 and infinity: the product is exact, and rounded once.
    int within = e > 300 ? 300 : e < -300 ? -300 : e;
    return (float)((double)x * __longlong_as_double((long long)(within + 1023) << 52));
}
)"},
    {"scalbnf", "__host__ __device__ float scalbnf(float x, int e) { return ldexpf(x, e); }"},
    {"frexpf", R"(
__host__ __device__ float frexpf(float x, int *e) {
    *e = 0;
    if (x == 0 || !isfinite(x)) return x;
    long long bits = __double_as_longlong((double)x);
    *e = (int)(bits >> 52 & 2047) - 1022;
    return (float)__longlong_as_double((bits & ~((long long)2047 << 52)) | ((long long)1022 << 52));
}
)"},
    {"modff", R"(
__host__ __device__ float modff(float x, float *whole) {
    *whole = truncf(x);
    return copysignf(isinf(x) ? 0.0f : x - *whole, x);
}
)"},
    {"modf", R"(
__host__ __device__ double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(isinf(x) ? 0.0 : x - *whole, x);
}
)"},
    {"nextafterf", R"(
__host__ __device__ float nextafterf(float x, float to) {
    if (isnan(x) || isnan(to)) return x + to;
    if (x == to) return to;
    if (x == 0) return copysignf(__int_as_float(1), to);
    return __int_as_float(__float_as_int(x) + ((x < to) == (x > 0) ? 1 : -1));
}
)"},
    {"norm3df", R"(
__device__ float norm3df(float a, float b, float c) {
    return (float)sqrt((double)a * a + (double)b * b + (double)c * c);
}
)"},
    {"rnorm3df",
     "__device__ float rnorm3df(float a, float b, float c) { return (float)(1 / "
     "sqrt((double)a * a + (double)b * b + (double)c * c)); }"},
    {"rcbrtf", "__device__ float rcbrtf(float x) { return (float)(1 / cbrt((double)x)); }"},
    {"rhypotf", R"(
__device__ float rhypotf(float a, float b) {
    return (float)(1 / sqrt((double)a * a + (double)b * b));
}
)"},
    {"cudaDriverGetVersion", "int cudaDriverGetVersion(int *v) { *v = 13000; return 0; }"},
    {"cudaRuntimeGetVersion", "int cudaRuntimeGetVersion(int *v) { *v = 13000; return 0; }"},
    {"cudaDeviceCanAccessPeer", R"(
int cudaDeviceCanAccessPeer(int *can, int a, int b) { *can = 0; return 0; }
)"},
};

constexpr std::string_view timer_header = R"(
#ifndef __TIMER_HEADER
#define __TIMER_HEADER
struct StopWatchInterface {
    double begin, total;
    int rounds;
};
bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface;
    (*timer)->begin = (*timer)->total = 0;
    (*timer)->rounds = 0;
    return true;
}
bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = 0;
    return true;
}
bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->begin = __seconds();
    return true;
}
bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->total = (*timer)->total + (__seconds() - (*timer)->begin) * 1000;
    (*timer)->rounds = (*timer)->rounds + 1;
    return true;
}
bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->begin = __seconds();
    (*timer)->total = 0;
    (*timer)->rounds = 0;
    return true;
}
float sdkGetTimerValue(StopWatchInterface **timer) { return (float)(*timer)->total; }
float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->rounds > 0 ? (float)((*timer)->total / (*timer)->rounds) : 0;
}
#endif
)";

constexpr LibraryPart headers[] = {
    // NVIDIA's samples
    {"helper_cuda.h", R"(
void __check_cuda(int error, const char *call, const char *file, int line) {
    if (error == 0) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, error,
            cudaGetErrorName(error), call);
    exit(EXIT_FAILURE);
}
void __check_last(const char *message, const char *file, int line, bool ends) {
    int error = cudaGetLastError();
    if (error == 0) return;
    fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message,
            error, cudaGetErrorString(error));
    if (ends) exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) __check_cuda((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message) __check_last(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) __check_last(message, __FILE__, __LINE__, false)
#define EXIT_WAIVED 2
int findCudaDevice(int argc, const char **argv) { return 0; }
int gpuGetMaxGflopsDeviceId() { return 0; }
int gpuDeviceInit(int device) { return 0; }
int _ConvertSMVer2Cores(int major, int minor) { return 128; }
const char *_ConvertSMVer2ArchName(int major, int minor) { return "Hopper"; }
)"
                      R"(
int __flag_place(int argc, const char **argv, const char *name) {
    for (int i = 1; i < argc; ++i) {
        const char *at = argv[i];
        while (*at == '-') ++at;
        int n = 0;
        while (name[n] && at[n] == name[n]) ++n;
        if (!name[n] && (!at[n] || at[n] == '=')) return i;
    }
    return 0;
}
bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return __flag_place(argc, argv, name) > 0;
}
int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    int i = __flag_place(argc, argv, name);
    if (!i) return 0;
    const char *at = argv[i];
    while (*at && *at != '=') ++at;
    return *at ? atoi(at + 1) : 0;
}
float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    int i = __flag_place(argc, argv, name);
    if (!i) return 0;
    const char *at = argv[i];
    while (*at && *at != '=') ++at;
    return *at ? (float)atof(at + 1) : 0;
}
)"},
    // Udacity's course CS344
    {"gputimer.h", R"(
struct GpuTimer {
    cudaEvent_t start, stop;
    GpuTimer() {
        cudaEventCreate(&start);
        cudaEventCreate(&stop);
    }
    void Start() { cudaEventRecord(start, 0); }
    void Stop() { cudaEventRecord(stop, 0); }
    float Elapsed() {
        float elapsed = 0;
        cudaEventElapsedTime(&elapsed, start, stop);
        return elapsed;
    }
};
)"},
    {"helper_timer.h", timer_header},
    {"helper_functions.h", timer_header},
    // Sanders, Kandrot: CUDA by Example
    {"common/book.h", R"(
void HandleError(int error, const char *file, int line) {
    if (error == 0) return;
    printf("%s in %s at line %d\n", cudaGetErrorString(error), file, line);
    exit(EXIT_FAILURE);
}
#define HANDLE_ERROR(call) (HandleError((call), __FILE__, __LINE__))
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

bool is_system_header(std::string_view name) {
    static const std::unordered_set<std::string_view> known{"assert.h",
                                                            "ctype.h",
                                                            "errno.h",
                                                            "float.h",
                                                            "inttypes.h",
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
                                                            "sys/types.h",
                                                            "sys/stat.h",
                                                            "sys/times.h",
                                                            "sys/resource.h",
                                                            "getopt.h",
                                                            "libgen.h",
                                                            "pthread.h",
                                                            "omp.h",
                                                            "cuda.h",
                                                            "cuda_runtime.h",
                                                            "cuda_runtime_api.h",
                                                            "cuda_profiler_api.h",
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
                                                            "helper_string.h",
                                                            "nvToolsExt.h",
                                                            "nvtx3/nvToolsExt.h",
                                                            "host_defines.h",
                                                            "common_functions.h"};
    static const std::unordered_set<std::string_view> cpp{
        "algorithm", "any",        "array",   "atomic",        "bit",           "bitset",
        "cassert",   "cctype",     "cerrno",  "cfloat",        "chrono",        "cinttypes",
        "climits",   "cmath",      "complex", "concepts",      "cstdarg",       "cstddef",
        "cstdint",   "cstdio",     "cstdlib", "cstring",       "ctime",         "deque",
        "exception", "filesystem", "fstream", "functional",    "future",        "iomanip",
        "ios",       "iostream",   "istream", "iterator",      "limits",        "list",
        "map",       "memory",     "mutex",   "new",           "numbers",       "numeric",
        "optional",  "ostream",    "queue",   "random",        "ranges",        "regex",
        "set",       "span",       "sstream", "stack",         "stdexcept",     "string",
        "streambuf", "thread",     "tuple",   "string_view",   "type_traits",   "typeinfo",
        "utility",   "valarray",   "variant", "unordered_map", "unordered_set", "vector"};
    return known.contains(name) || cpp.contains(name);
}

std::optional<std::string_view> library_header(std::string_view name) {
    for (const LibraryPart& header : headers) {
        const bool ends = name.ends_with(header.name);
        if (ends && (name.size() == header.name.size() ||
                     name[name.size() - header.name.size() - 1] == '/'))
            return header.text;
    }
    return std::nullopt;
}

std::span<const LibraryPart> library() {
    return parts;
}

}  // namespace stridescope::language

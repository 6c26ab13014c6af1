// Of <chrono>, <ratio>, <omp.h> and <pthread.h>. The only clock is the machine's own, since the run
// began; who sleeps waits for nothing, and there is one thread.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> time_parts() {
    static constexpr LibraryPart parts[] = {
        {"ratio", R"(
template <long N, long D = 1> struct ratio {
    static const long num = N;
    static const long den = D;
};
)",
         true},
        {"nano", "typedef ratio<1, 1000000000> nano;", true},
        {"micro", "typedef ratio<1, 1000000> micro;", true},
        {"milli", "typedef ratio<1, 1000> milli;", true},
        {"kilo", "typedef ratio<1000, 1> kilo;", true},
        {"__counted", R"(
template <typename R, typename P> R __counted(const chrono::duration<R, P> &d) { return d.count(); }
)"},
        {"chrono", R"(
namespace chrono {
struct __span {
    double __ns;
    bool operator<(const __span &o) const { return __ns < o.__ns; }
    bool operator>(const __span &o) const { return __ns > o.__ns; }
    bool operator<=(const __span &o) const { return __ns <= o.__ns; }
    bool operator>=(const __span &o) const { return __ns >= o.__ns; }
    bool operator==(const __span &o) const { return __ns == o.__ns; }
    bool operator!=(const __span &o) const { return __ns != o.__ns; }
};
template <typename R, typename P = ratio<1, 1>> struct duration : __span {
    typedef R rep;
    typedef P period;
    __host__ __device__ duration() { __ns = 0; }
    __host__ __device__ explicit duration(R n) { __ns = (double)n * __each(); }
    duration(const __span &from) { __ns = from.__ns; }
    __host__ __device__ static double __each() { return P::num * 1e9 / P::den; }
    static duration __of(double ns) {
        duration made;
        made.__ns = (R)0.5 == 0 ? trunc(ns / __each()) * __each() : ns;
        return made;
    }
    R count() const { return (R)(__ns / __each()); }
    static duration zero() { return duration(); }
    duration operator+(const duration &o) const { return __of(__ns + o.__ns); }
    duration operator-(const duration &o) const { return __of(__ns - o.__ns); }
    // Of two periods the sum has the finer one, and a fraction if one of them has.
    template <typename R2, typename P2> auto __common(const duration<R2, P2> &o, double ns) const {
        typedef decltype(R() + R2()) C;
        if constexpr (P::num * P2::den <= P2::num * P::den) {
            return duration<C, P>::__of(ns);
        } else {
            return duration<C, P2>::__of(ns);
        }
    }
    template <typename R2, typename P2> auto operator+(const duration<R2, P2> &o) const {
        return __common(o, __ns + o.__ns);
    }
    template <typename R2, typename P2> auto operator-(const duration<R2, P2> &o) const {
        return __common(o, __ns - o.__ns);
    }
    template <typename R2, typename P2> auto operator/(const duration<R2, P2> &o) const {
        return (decltype(R() + R2()))(__ns / o.__ns);
    }
    duration operator%(const duration &o) const {
        return duration(count() % o.count());
    }
    duration operator-() const { return __of(-__ns); }
    duration operator*(double k) const { return __of(__ns * k); }
    duration operator/(double k) const { return __of(__ns / k); }
    duration &operator+=(const __span &o) { __ns = __ns + o.__ns; return *this; }
    duration &operator-=(const __span &o) { __ns = __ns - o.__ns; return *this; }
    duration &operator/=(double k) { __ns = __of(__ns / k).__ns; return *this; }
    duration &operator*=(double k) { __ns = __of(__ns * k).__ns; return *this; }
};
typedef duration<long long, ratio<1, 1000000000>> nanoseconds;
typedef duration<long long, ratio<1, 1000000>> microseconds;
typedef duration<long long, ratio<1, 1000>> milliseconds;
typedef duration<long long, ratio<1, 1>> seconds;
typedef duration<long long, ratio<60, 1>> minutes;
typedef duration<long long, ratio<3600, 1>> hours;
template <typename To> To duration_cast(const __span &d) { return To::__of(d.__ns); }
template <typename C, typename D = nanoseconds> struct time_point {
    double __ns;
    time_point() { __ns = 0; }
    nanoseconds time_since_epoch() const { return nanoseconds::__of(__ns); }
    nanoseconds operator-(const time_point &o) const { return nanoseconds::__of(__ns - o.__ns); }
    time_point operator+(const __span &d) const {
        time_point made;
        made.__ns = __ns + d.__ns;
        return made;
    }
    time_point operator-(const __span &d) const {
        time_point made;
        made.__ns = __ns - d.__ns;
        return made;
    }
    time_point &operator+=(const __span &d) { __ns = __ns + d.__ns; return *this; }
    bool operator<(const time_point &o) const { return __ns < o.__ns; }
    bool operator>(const time_point &o) const { return __ns > o.__ns; }
    bool operator<=(const time_point &o) const { return __ns <= o.__ns; }
    bool operator>=(const time_point &o) const { return __ns >= o.__ns; }
    bool operator==(const time_point &o) const { return __ns == o.__ns; }
    bool operator!=(const time_point &o) const { return __ns != o.__ns; }
};
struct system_clock {
    typedef nanoseconds duration;
    typedef chrono::time_point<system_clock> time_point;
    static chrono::time_point<system_clock> now() {
        chrono::time_point<system_clock> made;
        made.__ns = trunc(__now() * 1e9);
        return made;
    }
};
struct steady_clock {
    typedef nanoseconds duration;
    typedef chrono::time_point<steady_clock> time_point;
    static chrono::time_point<steady_clock> now() {
        chrono::time_point<steady_clock> made;
        made.__ns = trunc(__now() * 1e9);
        return made;
    }
};
typedef system_clock high_resolution_clock;
}
)",
         true},
        // 10ms, 1.5s …
        {"__hours", R"(
chrono::hours __hours(long long n) { return chrono::hours(n); }
chrono::duration<double, ratio<3600, 1>> __hours(double n) { return chrono::duration<double, ratio<3600, 1>>(n); }
)"},
        {"__minutes", R"(
chrono::minutes __minutes(long long n) { return chrono::minutes(n); }
chrono::duration<double, ratio<60, 1>> __minutes(double n) { return chrono::duration<double, ratio<60, 1>>(n); }
)"},
        {"__seconds_of", R"(
chrono::seconds __seconds_of(long long n) { return chrono::seconds(n); }
chrono::duration<double, ratio<1, 1>> __seconds_of(double n) { return chrono::duration<double, ratio<1, 1>>(n); }
)"},
        {"__milliseconds", R"(
chrono::milliseconds __milliseconds(long long n) { return chrono::milliseconds(n); }
chrono::duration<double, ratio<1, 1000>> __milliseconds(double n) { return chrono::duration<double, ratio<1, 1000>>(n); }
)"},
        {"__microseconds", R"(
chrono::microseconds __microseconds(long long n) { return chrono::microseconds(n); }
chrono::duration<double, ratio<1, 1000000>> __microseconds(double n) { return chrono::duration<double, ratio<1, 1000000>>(n); }
)"},
        {"__nanoseconds", R"(
chrono::nanoseconds __nanoseconds(long long n) { return chrono::nanoseconds(n); }
chrono::duration<double, ratio<1, 1000000000>> __nanoseconds(double n) { return chrono::duration<double, ratio<1, 1000000000>>(n); }
)"},
        // Nobody waits: what is slept is added to the time that passed.
        {"__slept", "double __slept = 0;"},
        {"__now", "double __now() { return __seconds() + __slept; }"},
        {"usleep",
         "int usleep(unsigned microseconds) { __slept += microseconds * 1e-6; return 0; }"},
        {"sleep", "unsigned sleep(unsigned seconds) { __slept += seconds; return 0; }"},
        // GCC's own: there is one thread, so nothing comes between.
        {"__sync_fetch_and_add", R"(
template <typename T, typename V> T __sync_fetch_and_add(T *p, V v) { T old = *p; *p = old + v; return old; }
)"},
        {"__sync_fetch_and_sub", R"(
template <typename T, typename V> T __sync_fetch_and_sub(T *p, V v) { T old = *p; *p = old - v; return old; }
)"},
        {"__sync_fetch_and_or", R"(
template <typename T, typename V> T __sync_fetch_and_or(T *p, V v) { T old = *p; *p = old | v; return old; }
)"},
        {"__sync_fetch_and_and", R"(
template <typename T, typename V> T __sync_fetch_and_and(T *p, V v) { T old = *p; *p = old & v; return old; }
)"},
        {"__sync_fetch_and_xor", R"(
template <typename T, typename V> T __sync_fetch_and_xor(T *p, V v) { T old = *p; *p = old ^ v; return old; }
)"},
        {"__sync_add_and_fetch", R"(
template <typename T, typename V> T __sync_add_and_fetch(T *p, V v) { *p = *p + v; return *p; }
)"},
        {"__sync_sub_and_fetch", R"(
template <typename T, typename V> T __sync_sub_and_fetch(T *p, V v) { *p = *p - v; return *p; }
)"},
        {"__sync_val_compare_and_swap", R"(
template <typename T, typename V, typename W> T __sync_val_compare_and_swap(T *p, V old, W v) {
    T before = *p;
    if (before == (T)old) *p = v;
    return before;
}
)"},
        {"__sync_bool_compare_and_swap", R"(
template <typename T, typename V, typename W> bool __sync_bool_compare_and_swap(T *p, V old, W v) {
    if (*p != (T)old) return false;
    *p = v;
    return true;
}
)"},
        {"__sync_lock_test_and_set", R"(
template <typename T, typename V> T __sync_lock_test_and_set(T *p, V v) { T old = *p; *p = v; return old; }
)"},
        {"__sync_synchronize", "void __sync_synchronize() {}"},
        // Of <omp.h>: what a pragma marks runs on one thread.
        {"omp_get_wtime", "double omp_get_wtime() { return __now(); }"},
        {"omp_get_wtick", "double omp_get_wtick() { return 1e-9; }"},
        {"omp_get_thread_num", "int omp_get_thread_num() { return 0; }"},
        {"omp_get_num_threads", "int omp_get_num_threads() { return 1; }"},
        {"omp_get_max_threads", "int omp_get_max_threads() { return 1; }"},
        {"omp_get_num_procs", "int omp_get_num_procs() { return 1; }"},
        {"omp_get_num_devices", "int omp_get_num_devices() { return 0; }"},
        {"omp_in_parallel", "int omp_in_parallel() { return 0; }"},
        {"omp_set_num_threads", "void omp_set_num_threads(int n) {}"},
        {"omp_set_nested", "void omp_set_nested(int nested) {}"},
        {"omp_set_dynamic", "void omp_set_dynamic(int dynamic) {}"},
        // Threads run at once, to their end, one after the other.
        {"pthread_t", "typedef unsigned long pthread_t;", true},
        {"pthread_create", R"(
int pthread_create(pthread_t *thread, const void *how, void *(*routine)(void *), void *data) {
    *thread = 1;
    routine(data);
    return 0;
}
)"},
        {"pthread_join", "int pthread_join(pthread_t thread, void **result) { return 0; }"},
        {"pthread_mutex_t", "typedef int pthread_mutex_t;", true},
        {"pthread_cond_t", "typedef int pthread_cond_t;", true},
        {"PTHREAD_MUTEX_INITIALIZER", "const int PTHREAD_MUTEX_INITIALIZER = 0;"},
        {"PTHREAD_COND_INITIALIZER", "const int PTHREAD_COND_INITIALIZER = 0;"},
        {"pthread_mutex_init",
         "int pthread_mutex_init(pthread_mutex_t *m, const void *how) { return 0; }"},
        {"pthread_mutex_lock", "int pthread_mutex_lock(pthread_mutex_t *m) { return 0; }"},
        {"pthread_mutex_unlock", "int pthread_mutex_unlock(pthread_mutex_t *m) { return 0; }"},
        {"pthread_mutex_destroy", "int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }"},
        {"pthread_cond_init",
         "int pthread_cond_init(pthread_cond_t *c, const void *how) { return 0; }"},
        {"pthread_cond_signal", "int pthread_cond_signal(pthread_cond_t *c) { return 0; }"},
        {"pthread_cond_broadcast", "int pthread_cond_broadcast(pthread_cond_t *c) { return 0; }"},
        {"pthread_cond_destroy", "int pthread_cond_destroy(pthread_cond_t *c) { return 0; }"},
        {"utsname", R"(
struct utsname {
    char sysname[65], nodename[65], release[65], version[65], machine[65];
};
)",
         true},
        {"uname", R"(
int uname(struct utsname *name) {
    strcpy(name->sysname, "Linux");
    strcpy(name->nodename, "localhost");
    strcpy(name->release, "6.1.0");
    strcpy(name->version, "#1 SMP");
    strcpy(name->machine, "x86_64");
    return 0;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

// Of <chrono>, <ratio>, <thread> and <mutex>. The only clock is the machine's own, since the run
// began; who waits waits for nothing, and there is one thread.
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
    duration() { __ns = 0; }
    explicit duration(R n) { __ns = (double)n * __each(); }
    duration(const __span &from) { __ns = from.__ns; }
    static double __each() { return P::num * 1e9 / P::den; }
    static duration __of(double ns) {
        duration made;
        made.__ns = (R)0.5 == 0 ? trunc(ns / __each()) * __each() : ns;
        return made;
    }
    R count() const { return (R)(__ns / __each()); }
    static duration zero() { return duration(); }
    duration operator+(const duration &o) const { return __of(__ns + o.__ns); }
    duration operator-(const duration &o) const { return __of(__ns - o.__ns); }
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
        made.__ns = trunc(__seconds() * 1e9);
        return made;
    }
};
struct steady_clock {
    typedef nanoseconds duration;
    typedef chrono::time_point<steady_clock> time_point;
    static chrono::time_point<steady_clock> now() {
        chrono::time_point<steady_clock> made;
        made.__ns = trunc(__seconds() * 1e9);
        return made;
    }
};
typedef system_clock high_resolution_clock;
}
)",
         true},
        {"this_thread", R"(
namespace this_thread {
template <typename D> void sleep_for(const D &time) {}
template <typename D> void sleep_until(const D &time) {}
void yield() {}
int get_id() { return 0; }
}
)",
         true},
        {"usleep", "int usleep(unsigned microseconds) { return 0; }"},
        {"sleep", "unsigned sleep(unsigned seconds) { return 0; }"},
        // Of <omp.h>: what a pragma marks runs on one thread.
        {"omp_get_wtime", "double omp_get_wtime() { return __seconds(); }"},
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
        {"mutex",
         "struct mutex { void lock() {} void unlock() {} bool try_lock() { return true; } };",
         true},
        {"lock_guard", "template <typename M> struct lock_guard { lock_guard(M &m) {} };", true},
        {"unique_lock",
         "template <typename M> struct unique_lock { unique_lock(M &m) {} void lock() {} "
         "void unlock() {} };",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

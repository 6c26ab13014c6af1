// Of <atomic>, <mutex>, <condition_variable>, <thread> and <future>. Threads run at once, to their
// end, one after the other: nothing comes between, and who would wait for another one waits
// forever.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> thread_parts() {
    static constexpr LibraryPart parts[] = {
        // <atomic>
        {"memory_order", R"(
enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };
)",
         true},
        {"memory_order_relaxed",
         "const memory_order memory_order_relaxed = memory_order::relaxed;"},
        {"memory_order_consume",
         "const memory_order memory_order_consume = memory_order::consume;"},
        {"memory_order_acquire",
         "const memory_order memory_order_acquire = memory_order::acquire;"},
        {"memory_order_release",
         "const memory_order memory_order_release = memory_order::release;"},
        {"memory_order_acq_rel",
         "const memory_order memory_order_acq_rel = memory_order::acq_rel;"},
        {"memory_order_seq_cst",
         "const memory_order memory_order_seq_cst = memory_order::seq_cst;"},
        {"atomic", R"(
template <typename T> struct atomic {
    T __value;
    typedef T value_type;
    atomic() : __value() {}
    atomic(T value) : __value(value) {}
    atomic(const atomic &) = delete;
    T load(int order = 5) const { return __value; }
    void store(T value, int order = 5) { __value = value; }
    T exchange(T value, int order = 5) {
        T before = __value;
        __value = value;
        return before;
    }
    bool compare_exchange_strong(T &expected, T value, int order = 5, int other = 5) {
        if (__value == expected) {
            __value = value;
            return true;
        }
        expected = __value;
        return false;
    }
    bool compare_exchange_weak(T &expected, T value, int order = 5, int other = 5) {
        return compare_exchange_strong(expected, value);
    }
    template <typename V> T fetch_add(V by, int order = 5) {
        T before = __value;
        __value = before + by;
        return before;
    }
    template <typename V> T fetch_sub(V by, int order = 5) {
        T before = __value;
        __value = before - by;
        return before;
    }
    T fetch_and(T with, int order = 5) {
        T before = __value;
        __value = before & with;
        return before;
    }
    T fetch_or(T with, int order = 5) {
        T before = __value;
        __value = before | with;
        return before;
    }
    T fetch_xor(T with, int order = 5) {
        T before = __value;
        __value = before ^ with;
        return before;
    }
    operator T() const { return __value; }
    T operator=(T value) {
        __value = value;
        return value;
    }
    T operator++() { __value = __value + 1; return __value; }
    T operator--() { __value = __value - 1; return __value; }
    T operator++(int) { T before = __value; __value = before + 1; return before; }
    T operator--(int) { T before = __value; __value = before - 1; return before; }
    template <typename V> T operator+=(V by) { __value = __value + by; return __value; }
    template <typename V> T operator-=(V by) { __value = __value - by; return __value; }
    T operator&=(T with) { __value = __value & with; return __value; }
    T operator|=(T with) { __value = __value | with; return __value; }
    T operator^=(T with) { __value = __value ^ with; return __value; }
    bool is_lock_free() const { return true; }
    void wait(T old, int order = 5) const {
        if (__value == old) __stuck("this waits for an atomic that no other thread changes here");
    }
    void notify_one() {}
    void notify_all() {}
};
)",
         true},
        {"atomic_ref", R"(
template <typename T> struct atomic_ref {
    T *__at;
    atomic_ref(T &of) : __at(&of) {}
    T load(int order = 5) const { return *__at; }
    void store(T value, int order = 5) const { *__at = value; }
    T fetch_add(T by, int order = 5) const { T before = *__at; *__at = before + by; return before; }
    T fetch_sub(T by, int order = 5) const { T before = *__at; *__at = before - by; return before; }
    T operator++() const { *__at = *__at + 1; return *__at; }
    T operator+=(T by) const { *__at = *__at + by; return *__at; }
    operator T() const { return *__at; }
};
)",
         true},
        {"atomic_flag", R"(
struct atomic_flag {
    bool __is_set;
    atomic_flag(int value = 0) : __is_set(false) {}
    bool test_and_set(int order = 5) {
        bool before = __is_set;
        __is_set = true;
        return before;
    }
    bool test(int order = 5) const { return __is_set; }
    void clear(int order = 5) { __is_set = false; }
};
)",
         true},
        {"ATOMIC_FLAG_INIT", "const int ATOMIC_FLAG_INIT = 0;"},
        {"atomic_bool", "typedef atomic<bool> atomic_bool;", true},
        {"atomic_char", "typedef atomic<char> atomic_char;", true},
        {"atomic_int", "typedef atomic<int> atomic_int;", true},
        {"atomic_uint", "typedef atomic<unsigned> atomic_uint;", true},
        {"atomic_long", "typedef atomic<long> atomic_long;", true},
        {"atomic_ulong", "typedef atomic<unsigned long> atomic_ulong;", true},
        {"atomic_llong", "typedef atomic<long long> atomic_llong;", true},
        {"atomic_ullong", "typedef atomic<unsigned long long> atomic_ullong;", true},
        {"atomic_size_t", "typedef atomic<size_t> atomic_size_t;", true},
        {"atomic_int32_t", "typedef atomic<int> atomic_int32_t;", true},
        {"atomic_uint32_t", "typedef atomic<unsigned> atomic_uint32_t;", true},
        {"atomic_int64_t", "typedef atomic<long long> atomic_int64_t;", true},
        {"atomic_uint64_t", "typedef atomic<unsigned long long> atomic_uint64_t;", true},
        {"atomic_thread_fence", "void atomic_thread_fence(int order) {}"},
        {"atomic_signal_fence", "void atomic_signal_fence(int order) {}"},
        // <mutex>, <shared_mutex>
        {"mutex",
         "struct mutex { mutex() {} mutex(const mutex &) = delete; void lock() {} "
         "void unlock() {} bool try_lock() { return true; } };",
         true},
        {"recursive_mutex", "typedef mutex recursive_mutex;", true},
        {"shared_mutex", R"(
struct shared_mutex : mutex {
    shared_mutex() {}
    shared_mutex(const shared_mutex &) = delete;
    void lock_shared() {}
    void unlock_shared() {}
    bool try_lock_shared() { return true; }
};
)",
         true},
        {"timed_mutex", R"(
struct timed_mutex : mutex {
    timed_mutex() {}
    timed_mutex(const timed_mutex &) = delete;
    template <typename D> bool try_lock_for(const D &time) { return true; }
};
)",
         true},
        {"defer_lock_t", "struct defer_lock_t { int __none; };", true},
        {"adopt_lock_t", "struct adopt_lock_t { int __none; };", true},
        {"try_to_lock_t", "struct try_to_lock_t { int __none; };", true},
        {"defer_lock", "const defer_lock_t defer_lock = {0};"},
        {"adopt_lock", "const adopt_lock_t adopt_lock = {0};"},
        {"try_to_lock", "const try_to_lock_t try_to_lock = {0};"},
        {"lock_guard", R"(
template <typename... M> struct lock_guard {
    template <typename L> lock_guard(L &m) {}
    template <typename L> lock_guard(L &m, adopt_lock_t how) {}
};
)",
         true},
        {"scoped_lock", R"(
template <typename... M> struct scoped_lock {
    template <typename... L> scoped_lock(L &...m) {}
};
)",
         true},
        {"unique_lock", R"(
template <typename... M> struct unique_lock {
    bool __owns;
    unique_lock() : __owns(false) {}
    template <typename L> unique_lock(L &m) : __owns(true) {}
    template <typename L> unique_lock(L &m, defer_lock_t how) : __owns(false) {}
    template <typename L> unique_lock(L &m, adopt_lock_t how) : __owns(true) {}
    template <typename L> unique_lock(L &m, try_to_lock_t how) : __owns(true) {}
    void lock() { __owns = true; }
    bool try_lock() { __owns = true; return true; }
    void unlock() { __owns = false; }
    bool owns_lock() const { return __owns; }
    operator bool() const { return __owns; }
};
)",
         true},
        {"shared_lock", R"(
template <typename... M> struct shared_lock {
    bool __owns;
    template <typename L> shared_lock(L &m) : __owns(true) {}
    template <typename L> shared_lock(L &m, defer_lock_t how) : __owns(false) {}
    void lock() { __owns = true; }
    void unlock() { __owns = false; }
    bool owns_lock() const { return __owns; }
};
)",
         true},
        {"once_flag", "struct once_flag { bool __done; once_flag() : __done(false) {} };", true},
        {"call_once", R"(
template <typename F, typename... A> void call_once(once_flag &flag, F f, A... a) {
    if (flag.__done) return;
    flag.__done = true;
    f(__unwrapped(a)...);
}
)"},
        // <condition_variable>
        {"cv_status", "enum class cv_status { no_timeout, timeout };", true},
        {"condition_variable", R"(
struct condition_variable {
    condition_variable() {}
    condition_variable(const condition_variable &) = delete;
    void notify_one() {}
    void notify_all() {}
    template <typename L> void wait(L &lock) {
        __stuck("this waits for another thread, but threads run one after the other here");
    }
    template <typename L, typename F> void wait(L &lock, F holds) {
        if (!holds())
            __stuck("this waits for another thread, but threads run one after the other here");
    }
    template <typename L, typename D> cv_status wait_for(L &lock, const D &time) {
        return cv_status::timeout;
    }
    template <typename L, typename D, typename F> bool wait_for(L &lock, const D &time, F holds) {
        return holds();
    }
    template <typename L, typename D, typename F>
    bool wait_until(L &lock, const D &time, F holds) {
        return holds();
    }
};
)",
         true},
        {"condition_variable_any", "typedef condition_variable condition_variable_any;", true},
        // <functional>
        {"reference_wrapper", R"(
template <typename T> struct reference_wrapper {
    T *__to;
    reference_wrapper(T &to) : __to(&to) {}
    T &get() const { return *__to; }
    operator T() const { return *__to; }
    template <typename... A> decltype(auto) operator()(A &&...given) const {
        return (*__to)(given...);
    }
};
)",
         true},
        {"ref",
         "template <typename T> reference_wrapper<T> ref(T &x) { return reference_wrapper<T>(x); "
         "}"},
        {"cref", R"(
template <typename T> reference_wrapper<const T> cref(const T &x) {
    return reference_wrapper<const T>(x);
}
)"},
        {"__unwrapped", R"(
template <typename T> T &__unwrapped(reference_wrapper<T> &x) { return *x.__to; }
template <typename T> T &__unwrapped(T &x) { return x; }
)"},
        // <thread>
        {"thread", R"(
struct thread {
    int __number;
    typedef int id;
    thread() : __number(0) {}
    thread(thread &&other) : __number(other.__number) { other.__number = 0; }
    thread(const thread &) = delete;
    template <typename F, typename... A> thread(F f, A... a) {
        ++__threads_made;
        __number = __threads_made;
        int outer = __thread_now;
        __thread_now = __number;
        f(__unwrapped(a)...);
        __thread_now = outer;
    }
    bool joinable() const { return __number != 0; }
    void join() { __number = 0; }
    void detach() { __number = 0; }
    int get_id() const { return __number; }
    static unsigned hardware_concurrency() { return 1; }
};
)",
         true},
        {"jthread", "typedef thread jthread;", true},
        {"__threads_made", "int __threads_made = 0;"},
        {"__thread_now", "int __thread_now = 0;"},
        {"this_thread", R"(
namespace this_thread {
template <typename D> void sleep_for(const D &time) {
    if (time.__ns > 0) __slept += time.__ns * 1e-9;
}
template <typename P> void sleep_until(const P &then) {
    const double left = then.__ns * 1e-9 - __now();
    if (left > 0) __slept += left;
}
void yield() {}
int get_id() { return __thread_now; }
}
)",
         true},
        // <future>: what is asked for runs at once, but for what is deferred.
        {"launch", "enum class launch { async = 1, deferred = 2 };", true},
        {"future_status", "enum class future_status { ready, timeout, deferred };", true},
        {"__shared_result", R"(
template <typename T> struct __shared_result {
    T value;
    bool ready;
    __function<T> deferred;
};
template <> struct __shared_result<void> {
    bool ready;
    __function<void> deferred;
};
)",
         true},
        {"future", R"(
template <typename T> struct future {
    __shared_result<T> *__result;
    future() : __result(nullptr) {}
    future(__shared_result<T> *result) : __result(result) {}
    void wait() const {
        if (!__result->ready && __result->deferred) {
            __result->ready = true;
            if constexpr (is_same<T, void>::value) {
                __result->deferred();
            } else {
                __result->value = __result->deferred();
            }
        }
        if (!__result->ready)
            __stuck("this waits for another thread, but threads run one after the other here");
    }
    template <typename D> future_status wait_for(const D &time) const {
        return __result->ready      ? future_status::ready
               : __result->deferred ? future_status::deferred
                                    : future_status::timeout;
    }
    T get() {
        wait();
        __shared_result<T> *result = __result;
        __result = nullptr;
        if constexpr (!is_same<T, void>::value) return result->value;
    }
    bool valid() const { return __result != nullptr; }
    future share() { return *this; }
};
)",
         true},
        {"shared_future", R"(
template <typename T> struct shared_future {
    future<T> __of;
    shared_future() {}
    shared_future(const future<T> &of) : __of(of) {}
    void wait() const { __of.wait(); }
    T get() const {
        __of.wait();
        if constexpr (!is_same<T, void>::value) return __of.__result->value;
    }
    bool valid() const { return __of.__result != nullptr; }
};
)",
         true},
        {"promise", R"(
template <typename T> struct promise {
    __shared_result<T> *__result;
    promise() : __result(new __shared_result<T>()) {}
    promise(promise &&other) : __result(other.__result) { other.__result = nullptr; }
    promise(const promise &) = delete;
    future<T> get_future() { return future<T>(__result); }
    template <typename V> void set_value(const V &value) {
        __result->value = value;
        __result->ready = true;
    }
    void set_value() { __result->ready = true; }
};
)",
         true},
        {"__packaged_task", R"(
template <typename R, typename... A> struct __packaged_task {
    __function<R, A...> __task;
    __shared_result<R> *__result = nullptr;
    __packaged_task() {}
    template <typename F> __packaged_task(F f) : __task(f), __result(new __shared_result<R>()) {}
    __packaged_task(__packaged_task &&from) : __task(std::move(from.__task)), __result(from.__result) {
        from.__result = nullptr;
    }
    __packaged_task &operator=(__packaged_task &&from) {
        __task = std::move(from.__task);
        __result = from.__result;
        from.__result = nullptr;
        return *this;
    }
    bool valid() const { return __result != nullptr; }
    future<R> get_future() { return future<R>(__result); }
    void operator()(A... a) {
        if constexpr (is_same<R, void>::value) {
            __task(a...);
        } else {
            __result->value = __task(a...);
        }
        __result->ready = true;
    }
};
)",
         true},
        {"async", R"(
template <typename F, typename... A> auto async(launch how, F f, A... a) {
    typedef decltype(f(__unwrapped(a)...)) T;
    __shared_result<T> *result = new __shared_result<T>();
    if (how == launch::deferred) {
        result->deferred = __function<T>([=]() mutable { return f(__unwrapped(a)...); });
    } else {
        result->ready = true;
        if constexpr (is_same<T, void>::value) {
            f(__unwrapped(a)...);
        } else {
            result->value = f(__unwrapped(a)...);
        }
    }
    return future<T>(result);
}
template <typename F, typename... A> auto async(F f, A... a) {
    return async(launch::async, f, a...);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

// <thrust/…>: vectors and iterators. Vectors of the device lie in managed memory, so that main may
// read and write their elements. What an algorithm takes is copied out of whatever memory it lies
// in, and what it made is put back there.
#include <string>

#include <fmt/format.h>

#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view vectors = R"(
#ifndef __SS_THRUST
#define __SS_THRUST
#define THRUST_VERSION 200802
#define THRUST_MAJOR_VERSION 2
#define THRUST_MINOR_VERSION 8
#define THRUST_SUBMINOR_VERSION 2
template <typename A = __none, typename B = __none, typename C = __none, typename D = __none, typename E = __none>
using __std_tuple = std::tuple<A, B, C, D, E>;
template <typename A, typename B> using __std_pair = std::pair<A, B>;
namespace thrust {

struct __policy {
    __policy on(cudaStream_t stream) { return *this; }
    template <typename A> __policy operator()(A &allocator) { return *this; }
};
__policy device, host, seq;
namespace cuda { __policy par, par_nosync; }
namespace omp { __policy par; }

// An element on the device, as the host reads and writes it.
template <typename T> struct device_reference {
    T *__at;
    device_reference(T *at) : __at(at) {}
    device_reference(const device_reference<T> &other) = default;
    operator T() const {
        T value;
        cudaMemcpy(&value, __at, sizeof(T), cudaMemcpyDefault);
        return value;
    }
    device_reference<T> &operator=(T value) {
        cudaMemcpy(__at, &value, sizeof(T), cudaMemcpyDefault);
        return *this;
    }
    device_reference<T> &operator=(const device_reference<T> &other) { return *this = (T)other; }
    device_reference<T> &operator+=(T by) { return *this = (T)((T)*this + by); }
    device_reference<T> &operator-=(T by) { return *this = (T)((T)*this - by); }
    device_reference<T> &operator*=(T by) { return *this = (T)((T)*this * by); }
    device_reference<T> &operator/=(T by) { return *this = (T)((T)*this / by); }
    device_reference<T> &operator++() { return *this += 1; }
    device_reference<T> &operator--() { return *this -= 1; }
    T operator++(int) {
        T before = *this;
        *this = (T)(before + 1);
        return before;
    }
    T operator--(int) {
        T before = *this;
        *this = (T)(before - 1);
        return before;
    }
};
template <typename T> void swap(device_reference<T> a, device_reference<T> b) {
    T kept = a;
    a = (T)b;
    b = kept;
}

template <typename T> struct device_ptr {
    T *at;
    __host__ __device__ device_ptr() { at = nullptr; }
    __host__ __device__ device_ptr(T *p) { at = p; }
    __host__ __device__ T *get() const { return at; }
    __host__ __device__ device_ptr<T> operator+(long long n) const { return device_ptr<T>(at + n); }
    __host__ __device__ device_ptr<T> operator-(long long n) const { return device_ptr<T>(at - n); }
    __host__ __device__ long long operator-(const device_ptr<T> &other) const { return at - other.at; }
    __host__ __device__ bool operator==(const device_ptr<T> &other) const { return at == other.at; }
    __host__ __device__ bool operator!=(const device_ptr<T> &other) const { return at != other.at; }
    __host__ __device__ bool operator<(const device_ptr<T> &other) const { return at < other.at; }
    __host__ __device__ device_ptr<T> &operator++() { ++at; return *this; }
    __host__ __device__ device_ptr<T> &operator--() { --at; return *this; }
    __host__ __device__ device_ptr<T> operator++(int) { return device_ptr<T>(at++); }
    __host__ __device__ device_ptr<T> operator--(int) { return device_ptr<T>(at--); }
    __host__ __device__ device_ptr<T> &operator+=(long long n) { at += n; return *this; }
    __host__ __device__ device_ptr<T> &operator-=(long long n) { at -= n; return *this; }
    device_reference<T> operator*() const { return device_reference<T>(at); }
    device_reference<T> operator[](long long n) const { return device_reference<T>(at + n); }
    __device__ T &operator*() const { return *at; }
    __device__ T &operator[](long long n) const { return at[n]; }
    __device__ T *operator->() const { return at; }
};
template <typename T> T *raw_pointer_cast(T *p) { return p; }
template <typename T> T *raw_pointer_cast(device_ptr<T> p) { return p.at; }
template <typename T> device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <typename T> device_ptr<T> device_malloc(size_t n) {
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    return device_ptr<T>(p);
}
template <typename T> void device_free(device_ptr<T> p) { cudaFree(p.at); }

template <typename A = __none, typename B = __none, typename C = __none, typename D = __none, typename E = __none>
using tuple = __std_tuple<A, B, C, D, E>;
template <typename... T> __host__ __device__ tuple<T...> make_tuple(T... values) { return tuple<T...>(values...); }

template <typename A, typename B> using pair = __std_pair<A, B>;
template <typename A, typename B> __host__ __device__ __std_pair<A, B> make_pair(A a, B b) { return __std_pair<A, B>(a, b); }

template <typename T> struct counting_iterator {
    T first;
    counting_iterator() { first = 0; }
    counting_iterator(T v) { first = v; }
    T operator*() const { return first; }
    T operator[](long long n) const { return first + n; }
    counting_iterator<T> operator+(long long n) const { return counting_iterator<T>(first + n); }
    long long operator-(const counting_iterator<T> &other) const { return first - other.first; }
};
template <typename T> counting_iterator<T> make_counting_iterator(T v) { return counting_iterator<T>(v); }
template <typename T> struct constant_iterator {
    T value;
    long long at;
    constant_iterator(T v) { value = v; at = 0; }
    constant_iterator(T v, long long n) { value = v; at = n; }
    T operator*() const { return value; }
    T operator[](long long n) const { return value; }
    constant_iterator<T> operator+(long long n) const { return constant_iterator<T>(value, at + n); }
    long long operator-(const constant_iterator<T> &other) const { return at - other.at; }
};
template <typename T> constant_iterator<T> make_constant_iterator(T v) { return constant_iterator<T>(v); }

template <typename I, typename M> struct permutation_iterator {
    I items;
    M map;
    permutation_iterator(I i, M m) : items(i), map(m) {}
    auto operator*() const { return items[map[0]]; }
    auto operator[](long long n) const { return items[map[n]]; }
    permutation_iterator<I, M> operator+(long long n) const { return permutation_iterator<I, M>(items, map + n); }
    long long operator-(const permutation_iterator<I, M> &other) const { return map - other.map; }
};
template <typename I, typename M> permutation_iterator<I, M> make_permutation_iterator(I items, M map) { return permutation_iterator<I, M>(items, map); }
template <typename F, typename I> struct transform_iterator {
    I items;
    F f;
    transform_iterator(I i, F how) : items(i), f(how) {}
    auto operator*() const { return f(items[0]); }
    auto operator[](long long n) const { return f(items[n]); }
    transform_iterator<F, I> operator+(long long n) const { return transform_iterator<F, I>(items + n, f); }
    long long operator-(const transform_iterator<F, I> &other) const { return items - other.items; }
};
template <typename F, typename I> transform_iterator<F, I> make_transform_iterator(I items, F f) { return transform_iterator<F, I>(items, f); }

template <typename T> struct zip_iterator {
    T all;
    zip_iterator(T t) : all(t) {}
    auto operator[](long long n) const { return __taken(*this + n, 1)[0]; }
    auto operator*() const { return __taken(*this, 1)[0]; }
    zip_iterator<T> operator+(long long n) const { return zip_iterator<T>(__moved(all, n)); }
    long long operator-(const zip_iterator<T> &other) const { return all.__0 - other.all.__0; }
    bool operator==(const zip_iterator<T> &other) const { return *this - other == 0; }
    bool operator!=(const zip_iterator<T> &other) const { return *this - other != 0; }
};
template <typename T> zip_iterator<T> make_zip_iterator(T t) { return zip_iterator<T>(t); }
template <typename A, typename B, typename... T> auto make_zip_iterator(A a, B b, T... more) { return make_zip_iterator(make_tuple(a, b, more...)); }
// What nobody wants, and what is gone through from its end.
struct __dropped {
    template <typename T> __dropped &operator=(const T &value) { return *this; }
};
struct discard_iterator {
    long long at;
    discard_iterator(long long n = 0) : at(n) {}
    discard_iterator operator+(long long n) const { return discard_iterator(at + n); }
    long long operator-(const discard_iterator &other) const { return at - other.at; }
};
discard_iterator make_discard_iterator(long long n = 0) { return discard_iterator(n); }
template <typename I> struct reverse_iterator {
    I last;
    reverse_iterator(I l) : last(l) {}
    auto operator*() const { return *(last + (-1)); }
    auto operator[](long long n) const { return *(last + (-1 - n)); }
    reverse_iterator<I> operator+(long long n) const { return reverse_iterator<I>(last + (-n)); }
    long long operator-(const reverse_iterator<I> &other) const { return other.last - last; }
};
template <typename I> reverse_iterator<I> make_reverse_iterator(I last) { return reverse_iterator<I>(last); }
// An element of such a tuple where it may be written: thrust has a reference there.
template <typename T> struct __element {
    T *at;
    operator T() const { return *at; }
    __element<T> &operator=(const T &value) {
        *at = value;
        return *this;
    }
    __element<T> &operator=(const __element<T> &other) {
        *at = *other.at;
        return *this;
    }
};

// n elements in the host's memory: copies of what lies there, or room for what will.
template <typename T> T *__room(T *p, size_t n) { return (T *)malloc(n * sizeof(T) + 1); }
template <typename T> T *__room(device_ptr<T> p, size_t n) { return (T *)malloc(n * sizeof(T) + 1); }
template <typename T> T *__taken(const T *p, size_t n) {
    __not_captured("what thrust and CUB compute for a whole device is computed on the host, and cannot be captured in a graph");
    T *items = (T *)malloc(n * sizeof(T) + 1);
    if (n > 0) cudaMemcpy(items, p, n * sizeof(T), cudaMemcpyDefault);
    return items;
}
template <typename T> T *__taken(device_ptr<T> p, size_t n) { return __taken(p.at, n); }
template <typename T> T *__taken(counting_iterator<T> p, size_t n) {
    T *items = (T *)malloc(n * sizeof(T) + 1);
    for (size_t i = 0; i < n; ++i) items[i] = p[i];
    return items;
}
template <typename T> T *__taken(constant_iterator<T> p, size_t n) {
    T *items = (T *)malloc(n * sizeof(T) + 1);
    for (size_t i = 0; i < n; ++i) items[i] = p.value;
    return items;
}
template <typename T> T *__like(T one, size_t n) { return (T *)malloc(n * sizeof(T) + 1); }
template <typename I, typename M> auto __taken(permutation_iterator<I, M> p, size_t n) {
    auto where = __taken(p.map, n);
    auto made = __room(p.items, n);
    for (size_t i = 0; i < n; ++i) {
        auto one = __taken(p.items + where[i], 1);
        made[i] = one[0];
        free(one);
    }
    free(where);
    return made;
}
template <typename F, typename I> auto __taken(transform_iterator<F, I> p, size_t n) {
    auto all = __taken(p.items, n);
    auto made = __like(p.f(all[0]), n);
    for (size_t i = 0; i < n; ++i) made[i] = p.f(all[i]);
    free(all);
    return made;
}
template <typename N> __dropped *__room(discard_iterator d, N n) { return (__dropped *)malloc(n * sizeof(__dropped) + 1); }
void __given(discard_iterator to, __dropped *items, size_t n) { free(items); }
template <typename T> void __turned(T *a, size_t n) {
    for (size_t i = 0; i < n / 2; ++i) {
        T kept = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = kept;
    }
}
template <typename I> auto __taken(reverse_iterator<I> p, size_t n) {
    auto all = __taken(p.last + (-(long long)n), n);
    __turned(all, n);
    return all;
}
template <typename I> auto __room(reverse_iterator<I> p, size_t n) { return __room(p.last, n); }
template <typename T> void __given(T *to, T *items, size_t n) {
    if (n > 0) cudaMemcpy(to, items, n * sizeof(T), cudaMemcpyDefault);
    free(items);
}
// Whoever reads alone has changed nothing.
template <typename T> void __given(const T *to, T *items, size_t n) { free(items); }
template <typename T> void __given(device_ptr<T> to, T *items, size_t n) { __given(to.at, items, n); }
template <typename I, typename M> auto __room(permutation_iterator<I, M> p, size_t n) { return __room(p.items, n); }
template <typename I, typename M, typename T> void __given(permutation_iterator<I, M> to, T *items, size_t n) {
    auto where = __taken(to.map, n);
    for (size_t i = 0; i < n; ++i) {
        auto one = __room(to.items, 1);
        one[0] = items[i];
        __given(to.items + where[i], one, 1);
    }
    free(where);
    free(items);
}
template <typename I, typename T> void __given(reverse_iterator<I> to, T *items, size_t n) {
    __turned(items, n);
    __given(to.last + (-(long long)n), items, n);
}
template <typename T> void __given(counting_iterator<T> to, T *items, size_t n) { free(items); }
template <typename T> void __given(constant_iterator<T> to, T *items, size_t n) { free(items); }

template <typename A, typename B> tuple<A, B> __moved(const tuple<A, B> &t, long long n) { return tuple<A, B>(t.__0 + n, t.__1 + n); }
template <typename A, typename B> tuple<A, B> *__joined(size_t n, A *a, B *b) {
    tuple<A, B> *made = (tuple<A, B> *)malloc(n * sizeof(tuple<A, B>) + 1);
    for (size_t i = 0; i < n; ++i) {
        made[i].__0 = a[i];
        made[i].__1 = b[i];
    }
    free(a);
    free(b);
    return made;
}
template <typename A, typename B> auto __taken(const zip_iterator<tuple<A, B>> &z, size_t n) { return __joined(n, __taken(z.all.__0, n), __taken(z.all.__1, n)); }
template <typename A, typename B> auto __room(const zip_iterator<tuple<A, B>> &z, size_t n) { return __joined(n, __room(z.all.__0, n), __room(z.all.__1, n)); }
template <typename A, typename B, typename AA, typename BB> void __given(const zip_iterator<tuple<A, B>> &z, tuple<AA, BB> *items, size_t n) {
    AA *a = (AA *)malloc(n * sizeof(AA) + 1);
    BB *b = (BB *)malloc(n * sizeof(BB) + 1);
    for (size_t i = 0; i < n; ++i) {
        a[i] = items[i].__0;
        b[i] = items[i].__1;
    }
    __given(z.all.__0, a, n);
    __given(z.all.__1, b, n);
    free(items);
}
template <typename A, typename B> tuple<__element<A>, __element<B>> __elements(tuple<A, B> &t) {
    tuple<__element<A>, __element<B>> made;
    made.__0.at = &t.__0;
    made.__1.at = &t.__1;
    return made;
}
template <typename A, typename B, typename C> tuple<A, B, C> __moved(const tuple<A, B, C> &t, long long n) { return tuple<A, B, C>(t.__0 + n, t.__1 + n, t.__2 + n); }
template <typename A, typename B, typename C> tuple<A, B, C> *__joined(size_t n, A *a, B *b, C *c) {
    tuple<A, B, C> *made = (tuple<A, B, C> *)malloc(n * sizeof(tuple<A, B, C>) + 1);
    for (size_t i = 0; i < n; ++i) {
        made[i].__0 = a[i];
        made[i].__1 = b[i];
        made[i].__2 = c[i];
    }
    free(a);
    free(b);
    free(c);
    return made;
}
template <typename A, typename B, typename C> auto __taken(const zip_iterator<tuple<A, B, C>> &z, size_t n) { return __joined(n, __taken(z.all.__0, n), __taken(z.all.__1, n), __taken(z.all.__2, n)); }
template <typename A, typename B, typename C> auto __room(const zip_iterator<tuple<A, B, C>> &z, size_t n) { return __joined(n, __room(z.all.__0, n), __room(z.all.__1, n), __room(z.all.__2, n)); }
template <typename A, typename B, typename C, typename AA, typename BB, typename CC> void __given(const zip_iterator<tuple<A, B, C>> &z, tuple<AA, BB, CC> *items, size_t n) {
    AA *a = (AA *)malloc(n * sizeof(AA) + 1);
    BB *b = (BB *)malloc(n * sizeof(BB) + 1);
    CC *c = (CC *)malloc(n * sizeof(CC) + 1);
    for (size_t i = 0; i < n; ++i) {
        a[i] = items[i].__0;
        b[i] = items[i].__1;
        c[i] = items[i].__2;
    }
    __given(z.all.__0, a, n);
    __given(z.all.__1, b, n);
    __given(z.all.__2, c, n);
    free(items);
}
template <typename A, typename B, typename C> tuple<__element<A>, __element<B>, __element<C>> __elements(tuple<A, B, C> &t) {
    tuple<__element<A>, __element<B>, __element<C>> made;
    made.__0.at = &t.__0;
    made.__1.at = &t.__1;
    made.__2.at = &t.__2;
    return made;
}
template <typename A, typename B, typename C, typename D> tuple<A, B, C, D> __moved(const tuple<A, B, C, D> &t, long long n) { return tuple<A, B, C, D>(t.__0 + n, t.__1 + n, t.__2 + n, t.__3 + n); }
template <typename A, typename B, typename C, typename D> tuple<A, B, C, D> *__joined(size_t n, A *a, B *b, C *c, D *d) {
    tuple<A, B, C, D> *made = (tuple<A, B, C, D> *)malloc(n * sizeof(tuple<A, B, C, D>) + 1);
    for (size_t i = 0; i < n; ++i) {
        made[i].__0 = a[i];
        made[i].__1 = b[i];
        made[i].__2 = c[i];
        made[i].__3 = d[i];
    }
    free(a);
    free(b);
    free(c);
    free(d);
    return made;
}
template <typename A, typename B, typename C, typename D> auto __taken(const zip_iterator<tuple<A, B, C, D>> &z, size_t n) { return __joined(n, __taken(z.all.__0, n), __taken(z.all.__1, n), __taken(z.all.__2, n), __taken(z.all.__3, n)); }
template <typename A, typename B, typename C, typename D> auto __room(const zip_iterator<tuple<A, B, C, D>> &z, size_t n) { return __joined(n, __room(z.all.__0, n), __room(z.all.__1, n), __room(z.all.__2, n), __room(z.all.__3, n)); }
template <typename A, typename B, typename C, typename D, typename AA, typename BB, typename CC, typename DD> void __given(const zip_iterator<tuple<A, B, C, D>> &z, tuple<AA, BB, CC, DD> *items, size_t n) {
    AA *a = (AA *)malloc(n * sizeof(AA) + 1);
    BB *b = (BB *)malloc(n * sizeof(BB) + 1);
    CC *c = (CC *)malloc(n * sizeof(CC) + 1);
    DD *d = (DD *)malloc(n * sizeof(DD) + 1);
    for (size_t i = 0; i < n; ++i) {
        a[i] = items[i].__0;
        b[i] = items[i].__1;
        c[i] = items[i].__2;
        d[i] = items[i].__3;
    }
    __given(z.all.__0, a, n);
    __given(z.all.__1, b, n);
    __given(z.all.__2, c, n);
    __given(z.all.__3, d, n);
    free(items);
}
template <typename A, typename B, typename C, typename D> tuple<__element<A>, __element<B>, __element<C>, __element<D>> __elements(tuple<A, B, C, D> &t) {
    tuple<__element<A>, __element<B>, __element<C>, __element<D>> made;
    made.__0.at = &t.__0;
    made.__1.at = &t.__1;
    made.__2.at = &t.__2;
    made.__3.at = &t.__3;
    return made;
}
template <typename A, typename B, typename C, typename D, typename E> tuple<A, B, C, D, E> __moved(const tuple<A, B, C, D, E> &t, long long n) { return tuple<A, B, C, D, E>(t.__0 + n, t.__1 + n, t.__2 + n, t.__3 + n, t.__4 + n); }
template <typename A, typename B, typename C, typename D, typename E> tuple<A, B, C, D, E> *__joined(size_t n, A *a, B *b, C *c, D *d, E *e) {
    tuple<A, B, C, D, E> *made = (tuple<A, B, C, D, E> *)malloc(n * sizeof(tuple<A, B, C, D, E>) + 1);
    for (size_t i = 0; i < n; ++i) {
        made[i].__0 = a[i];
        made[i].__1 = b[i];
        made[i].__2 = c[i];
        made[i].__3 = d[i];
        made[i].__4 = e[i];
    }
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    return made;
}
template <typename A, typename B, typename C, typename D, typename E> auto __taken(const zip_iterator<tuple<A, B, C, D, E>> &z, size_t n) { return __joined(n, __taken(z.all.__0, n), __taken(z.all.__1, n), __taken(z.all.__2, n), __taken(z.all.__3, n), __taken(z.all.__4, n)); }
template <typename A, typename B, typename C, typename D, typename E> auto __room(const zip_iterator<tuple<A, B, C, D, E>> &z, size_t n) { return __joined(n, __room(z.all.__0, n), __room(z.all.__1, n), __room(z.all.__2, n), __room(z.all.__3, n), __room(z.all.__4, n)); }
template <typename A, typename B, typename C, typename D, typename E, typename AA, typename BB, typename CC, typename DD, typename EE> void __given(const zip_iterator<tuple<A, B, C, D, E>> &z, tuple<AA, BB, CC, DD, EE> *items, size_t n) {
    AA *a = (AA *)malloc(n * sizeof(AA) + 1);
    BB *b = (BB *)malloc(n * sizeof(BB) + 1);
    CC *c = (CC *)malloc(n * sizeof(CC) + 1);
    DD *d = (DD *)malloc(n * sizeof(DD) + 1);
    EE *e = (EE *)malloc(n * sizeof(EE) + 1);
    for (size_t i = 0; i < n; ++i) {
        a[i] = items[i].__0;
        b[i] = items[i].__1;
        c[i] = items[i].__2;
        d[i] = items[i].__3;
        e[i] = items[i].__4;
    }
    __given(z.all.__0, a, n);
    __given(z.all.__1, b, n);
    __given(z.all.__2, c, n);
    __given(z.all.__3, d, n);
    __given(z.all.__4, e, n);
    free(items);
}
template <typename A, typename B, typename C, typename D, typename E> tuple<__element<A>, __element<B>, __element<C>, __element<D>, __element<E>> __elements(tuple<A, B, C, D, E> &t) {
    tuple<__element<A>, __element<B>, __element<C>, __element<D>, __element<E>> made;
    made.__0.at = &t.__0;
    made.__1.at = &t.__1;
    made.__2.at = &t.__2;
    made.__3.at = &t.__3;
    made.__4.at = &t.__4;
    return made;
}

template <typename T> struct device_vector;
template <typename T> struct host_vector;
template <typename T> struct universal_vector;
#define __SS_VECTOR(NAME, OTHER, THIRD, ROOM, DATA)                                             \
    template <typename T> struct NAME {                                                         \
        using __takes = void;                                                                   \
        typedef T value_type;                                                                   \
        typedef T *iterator;                                                                    \
        typedef const T *const_iterator;                                                        \
        typedef T *pointer;                                                                     \
        typedef T &reference;                                                                   \
        typedef const T &const_reference;                                                       \
        typedef size_t size_type;                                                               \
        typedef ptrdiff_t difference_type;                                                      \
        T *__first;                                                                             \
        size_t __count, __capacity;                                                             \
        NAME() { __make(0); }                                                                   \
        NAME(size_t n) {                                                                        \
            __make(n);                                                                          \
            memset(__first, 0, n * sizeof(T));                                                  \
        }                                                                                       \
        NAME(size_t n, T value) {                                                               \
            __make(n);                                                                          \
            for (size_t i = 0; i < n; ++i) __first[i] = value;                                  \
        }                                                                                       \
        NAME(const T *first, const T *last) { __copy(first, last - first); }                    \
        NAME(device_ptr<T> first, device_ptr<T> last) { __copy(first.at, last - first); }       \
        template <typename U> NAME(counting_iterator<U> first, counting_iterator<U> last) {     \
            __make(last - first);                                                               \
            for (size_t i = 0; i < __count; ++i) __first[i] = first[i];                         \
        }                                                                                       \
        template <typename U> NAME(const U *first, const U *last) {                             \
            __make(last - first);                                                               \
            for (size_t i = 0; i < __count; ++i) __first[i] = first[i];                         \
        }                                                                                       \
        NAME(const NAME<T> &other) { __copy(other.__first, other.__count); }                    \
        NAME(const OTHER<T> &other) { __copy(other.__first, other.__count); }                   \
        NAME(const THIRD<T> &other) { __copy(other.__first, other.__count); }                   \
        NAME(const std::vector<T> &other) { __copy(other.data(), other.size()); }               \
        NAME<T> &operator=(const NAME<T> &other) {                                              \
            if (this != &other) __copy(other.__first, other.__count);                           \
            return *this;                                                                       \
        }                                                                                       \
        NAME<T> &operator=(const OTHER<T> &other) {                                             \
            __copy(other.__first, other.__count);                                               \
            return *this;                                                                       \
        }                                                                                       \
        NAME<T> &operator=(const THIRD<T> &other) {                                             \
            __copy(other.__first, other.__count);                                               \
            return *this;                                                                       \
        }                                                                                       \
        NAME<T> &operator=(const std::vector<T> &other) {                                       \
            __copy(other.data(), other.size());                                                 \
            return *this;                                                                       \
        }                                                                                       \
        template <typename U> NAME(U *first, U *last) { __copy(first, last - first); }          \
        template <typename U> NAME(const NAME<U> &other) { __copy(other.__first, other.__count); }\
        template <typename U> NAME(const OTHER<U> &other) { __copy(other.__first, other.__count); }\
        template <typename U> NAME(const THIRD<U> &other) { __copy(other.__first, other.__count); }\
        template <typename U> NAME(const std::vector<U> &other) { __copy(other.data(), other.size()); }\
        template <typename U> NAME<T> &operator=(const NAME<U> &other) {                        \
            __copy(other.__first, other.__count);                                               \
            return *this;                                                                       \
        }                                                                                       \
        template <typename U> NAME<T> &operator=(const OTHER<U> &other) {                       \
            __copy(other.__first, other.__count);                                               \
            return *this;                                                                       \
        }                                                                                       \
        template <typename U> NAME<T> &operator=(const THIRD<U> &other) {                       \
            __copy(other.__first, other.__count);                                               \
            return *this;                                                                       \
        }                                                                                       \
        template <typename U> NAME<T> &operator=(const std::vector<U> &other) {                 \
            __copy(other.data(), other.size());                                                 \
            return *this;                                                                       \
        }                                                                                       \
        void __make(size_t n) {                                                                 \
            ROOM;                                                                               \
            __count = __capacity = n;                                                           \
        }                                                                                       \
        void __copy(const T *from, size_t n) {                                                  \
            __make(n);                                                                          \
            if (n > 0) cudaMemcpy(__first, from, n * sizeof(T), cudaMemcpyDefault);             \
        }                                                                                       \
        template <typename U> void __copy(const U *from, size_t n) {                            \
            __make(n);                                                                          \
            for (size_t i = 0; i < n; ++i) __first[i] = (T)from[i];                             \
        }                                                                                       \
        size_t size() const { return __count; }                                                 \
        bool empty() const { return __count == 0; }                                             \
        size_t capacity() const { return __capacity; }                                          \
        DATA                                                                                    \
        T *begin() { return __first; }                                                          \
        const T *begin() const { return __first; }                                              \
        const T *cbegin() const { return __first; }                                             \
        T *end() { return __first + __count; }                                                  \
        const T *end() const { return __first + __count; }                                      \
        const T *cend() const { return __first + __count; }                                     \
        reverse_iterator<T *> rbegin() { return make_reverse_iterator(end()); }                 \
        reverse_iterator<T *> rend() { return make_reverse_iterator(begin()); }                 \
        T &operator[](size_t i) { return __first[i]; }                                          \
        const T &operator[](size_t i) const { return __first[i]; }                              \
        T &front() { return __first[0]; }                                                       \
        T &back() { return __first[__count - 1]; }                                              \
        const T &front() const { return __first[0]; }                                           \
        const T &back() const { return __first[__count - 1]; }                                  \
        void reserve(size_t n) {                                                                \
            if (n <= __capacity) return;                                                        \
            T *before = __first;                                                                \
            size_t kept = __count;                                                              \
            __make(n);                                                                          \
            __count = kept;                                                                     \
            for (size_t i = 0; i < kept; ++i) __first[i] = before[i];                           \
        }                                                                                       \
        void resize(size_t n) {                                                                 \
            reserve(n);                                                                         \
            if (n > __count) memset(__first + __count, 0, (n - __count) * sizeof(T));           \
            __count = n;                                                                        \
        }                                                                                       \
        void resize(size_t n, T value) {                                                        \
            size_t before = __count;                                                            \
            resize(n);                                                                          \
            for (size_t i = before; i < n; ++i) __first[i] = value;                             \
        }                                                                                       \
        void assign(size_t n, T value) {                                                        \
            __make(n);                                                                          \
            for (size_t i = 0; i < n; ++i) __first[i] = value;                                  \
        }                                                                                       \
        void push_back(T value) {                                                               \
            if (__count == __capacity) reserve(2 * __count + 4);                                \
            __first[__count] = value;                                                           \
            ++__count;                                                                          \
        }                                                                                       \
        template <typename U> void assign(U *first, U *last) { __copy(first, last - first); }   \
        T *erase(T *first, T *last) {                                                           \
            size_t kept = __first + __count - last;                                             \
            for (size_t i = 0; i < kept; ++i) first[i] = last[i];                               \
            __count -= last - first;                                                            \
            return first;                                                                       \
        }                                                                                       \
        T *erase(T *at) { return erase(at, at + 1); }                                           \
        T *insert(T *at, T value) {                                                             \
            size_t where = at - __first;                                                        \
            push_back(value);                                                                   \
            for (size_t i = __count - 1; i > where; --i) __first[i] = __first[i - 1];           \
            __first[where] = value;                                                             \
            return __first + where;                                                             \
        }                                                                                       \
        template <typename U> void insert(T *at, U *first, U *last) {                           \
            for (size_t where = at - __first; first != last; ++first, ++where)                  \
                insert(__first + where, (T)*first);                                             \
        }                                                                                       \
        void pop_back() { --__count; }                                                          \
        void __add(const T &value) { push_back(value); }                                        \
        void clear() { __count = 0; }                                                           \
        void shrink_to_fit() {}                                                                 \
        void swap(NAME<T> &other) {                                                             \
            T *first = __first;                                                                 \
            size_t count = __count, capacity = __capacity;                                      \
            __first = other.__first;                                                            \
            __count = other.__count;                                                            \
            __capacity = other.__capacity;                                                      \
            other.__first = first;                                                              \
            other.__count = count;                                                              \
            other.__capacity = capacity;                                                        \
        }                                                                                       \
    };
__SS_VECTOR(host_vector, device_vector, universal_vector, __first = (T *)malloc(n * sizeof(T) + 1),
            T *data() { return __first; } const T *data() const { return __first; })
__SS_VECTOR(device_vector, host_vector, universal_vector, cudaMallocManaged(&__first, n * sizeof(T) + 1),
            device_ptr<T> data() const { return device_ptr<T>(__first); })
__SS_VECTOR(universal_vector, host_vector, device_vector, cudaMallocManaged(&__first, n * sizeof(T) + 1),
            device_ptr<T> data() const { return device_ptr<T>(__first); })
template <typename T> using universal_host_pinned_vector = universal_vector<T>;
#undef __SS_VECTOR

// What an expression of _1 and _2 is: a function of what these stand for.
template <typename E> struct __actor {
    E __of;
    template <typename A> __host__ __device__ auto operator()(const A &a) const { return __of(a, a); }
    template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const {
        return __of(a, b);
    }
};
template <int N> struct __nth {
    template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const {
        if constexpr (N == 1) return a;
        else return b;
    }
};
template <typename T> struct __fixed {
    T __is;
    template <typename A, typename B> __host__ __device__ T operator()(const A &a, const B &b) const { return __is; }
};
namespace placeholders {
__actor<__nth<1>> _1;
__actor<__nth<2>> _2;
}
#define __SS_ACTS(NAME, OP)                                                                              \
    template <typename L, typename R> struct NAME {                                                      \
        L __left;                                                                                        \
        R __right;                                                                                       \
        template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { \
            return __left(a, b) OP __right(a, b);                                                        \
        }                                                                                                \
    };                                                                                                   \
    template <typename L, typename R> __host__ __device__ __actor<NAME<L, R>> operator OP(__actor<L> a, __actor<R> b) { \
        __actor<NAME<L, R>> made = {{a.__of, b.__of}};                                                   \
        return made;                                                                                     \
    }                                                                                                    \
    template <typename L, typename R> __host__ __device__ __actor<NAME<L, __fixed<R>>> operator OP(__actor<L> a, R b) { \
        __actor<NAME<L, __fixed<R>>> made = {{a.__of, {b}}};                                             \
        return made;                                                                                     \
    }                                                                                                    \
    template <typename L, typename R> __host__ __device__ __actor<NAME<__fixed<L>, R>> operator OP(L a, __actor<R> b) { \
        __actor<NAME<__fixed<L>, R>> made = {{{a}, b.__of}};                                             \
        return made;                                                                                     \
    }
__SS_ACTS(__acts_add, +) __SS_ACTS(__acts_sub, -) __SS_ACTS(__acts_mul, *) __SS_ACTS(__acts_div, /)
__SS_ACTS(__acts_rem, %) __SS_ACTS(__acts_lt, <) __SS_ACTS(__acts_gt, >) __SS_ACTS(__acts_le, <=)
__SS_ACTS(__acts_ge, >=) __SS_ACTS(__acts_eq, ==) __SS_ACTS(__acts_ne, !=) __SS_ACTS(__acts_land, &&)
__SS_ACTS(__acts_lor, ||) __SS_ACTS(__acts_and, &) __SS_ACTS(__acts_or, |) __SS_ACTS(__acts_xor, ^)
#undef __SS_ACTS
template <typename E> struct __acts_neg {
    E __of;
    template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const {
        return -__of(a, b);
    }
};
template <typename E> struct __acts_not {
    E __of;
    template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const {
        return !__of(a, b);
    }
};
template <typename E> __host__ __device__ __actor<__acts_neg<E>> operator-(__actor<E> a) {
    __actor<__acts_neg<E>> made = {{a.__of}};
    return made;
}
template <typename E> __host__ __device__ __actor<__acts_not<E>> operator!(__actor<E> a) {
    __actor<__acts_not<E>> made = {{a.__of}};
    return made;
}

template <typename A, typename R> struct unary_function {};
template <typename A, typename B, typename R> struct binary_function {};
#define __SS_BINARY(NAME, R, VALUE)                                          \
    template <typename T = void> struct NAME {                               \
        __host__ __device__ R operator()(T a, T b) const { return VALUE; }   \
    };                                                                       \
    template <> struct NAME<void> {                                          \
        template <typename T> __host__ __device__ auto operator()(T a, T b) const { return VALUE; } \
    };
__SS_BINARY(plus, T, a + b) __SS_BINARY(minus, T, a - b) __SS_BINARY(multiplies, T, a * b)
__SS_BINARY(divides, T, a / b) __SS_BINARY(modulus, T, a % b)
__SS_BINARY(maximum, T, a < b ? b : a) __SS_BINARY(minimum, T, b < a ? b : a)
__SS_BINARY(less, bool, a < b) __SS_BINARY(greater, bool, a > b)
__SS_BINARY(less_equal, bool, a <= b) __SS_BINARY(greater_equal, bool, a >= b)
__SS_BINARY(equal_to, bool, a == b) __SS_BINARY(not_equal_to, bool, a != b)
__SS_BINARY(logical_and, bool, a && b) __SS_BINARY(logical_or, bool, a || b)
__SS_BINARY(bit_and, T, a & b) __SS_BINARY(bit_or, T, a | b) __SS_BINARY(bit_xor, T, a ^ b)
#undef __SS_BINARY
template <typename T> struct negate {
    __host__ __device__ T operator()(T a) const { return -a; }
};
template <typename T> struct identity {
    __host__ __device__ T operator()(T a) const { return a; }
};
template <typename T> struct logical_not {
    __host__ __device__ bool operator()(T a) const { return !a; }
};
template <typename T> struct square {
    __host__ __device__ T operator()(T a) const { return a * a; }
};

template <typename T> __host__ __device__ T min(T a, T b) { return b < a ? b : a; }
template <typename T> __host__ __device__ T max(T a, T b) { return a < b ? b : a; }
template <typename I> long long distance(I first, I last) { return last - first; }
)";

constexpr std::string_view numbers_by_chance = R"(
// Numbers by chance, the same as thrust's own.
namespace random {
template <typename U, U A, U C, U M> struct linear_congruential_engine {
    typedef U result_type;
    U __x;
    static const U multiplier = A, increment = C, modulus = M, default_seed = 1;
    static const U min = C == 0 ? 1 : 0, max = M - 1;
    __host__ __device__ explicit linear_congruential_engine(U value = 1) { seed(value); }
    __host__ __device__ void seed(U value = 1) {
        __x = value % M;
        if (C % M == 0 && __x == 0) __x = 1;
    }
    __host__ __device__ U operator()() {
        __x = (U)(((unsigned long long)A * __x + C) % M);
        return __x;
    }
    __host__ __device__ void discard(unsigned long long n) {
        unsigned long long a = A, c = C, by = 1, more = 0;
        for (; n > 0; n >>= 1) {
            if (n & 1) {
                by = by * a % M;
                more = (more * a + c) % M;
            }
            c = (a * c + c) % M;
            a = a * a % M;
        }
        __x = (U)((by * __x + more) % M);
    }
    __host__ __device__ bool operator==(const linear_congruential_engine &o) const { return __x == o.__x; }
    __host__ __device__ bool operator!=(const linear_congruential_engine &o) const { return __x != o.__x; }
};
typedef linear_congruential_engine<unsigned, 16807u, 0u, 2147483647u> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271u, 0u, 2147483647u> minstd_rand;
typedef minstd_rand default_random_engine;
template <typename T = double> struct uniform_real_distribution {
    typedef T result_type;
    T __from, __to;
    __host__ __device__ explicit uniform_real_distribution(T from = T(0), T to = T(1)) : __from(from), __to(to) {}
    template <typename E> __host__ __device__ T operator()(E &engine) {
        T part = (T)(engine() - E::min);
        part /= T(1) + (T)(E::max - E::min);
        return part * (__to - __from) + __from;
    }
    __host__ __device__ void reset() {}
    __host__ __device__ T a() const { return __from; }
    __host__ __device__ T b() const { return __to; }
    __host__ __device__ T min() const { return __from; }
    __host__ __device__ T max() const { return __to; }
};
template <typename T = int> struct uniform_int_distribution {
    typedef T result_type;
    T __from, __to;
    __host__ __device__ explicit uniform_int_distribution(T from = T(0), T to = 2147483647) : __from(from), __to(to) {}
    template <typename E> __host__ __device__ T operator()(E &engine) {
        uniform_real_distribution<double> real((double)__from, (double)__to + 1.0);
        return (T)real(engine);
    }
    __host__ __device__ void reset() {}
    __host__ __device__ T a() const { return __from; }
    __host__ __device__ T b() const { return __to; }
    __host__ __device__ T min() const { return __from; }
    __host__ __device__ T max() const { return __to; }
};
template <typename T = double> struct normal_distribution {
    typedef T result_type;
    T __mean, __deviation;
    __host__ __device__ explicit normal_distribution(T mean = T(0), T deviation = T(1))
        : __mean(mean), __deviation(deviation) {}
    template <typename E> __host__ __device__ T operator()(E &engine) {
        unsigned range = E::max - E::min;
        T each = (T)(1.0 / (double)range), half = each / 2;
        T side = (T)-1.4142135623730950488016887242097;
        unsigned u = engine() - E::min;
        if (u > range / 2) {
            u = range - u;
            side = -side;
        }
        T p = u * each + half;
        return __mean + __deviation * side * erfcinv(2 * p);
    }
    __host__ __device__ void reset() {}
    __host__ __device__ T mean() const { return __mean; }
    __host__ __device__ T stddev() const { return __deviation; }
};
}  // namespace random
using random::minstd_rand0;
using random::minstd_rand;
using random::default_random_engine;
using random::linear_congruential_engine;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
using random::normal_distribution;

}  // namespace thrust
#endif
)";

}  // namespace

std::string_view thrust_header() {
    static const std::string all =
        fmt::format("{}{}{}", vectors, thrust_algorithms(), numbers_by_chance);
    return all;
}

}  // namespace stridescope::language

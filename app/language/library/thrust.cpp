// <thrust/…>: vectors, and algorithms that run on the host, one element after the other. Vectors of
// the device lie in managed memory, so that main may read and write their elements. An algorithm
// takes its input out of whatever memory it lies in and puts back what it made.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view thrust = R"(
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
    T operator*() const { return (*this)[0]; }
    T operator[](long long n) const {
        T value;
        cudaMemcpy(&value, at + n, sizeof(T), cudaMemcpyDefault);
        return value;
    }
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

// A policy in front makes no difference here: calls leave it out (Parser::call).
template <typename I, typename O> O copy(I first, I last, O to) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = a[i];
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename V> std::ostream_iterator<V> copy(I first, I last, std::ostream_iterator<V> to) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) to = (V)a[i];
    free(a);
    return to;
}
template <typename I, typename O> O copy_n(I first, size_t n, O to) { return copy(first, first + n, to); }
template <typename I, typename O, typename F> O copy_if(I first, I last, O to, F f) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) {
            made[kept] = a[i];
            ++kept;
        }
    }
    free(a);
    __given(to, made, kept);
    return to + kept;
}
template <typename I, typename J, typename O, typename F> O copy_if(I first, I last, J flags, O to, F f) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto b = __taken(flags, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(b[i])) {
            made[kept] = a[i];
            ++kept;
        }
    }
    free(a);
    free(b);
    __given(to, made, kept);
    return to + kept;
}
template <typename I, typename V> void fill(I first, I last, V value) {
    size_t n = last - first;
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) made[i] = value;
    __given(first, made, n);
}
template <typename I, typename V> I fill_n(I first, size_t n, V value) {
    fill(first, first + n, value);
    return first + n;
}
template <typename I, typename V, typename W> void sequence(I first, I last, V start, W step) {
    size_t n = last - first;
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) made[i] = start + i * step;
    __given(first, made, n);
}
template <typename I, typename V> void sequence(I first, I last, V start) { sequence(first, last, start, 1); }
template <typename I> void sequence(I first, I last) { sequence(first, last, 0, 1); }
template <typename I, typename F> void tabulate(I first, I last, F f) {
    size_t n = last - first;
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) made[i] = f(i);
    __given(first, made, n);
}
template <typename I, typename F> void generate(I first, I last, F f) {
    size_t n = last - first;
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) made[i] = f();
    __given(first, made, n);
}
template <typename I, typename F> I for_each(I first, I last, F f) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) f(a[i]);
    __given(first, a, n);
    return last;
}
template <typename T, typename F> zip_iterator<T> for_each(zip_iterator<T> first, zip_iterator<T> last, F f) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) f(__elements(a[i]));
    __given(first, a, n);
    return last;
}
template <typename I, typename F> I for_each_n(I first, size_t n, F f) { return for_each(first, first + n, f); }
template <typename I, typename O, typename F> O transform(I first, I last, O to, F f) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = f(a[i]);
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J other, O to, F f) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = f(a[i], b[i]);
    free(a);
    free(b);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename F, typename V, typename G> V transform_reduce(I first, I last, F f, V start, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) start = g(start, f(a[i]));
    free(a);
    return start;
}
template <typename I, typename V, typename G> V reduce(I first, I last, V start, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) start = g(start, a[i]);
    free(a);
    return start;
}
template <typename I, typename V> V reduce(I first, I last, V start) { return reduce(first, last, start, plus<V>()); }
template <typename I> auto reduce(I first, I last) { return reduce(first, last, __taken(first, 1)[0] - __taken(first, 1)[0]); }
template <typename T> T reduce(const T *first, const T *last) { return reduce(first, last, T(0), plus<T>()); }
template <typename T> T reduce(device_ptr<T> first, device_ptr<T> last) { return reduce(first, last, T(0), plus<T>()); }
template <typename I, typename J, typename V> V inner_product(I first, I last, J other, V start) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    for (size_t i = 0; i < n; ++i) start = start + a[i] * b[i];
    free(a);
    free(b);
    return start;
}
template <typename I, typename J, typename V, typename F, typename G> V inner_product(I first, I last, J other, V start, F f, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    for (size_t i = 0; i < n; ++i) start = f(start, g(a[i], b[i]));
    free(a);
    free(b);
    return start;
}
template <typename I, typename F> long long count_if(I first, I last, F f) {
    size_t n = last - first;
    long long count = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) ++count;
    }
    free(a);
    return count;
}
template <typename I, typename V> long long count(I first, I last, V value) {
    size_t n = last - first;
    long long count = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (a[i] == value) ++count;
    }
    free(a);
    return count;
}
template <typename I, typename F> bool any_of(I first, I last, F f) { return count_if(first, last, f) > 0; }
template <typename I, typename F> bool all_of(I first, I last, F f) { return count_if(first, last, f) == last - first; }
template <typename I, typename F> bool none_of(I first, I last, F f) { return count_if(first, last, f) == 0; }
template <typename I, typename V> I find(I first, I last, V value) {
    size_t n = last - first, i = 0;
    auto a = __taken(first, n);
    while (i < n && !(a[i] == value)) ++i;
    free(a);
    return first + i;
}
template <typename I, typename J> bool equal(I first, I last, J other) {
    size_t n = last - first, i = 0;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    while (i < n && a[i] == b[i]) ++i;
    free(a);
    free(b);
    return i == n;
}
#define __SS_EXTREME(NAME, LESS)                                                          \
    template <typename I, typename F> I NAME(I first, I last, F before) {                 \
        size_t n = last - first, best = 0;                                                \
        auto a = __taken(first, n);                                                       \
        for (size_t i = 1; i < n; ++i) {                                                  \
            if (LESS) best = i;                                                           \
        }                                                                                 \
        free(a);                                                                          \
        return first + best;                                                              \
    }                                                                                     \
    template <typename I> I NAME(I first, I last) { return NAME(first, last, less<>()); }
__SS_EXTREME(min_element, before(a[i], a[best])) __SS_EXTREME(max_element, before(a[best], a[i]))
#undef __SS_EXTREME

template <typename I, typename O, typename G> O inclusive_scan(I first, I last, O to, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    if (n > 0) made[0] = a[0];
    for (size_t i = 1; i < n; ++i) made[i] = g(made[i - 1], a[i]);
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename O> O inclusive_scan(I first, I last, O to) { return inclusive_scan(first, last, to, plus<>()); }
template <typename I, typename O, typename V, typename G> O exclusive_scan(I first, I last, O to, V start, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        made[i] = start;
        start = g(start, a[i]);
    }
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename O, typename V> O exclusive_scan(I first, I last, O to, V start) { return exclusive_scan(first, last, to, start, plus<V>()); }
template <typename I, typename T> T *exclusive_scan(I first, I last, T *to) { return exclusive_scan(first, last, to, T(0), plus<T>()); }
template <typename I, typename T> device_ptr<T> exclusive_scan(I first, I last, device_ptr<T> to) { return exclusive_scan(first, last, to, T(0), plus<T>()); }
template <typename I, typename O, typename F, typename G> O transform_inclusive_scan(I first, I last, O to, F f, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = i == 0 ? f(a[0]) : g(made[i - 1], f(a[i]));
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename K, typename I, typename O, typename P, typename G>
O inclusive_scan_by_key(K first, K last, I values, O to, P same, G g) {
    size_t n = last - first;
    auto k = __taken(first, n);
    auto a = __taken(values, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (i == 0 || !same(k[i - 1], k[i])) made[i] = a[i];
        else made[i] = g(made[i - 1], a[i]);
    }
    free(k);
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename K, typename I, typename O, typename P> O inclusive_scan_by_key(K first, K last, I values, O to, P same) { return inclusive_scan_by_key(first, last, values, to, same, plus<>()); }
template <typename K, typename I, typename O> O inclusive_scan_by_key(K first, K last, I values, O to) { return inclusive_scan_by_key(first, last, values, to, equal_to<>(), plus<>()); }
template <typename K, typename I, typename O, typename V, typename P, typename G>
O exclusive_scan_by_key(K first, K last, I values, O to, V start, P same, G g) {
    size_t n = last - first;
    auto k = __taken(first, n);
    auto a = __taken(values, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (i == 0 || !same(k[i - 1], k[i])) made[i] = start;
        else made[i] = g(made[i - 1], a[i - 1]);
    }
    free(k);
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename K, typename I, typename O, typename V, typename P> O exclusive_scan_by_key(K first, K last, I values, O to, V start, P same) { return exclusive_scan_by_key(first, last, values, to, start, same, plus<>()); }
template <typename K, typename I, typename O, typename V> O exclusive_scan_by_key(K first, K last, I values, O to, V start) { return exclusive_scan_by_key(first, last, values, to, start, equal_to<>(), plus<>()); }
template <typename K, typename I, typename O> O exclusive_scan_by_key(K first, K last, I values, O to) { return exclusive_scan_by_key(first, last, values, to, 0, equal_to<>(), plus<>()); }
template <typename I, typename O, typename F, typename V, typename G> O transform_exclusive_scan(I first, I last, O to, F f, V start, G g) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        made[i] = start;
        start = g(start, f(a[i]));
    }
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename O> O adjacent_difference(I first, I last, O to) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = i == 0 ? a[0] : a[i] - a[i - 1];
    free(a);
    __given(to, made, n);
    return to + n;
}

// Merges runs of 1, 2, 4, … elements; what is equal keeps its order. `order` says where each goes.
template <typename T, typename F> size_t *__sorted(T *a, size_t n, F less) {
    size_t *from = (size_t *)malloc(n * sizeof(size_t) + 1);
    size_t *to = (size_t *)malloc(n * sizeof(size_t) + 1);
    for (size_t i = 0; i < n; ++i) from[i] = i;
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * run) {
            size_t middle = begin + run < n ? begin + run : n;
            size_t end = begin + 2 * run < n ? begin + 2 * run : n;
            size_t left = begin, right = middle;
            for (size_t k = begin; k < end; ++k) {
                if (left < middle && (right == end || !less(a[from[right]], a[from[left]]))) {
                    to[k] = from[left];
                    ++left;
                } else {
                    to[k] = from[right];
                    ++right;
                }
            }
        }
        size_t *other = from;
        from = to;
        to = other;
    }
    free(to);
    return from;
}
template <typename I, typename T> void __given_in_order(I to, T *a, size_t *order, size_t n) {
    T *made = (T *)malloc(n * sizeof(T) + 1);
    for (size_t i = 0; i < n; ++i) made[i] = a[order[i]];
    free(a);
    __given(to, made, n);
}
template <typename I, typename F> void sort(I first, I last, F less) {
    size_t n = last - first;
    auto a = __taken(first, n);
    size_t *order = __sorted(a, n, less);
    __given_in_order(first, a, order, n);
    free(order);
}
template <typename I> void sort(I first, I last) { sort(first, last, less<>()); }
template <typename I, typename F> void stable_sort(I first, I last, F less) { sort(first, last, less); }
template <typename I> void stable_sort(I first, I last) { sort(first, last, less<>()); }
template <typename I, typename J, typename F> void sort_by_key(I first, I last, J values, F less) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(values, n);
    size_t *order = __sorted(a, n, less);
    __given_in_order(first, a, order, n);
    __given_in_order(values, b, order, n);
    free(order);
}
template <typename I, typename J> void sort_by_key(I first, I last, J values) { sort_by_key(first, last, values, less<>()); }
template <typename I, typename J> void stable_sort_by_key(I first, I last, J values) { sort_by_key(first, last, values, less<>()); }
template <typename I> bool is_sorted(I first, I last) {
    size_t n = last - first, i = 1;
    auto a = __taken(first, n);
    while (i < n && !(a[i] < a[i - 1])) ++i;
    free(a);
    return i >= n;
}
template <typename I> void reverse(I first, I last) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) made[i] = a[n - 1 - i];
    free(a);
    __given(first, made, n);
}
template <typename I, typename F> I unique(I first, I last, F same) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (kept > 0 && same(a[kept - 1], a[i])) continue;
        a[kept] = a[i];
        ++kept;
    }
    __given(first, a, kept);
    return first + kept;
}
template <typename I> I unique(I first, I last) { return unique(first, last, equal_to<>()); }
// Of neighbours whose keys are equal, one key and what their values come to.
template <typename I, typename J, typename K, typename O, typename P, typename G> __std_pair<K, O> reduce_by_key(I first, I last, J values, K keys, O to, P same, G g) {
    size_t n = last - first, made = 0;
    auto a = __taken(first, n);
    auto b = __taken(values, n);
    auto k = __room(keys, n);
    auto v = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (i > 0 && same(a[i - 1], a[i])) {
            v[made - 1] = g(v[made - 1], b[i]);
        } else {
            k[made] = a[i];
            v[made] = b[i];
            ++made;
        }
    }
    free(a);
    free(b);
    __given(keys, k, made);
    __given(to, v, made);
    return __std_pair<K, O>(keys + made, to + made);
}
template <typename I, typename J, typename K, typename O, typename P> __std_pair<K, O> reduce_by_key(I first, I last, J values, K keys, O to, P same) { return reduce_by_key(first, last, values, keys, to, same, plus<>()); }
template <typename I, typename J, typename K, typename O> __std_pair<K, O> reduce_by_key(I first, I last, J values, K keys, O to) { return reduce_by_key(first, last, values, keys, to, equal_to<>(), plus<>()); }
template <typename I, typename F> I remove_if(I first, I last, F f) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) continue;
        a[kept] = a[i];
        ++kept;
    }
    __given(first, a, kept);
    return first + kept;
}
template <typename I, typename V> I remove(I first, I last, V value) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (a[i] == value) continue;
        a[kept] = a[i];
        ++kept;
    }
    __given(first, a, kept);
    return first + kept;
}
template <typename I, typename V> void replace(I first, I last, V before, V after) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (a[i] == before) a[i] = after;
    }
    __given(first, a, n);
}
template <typename M, typename I, typename O> O gather(M first, M last, I from, O to) {
    size_t n = last - first;
    auto map = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        auto one = __taken(from + map[i], 1);
        made[i] = one[0];
        free(one);
    }
    free(map);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename M, typename O> void scatter(I first, I last, M where, O to) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto map = __taken(where, n);
    for (size_t i = 0; i < n; ++i) {
        auto one = __room(to, 1);
        one[0] = a[i];
        __given(to + map[i], one, 1);
    }
    free(a);
    free(map);
}
#define __SS_BOUND(NAME, BEFORE)                                                                     \
    template <typename I, typename J, typename O> O NAME(I first, I last, J values, J end, O to) {   \
        size_t n = last - first, m = end - values;                                                   \
        auto a = __taken(first, n);                                                                  \
        auto b = __taken(values, m);                                                                 \
        auto made = __room(to, m);                                                                   \
        for (size_t k = 0; k < m; ++k) {                                                             \
            auto value = b[k];                                                                       \
            size_t i = 0;                                                                            \
            while (i < n && BEFORE) ++i;                                                             \
            made[k] = i;                                                                             \
        }                                                                                            \
        free(a);                                                                                     \
        free(b);                                                                                     \
        __given(to, made, m);                                                                        \
        return to + m;                                                                               \
    }                                                                                                \
    template <typename I, typename V> I NAME(I first, I last, V value) {                             \
        size_t n = last - first, i = 0;                                                              \
        auto a = __taken(first, n);                                                                  \
        while (i < n && BEFORE) ++i;                                                                 \
        free(a);                                                                                     \
        return first + i;                                                                            \
    }
__SS_BOUND(lower_bound, a[i] < value) __SS_BOUND(upper_bound, !(value < a[i]))
#undef __SS_BOUND

// What is looked for.
template <typename I, typename F> I find_if(I first, I last, F f) {
    size_t n = last - first, i = 0;
    auto a = __taken(first, n);
    while (i < n && !f(a[i])) ++i;
    free(a);
    return first + i;
}
template <typename I, typename F> I find_if_not(I first, I last, F f) {
    size_t n = last - first, i = 0;
    auto a = __taken(first, n);
    while (i < n && f(a[i])) ++i;
    free(a);
    return first + i;
}
template <typename I, typename J, typename P> __std_pair<I, J> mismatch(I first, I last, J other, P same) {
    size_t n = last - first, i = 0;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    while (i < n && same(a[i], b[i])) ++i;
    free(a);
    free(b);
    return __std_pair<I, J>(first + i, other + i);
}
template <typename I, typename J> __std_pair<I, J> mismatch(I first, I last, J other) { return mismatch(first, last, other, equal_to<>()); }
template <typename I, typename J, typename P> bool equal(I first, I last, J other, P same) { return mismatch(first, last, other, same).first - last == 0; }
template <typename I, typename F> __std_pair<I, I> minmax_element(I first, I last, F before) {
    return __std_pair<I, I>(min_element(first, last, before), max_element(first, last, before));
}
template <typename I> __std_pair<I, I> minmax_element(I first, I last) { return minmax_element(first, last, less<>()); }
template <typename I, typename F> I is_sorted_until(I first, I last, F before) {
    size_t n = last - first, i = n == 0 ? 0 : 1;
    auto a = __taken(first, n);
    while (i < n && !before(a[i], a[i - 1])) ++i;
    free(a);
    return first + i;
}
template <typename I> I is_sorted_until(I first, I last) { return is_sorted_until(first, last, less<>()); }
template <typename I, typename F> bool is_sorted(I first, I last, F before) { return is_sorted_until(first, last, before) - last == 0; }
template <typename I, typename V> bool binary_search(I first, I last, V value) {
    I at = lower_bound(first, last, value);
    return at - last != 0 && !(value < *at);
}
template <typename I, typename J, typename O> O binary_search(I first, I last, J values, J end, O to) {
    size_t n = last - first, m = end - values;
    auto a = __taken(first, n);
    auto b = __taken(values, m);
    auto made = __room(to, m);
    for (size_t k = 0; k < m; ++k) {
        made[k] = false;
        for (size_t i = 0; i < n; ++i) {
            if (!(a[i] < b[k]) && !(b[k] < a[i])) made[k] = true;
        }
    }
    free(a);
    free(b);
    __given(to, made, m);
    return to + m;
}

// What is left out, replaced or put apart; each keeps its order.
template <typename I, typename J, typename F> I remove_if(I first, I last, J stencil, F f) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto b = __taken(stencil, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(b[i])) continue;
        a[kept] = a[i];
        ++kept;
    }
    free(b);
    __given(first, a, kept);
    return first + kept;
}
template <typename I, typename O, typename F> O remove_copy_if(I first, I last, O to, F f) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) continue;
        made[kept] = a[i];
        ++kept;
    }
    free(a);
    __given(to, made, kept);
    return to + kept;
}
template <typename I, typename O, typename V> O remove_copy(I first, I last, O to, V value) {
    return remove_copy_if(first, last, to, [value](V each) { return each == value; });
}
template <typename I, typename F, typename V> void replace_if(I first, I last, F f, V after) {
    size_t n = last - first;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) a[i] = after;
    }
    __given(first, a, n);
}
template <typename I, typename J, typename F, typename V> void replace_if(I first, I last, J stencil, F f, V after) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(stencil, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(b[i])) a[i] = after;
    }
    free(b);
    __given(first, a, n);
}
template <typename I, typename O, typename F, typename V> O replace_copy_if(I first, I last, O to, F f, V after) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        made[i] = a[i];
        if (f(a[i])) made[i] = after;
    }
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename O, typename V> O replace_copy(I first, I last, O to, V before, V after) {
    return replace_copy_if(first, last, to, [before](V each) { return each == before; }, after);
}
template <typename I, typename F> I stable_partition(I first, I last, F f) {
    size_t n = last - first, kept = 0, left = 0;
    auto a = __taken(first, n);
    auto made = __room(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (f(a[i])) made[kept++] = a[i];
    }
    for (size_t i = 0; i < n; ++i) {
        if (!f(a[i])) made[kept + left++] = a[i];
    }
    free(a);
    __given(first, made, n);
    return first + kept;
}
template <typename I, typename F> I partition(I first, I last, F f) { return stable_partition(first, last, f); }
template <typename I, typename A, typename B, typename F> __std_pair<A, B> stable_partition_copy(I first, I last, A yes, B no, F f) {
    A end = copy_if(first, last, yes, f);
    return __std_pair<A, B>(end, remove_copy_if(first, last, no, f));
}
template <typename I, typename A, typename B, typename F> __std_pair<A, B> partition_copy(I first, I last, A yes, B no, F f) { return stable_partition_copy(first, last, yes, no, f); }
template <typename I, typename F> bool is_partitioned(I first, I last, F f) {
    return count_if(find_if_not(first, last, f), last, f) == 0;
}
template <typename I, typename O, typename P> O unique_copy(I first, I last, O to, P same) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (i > 0 && same(a[i - 1], a[i])) continue;
        made[kept] = a[i];
        ++kept;
    }
    free(a);
    __given(to, made, kept);
    return to + kept;
}
template <typename I, typename O> O unique_copy(I first, I last, O to) { return unique_copy(first, last, to, equal_to<>()); }
template <typename I, typename P> long long unique_count(I first, I last, P same) {
    size_t n = last - first;
    long long count = 0;
    auto a = __taken(first, n);
    for (size_t i = 0; i < n; ++i) {
        if (i == 0 || !same(a[i - 1], a[i])) ++count;
    }
    free(a);
    return count;
}
template <typename I> long long unique_count(I first, I last) { return unique_count(first, last, equal_to<>()); }
template <typename I, typename J, typename P> __std_pair<I, J> unique_by_key(I first, I last, J values, P same) {
    size_t n = last - first, kept = 0;
    auto a = __taken(first, n);
    auto b = __taken(values, n);
    for (size_t i = 0; i < n; ++i) {
        if (kept > 0 && same(a[kept - 1], a[i])) continue;
        a[kept] = a[i];
        b[kept] = b[i];
        ++kept;
    }
    __given(first, a, kept);
    __given(values, b, kept);
    return __std_pair<I, J>(first + kept, values + kept);
}
template <typename I, typename J> __std_pair<I, J> unique_by_key(I first, I last, J values) { return unique_by_key(first, last, values, equal_to<>()); }

// Of two ranges that are sorted.
#define __SS_SETS(NAME, ONLY_A, ONLY_B, BOTH_A, BOTH_B)                                              \
    template <typename I, typename J, typename O, typename F>                                        \
    O NAME(I first, I last, J other, J end, O to, F before) {                                        \
        size_t n = last - first, m = end - other, i = 0, j = 0, kept = 0;                            \
        auto a = __taken(first, n);                                                                  \
        auto b = __taken(other, m);                                                                  \
        auto made = __room(to, n + m);                                                               \
        while (i < n || j < m) {                                                                     \
            if (j == m || (i < n && before(a[i], b[j]))) {                                           \
                if (ONLY_A) made[kept++] = a[i];                                                     \
                ++i;                                                                                 \
            } else if (i == n || before(b[j], a[i])) {                                               \
                if (ONLY_B) made[kept++] = b[j];                                                     \
                ++j;                                                                                 \
            } else {                                                                                 \
                if (BOTH_A) made[kept++] = a[i];                                                     \
                ++i;                                                                                 \
                if (BOTH_B) ++j;                                                                     \
            }                                                                                        \
        }                                                                                            \
        free(a);                                                                                     \
        free(b);                                                                                     \
        __given(to, made, kept);                                                                     \
        return to + kept;                                                                            \
    }                                                                                                \
    template <typename I, typename J, typename O>                                                    \
    O NAME(I first, I last, J other, J end, O to) { return NAME(first, last, other, end, to, less<>()); }
__SS_SETS(merge, true, true, true, false) __SS_SETS(set_union, true, true, true, true)
__SS_SETS(set_intersection, false, false, true, true) __SS_SETS(set_difference, true, false, false, true)
__SS_SETS(set_symmetric_difference, true, true, false, true)
#undef __SS_SETS

template <typename I, typename J> J swap_ranges(I first, I last, J other) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(other, n);
    __given(first, b, n);
    __given(other, a, n);
    return other + n;
}
template <typename I, typename O> O reverse_copy(I first, I last, O to) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) made[i] = a[n - 1 - i];
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename F> I generate_n(I first, size_t n, F f) {
    generate(first, first + n, f);
    return first + n;
}
template <typename I, typename O> O uninitialized_copy(I first, I last, O to) { return copy(first, last, to); }
template <typename I, typename V> void uninitialized_fill(I first, I last, V value) { fill(first, last, value); }
template <typename I, typename O, typename F> O adjacent_difference(I first, I last, O to, F f) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto made = __room(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (i == 0) made[i] = a[0];
        else made[i] = f(a[i], a[i - 1]);
    }
    free(a);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename J, typename O, typename F, typename P> O transform_if(I first, I last, J stencil, O to, F f, P chosen) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto b = __taken(stencil, n);
    auto made = __taken(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (chosen(b[i])) made[i] = f(a[i]);
    }
    free(a);
    free(b);
    __given(to, made, n);
    return to + n;
}
template <typename I, typename O, typename F, typename P> O transform_if(I first, I last, O to, F f, P chosen) { return transform_if(first, last, first, to, f, chosen); }
template <typename M, typename S, typename I, typename O, typename P> O gather_if(M first, M last, S stencil, I from, O to, P chosen) {
    size_t n = last - first;
    auto map = __taken(first, n);
    auto b = __taken(stencil, n);
    auto made = __taken(to, n);
    for (size_t i = 0; i < n; ++i) {
        if (chosen(b[i])) made[i] = __taken(from + map[i], 1)[0];
    }
    free(map);
    free(b);
    __given(to, made, n);
    return to + n;
}
template <typename M, typename S, typename I, typename O> O gather_if(M first, M last, S stencil, I from, O to) { return gather_if(first, last, stencil, from, to, [](long long each) { return each != 0; }); }
template <typename I, typename M, typename S, typename O, typename P> void scatter_if(I first, I last, M where, S stencil, O to, P chosen) {
    size_t n = last - first;
    auto a = __taken(first, n);
    auto map = __taken(where, n);
    auto b = __taken(stencil, n);
    for (size_t i = 0; i < n; ++i) {
        if (!chosen(b[i])) continue;
        auto one = __room(to, 1);
        one[0] = a[i];
        __given(to + map[i], one, 1);
    }
    free(a);
    free(map);
    free(b);
}
template <typename I, typename M, typename S, typename O> void scatter_if(I first, I last, M where, S stencil, O to) { scatter_if(first, last, where, stencil, to, [](long long each) { return each != 0; }); }
template <typename I, typename J, typename F> void stable_sort_by_key(I first, I last, J values, F less) { sort_by_key(first, last, values, less); }

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
    return thrust;
}

}  // namespace stridescope::language

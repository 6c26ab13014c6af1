// Of <algorithm>, <numeric>, <functional> and <utility>. Iterators are pointers. What is sorted
// lies behind it as libstdc++ puts it, also what is equal.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> algorithm_parts() {
    static constexpr LibraryPart parts[] = {
        // <utility>
        {"move", R"(
template <typename T> __host__ __device__ T &&move(T &&x) { return x; }
template <typename T, typename V> V *move(T *first, T *last, V *to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
)"},
        {"invoke", R"(
template <typename F, typename... A> __host__ __device__ auto invoke(F &&f, A &&...given) {
    return f(given...);
}
)"},
        {"apply", R"(
template <typename Call, typename A>
auto apply(Call f, const tuple<A> &t) {
    return f(std::get<0>(t));
}
template <typename Call, typename A, typename B>
auto apply(Call f, const tuple<A, B> &t) {
    return f(std::get<0>(t), std::get<1>(t));
}
template <typename Call, typename A, typename B, typename C>
auto apply(Call f, const tuple<A, B, C> &t) {
    return f(std::get<0>(t), std::get<1>(t), std::get<2>(t));
}
template <typename Call, typename A, typename B, typename C, typename D>
auto apply(Call f, const tuple<A, B, C, D> &t) {
    return f(std::get<0>(t), std::get<1>(t), std::get<2>(t),
             std::get<3>(t));
}
template <typename Call, typename A, typename B, typename C, typename D, typename E>
auto apply(Call f, const tuple<A, B, C, D, E> &t) {
    return f(std::get<0>(t), std::get<1>(t), std::get<2>(t),
             std::get<3>(t), std::get<4>(t));
}
template <typename Call, typename A, typename B, typename C, typename D, typename E, typename F_>
auto apply(Call f, const tuple<A, B, C, D, E, F_> &t) {
    return f(std::get<0>(t), std::get<1>(t), std::get<2>(t),
             std::get<3>(t), std::get<4>(t), std::get<5>(t));
}
template <typename Call, typename A, typename B> auto apply(Call f, const pair<A, B> &t) {
    return f(t.first, t.second);
}
)"},
        {"tuple_size", R"(
template <typename T> struct tuple_size {};
template <typename A, typename B, typename C, typename D, typename E, typename F, typename G,
          typename H>
struct tuple_size<tuple<A, B, C, D, E, F, G, H>> {
    static const size_t value = is_same<A, __none>::value   ? 0
                                : is_same<B, __none>::value ? 1
                                : is_same<C, __none>::value ? 2
                                : is_same<D, __none>::value ? 3
                                : is_same<E, __none>::value ? 4
                                : is_same<F, __none>::value ? 5
                                : is_same<G, __none>::value ? 6
                                : is_same<H, __none>::value ? 7
                                                            : 8;
};
template <typename A, typename B> struct tuple_size<pair<A, B>> { static const size_t value = 2; };
template <typename T, size_t N> struct tuple_size<array<T, N>> { static const size_t value = N; };
)",
         true},
        {"tuple_size_v",
         "template <typename T> constexpr size_t tuple_size_v = tuple_size<T>::value;"},
        {"forward", "template <typename T> __host__ __device__ T &forward(T &x) { return x; }"},
        {"swap",
         "template <typename T> __host__ __device__ void swap(T &a, T &b) { T c = move(a); a = "
         "move(b); "
         "b = move(c); }"},
        {"exchange", R"(
template <typename T, typename U> T exchange(T &x, U value) {
    T before = move(x);
    x = (T)value;
    return before;
}
)"},
        {"iter_swap", "template <typename T> void iter_swap(T *a, T *b) { swap(*a, *b); }"},
        // <functional>
        {"less", R"(
template <typename T = void> struct less {
    bool operator()(const T &a, const T &b) const { return a < b; }
};
template <> struct less<void> {
    template <typename A, typename B> bool operator()(const A &a, const B &b) const {
        return a < b;
    }
};
)",
         true},
        {"unary_function", R"(
template <typename A, typename R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
)",
         true},
        {"binary_function", R"(
template <typename A, typename B, typename R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
)",
         true},
        {"greater", R"(
template <typename T = void> struct greater {
    bool operator()(const T &a, const T &b) const { return a > b; }
};
template <> struct greater<void> {
    template <typename A, typename B> bool operator()(const A &a, const B &b) const {
        return a > b;
    }
};
)",
         true},
        {"less_equal", R"(
template <typename T> struct less_equal {
    bool operator()(const T &a, const T &b) const { return a <= b; }
};
)",
         true},
        {"greater_equal", R"(
template <typename T> struct greater_equal {
    bool operator()(const T &a, const T &b) const { return a >= b; }
};
)",
         true},
        {"equal_to", R"(
template <typename T> struct equal_to {
    bool operator()(const T &a, const T &b) const { return a == b; }
};
)",
         true},
        {"plus", R"(
template <typename T = void> struct plus {
    T operator()(const T &a, const T &b) const { return a + b; }
};
template <> struct plus<void> {
    template <typename A> A operator()(const A &a, const A &b) const { return a + b; }
};
)",
         true},
        {"minus", R"(
template <typename T = void> struct minus {
    T operator()(const T &a, const T &b) const { return a - b; }
};
template <> struct minus<void> {
    template <typename A> A operator()(const A &a, const A &b) const { return a - b; }
};
)",
         true},
        {"multiplies", R"(
template <typename T = void> struct multiplies {
    T operator()(const T &a, const T &b) const { return a * b; }
};
template <> struct multiplies<void> {
    template <typename A> A operator()(const A &a, const A &b) const { return a * b; }
};
)",
         true},
        {"divides", R"(
template <typename T> struct divides {
    T operator()(const T &a, const T &b) const { return a / b; }
};
)",
         true},
        {"negate", R"(
template <typename T> struct negate { T operator()(const T &a) const { return -a; } };
)",
         true},
        // <iterator>
        {"__inserter", R"(
template <typename L> struct __inserter {
    L *list;
    __inserter &operator*() { return *this; }
    __inserter &operator++() { return *this; }
    __inserter &operator++(int) { return *this; }
    template <typename V> __inserter &operator=(const V &value) {
        list->push_back(value);
        return *this;
    }
};
)",
         true},
        {"back_inserter", R"(
template <typename L> __inserter<L> back_inserter(L &list) {
    __inserter<L> made = {&list};
    return made;
}
)"},
        // It is written through as through a pointer.
        {"ostream_iterator", R"(
template <typename T> struct ostream_iterator {
    ostream *__to;
    const char *__between;
    ostream_iterator(ostream &to, const char *between = "") : __to(&to), __between(between) {}
    ostream_iterator &operator*() { return *this; }
    ostream_iterator &operator++() { return *this; }
    ostream_iterator &operator++(int) { return *this; }
    ostream_iterator &operator=(const T &value) {
        *__to << value << __between;
        return *this;
    }
};
template <typename T, typename V>
ostream_iterator<V> copy(T *first, T *last, ostream_iterator<V> to) {
    for (; first != last; ++first) to = (V)*first;
    return to;
}
template <typename T, typename V, typename F>
ostream_iterator<V> transform(T *first, T *last, ostream_iterator<V> to, F f) {
    for (; first != last; ++first) to = (V)f(*first);
    return to;
}
)",
         true},
        {"iterator_traits", R"(
template <typename I> struct iterator_traits {
    typedef typename I::value_type value_type;
};
template <typename T> struct iterator_traits<T *> {
    typedef T value_type;
    typedef T *pointer;
    typedef T &reference;
    typedef ptrdiff_t difference_type;
};
template <typename T> struct iterator_traits<const T *> {
    typedef T value_type;
    typedef const T *pointer;
    typedef const T &reference;
    typedef ptrdiff_t difference_type;
};
)",
         true},
        {"istreambuf_iterator", R"(
template <typename C = char> struct istreambuf_iterator {
    istream *__from;
    istreambuf_iterator() : __from(nullptr) {}
    istreambuf_iterator(istream &from) : __from(&from) {}
};
)",
         true},
        {"distance", R"(
template <typename T> long distance(T *first, T *last) { return last - first; }
template <typename I> long distance(I first, I last) {
    long count = 0;
    for (; first != last; ++first) ++count;
    return count;
}
)"},
        {"advance", R"(
template <typename T> void advance(T *&at, long n) { at = at + n; }
template <typename I> void advance(I &at, long n) {
    for (; n > 0; --n) ++at;
    for (; n < 0; ++n) --at;
}
)"},
        {"next", R"(
template <typename T> T *next(T *at, long n = 1) { return at + n; }
template <typename I> I next(I at, long n = 1) {
    for (; n > 0; --n) ++at;
    return at;
}
)"},
        {"prev", R"(
template <typename T> T *prev(T *at, long n = 1) { return at - n; }
template <typename I> I prev(I at, long n = 1) {
    for (; n > 0; --n) --at;
    return at;
}
)"},
        {"begin", R"(
template <typename T, size_t N> T *begin(T (&all)[N]) { return all; }
template <typename L> auto begin(L &all) { return all.begin(); }
)"},
        {"end", R"(
template <typename T, size_t N> T *end(T (&all)[N]) { return all + N; }
template <typename L> auto end(L &all) { return all.end(); }
)"},
        {"size", R"(
template <typename T, size_t N> size_t size(T (&all)[N]) { return N; }
template <typename L> size_t size(const L &all) { return all.size(); }
)"},
        {"ssize", R"(
template <typename L> ptrdiff_t ssize(const L &all) { return (ptrdiff_t)size(all); }
)"},
        {"empty", R"(
template <typename T, size_t N> bool empty(T (&all)[N]) { return false; }
template <typename L> bool empty(const L &all) { return all.empty(); }
)"},
        {"data", R"(
template <typename T, size_t N> T *data(T (&all)[N]) { return all; }
template <typename L> auto data(L &all) { return all.data(); }
)"},
        {"input_iterator_tag", "struct input_iterator_tag {};", true},
        {"output_iterator_tag", "struct output_iterator_tag {};", true},
        {"forward_iterator_tag", "struct forward_iterator_tag : input_iterator_tag {};", true},
        {"bidirectional_iterator_tag",
         "struct bidirectional_iterator_tag : forward_iterator_tag {};", true},
        {"random_access_iterator_tag",
         "struct random_access_iterator_tag : bidirectional_iterator_tag {};", true},
        // <functional>: what is called later, with some of its arguments known now.
        {"__place", "template <int N> struct __place { int none; };", true},
        {"placeholders", R"(
namespace placeholders {
__place<1> _1;
__place<2> _2;
__place<3> _3;
}
)"},
        {"__handed", R"(
template <typename A, typename X, typename Y, typename Z>
auto &__handed(A &a, X &x, Y &y, Z &z) {
    if constexpr (is_same<A, __place<1>>::value) return x;
    else if constexpr (is_same<A, __place<2>>::value) return y;
    else if constexpr (is_same<A, __place<3>>::value) return z;
    else return __unwrapped(a);
}
)"},
        {"__bound", R"(
template <int N, typename F, typename A, typename B, typename C> struct __bound {
    F f;
    A a;
    B b;
    C c;
    template <typename X, typename Y, typename Z> auto __call(X &x, Y &y, Z &z) {
        if constexpr (N == 0) return f();
        else if constexpr (N == 1) return f(__handed(a, x, y, z));
        else if constexpr (N == 2) return f(__handed(a, x, y, z), __handed(b, x, y, z));
        else return f(__handed(a, x, y, z), __handed(b, x, y, z), __handed(c, x, y, z));
    }
    auto operator()() {
        __none no;
        return __call(no, no, no);
    }
    template <typename X> auto operator()(X &&x) {
        __none no;
        return __call(x, no, no);
    }
    template <typename X, typename Y> auto operator()(X &&x, Y &&y) {
        __none no;
        return __call(x, y, no);
    }
    template <typename X, typename Y, typename Z> auto operator()(X &&x, Y &&y, Z &&z) {
        return __call(x, y, z);
    }
};
)",
         true},
        {"bind", R"(
template <typename F> auto bind(F f) {
    __bound<0, F, __none, __none, __none> made = {f};
    return made;
}
template <typename F, typename A> auto bind(F f, A a) {
    __bound<1, F, A, __none, __none> made = {f, a};
    return made;
}
template <typename F, typename A, typename B> auto bind(F f, A a, B b) {
    __bound<2, F, A, B, __none> made = {f, a, b};
    return made;
}
template <typename F, typename A, typename B, typename C> auto bind(F f, A a, B b, C c) {
    __bound<3, F, A, B, C> made = {f, a, b, c};
    return made;
}
)"},
        // <algorithm>, <numeric>
        {"swap_ranges", R"(
template <typename T> T *swap_ranges(T *first, T *last, T *other) {
    for (; first != last; ++first, ++other) swap(*first, *other);
    return other;
}
)"},
        {"copy", R"(
template <typename T, typename V> V *copy(T first, T last, V *to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
template <typename T, typename L> __inserter<L> copy(T first, T last, __inserter<L> to) {
    for (; first != last; ++first) to.list->push_back(*first);
    return to;
}
)"},
        {"copy_n", R"(
template <typename T, typename V> V *copy_n(T *first, size_t n, V *to) {
    for (size_t i = 0; i < n; ++i) to[i] = first[i];
    return to + n;
}
)"},
        {"copy_if", R"(
template <typename A, typename O, typename F> O copy_if(A first, A last, O to, F holds) {
    for (; first != last; ++first) {
        if (holds(*first)) {
            *to = *first;
            ++to;
        }
    }
    return to;
}
)"},
        {"equal", R"(
template <typename I, typename J> bool equal(I first, I last, J other) {
    for (; first != last; ++first, ++other) {
        if (!(*first == *other)) return false;
    }
    return true;
}
template <typename I, typename J, typename F> bool equal(I first, I last, J other, F same) {
    for (; first != last; ++first, ++other) {
        if (!same(*first, *other)) return false;
    }
    return true;
}
)"},
        {"accumulate", R"(
template <typename T, typename V> V accumulate(T first, T last, V sum) {
    for (; first != last; ++first) sum = sum + *first;
    return sum;
}
template <typename T, typename V, typename F> V accumulate(T first, T last, V sum, F combine) {
    for (; first != last; ++first) sum = combine(sum, *first);
    return sum;
}
)"},
        {"inner_product", R"(
template <typename T, typename U, typename V> V inner_product(T first, T last, U *other, V sum) {
    for (; first != last; ++first, ++other) sum = sum + *first * *other;
    return sum;
}
)"},
        {"partial_sum", R"(
template <typename T, typename V> V *partial_sum(T *first, T *last, V *to) {
    if (first == last) return to;
    auto sum = *first;
    *to = sum;
    ++to;
    for (++first; first != last; ++first, ++to) {
        sum = sum + *first;
        *to = sum;
    }
    return to;
}
template <typename T, typename V, typename F> V *partial_sum(T *first, T *last, V *to, F combine) {
    if (first == last) return to;
    auto sum = *first;
    *to = sum;
    ++to;
    for (++first; first != last; ++first, ++to) {
        sum = combine(sum, *first);
        *to = sum;
    }
    return to;
}
)"},
        {"inclusive_scan", R"(
template <typename T, typename V> V *inclusive_scan(T *first, T *last, V *to) {
    return partial_sum(first, last, to);
}
template <typename T, typename V, typename F>
V *inclusive_scan(T *first, T *last, V *to, F combine) {
    return partial_sum(first, last, to, combine);
}
)"},
        {"exclusive_scan", R"(
template <typename T, typename V, typename S>
V *exclusive_scan(T *first, T *last, V *to, S sum) {
    for (; first != last; ++first, ++to) {
        S next = sum + *first;
        *to = sum;
        sum = next;
    }
    return to;
}
template <typename T, typename V, typename S, typename F>
V *exclusive_scan(T *first, T *last, V *to, S sum, F combine) {
    for (; first != last; ++first, ++to) {
        S next = combine(sum, *first);
        *to = sum;
        sum = next;
    }
    return to;
}
)"},
        {"reduce", R"(
template <typename T, typename V> V reduce(T first, T last, V sum) {
    return accumulate(first, last, sum);
}
template <typename T> T reduce(T *first, T *last) { return accumulate(first, last, T()); }
)"},
        {"adjacent_difference", R"(
template <typename T, typename V> V *adjacent_difference(T *first, T *last, V *to) {
    if (first == last) return to;
    auto before = *first;
    *to = before;
    ++to;
    for (++first; first != last; ++first, ++to) {
        auto each = *first;
        *to = each - before;
        before = each;
    }
    return to;
}
)"},
        {"generate_n", R"(
template <typename T, typename F> T *generate_n(T *first, size_t n, F f) {
    for (size_t i = 0; i < n; ++i) first[i] = f();
    return first + n;
}
template <typename L, typename F> __inserter<L> generate_n(__inserter<L> to, size_t n, F f) {
    for (size_t i = 0; i < n; ++i) to.list->push_back(f());
    return to;
}
)"},
        {"for_each", R"(
template <typename T, typename F> F for_each(T first, T last, F f) {
    for (; first != last; ++first) f(*first);
    return f;
}
)"},
        {"transform", R"(
template <typename T, typename V, typename F> V *transform(T first, T last, V *to, F f) {
    for (; first != last; ++first, ++to) *to = f(*first);
    return to;
}
template <typename T, typename L, typename F>
__inserter<L> transform(T first, T last, __inserter<L> to, F f) {
    for (; first != last; ++first) to.list->push_back(f(*first));
    return to;
}
template <typename T, typename U, typename L, typename F>
__inserter<L> transform(T first, T last, U *other, __inserter<L> to, F f) {
    for (; first != last; ++first, ++other) to.list->push_back(f(*first, *other));
    return to;
}
template <typename T, typename U, typename V, typename F>
V *transform(T first, T last, U *other, V *to, F f) {
    for (; first != last; ++first, ++other, ++to) *to = f(*first, *other);
    return to;
}
)"},
        {"next_permutation", R"(
template <typename T> bool next_permutation(T *first, T *last) {
    if (last - first < 2) return false;
    T *at = last - 1;
    while (at != first && !(*(at - 1) < *at)) --at;
    if (at == first) {
        reverse(first, last);
        return false;
    }
    T *larger = last - 1;
    while (!(*(at - 1) < *larger)) --larger;
    swap(*(at - 1), *larger);
    reverse(at, last);
    return true;
}
)"},
        {"prev_permutation", R"(
template <typename T> bool prev_permutation(T *first, T *last) {
    if (last - first < 2) return false;
    T *at = last - 1;
    while (at != first && !(*at < *(at - 1))) --at;
    if (at == first) {
        reverse(first, last);
        return false;
    }
    T *smaller = last - 1;
    while (!(*smaller < *(at - 1))) --smaller;
    swap(*(at - 1), *smaller);
    reverse(at, last);
    return true;
}
)"},
        {"is_permutation", R"(
template <typename T, typename U> bool is_permutation(T *first, T *last, U *other) {
    long n = last - first;
    for (T *each = first; each != last; ++each) {
        long here = 0, there = 0;
        for (long i = 0; i < n; ++i) {
            if (first[i] == *each) ++here;
            if (other[i] == *each) ++there;
        }
        if (here != there) return false;
    }
    return true;
}
)"},
        {"transform_reduce", R"(
template <typename T, typename V, typename F, typename G>
V transform_reduce(T *first, T *last, V sum, F add, G change) {
    for (; first != last; ++first) sum = add(sum, change(*first));
    return sum;
}
template <typename T, typename U, typename V, typename F, typename G>
V transform_reduce(T *first, T *last, U *other, V sum, F add, G join) {
    for (; first != last; ++first, ++other) sum = add(sum, join(*first, *other));
    return sum;
}
template <typename T, typename U, typename V>
V transform_reduce(T *first, T *last, U *other, V sum) {
    for (; first != last; ++first, ++other) sum = sum + *first * *other;
    return sum;
}
)"},
        {"any_of", R"(
template <typename T, typename F> bool any_of(T first, T last, F f) {
    for (; first != last; ++first) {
        if (f(*first)) return true;
    }
    return false;
}
)"},
        {"none_of", R"(
template <typename T, typename F> bool none_of(T first, T last, F f) {
    for (; first != last; ++first) {
        if (f(*first)) return false;
    }
    return true;
}
)"},
        {"find", R"(
template <typename T, typename V> T find(T first, T last, const V &value) {
    for (; first != last; ++first) {
        if (*first == value) break;
    }
    return first;
}
)"},
        {"find_if", R"(
template <typename T, typename F> T find_if(T first, T last, F f) {
    for (; first != last; ++first) {
        if (f(*first)) break;
    }
    return first;
}
)"},
        {"count", R"(
template <typename T, typename V> long count(T first, T last, const V &value) {
    long n = 0;
    for (; first != last; ++first) {
        if (*first == value) ++n;
    }
    return n;
}
)"},
        {"count_if", R"(
template <typename T, typename F> long count_if(T first, T last, F f) {
    long n = 0;
    for (; first != last; ++first) {
        if (f(*first)) ++n;
    }
    return n;
}
)"},
        {"min_element", R"(
template <typename T> T min_element(T first, T last) {
    T best = first;
    for (; first != last; ++first) {
        if (*first < *best) best = first;
    }
    return best;
}
template <typename T, typename F> T min_element(T first, T last, F less) {
    T best = first;
    for (; first != last; ++first) {
        if (less(*first, *best)) best = first;
    }
    return best;
}
)"},
        {"max_element", R"(
template <typename T> T max_element(T first, T last) {
    T best = first;
    for (; first != last; ++first) {
        if (*best < *first) best = first;
    }
    return best;
}
template <typename T, typename F> T max_element(T first, T last, F less) {
    T best = first;
    for (; first != last; ++first) {
        if (less(*best, *first)) best = first;
    }
    return best;
}
)"},
        {"minmax_element", R"(
template <typename T> pair<T, T> minmax_element(T first, T last) {
    T least = first, most = first;
    for (; first != last; ++first) {
        if (*first < *least) least = first;
        if (!(*first < *most)) most = first;
    }
    return pair<T, T>(least, most);
}
)"},
        {"clamp", R"(
template <typename T> T clamp(const T &x, const T &low, const T &high) {
    return x < low ? low : high < x ? high : x;
}
)"},
        {"reverse", R"(
template <typename T> void reverse(T *first, T *last) {
    while (first < last) {
        --last;
        if (first < last) swap(*first, *last);
        ++first;
    }
}
)"},
        {"rotate", R"(
template <typename T> T *rotate(T *first, T *middle, T *last) {
    reverse(first, middle);
    reverse(middle, last);
    reverse(first, last);
    return first + (last - middle);
}
)"},
        {"unique", R"(
template <typename T> T *unique(T *first, T *last) {
    if (first == last) return last;
    T *kept = first;
    for (++first; first != last; ++first) {
        if (!(*kept == *first)) {
            ++kept;
            *kept = *first;
        }
    }
    return kept + 1;
}
)"},
        {"remove_if", R"(
template <typename T, typename F> T *remove_if(T *first, T *last, F f) {
    T *kept = first;
    for (; first != last; ++first) {
        if (!f(*first)) {
            *kept = *first;
            ++kept;
        }
    }
    return kept;
}
)"},
        {"replace", R"(
template <typename T, typename V> void replace(T *first, T *last, const V &from, const V &to) {
    for (; first != last; ++first) {
        if (*first == from) *first = to;
    }
}
)"},
        {"lower_bound", R"(
template <typename T, typename V> T *lower_bound(T *first, T *last, const V &value) {
    long n = last - first;
    while (n > 0) {
        long half = n / 2;
        if (first[half] < value) {
            first = first + half + 1;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <typename T, typename V, typename F>
T *lower_bound(T *first, T *last, const V &value, F less) {
    long n = last - first;
    while (n > 0) {
        long half = n / 2;
        if (less(first[half], value)) {
            first = first + half + 1;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
)"},
        {"upper_bound", R"(
template <typename T, typename V> T *upper_bound(T *first, T *last, const V &value) {
    long n = last - first;
    while (n > 0) {
        long half = n / 2;
        if (!(value < first[half])) {
            first = first + half + 1;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <typename T, typename V, typename F>
T *upper_bound(T *first, T *last, const V &value, F less) {
    long n = last - first;
    while (n > 0) {
        long half = n / 2;
        if (!less(value, first[half])) {
            first = first + half + 1;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
)"},
        {"binary_search", R"(
template <typename T, typename V> bool binary_search(T *first, T *last, const V &value) {
    T *at = lower_bound(first, last, value);
    return at != last && !(value < *at);
}
template <typename T, typename V, typename F>
bool binary_search(T *first, T *last, const V &value, F less) {
    T *at = lower_bound(first, last, value, less);
    return at != last && !less(value, *at);
}
)"},
        {"merge", R"(
template <typename T, typename U, typename V>
V *merge(T *first, T *last, U *other, U *end, V *to) {
    while (first != last || other != end) {
        if (first == last || (other != end && *other < *first)) *to++ = *other++;
        else *to++ = *first++;
    }
    return to;
}
template <typename T, typename U, typename L>
__inserter<L> merge(T *first, T *last, U *other, U *end, __inserter<L> to) {
    while (first != last || other != end) {
        if (first == last || (other != end && *other < *first)) to.list->push_back(*other++);
        else to.list->push_back(*first++);
    }
    return to;
}
)"},
        {"equal_range", R"(
template <typename T, typename V> pair<T *, T *> equal_range(T *first, T *last, const V &value) {
    return pair<T *, T *>(lower_bound(first, last, value), upper_bound(first, last, value));
}
)"},
        {"adjacent_find", R"(
template <typename T> T *adjacent_find(T *first, T *last) {
    if (first == last) return last;
    for (T *next = first + 1; next != last; ++first, ++next) {
        if (*first == *next) return first;
    }
    return last;
}
)"},
        {"find_if_not", R"(
template <typename T, typename F> T find_if_not(T first, T last, F f) {
    for (; first != last; ++first) {
        if (!f(*first)) break;
    }
    return first;
}
)"},
        // In the order of libstdc++.
        {"partition", R"(
template <typename T, typename F> T *partition(T *first, T *last, F f) {
    for (;;) {
        while (first != last && f(*first)) ++first;
        if (first == last) return first;
        --last;
        while (first != last && !f(*last)) --last;
        if (first == last) return first;
        swap(*first, *last);
        ++first;
    }
}
)"},
        {"is_sorted", R"(
template <typename T> bool is_sorted(T *first, T *last) {
    if (first == last) return true;
    for (T *next = first + 1; next != last; ++first, ++next) {
        if (*next < *first) return false;
    }
    return true;
}
template <typename T, typename F> bool is_sorted(T *first, T *last, F less) {
    if (first == last) return true;
    for (T *next = first + 1; next != last; ++first, ++next) {
        if (less(*next, *first)) return false;
    }
    return true;
}
)"},
        {"shuffle", R"(
template <typename T, typename G> void shuffle(T *first, T *last, G &&g) {
    if (first == last) return;
    unsigned long long n = last - first, all = g.max() - g.min();
    unsigned long long i = 1;
    uniform_int_distribution<unsigned long long> draw(0, 1);
    if (all / n >= n) {
        // Two places by one number, as libstdc++ draws them.
        if (n % 2 == 0) {
            swap(first[1], first[draw(g)]);
            i = 2;
        }
        for (; i < n; i += 2) {
            uniform_int_distribution<unsigned long long> both(0, (i + 1) * (i + 2) - 1);
            unsigned long long x = both(g);
            swap(first[i], first[x / (i + 2)]);
            swap(first[i + 1], first[x % (i + 2)]);
        }
        return;
    }
    for (; i < n; ++i) {
        uniform_int_distribution<unsigned long long> one(0, i);
        swap(first[i], first[one(g)]);
    }
}
)"},
        {"random_shuffle", R"(
template <typename T> void random_shuffle(T *first, T *last) {
    if (first == last) return;
    for (T *at = first + 1; at != last; ++at) {
        T *other = first + rand() % ((at - first) + 1);
        if (at != other) swap(*at, *other);
    }
}
)"},
        // As libstdc++ sorts: what is equal comes out in the same order.
        {"__sift", R"(
template <typename T, typename F> void __sift(T *first, long hole, long n, T value, F less) {
    long top = hole, child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        if (less(first[child], first[child - 1])) child = child - 1;
        first[hole] = first[child];
        hole = child;
    }
    if (n % 2 == 0 && child == (n - 2) / 2) {
        child = 2 * (child + 1);
        first[hole] = first[child - 1];
        hole = child - 1;
    }
    __heap_up(first, hole, top, value, less);
}
)"},
        {"__insert_sorted", R"(
template <typename T, typename F> void __insert_sorted(T *first, T *from, T *last, F less) {
    for (T *at = from; at < last; ++at) {
        T value = *at;
        T *to = at;
        if (from == first + 1 && less(value, *first)) {
            for (; to != first; --to) *to = *(to - 1);
        } else {
            for (; less(value, *(to - 1)); --to) *to = *(to - 1);
        }
        *to = value;
    }
}
)"},
        {"__sort", R"(
template <typename T, typename F> void __sort(T *first, T *last, F less) {
    if (first == last) return;
    T *begins[64];
    T *ends[64];
    long depths[64];
    int open = 1;
    long depth = 0;
    for (long n = last - first; n > 1; n = n / 2) depth = depth + 2;
    begins[0] = first;
    ends[0] = last;
    depths[0] = depth;
    while (open > 0) {
        open = open - 1;
        T *low = begins[open];
        T *high = ends[open];
        long left = depths[open];
        if (high - low <= 16) continue;
        if (left == 0) {
            long n = high - low;
            for (long parent = (n - 2) / 2; parent >= 0; --parent)
                __sift(low, parent, n, low[parent], less);
            for (long end = n - 1; end > 0; --end) {
                T value = low[end];
                low[end] = low[0];
                __sift(low, 0, end, value, less);
            }
            continue;
        }
        T *up = __parted(low, high, less);
        begins[open] = low;
        ends[open] = up;
        depths[open] = left - 1;
        begins[open + 1] = up;
        ends[open + 1] = high;
        depths[open + 1] = left - 1;
        open = open + 2;
    }
    if (last - first > 16) {
        __insert_sorted(first, first + 1, first + 16, less);
        __insert_sorted(first, first + 16, last, less);
    } else {
        __insert_sorted(first, first + 1, last, less);
    }
}
)"},
        {"__behind", R"(
template <typename T> struct __behind {
    bool operator()(const T &a, const T &b) const { return b < a; }
};
)",
         true},
        {"sort", R"(
template <typename T> void sort(T *first, T *last) { __sort(first, last, less<T>()); }
template <typename T, typename F> void sort(T *first, T *last, F less) {
    __sort(first, last, less);
}
template <typename T> void sort(__reversed<T> first, __reversed<T> last) {
    __sort(last.at, first.at, __behind<T>());
}
)"},
        {"stable_sort", R"(
template <typename T, typename F> void stable_sort(T *first, T *last, F less) {
    long n = last - first;
    if (n < 2) return;
    T *other = (T *)malloc(n * sizeof(T));
    T *from = first;
    T *to = other;
    for (long width = 1; width < n; width = 2 * width) {
        for (long begin = 0; begin < n; begin = begin + 2 * width) {
            long middle = begin + width < n ? begin + width : n;
            long end = begin + 2 * width < n ? begin + 2 * width : n;
            long a = begin, b = middle;
            for (long i = begin; i < end; ++i) {
                if (a < middle && (b >= end || !less(from[b], from[a]))) {
                    memcpy(to + i, from + a, sizeof(T));
                    ++a;
                } else {
                    memcpy(to + i, from + b, sizeof(T));
                    ++b;
                }
            }
        }
        T *now = from;
        from = to;
        to = now;
    }
    if (from != first) memcpy(first, from, n * sizeof(T));
    free(other);
}
template <typename T> void stable_sort(T *first, T *last) { stable_sort(first, last, less<T>()); }
)"},
        // The smallest ones stand in a heap at the beginning; what is behind it as libstdc++ leaves
        // it.
        {"__heap_select", R"(
template <typename T, typename F> void __heap_select(T *first, T *middle, T *last, F less) {
    long n = middle - first;
    for (long k = (n - 2) / 2; n > 1 && k >= 0; --k) __sift(first, k, n, first[k], less);
    for (T *at = middle; at < last; ++at) {
        if (!less(*at, *first)) continue;
        T value = *at;
        *at = *first;
        __sift(first, 0L, n, value, less);
    }
}
)"},
        {"partial_sort", R"(
template <typename T, typename F> void partial_sort(T *first, T *middle, T *last, F less) {
    if (first == middle) return;
    __heap_select(first, middle, last, less);
    for (long end = middle - first - 1; end > 0; --end) {
        T value = first[end];
        first[end] = first[0];
        __sift(first, 0L, end, value, less);
    }
}
template <typename T> void partial_sort(T *first, T *middle, T *last) {
    partial_sort(first, middle, last, less<T>());
}
)"},
        {"reverse_copy", R"(
template <typename T, typename O> O reverse_copy(T *first, T *last, O to) {
    for (; first != last; ++to) {
        --last;
        *to = *last;
    }
    return to;
}
)"},
        {"__parted", R"(
template <typename T, typename F> T *__parted(T *low, T *high, F less) {
    T *a = low + 1;
    T *b = low + (high - low) / 2;
    T *c = high - 1;
    T *middle = less(*a, *b) ? (less(*b, *c) ? b : less(*a, *c) ? c : a)
                             : (less(*a, *c) ? a : less(*b, *c) ? c : b);
    swap(*low, *middle);
    T *up = low + 1;
    T *down = high;
    for (;;) {
        while (less(*up, *low)) ++up;
        --down;
        while (less(*low, *down)) --down;
        if (!(up < down)) return up;
        swap(*up, *down);
        ++up;
    }
}
)"},
        {"nth_element", R"(
template <typename T, typename F> void nth_element(T *first, T *nth, T *last, F less) {
    if (first == last || nth == last) return;
    long depth = 0;
    for (long n = last - first; n > 1; n = n / 2) depth = depth + 2;
    while (last - first > 3) {
        if (depth == 0) {
            __heap_select(first, nth + 1, last, less);
            swap(*first, *nth);
            return;
        }
        depth = depth - 1;
        T *cut = __parted(first, last, less);
        if (cut <= nth) first = cut; else last = cut;
    }
    __insert_sorted(first, first + 1, last, less);
}
template <typename T> void nth_element(T *first, T *nth, T *last) {
    nth_element(first, nth, last, less<T>());
}
)"},
        {"qsort", R"(
template <typename F> void qsort(void *base, size_t count, size_t size, F compare) {
    char *from = (char *)base;
    char *other = (char *)malloc(count * size + 1);
    char *to = other;
    for (size_t width = 1; width < count; width = 2 * width) {
        for (size_t begin = 0; begin < count; begin = begin + 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = begin + 2 * width < count ? begin + 2 * width : count;
            size_t a = begin, b = middle;
            for (size_t i = begin; i < end; ++i) {
                if (a < middle && (b >= end || compare((const void *)(from + a * size),
                                                       (const void *)(from + b * size)) <= 0)) {
                    memcpy(to + i * size, from + a * size, size);
                    ++a;
                } else {
                    memcpy(to + i * size, from + b * size, size);
                    ++b;
                }
            }
        }
        char *now = from;
        from = to;
        to = now;
    }
    if (from != (char *)base) memcpy(base, from, count * size);
    free(other);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

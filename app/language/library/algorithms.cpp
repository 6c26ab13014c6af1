// Of <algorithm>, <numeric>, <functional> and <utility>. Iterators are pointers. What is sorted
// lies behind it as libstdc++ puts it, also what is equal.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> algorithm_parts() {
    static constexpr LibraryPart parts[] = {
        // <utility>
        {"move", R"(
template <typename T> __host__ __device__ T &&move(T &&x) { return x; }
template <typename A, typename O> O move(A first, A last, O to) {
    for (; first != last; ++first, ++to) *to = std::move(*first);
    return to;
}
)"},
        {"invoke", R"(
template <typename F, typename... A>
__host__ __device__ decltype(auto) invoke(F &&f, A &&...given) {
    return f(given...);
}
)"},
        {"__method_of", R"(
template <typename M> struct __method_of {
    M __member;
    template <typename... A> decltype(auto) operator()(A &&...given) const {
        return __member(given...);
    }
};
)",
         true},
        {"mem_fn", R"(
template <typename M> auto mem_fn(M member) {
    __method_of<M> made = {member};
    return made;
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
        {"iter_swap", R"(
template <typename A, typename B> void iter_swap(A a, B b) {
    typename iterator_traits<A>::value_type kept = std::move(*a);
    *a = std::move(*b);
    *b = std::move(kept);
}
)"},
        // <functional>
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
        {"less", R"(
template <typename T = void> struct less {
    bool operator()(const T &a, const T &b) const { return a < b; }
};
template <> struct less<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a < b;
    }
};
)",
         true},
        {"greater", R"(
template <typename T = void> struct greater {
    bool operator()(const T &a, const T &b) const { return a > b; }
};
template <> struct greater<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a > b;
    }
};
)",
         true},
        {"less_equal", R"(
template <typename T = void> struct less_equal {
    bool operator()(const T &a, const T &b) const { return a <= b; }
};
template <> struct less_equal<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a <= b;
    }
};
)",
         true},
        {"greater_equal", R"(
template <typename T = void> struct greater_equal {
    bool operator()(const T &a, const T &b) const { return a >= b; }
};
template <> struct greater_equal<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a >= b;
    }
};
)",
         true},
        {"equal_to", R"(
template <typename T = void> struct equal_to {
    bool operator()(const T &a, const T &b) const { return a == b; }
};
template <> struct equal_to<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a == b;
    }
};
)",
         true},
        {"not_equal_to", R"(
template <typename T = void> struct not_equal_to {
    bool operator()(const T &a, const T &b) const { return a != b; }
};
template <> struct not_equal_to<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a != b;
    }
};
)",
         true},
        {"logical_and", R"(
template <typename T = void> struct logical_and {
    bool operator()(const T &a, const T &b) const { return a && b; }
};
template <> struct logical_and<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a && b;
    }
};
)",
         true},
        {"logical_or", R"(
template <typename T = void> struct logical_or {
    bool operator()(const T &a, const T &b) const { return a || b; }
};
template <> struct logical_or<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a || b;
    }
};
)",
         true},
        {"plus", R"(
template <typename T = void> struct plus {
    T operator()(const T &a, const T &b) const { return a + b; }
};
template <> struct plus<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a + b;
    }
};
)",
         true},
        {"minus", R"(
template <typename T = void> struct minus {
    T operator()(const T &a, const T &b) const { return a - b; }
};
template <> struct minus<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a - b;
    }
};
)",
         true},
        {"multiplies", R"(
template <typename T = void> struct multiplies {
    T operator()(const T &a, const T &b) const { return a * b; }
};
template <> struct multiplies<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a * b;
    }
};
)",
         true},
        {"divides", R"(
template <typename T = void> struct divides {
    T operator()(const T &a, const T &b) const { return a / b; }
};
template <> struct divides<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a / b;
    }
};
)",
         true},
        {"modulus", R"(
template <typename T = void> struct modulus {
    T operator()(const T &a, const T &b) const { return a % b; }
};
template <> struct modulus<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a % b;
    }
};
)",
         true},
        {"bit_and", R"(
template <typename T = void> struct bit_and {
    T operator()(const T &a, const T &b) const { return a & b; }
};
template <> struct bit_and<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a & b;
    }
};
)",
         true},
        {"bit_or", R"(
template <typename T = void> struct bit_or {
    T operator()(const T &a, const T &b) const { return a | b; }
};
template <> struct bit_or<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a | b;
    }
};
)",
         true},
        {"bit_xor", R"(
template <typename T = void> struct bit_xor {
    T operator()(const T &a, const T &b) const { return a ^ b; }
};
template <> struct bit_xor<void> {
    template <typename A, typename B> auto operator()(const A &a, const B &b) const {
        return a ^ b;
    }
};
)",
         true},
        {"negate", R"(
template <typename T = void> struct negate {
    T operator()(const T &a) const { return -a; }
};
template <> struct negate<void> {
    template <typename A> auto operator()(const A &a) const { return -a; }
};
)",
         true},
        {"logical_not", R"(
template <typename T = void> struct logical_not {
    bool operator()(const T &a) const { return !a; }
};
template <> struct logical_not<void> {
    template <typename A> auto operator()(const A &a) const { return !a; }
};
)",
         true},
        {"bit_not", R"(
template <typename T = void> struct bit_not {
    T operator()(const T &a) const { return ~a; }
};
template <> struct bit_not<void> {
    template <typename A> auto operator()(const A &a) const { return ~a; }
};
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
)",
         true},
        // Each step reads; at the end of what there is it is as one that reads nothing.
        {"istream_iterator", R"(
template <typename T> struct istream_iterator {
    typedef T value_type;
    typedef ptrdiff_t difference_type;
    typedef input_iterator_tag iterator_category;
    istream *__from;
    T __value;
    istream_iterator() : __from(nullptr), __value() {}
    istream_iterator(istream &from) : __from(&from), __value() { __read(); }
    void __read() {
        if (__from && !(*__from >> __value)) __from = nullptr;
    }
    const T &operator*() const { return __value; }
    const T *operator->() const { return &__value; }
    istream_iterator &operator++() {
        __read();
        return *this;
    }
    istream_iterator operator++(int) {
        istream_iterator before = *this;
        __read();
        return before;
    }
    bool operator==(const istream_iterator &other) const { return __from == other.__from; }
    bool operator!=(const istream_iterator &other) const { return __from != other.__from; }
};
)",
         true},
        {"__front_inserter", R"(
template <typename L> struct __front_inserter {
    L *list;
    __front_inserter &operator*() { return *this; }
    __front_inserter &operator++() { return *this; }
    __front_inserter &operator++(int) { return *this; }
    template <typename V> __front_inserter &operator=(const V &value) {
        list->push_front(value);
        return *this;
    }
};
)",
         true},
        {"front_inserter", R"(
template <typename L> __front_inserter<L> front_inserter(L &list) {
    __front_inserter<L> made = {&list};
    return made;
}
)"},
        {"__inserter_at", R"(
template <typename L> struct __inserter_at {
    L *list;
    typename L::iterator at;
    __inserter_at &operator*() { return *this; }
    __inserter_at &operator++() { return *this; }
    __inserter_at &operator++(int) { return *this; }
    template <typename V> __inserter_at &operator=(const V &value) {
        at = list->insert(at, value);
        ++at;
        return *this;
    }
};
)",
         true},
        {"inserter", R"(
template <typename L, typename I> __inserter_at<L> inserter(L &list, I at) {
    __inserter_at<L> made = {&list, at};
    return made;
}
)"},
        {"reverse_iterator", "template <typename I> using reverse_iterator = __reversed<I>;", true},
        {"make_reverse_iterator", R"(
template <typename I> __reversed<I> make_reverse_iterator(I from) {
    __reversed<I> made = {from};
    return made;
}
)"},
        {"rbegin", R"(
template <typename T, size_t N> __reversed<T *> rbegin(T (&all)[N]) { return make_reverse_iterator(all + N); }
template <typename L> auto rbegin(L &all) { return all.rbegin(); }
)"},
        {"rend", R"(
template <typename T, size_t N> __reversed<T *> rend(T (&all)[N]) { return make_reverse_iterator(all + 0); }
template <typename L> auto rend(L &all) { return all.rend(); }
)"},
        {"iterator_traits", R"(
template <typename I> struct iterator_traits {
    typedef typename I::value_type value_type;
    typedef ptrdiff_t difference_type;
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
        {"declval", "template <typename T> __host__ __device__ T &&declval();"},
        {"numbers", R"(
namespace numbers {
template <typename T> constexpr T e_v = (T)2.718281828459045235360287471352662498L;
template <typename T> constexpr T log2e_v = (T)1.442695040888963407359924681001892137L;
template <typename T> constexpr T log10e_v = (T)0.434294481903251827651128918916605082L;
template <typename T> constexpr T pi_v = (T)3.141592653589793238462643383279502884L;
template <typename T> constexpr T inv_pi_v = (T)0.318309886183790671537767526745028724L;
template <typename T> constexpr T inv_sqrtpi_v = (T)0.564189583547756286948079451560772586L;
template <typename T> constexpr T ln2_v = (T)0.693147180559945309417232121458176568L;
template <typename T> constexpr T ln10_v = (T)2.302585092994045684017991454684364208L;
template <typename T> constexpr T sqrt2_v = (T)1.414213562373095048801688724209698079L;
template <typename T> constexpr T sqrt3_v = (T)1.732050807568877293527446341505872367L;
template <typename T> constexpr T inv_sqrt3_v = (T)0.577350269189625764509148780501957456L;
template <typename T> constexpr T egamma_v = (T)0.577215664901532860606512090082402431L;
template <typename T> constexpr T phi_v = (T)1.618033988749894848204586834365638118L;
constexpr double e = 2.718281828459045235360287471352662498, log2e = 1.442695040888963407359924681001892137,
                 log10e = 0.434294481903251827651128918916605082, pi = 3.141592653589793238462643383279502884,
                 inv_pi = 0.318309886183790671537767526745028724,
                 inv_sqrtpi = 0.564189583547756286948079451560772586,
                 ln2 = 0.693147180559945309417232121458176568, ln10 = 2.302585092994045684017991454684364208,
                 sqrt2 = 1.414213562373095048801688724209698079, sqrt3 = 1.732050807568877293527446341505872367,
                 inv_sqrt3 = 0.577350269189625764509148780501957456,
                 egamma = 0.577215664901532860606512090082402431, phi = 1.618033988749894848204586834365638118;
}
)",
         true},
        {"placeholders", R"(
namespace placeholders {
__place<1> _1;
__place<2> _2;
__place<3> _3;
}
)",
         true},
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
template <int N, typename F, typename A, typename B, typename C, typename D> struct __bound {
    F f;
    A a;
    B b;
    C c;
    D d;
    template <typename X, typename Y, typename Z> auto __call(X &x, Y &y, Z &z) {
        if constexpr (N == 0) return f();
        else if constexpr (N == 1) return f(__handed(a, x, y, z));
        else if constexpr (N == 2) return f(__handed(a, x, y, z), __handed(b, x, y, z));
        else if constexpr (N == 3)
            return f(__handed(a, x, y, z), __handed(b, x, y, z), __handed(c, x, y, z));
        else
            return f(__handed(a, x, y, z), __handed(b, x, y, z), __handed(c, x, y, z),
                     __handed(d, x, y, z));
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
    __bound<0, F, __none, __none, __none, __none> made = {f};
    return made;
}
template <typename F, typename A> auto bind(F f, A a) {
    __bound<1, F, A, __none, __none, __none> made = {f, a};
    return made;
}
template <typename F, typename A, typename B> auto bind(F f, A a, B b) {
    __bound<2, F, A, B, __none, __none> made = {f, a, b};
    return made;
}
template <typename F, typename A, typename B, typename C> auto bind(F f, A a, B b, C c) {
    __bound<3, F, A, B, C, __none> made = {f, a, b, c};
    return made;
}
template <typename F, typename A, typename B, typename C, typename D>
auto bind(F f, A a, B b, C c, D d) {
    __bound<4, F, A, B, C, D> made = {f, a, b, c, d};
    return made;
}
)"},
        // <algorithm>, <numeric>
        {"swap_ranges", R"(
template <typename A, typename B> B swap_ranges(A first, A last, B other) {
    for (; first != last; ++first, ++other) iter_swap(first, other);
    return other;
}
)"},
        {"copy", R"(
template <typename A, typename O> O copy(A first, A last, O to) {
    for (; first != last; ++first, ++to) *to = *first;
    return to;
}
)"},
        {"copy_n", R"(
template <typename A, typename O> O copy_n(A first, size_t n, O to) {
    for (; n > 0; --n, ++first, ++to) *to = *first;
    return to;
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
template <typename A, typename B, typename V> V inner_product(A first, A last, B other, V sum) {
    for (; first != last; ++first, ++other) sum = sum + *first * *other;
    return sum;
}
template <typename A, typename B, typename V, typename F, typename G>
V inner_product(A first, A last, B other, V sum, F add, G join) {
    for (; first != last; ++first, ++other) sum = add(sum, join(*first, *other));
    return sum;
}
)"},
        {"partial_sum", R"(
template <typename A, typename O, typename F> O partial_sum(A first, A last, O to, F combine) {
    if (first == last) return to;
    typename iterator_traits<A>::value_type sum = *first;
    *to = sum;
    ++to;
    for (++first; first != last; ++first, ++to) {
        sum = combine(sum, *first);
        *to = sum;
    }
    return to;
}
template <typename A, typename O> O partial_sum(A first, A last, O to) {
    typedef typename iterator_traits<A>::value_type V;
    return partial_sum(first, last, to, [](const V &a, const V &b) { return a + b; });
}
)"},
        {"inclusive_scan", R"(
template <typename A, typename O> O inclusive_scan(A first, A last, O to) {
    return partial_sum(first, last, to);
}
template <typename A, typename O, typename F> O inclusive_scan(A first, A last, O to, F combine) {
    return partial_sum(first, last, to, combine);
}
template <typename A, typename O, typename F, typename S>
O inclusive_scan(A first, A last, O to, F combine, S sum) {
    for (; first != last; ++first, ++to) {
        sum = combine(sum, *first);
        *to = sum;
    }
    return to;
}
)"},
        {"exclusive_scan", R"(
template <typename A, typename O, typename S> O exclusive_scan(A first, A last, O to, S sum) {
    for (; first != last; ++first, ++to) {
        S next = sum + *first;
        *to = sum;
        sum = next;
    }
    return to;
}
template <typename A, typename O, typename S, typename F>
O exclusive_scan(A first, A last, O to, S sum, F combine) {
    for (; first != last; ++first, ++to) {
        S next = combine(sum, *first);
        *to = sum;
        sum = next;
    }
    return to;
}
)"},
        // As libstdc++ adds: where elements are reached by an index, four at a time.
        {"__by_index", R"(
template <typename A> constexpr bool __is_by_index() {
    if constexpr (requires { typename A::iterator_category; })
        return is_same<typename A::iterator_category, random_access_iterator_tag>::value;
    else
        return false;
}
template <typename A> constexpr bool __by_index = __is_by_index<A>();
template <typename T> constexpr bool __by_index<T *> = true;
)"},
        {"reduce", R"(
template <typename A, typename V, typename F> V reduce(A first, A last, V sum, F add) {
    if constexpr (__by_index<A>) {
        while (last - first >= 4) {
            V one = add(first[0], first[1]);
            V two = add(first[2], first[3]);
            V both = add(one, two);
            sum = add(sum, both);
            first += 4;
        }
    }
    for (; first != last; ++first) sum = add(sum, *first);
    return sum;
}
template <typename A, typename V> V reduce(A first, A last, V sum) {
    return reduce(first, last, sum, plus<>());
}
template <typename A> auto reduce(A first, A last) {
    return reduce(first, last, typename iterator_traits<A>::value_type());
}
)"},
        {"adjacent_difference", R"(
template <typename A, typename O, typename F>
O adjacent_difference(A first, A last, O to, F between) {
    if (first == last) return to;
    typename iterator_traits<A>::value_type before = *first;
    *to = before;
    ++to;
    for (++first; first != last; ++first, ++to) {
        typename iterator_traits<A>::value_type each = *first;
        *to = between(each, before);
        before = each;
    }
    return to;
}
template <typename A, typename O> O adjacent_difference(A first, A last, O to) {
    typedef typename iterator_traits<A>::value_type V;
    return adjacent_difference(first, last, to, [](const V &a, const V &b) { return a - b; });
}
)"},
        {"generate_n", R"(
template <typename O, typename F> O generate_n(O to, size_t n, F f) {
    for (; n > 0; --n, ++to) *to = f();
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
template <typename A, typename O, typename F> O transform(A first, A last, O to, F f) {
    for (; first != last; ++first, ++to) *to = f(*first);
    return to;
}
template <typename A, typename B, typename O, typename F>
O transform(A first, A last, B other, O to, F f) {
    for (; first != last; ++first, ++other, ++to) *to = f(*first, *other);
    return to;
}
)"},
        {"next_permutation", R"(
template <typename I, typename F> bool next_permutation(I first, I last, F less) {
    if (first == last) return false;
    I at = last;
    --at;
    for (; at != first;) {
        I before = at;
        --before;
        if (less(*before, *at)) {
            I other = last;
            --other;
            while (!(less(*before, *other))) --other;
            iter_swap(before, other);
            reverse(at, last);
            return true;
        }
        at = before;
    }
    reverse(first, last);
    return false;
}
template <typename I> bool next_permutation(I first, I last) {
    return next_permutation(first, last, less<>());
}
)"},
        {"prev_permutation", R"(
template <typename I, typename F> bool prev_permutation(I first, I last, F less) {
    if (first == last) return false;
    I at = last;
    --at;
    for (; at != first;) {
        I before = at;
        --before;
        if (less(*at, *before)) {
            I other = last;
            --other;
            while (!(less(*other, *before))) --other;
            iter_swap(before, other);
            reverse(at, last);
            return true;
        }
        at = before;
    }
    reverse(first, last);
    return false;
}
template <typename I> bool prev_permutation(I first, I last) {
    return prev_permutation(first, last, less<>());
}
)"},
        {"is_permutation", R"(
template <typename A, typename B> bool is_permutation(A first, A last, B other) {
    B end = other;
    for (A each = first; each != last; ++each) ++end;
    for (A each = first; each != last; ++each) {
        if (count(first, last, *each) != count(other, end, *each)) return false;
    }
    return true;
}
)"},
        {"transform_reduce", R"(
template <typename A, typename V, typename F, typename G>
V transform_reduce(A first, A last, V sum, F add, G change) {
    if constexpr (__by_index<A>) {
        while (last - first >= 4) {
            V one = add(change(first[0]), change(first[1]));
            V two = add(change(first[2]), change(first[3]));
            V both = add(one, two);
            sum = add(sum, both);
            first += 4;
        }
    }
    for (; first != last; ++first) sum = add(sum, change(*first));
    return sum;
}
template <typename A, typename B, typename V, typename F, typename G>
V transform_reduce(A first, A last, B other, V sum, F add, G join) {
    if constexpr (__by_index<A> && __by_index<B>) {
        while (last - first >= 4) {
            V one = add(join(first[0], other[0]), join(first[1], other[1]));
            V two = add(join(first[2], other[2]), join(first[3], other[3]));
            V both = add(one, two);
            sum = add(sum, both);
            first += 4;
            other += 4;
        }
    }
    for (; first != last; ++first, ++other) sum = add(sum, join(*first, *other));
    return sum;
}
template <typename A, typename B, typename V>
V transform_reduce(A first, A last, B other, V sum) {
    return transform_reduce(first, last, other, sum, plus<>(), multiplies<>());
}
)"},
        {"transform_inclusive_scan", R"(
template <typename A, typename O, typename F, typename G>
O transform_inclusive_scan(A first, A last, O to, F combine, G change) {
    if (first == last) return to;
    auto sum = change(*first);
    *to = sum;
    ++to;
    for (++first; first != last; ++first, ++to) {
        sum = combine(sum, change(*first));
        *to = sum;
    }
    return to;
}
template <typename A, typename O, typename F, typename G, typename S>
O transform_inclusive_scan(A first, A last, O to, F combine, G change, S sum) {
    for (; first != last; ++first, ++to) {
        sum = combine(sum, change(*first));
        *to = sum;
    }
    return to;
}
)"},
        {"transform_exclusive_scan", R"(
template <typename A, typename O, typename S, typename F, typename G>
O transform_exclusive_scan(A first, A last, O to, S sum, F combine, G change) {
    for (; first != last; ++first, ++to) {
        S next = combine(sum, change(*first));
        *to = sum;
        sum = next;
    }
    return to;
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
template <typename I, typename F> pair<I, I> minmax_element(I first, I last, F less) {
    I least = first, most = first;
    for (; first != last; ++first) {
        if (less(*first, *least)) least = first;
        if (!less(*first, *most)) most = first;
    }
    return pair<I, I>(least, most);
}
template <typename I> pair<I, I> minmax_element(I first, I last) {
    return minmax_element(first, last, less<>());
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
template <typename I> void reverse(I first, I last) {
    while (first != last) {
        --last;
        if (first == last) return;
        iter_swap(first, last);
        ++first;
    }
}
)"},
        {"rotate", R"(
template <typename I> I rotate(I first, I middle, I last) {
    if (first == middle) return last;
    if (middle == last) return first;
    reverse(first, middle);
    reverse(middle, last);
    reverse(first, last);
    for (; middle != last; ++middle) ++first;
    return first;
}
)"},
        {"unique", R"(
template <typename I, typename F> I unique(I first, I last, F same) {
    if (first == last) return last;
    I kept = first;
    for (++first; first != last; ++first) {
        if (!same(*kept, *first)) {
            ++kept;
            if (kept != first) *kept = std::move(*first);
        }
    }
    ++kept;
    return kept;
}
template <typename I> I unique(I first, I last) { return unique(first, last, equal_to<>()); }
)"},
        {"remove_if", R"(
template <typename I, typename F> I remove_if(I first, I last, F f) {
    I kept = first;
    for (; first != last; ++first) {
        if (!f(*first)) {
            if (kept != first) *kept = std::move(*first);
            ++kept;
        }
    }
    return kept;
}
)"},
        {"replace", R"(
template <typename I, typename V> void replace(I first, I last, const V &from, const V &to) {
    for (; first != last; ++first) {
        if (*first == from) *first = to;
    }
}
)"},
        {"lower_bound", R"(
template <typename I, typename V, typename F>
I lower_bound(I first, I last, const V &value, F less) {
    long n = distance(first, last);
    while (n > 0) {
        long half = n / 2;
        I at = next(first, half);
        if (less(*at, value)) {
            first = at;
            ++first;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <typename I, typename V> I lower_bound(I first, I last, const V &value) {
    return lower_bound(first, last, value, less<>());
}
)"},
        {"upper_bound", R"(
template <typename I, typename V, typename F>
I upper_bound(I first, I last, const V &value, F less) {
    long n = distance(first, last);
    while (n > 0) {
        long half = n / 2;
        I at = next(first, half);
        if (!less(value, *at)) {
            first = at;
            ++first;
            n = n - half - 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <typename I, typename V> I upper_bound(I first, I last, const V &value) {
    return upper_bound(first, last, value, less<>());
}
)"},
        {"binary_search", R"(
template <typename I, typename V, typename F>
bool binary_search(I first, I last, const V &value, F less) {
    I at = lower_bound(first, last, value, less);
    return at != last && !less(value, *at);
}
template <typename I, typename V> bool binary_search(I first, I last, const V &value) {
    return binary_search(first, last, value, less<>());
}
)"},
        {"merge", R"(
template <typename A, typename B, typename O, typename F>
O merge(A first, A last, B other, B end, O to, F less) {
    for (; first != last || other != end; ++to) {
        if (first == last || (other != end && less(*other, *first))) {
            *to = *other;
            ++other;
        } else {
            *to = *first;
            ++first;
        }
    }
    return to;
}
template <typename A, typename B, typename O> O merge(A first, A last, B other, B end, O to) {
    return merge(first, last, other, end, to, less<>());
}
)"},
        {"equal_range", R"(
template <typename I, typename V> pair<I, I> equal_range(I first, I last, const V &value) {
    return pair<I, I>(lower_bound(first, last, value), upper_bound(first, last, value));
}
template <typename I, typename V, typename F>
pair<I, I> equal_range(I first, I last, const V &value, F less) {
    return pair<I, I>(lower_bound(first, last, value, less), upper_bound(first, last, value, less));
}
)"},
        {"replace_if", R"(
template <typename I, typename F, typename V> void replace_if(I first, I last, F f, const V &to) {
    for (; first != last; ++first) {
        if (f(*first)) *first = to;
    }
}
)"},
        {"replace_copy", R"(
template <typename I, typename O, typename V>
O replace_copy(I first, I last, O to, const V &from, const V &by) {
    for (; first != last; ++first, ++to) {
        if (*first == from) *to = by;
        else *to = *first;
    }
    return to;
}
)"},
        {"remove_copy_if", R"(
template <typename I, typename O, typename F> O remove_copy_if(I first, I last, O to, F f) {
    for (; first != last; ++first) {
        if (f(*first)) continue;
        *to = *first;
        ++to;
    }
    return to;
}
)"},
        {"remove_copy", R"(
template <typename I, typename O, typename V> O remove_copy(I first, I last, O to, const V &value) {
    return remove_copy_if(first, last, to, [&](const auto &each) { return each == value; });
}
)"},
        {"unique_copy", R"(
template <typename I, typename O> O unique_copy(I first, I last, O to) {
    I before = first;
    for (bool is_first = true; first != last; before = first, ++first, is_first = false) {
        if (!is_first && *before == *first) continue;
        *to = *first;
        ++to;
    }
    return to;
}
)"},
        {"copy_backward", R"(
template <typename I, typename O> O copy_backward(I first, I last, O end) {
    while (last != first) {
        --last;
        --end;
        *end = *last;
    }
    return end;
}
)"},
        {"rotate_copy", R"(
template <typename I, typename O> O rotate_copy(I first, I middle, I last, O to) {
    return copy(first, middle, copy(middle, last, to));
}
)"},
        {"search", R"(
template <typename A, typename B, typename F> A search(A first, A last, B other, B end, F same) {
    for (;; ++first) {
        A at = first;
        B each = other;
        while (each != end && at != last && same(*at, *each)) {
            ++at;
            ++each;
        }
        if (each == end) return first;
        if (at == last) return last;
    }
}
template <typename A, typename B> A search(A first, A last, B other, B end) {
    return search(first, last, other, end, [](const auto &a, const auto &b) { return a == b; });
}
)"},
        {"find_end", R"(
template <typename A, typename B> A find_end(A first, A last, B other, B end) {
    A found = last;
    for (A at = search(first, last, other, end); at != last; at = search(at, last, other, end)) {
        found = at;
        ++at;
    }
    return found;
}
)"},
        {"find_first_of", R"(
template <typename A, typename B> A find_first_of(A first, A last, B other, B end) {
    for (; first != last; ++first) {
        for (B each = other; each != end; ++each) {
            if (*first == *each) return first;
        }
    }
    return last;
}
)"},
        {"search_n", R"(
template <typename I, typename V> I search_n(I first, I last, long n, const V &value) {
    for (; first != last; ++first) {
        I at = first;
        long count = 0;
        for (; count < n && at != last && *at == value; ++at) ++count;
        if (count == n) return first;
    }
    return last;
}
)"},
        {"for_each_n", R"(
template <typename I, typename F> I for_each_n(I first, size_t n, F f) {
    for (; n > 0; --n, ++first) f(*first);
    return first;
}
)"},
        {"stable_partition", R"(
template <typename I, typename F> I stable_partition(I first, I last, F f) {
    typedef typename iterator_traits<I>::value_type V;
    vector<V> others;
    I kept = first;
    for (; first != last; ++first) {
        if (!f(*first)) {
            others.push_back(*first);
        } else {
            *kept = std::move(*first);
            ++kept;
        }
    }
    copy(others.begin(), others.end(), kept);
    return kept;
}
)"},
        {"partition_copy", R"(
template <typename I, typename A, typename B, typename F>
pair<A, B> partition_copy(I first, I last, A to, B others, F f) {
    for (; first != last; ++first) {
        if (f(*first)) {
            *to = *first;
            ++to;
        } else {
            *others = *first;
            ++others;
        }
    }
    return pair<A, B>(to, others);
}
)"},
        {"is_partitioned", R"(
template <typename I, typename F> bool is_partitioned(I first, I last, F f) {
    while (first != last && f(*first)) ++first;
    while (first != last && !f(*first)) ++first;
    return first == last;
}
)"},
        {"partition_point", R"(
template <typename I, typename F> I partition_point(I first, I last, F f) {
    while (first != last && f(*first)) ++first;
    return first;
}
)"},
        {"inplace_merge", R"(
template <typename I> void inplace_merge(I first, I middle, I last) { stable_sort(first, last); }
template <typename I, typename F> void inplace_merge(I first, I middle, I last, F less) {
    stable_sort(first, last, less);
}
)"},
        {"erase_if", R"(
template <typename L, typename F> size_t erase_if(L &all, F f) {
    size_t before = all.size();
    for (auto at = all.begin(); at != all.end();) {
        if (f(*at)) at = all.erase(at);
        else ++at;
    }
    return before - all.size();
}
)"},
        {"erase", R"(
template <typename L, typename V> size_t erase(L &all, const V &value) {
    V kept = value;
    return erase_if(all, [&](const auto &each) { return each == kept; });
}
)"},
        {"adjacent_find", R"(
template <typename I, typename F> I adjacent_find(I first, I last, F holds) {
    if (first == last) return last;
    I next = first;
    for (++next; next != last; ++first, ++next) {
        if (holds(*first, *next)) return first;
    }
    return last;
}
template <typename I> I adjacent_find(I first, I last) {
    return adjacent_find(first, last, equal_to<>());
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
template <typename I, typename F> I partition(I first, I last, F f) {
    for (;;) {
        while (first != last && f(*first)) ++first;
        if (first == last) return first;
        --last;
        while (first != last && !f(*last)) --last;
        if (first == last) return first;
        iter_swap(first, last);
        ++first;
    }
}
)"},
        {"is_sorted", R"(
template <typename I, typename F> bool is_sorted(I first, I last, F less) {
    return is_sorted_until(first, last, less) == last;
}
template <typename I> bool is_sorted(I first, I last) { return is_sorted(first, last, less<>()); }
)"},
        {"is_sorted_until", R"(
template <typename I, typename F> I is_sorted_until(I first, I last, F less) {
    if (first == last) return last;
    I next = first;
    for (++next; next != last; ++first, ++next) {
        if (less(*next, *first)) return next;
    }
    return last;
}
template <typename I> I is_sorted_until(I first, I last) {
    return is_sorted_until(first, last, less<>());
}
)"},
        {"shuffle", R"(
template <typename I, typename G> void shuffle(I first, I last, G &&g) {
    if (first == last) return;
    unsigned long long n = last - first, all = g.max() - g.min();
    unsigned long long i = 1;
    uniform_int_distribution<unsigned long long> draw(0, 1);
    if (all / n >= n) {
        // Two places by one number, as libstdc++ draws them.
        if (n % 2 == 0) {
            iter_swap(first + 1, first + draw(g));
            i = 2;
        }
        for (; i < n; i += 2) {
            uniform_int_distribution<unsigned long long> both(0, (i + 1) * (i + 2) - 1);
            unsigned long long x = both(g);
            iter_swap(first + i, first + x / (i + 2));
            iter_swap(first + i + 1, first + x % (i + 2));
        }
        return;
    }
    for (; i < n; ++i) {
        uniform_int_distribution<unsigned long long> one(0, i);
        iter_swap(first + i, first + one(g));
    }
}
)"},
        {"random_shuffle", R"(
template <typename I> void random_shuffle(I first, I last) {
    if (first == last) return;
    for (I at = first + 1; at != last; ++at) {
        I other = first + rand() % ((at - first) + 1);
        if (at != other) iter_swap(at, other);
    }
}
)"},
        // As libstdc++ sorts: what is equal comes out in the same order.
        {"__sift", R"(
template <typename I, typename V, typename F>
void __sift(I first, long hole, long n, V value, F less) {
    long top = hole, child = hole;
    while (child < (n - 1) / 2) {
        child = 2 * (child + 1);
        if (less(first[child], first[child - 1])) child = child - 1;
        first[hole] = std::move(first[child]);
        hole = child;
    }
    if (n % 2 == 0 && child == (n - 2) / 2) {
        child = 2 * (child + 1);
        first[hole] = std::move(first[child - 1]);
        hole = child - 1;
    }
    __heap_up(first, hole, top, std::move(value), less);
}
)"},
        {"__insert_sorted", R"(
template <typename I, typename F> void __insert_sorted(I first, I from, I last, F less) {
    typedef typename iterator_traits<I>::value_type V;
    for (I at = from; at < last; ++at) {
        V value = std::move(*at);
        I to = at;
        if (from == first + 1 && less(value, *first)) {
            for (; to != first; --to) *to = std::move(*(to - 1));
        } else {
            for (; less(value, *(to - 1)); --to) *to = std::move(*(to - 1));
        }
        *to = std::move(value);
    }
}
)"},
        {"__sort", R"(
template <typename I, typename F> void __sort(I first, I last, F less) {
    if (first == last) return;
    typedef typename iterator_traits<I>::value_type V;
    // Ranges that are still to be sorted.
    long begins[64];
    long ends[64];
    long depths[64];
    int open = 1;
    long depth = 0;
    for (long n = last - first; n > 1; n = n / 2) depth = depth + 2;
    begins[0] = 0;
    ends[0] = last - first;
    depths[0] = depth;
    while (open > 0) {
        open = open - 1;
        I low = first + begins[open];
        I high = first + ends[open];
        long left = depths[open];
        if (high - low <= 16) continue;
        if (left == 0) {
            long n = high - low;
            for (long parent = (n - 2) / 2; parent >= 0; --parent)
                __sift(low, parent, n, V(std::move(low[parent])), less);
            for (long end = n - 1; end > 0; --end) {
                V value = std::move(low[end]);
                low[end] = std::move(low[0]);
                __sift(low, 0, end, std::move(value), less);
            }
            continue;
        }
        I up = __parted(low, high, less);
        ends[open + 1] = ends[open];
        ends[open] = up - first;
        depths[open] = left - 1;
        begins[open + 1] = up - first;
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
        {"sort", R"(
template <typename I> void sort(I first, I last) {
    __sort(first, last, less<typename iterator_traits<I>::value_type>());
}
template <typename I, typename F> void sort(I first, I last, F less) { __sort(first, last, less); }
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
template <typename I, typename F> void stable_sort(I first, I last, F less) {
    typedef typename iterator_traits<I>::value_type V;
    long n = last - first;
    V *all = (V *)malloc(n * sizeof(V) + 1);
    for (long i = 0; i < n; ++i) __placed(all[i], std::move(first[i]));
    stable_sort(all, all + n, less);
    for (long i = 0; i < n; ++i) {
        first[i] = std::move(all[i]);
        __ended(all[i]);
    }
    free(all);
}
template <typename I> void stable_sort(I first, I last) {
    stable_sort(first, last, less<typename iterator_traits<I>::value_type>());
}
)"},
        // The smallest ones stand in a heap at the beginning; what is behind it as libstdc++ leaves
        // it.
        {"__heap_select", R"(
template <typename I, typename F> void __heap_select(I first, I middle, I last, F less) {
    typedef typename iterator_traits<I>::value_type V;
    long n = middle - first;
    for (long k = (n - 2) / 2; n > 1 && k >= 0; --k) __sift(first, k, n, V(std::move(first[k])), less);
    for (I at = middle; at < last; ++at) {
        if (!less(*at, *first)) continue;
        V value = std::move(*at);
        *at = std::move(*first);
        __sift(first, 0L, n, std::move(value), less);
    }
}
)"},
        {"partial_sort", R"(
template <typename I, typename F> void partial_sort(I first, I middle, I last, F less) {
    if (first == middle) return;
    __heap_select(first, middle, last, less);
    for (; middle - first > 1; --middle) pop_heap(first, middle, less);
}
template <typename I> void partial_sort(I first, I middle, I last) {
    partial_sort(first, middle, last, less<typename iterator_traits<I>::value_type>());
}
)"},
        {"reverse_copy", R"(
template <typename I, typename O> O reverse_copy(I first, I last, O to) {
    for (; first != last; ++to) {
        --last;
        *to = *last;
    }
    return to;
}
)"},
        {"__parted", R"(
template <typename I, typename F> I __parted(I low, I high, F less) {
    I a = low + 1;
    I b = low + (high - low) / 2;
    I c = high - 1;
    I middle = less(*a, *b) ? (less(*b, *c) ? b : less(*a, *c) ? c : a)
                             : (less(*a, *c) ? a : less(*b, *c) ? c : b);
    iter_swap(low, middle);
    I up = low + 1;
    I down = high;
    for (;;) {
        while (less(*up, *low)) ++up;
        --down;
        while (less(*low, *down)) --down;
        if (!(up < down)) return up;
        iter_swap(up, down);
        ++up;
    }
}
)"},
        {"nth_element", R"(
template <typename I, typename F> void nth_element(I first, I nth, I last, F less) {
    if (first == last || nth == last) return;
    long depth = 0;
    for (long n = last - first; n > 1; n = n / 2) depth = depth + 2;
    while (last - first > 3) {
        if (depth == 0) {
            __heap_select(first, nth + 1, last, less);
            iter_swap(first, nth);
            return;
        }
        depth = depth - 1;
        I cut = __parted(first, last, less);
        if (cut <= nth) first = cut; else last = cut;
    }
    __insert_sorted(first, first + 1, last, less);
}
template <typename I> void nth_element(I first, I nth, I last) {
    nth_element(first, nth, last, less<typename iterator_traits<I>::value_type>());
}
)"},
        {"sample", R"(
template <typename I, typename O, typename G> O sample(I first, I last, O to, long n, G &&g) {
    long left = distance(first, last);
    if (n > left) n = left;
    unsigned long long range = g.max() - g.min();
    // Two places by one number, as libstdc++ draws them.
    if (left > 0 && range / left >= left) {
        while (n != 0 && left >= 2) {
            unsigned long long a = left, b = left - 1;
            uniform_int_distribution<unsigned long long> both(0, a * b - 1);
            unsigned long long x = both(g);
            --left;
            if (x / b < n) {
                *to = *first;
                ++to;
                --n;
            }
            ++first;
            if (n == 0) break;
            --left;
            if (x % b < n) {
                *to = *first;
                ++to;
                --n;
            }
            ++first;
        }
    }
    for (; n != 0; ++first) {
        --left;
        uniform_int_distribution<long> one(0, left);
        if (one(g) < n) {
            *to = *first;
            ++to;
            --n;
        }
    }
    return to;
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

// Of <ranges>, and what <algorithm> and <numeric> have of ranges: views look at what they are made
// of when they are gone over, as those of C++ do.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> range_parts() {
    static constexpr LibraryPart parts[] = {
        {"identity", R"(
struct identity {
    template <typename T> __host__ __device__ T &operator()(T &x) const { return x; }
    template <typename T> __host__ __device__ T &&operator()(T &&x) const { return x; }
};
)",
         true},
        {"__view", "struct __view {};", true},
        {"__range_of", R"(
template <typename R> struct __range_of : __view {
    R *__from;
    __range_of(R &from) : __from(&from) {}
    auto begin() const { return std::begin(*__from); }
    auto end() const { return std::end(*__from); }
    size_t size() const { return std::size(*__from); }
};
)",
         true},
        {"__viewed", R"(
template <typename R> auto __viewed(R &r) {
    if constexpr (__is_base_of(__view, R)) return R(r);
    else return __range_of<R>(r);
}
)"},
        {"__iota_view", R"(
template <typename T> struct __iota_iterator {
    T __at;
    typedef T value_type;
    T operator*() const { return __at; }
    __iota_iterator &operator++() {
        ++__at;
        return *this;
    }
    __iota_iterator operator++(int) {
        __iota_iterator before = *this;
        ++__at;
        return before;
    }
    __iota_iterator &operator--() {
        --__at;
        return *this;
    }
    __iota_iterator operator+(ptrdiff_t n) const { return __iota_iterator{(T)(__at + n)}; }
    __iota_iterator operator-(ptrdiff_t n) const { return __iota_iterator{(T)(__at - n)}; }
    ptrdiff_t operator-(const __iota_iterator &o) const { return (ptrdiff_t)(__at - o.__at); }
    T operator[](ptrdiff_t n) const { return (T)(__at + n); }
    bool operator==(const __iota_iterator &o) const { return __at == o.__at; }
    bool operator!=(const __iota_iterator &o) const { return __at != o.__at; }
    bool operator<(const __iota_iterator &o) const { return __at < o.__at; }
};
template <typename T> struct __iota_view : __view {
    T __first, __last;
    __iota_view(T first, T last) : __first(first), __last(last) {}
    __iota_iterator<T> begin() const { return __iota_iterator<T>{__first}; }
    __iota_iterator<T> end() const { return __iota_iterator<T>{__last}; }
    size_t size() const { return (size_t)(__last - __first); }
};
struct __endless {};
template <typename T> struct __open_iterator {
    T __at;
    typedef T value_type;
    T operator*() const { return __at; }
    __open_iterator &operator++() {
        ++__at;
        return *this;
    }
    bool operator==(const __endless &o) const { return false; }
    bool operator!=(const __endless &o) const { return true; }
    bool operator==(const __open_iterator &o) const { return __at == o.__at; }
    bool operator!=(const __open_iterator &o) const { return __at != o.__at; }
};
template <typename T> struct __open_view : __view {
    T __first;
    __open_view(T first) : __first(first) {}
    __open_iterator<T> begin() const { return __open_iterator<T>{__first}; }
    __endless end() const { return __endless{}; }
};
)",
         true},
        {"__transform_view", R"(
template <typename I, typename F> struct __transform_view_iterator {
    I __at;
    const F *__f;
    decltype(auto) operator*() const { return std::invoke(*__f, *__at); }
    __transform_view_iterator &operator++() {
        ++__at;
        return *this;
    }
    __transform_view_iterator &operator--() {
        --__at;
        return *this;
    }
    template <typename J> bool operator==(const __transform_view_iterator<J, F> &o) const {
        return __at == o.__at;
    }
    template <typename J> bool operator!=(const __transform_view_iterator<J, F> &o) const {
        return __at != o.__at;
    }
};
template <typename V, typename F> struct __transform_view : __view {
    V __of;
    F __f;
    __transform_view(V of, F f) : __of(of), __f(f) {}
    auto begin() const {
        auto first = __of.begin();
        return __transform_view_iterator<decltype(first), F>{first, &__f};
    }
    auto end() const {
        auto last = __of.end();
        return __transform_view_iterator<decltype(last), F>{last, &__f};
    }
    size_t size() const { return __of.size(); }
};
)",
         true},
        {"__filter_view", R"(
template <typename I, typename S, typename F> struct __filter_view_iterator {
    I __at;
    S __last;
    const F *__f;
    void __seek() {
        while (__at != __last && !std::invoke(*__f, *__at)) ++__at;
    }
    decltype(auto) operator*() const { return *__at; }
    __filter_view_iterator &operator++() {
        ++__at;
        __seek();
        return *this;
    }
    bool operator==(const __filter_view_iterator &o) const { return __at == o.__at; }
    bool operator!=(const __filter_view_iterator &o) const { return __at != o.__at; }
};
template <typename V, typename F> struct __filter_view : __view {
    V __of;
    F __f;
    __filter_view(V of, F f) : __of(of), __f(f) {}
    auto begin() const {
        auto first = __of.begin();
        auto last = __of.end();
        __filter_view_iterator<decltype(first), decltype(last), F> made{first, last, &__f};
        made.__seek();
        return made;
    }
    auto end() const {
        auto last = __of.end();
        return __filter_view_iterator<decltype(last), decltype(last), F>{last, last, &__f};
    }
};
)",
         true},
        {"__take_view", R"(
template <typename I, typename S> struct __take_view_iterator {
    I __at;
    S __last;
    size_t __left;
    decltype(auto) operator*() const { return *__at; }
    __take_view_iterator &operator++() {
        --__left;
        ++__at;
        return *this;
    }
    bool operator!=(const __endless &o) const { return __left > 0 && __at != __last; }
    bool operator==(const __endless &o) const { return !(__left > 0 && __at != __last); }
};
template <typename V> struct __take_view : __view {
    V __of;
    size_t __count;
    __take_view(V of, size_t count) : __of(of), __count(count) {}
    auto begin() const {
        auto first = __of.begin();
        auto last = __of.end();
        return __take_view_iterator<decltype(first), decltype(last)>{first, last, __count};
    }
    __endless end() const { return __endless{}; }
};
template <typename V> struct __drop_view : __view {
    V __of;
    size_t __count;
    __drop_view(V of, size_t count) : __of(of), __count(count) {}
    auto begin() const {
        auto first = __of.begin();
        auto last = __of.end();
        for (size_t left = __count; left > 0 && first != last; --left) ++first;
        return first;
    }
    auto end() const { return __of.end(); }
};
)",
         true},
        {"__reverse_view", R"(
template <typename I> struct __reverse_view_iterator {
    I __behind;
    decltype(auto) operator*() const {
        I at = __behind;
        --at;
        return *at;
    }
    __reverse_view_iterator &operator++() {
        --__behind;
        return *this;
    }
    bool operator==(const __reverse_view_iterator &o) const { return __behind == o.__behind; }
    bool operator!=(const __reverse_view_iterator &o) const { return __behind != o.__behind; }
};
template <typename V> struct __reverse_view : __view {
    V __of;
    __reverse_view(V of) : __of(of) {}
    auto begin() const {
        auto last = __of.end();
        return __reverse_view_iterator<decltype(last)>{last};
    }
    auto end() const {
        auto first = __of.begin();
        return __reverse_view_iterator<decltype(first)>{first};
    }
    size_t size() const { return __of.size(); }
};
)",
         true},
        {"views", R"(
template <typename F> struct __transformed_by { F __f; };
template <typename F> struct __filtered_by { F __f; };
struct __taken_of { size_t __count; };
struct __dropped_of { size_t __count; };
struct __reversed_of {
    template <typename R> auto operator()(R &&r) const { return __reverse_view<decltype(__viewed(r))>(__viewed(r)); }
};
struct __first_of_pair {
    template <typename P> auto operator()(P &p) const { return p.first; }
};
struct __second_of_pair {
    template <typename P> auto operator()(P &p) const { return p.second; }
};
template <typename F> struct __parts_of : __transformed_by<F> {
    template <typename R> auto operator()(R &&r) const {
        return __transform_view<decltype(__viewed(r)), F>(__viewed(r), this->__f);
    }
};
template <typename R, typename F> auto operator|(R &&r, const __transformed_by<F> &by) {
    return __transform_view<decltype(__viewed(r)), F>(__viewed(r), by.__f);
}
template <typename R, typename F> auto operator|(R &&r, const __filtered_by<F> &by) {
    return __filter_view<decltype(__viewed(r)), F>(__viewed(r), by.__f);
}
template <typename R> auto operator|(R &&r, const __taken_of &by) {
    return __take_view<decltype(__viewed(r))>(__viewed(r), by.__count);
}
template <typename R> auto operator|(R &&r, const __dropped_of &by) {
    return __drop_view<decltype(__viewed(r))>(__viewed(r), by.__count);
}
template <typename R> auto operator|(R &&r, const __reversed_of &by) { return by(r); }
namespace views {
template <typename T> __open_view<T> iota(T first) { return __open_view<T>(first); }
template <typename T, typename U> __iota_view<T> iota(T first, U last) {
    return __iota_view<T>(first, (T)last);
}
template <typename F> __transformed_by<F> transform(F f) { return __transformed_by<F>{f}; }
template <typename R, typename F> auto transform(R &&r, F f) {
    return __transform_view<decltype(__viewed(r)), F>(__viewed(r), f);
}
template <typename F> __filtered_by<F> filter(F f) { return __filtered_by<F>{f}; }
template <typename R, typename F> auto filter(R &&r, F f) {
    return __filter_view<decltype(__viewed(r)), F>(__viewed(r), f);
}
__taken_of take(size_t n) { return __taken_of{n}; }
template <typename R> auto take(R &&r, size_t n) {
    return __take_view<decltype(__viewed(r))>(__viewed(r), n);
}
__dropped_of drop(size_t n) { return __dropped_of{n}; }
template <typename R> auto drop(R &&r, size_t n) {
    return __drop_view<decltype(__viewed(r))>(__viewed(r), n);
}
const __reversed_of reverse = {};
const __parts_of<__first_of_pair> keys = {};
const __parts_of<__second_of_pair> values = {};
}
)",
         true},
        {"ranges", R"(
namespace ranges {
template <typename I, typename O> struct in_out_result { I in; O out; };
template <typename T> struct min_max_result { T min; T max; };
template <typename R> auto begin(R &&r) { return std::begin(r); }
template <typename R> auto end(R &&r) { return std::end(r); }
template <typename R> size_t size(R &&r) { return std::size(r); }
template <typename R> bool empty(R &&r) { return std::begin(r) == std::end(r); }
template <typename R> auto distance(R &&r) { return (ptrdiff_t)std::distance(std::begin(r), std::end(r)); }
template <typename R, typename F = std::less<>, typename P = std::identity>
auto sort(R &&r, F f = F(), P p = P()) {
    auto last = std::end(r);
    std::sort(std::begin(r), last, [&](auto &a, auto &b) { return f(std::invoke(p, a), std::invoke(p, b)); });
    return last;
}
template <typename R, typename F = std::less<>, typename P = std::identity>
auto stable_sort(R &&r, F f = F(), P p = P()) {
    auto last = std::end(r);
    std::stable_sort(std::begin(r), last, [&](auto &a, auto &b) { return f(std::invoke(p, a), std::invoke(p, b)); });
    return last;
}
template <typename R, typename F = std::less<>, typename P = std::identity>
bool is_sorted(R &&r, F f = F(), P p = P()) {
    auto at = std::begin(r), last = std::end(r);
    if (at == last) return true;
    auto next = at;
    for (++next; next != last; ++at, ++next)
        if (f(std::invoke(p, *next), std::invoke(p, *at))) return false;
    return true;
}
template <typename R, typename F, typename P = std::identity> auto for_each(R &&r, F f, P p = P()) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at) f(std::invoke(p, *at));
    return f;
}
template <typename R, typename T, typename P = std::identity> auto find(R &&r, const T &x, P p = P()) {
    auto at = std::begin(r);
    auto last = std::end(r);
    while (at != last && !(std::invoke(p, *at) == x)) ++at;
    return at;
}
template <typename R, typename F, typename P = std::identity> auto find_if(R &&r, F f, P p = P()) {
    auto at = std::begin(r);
    auto last = std::end(r);
    while (at != last && !std::invoke(f, std::invoke(p, *at))) ++at;
    return at;
}
template <typename R, typename T, typename P = std::identity> auto count(R &&r, const T &x, P p = P()) {
    ptrdiff_t n = 0;
    auto last = std::end(r);
    for (auto at = std::begin(r); at != last; ++at) n += std::invoke(p, *at) == x ? 1 : 0;
    return n;
}
template <typename R, typename F, typename P = std::identity> auto count_if(R &&r, F f, P p = P()) {
    ptrdiff_t n = 0;
    auto last = std::end(r);
    for (auto at = std::begin(r); at != last; ++at) n += std::invoke(f, std::invoke(p, *at)) ? 1 : 0;
    return n;
}
template <typename R, typename F, typename P = std::identity> bool all_of(R &&r, F f, P p = P()) {
    auto last = std::end(r);
    for (auto at = std::begin(r); at != last; ++at)
        if (!std::invoke(f, std::invoke(p, *at))) return false;
    return true;
}
template <typename R, typename F, typename P = std::identity> bool any_of(R &&r, F f, P p = P()) {
    auto last = std::end(r);
    for (auto at = std::begin(r); at != last; ++at)
        if (std::invoke(f, std::invoke(p, *at))) return true;
    return false;
}
template <typename R, typename F, typename P = std::identity> bool none_of(R &&r, F f, P p = P()) {
    return !any_of(r, f, p);
}
template <typename R, typename F = std::less<>, typename P = std::identity>
auto max_element(R &&r, F f = F(), P p = P()) {
    auto best = std::begin(r);
    auto last = std::end(r);
    if (best == last) return best;
    auto at = best;
    for (++at; at != last; ++at)
        if (f(std::invoke(p, *best), std::invoke(p, *at))) best = at;
    return best;
}
template <typename R, typename F = std::less<>, typename P = std::identity>
auto min_element(R &&r, F f = F(), P p = P()) {
    auto best = std::begin(r);
    auto last = std::end(r);
    if (best == last) return best;
    auto at = best;
    for (++at; at != last; ++at)
        if (f(std::invoke(p, *at), std::invoke(p, *best))) best = at;
    return best;
}
template <typename R, typename F = std::less<>, typename P = std::identity>
auto max(R &&r, F f = F(), P p = P()) { return *ranges::max_element(r, f, p); }
template <typename R, typename F = std::less<>, typename P = std::identity>
auto min(R &&r, F f = F(), P p = P()) { return *ranges::min_element(r, f, p); }
template <typename R> auto minmax(R &&r) {
    auto low = *std::begin(r);
    auto high = low;
    auto last = std::end(r);
    for (auto at = std::begin(r); at != last; ++at) {
        if (*at < low) low = *at;
        if (!(*at < high)) high = *at;
    }
    return min_max_result<decltype(low)>{low, high};
}
template <typename R, typename O> auto copy(R &&r, O to) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at, ++to) *to = *at;
    return in_out_result<decltype(at), O>{at, to};
}
template <typename R, typename O, typename F> auto copy_if(R &&r, O to, F f) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at) {
        if (f(*at)) {
            *to = *at;
            ++to;
        }
    }
    return in_out_result<decltype(at), O>{at, to};
}
template <typename R, typename O, typename F, typename P = std::identity>
auto transform(R &&r, O to, F f, P p = P()) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at, ++to) *to = std::invoke(f, std::invoke(p, *at));
    return in_out_result<decltype(at), O>{at, to};
}
template <typename R, typename T> auto fill(R &&r, const T &x) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at) *at = x;
    return at;
}
template <typename R, typename F> auto generate(R &&r, F f) {
    auto at = std::begin(r);
    auto last = std::end(r);
    for (; at != last; ++at) *at = f();
    return at;
}
template <typename R> auto reverse(R &&r) {
    auto last = std::end(r);
    std::reverse(std::begin(r), last);
    return last;
}
template <typename R, typename S> bool equal(R &&r, S &&s) {
    auto a = std::begin(r);
    auto b = std::begin(s);
    auto last = std::end(r);
    auto end = std::end(s);
    for (; a != last && b != end; ++a, ++b)
        if (!(*a == *b)) return false;
    return !(a != last) && !(b != end);
}
template <typename R, typename T> bool binary_search(R &&r, const T &x) {
    return std::binary_search(std::begin(r), std::end(r), x);
}
template <typename R, typename T> auto lower_bound(R &&r, const T &x) {
    return std::lower_bound(std::begin(r), std::end(r), x);
}
template <typename R, typename T> auto upper_bound(R &&r, const T &x) {
    return std::upper_bound(std::begin(r), std::end(r), x);
}
template <typename R, typename G> auto shuffle(R &&r, G &&g) {
    auto last = std::end(r);
    std::shuffle(std::begin(r), last, g);
    return last;
}
template <typename R, typename T, typename P = std::identity> bool contains(R &&r, const T &x, P p = P()) {
    return ranges::find(r, x, p) != std::end(r);
}
namespace views = std::views;
}
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

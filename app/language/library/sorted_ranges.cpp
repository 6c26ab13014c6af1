// Of <algorithm>: what is done with sorted ranges as with sets, and with ranges as with heaps.
#include <vector>

#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> sorted_range_parts() {
    static const std::vector<LibraryPart> parts{
        {"includes", R"(
template <typename A, typename B> bool includes(A first, A last, B other, B end) {
    for (; other != end; ++first) {
        if (first == last || *other < *first) return false;
        if (!(*first < *other)) ++other;
    }
    return true;
}
)"},
        {"set_union", R"(
template <typename A, typename B, typename O>
O set_union(A first, A last, B other, B end, O to) {
    while (first != last || other != end) {
        const bool from_other = first == last || (other != end && *other < *first);
        const bool is_both = !from_other && other != end && !(*first < *other);
        if (from_other) {
            *to = *other;
            ++other;
        } else {
            *to = *first;
            ++first;
            if (is_both) ++other;
        }
        ++to;
    }
    return to;
}
)"},
        {"set_intersection", R"(
template <typename A, typename B, typename O>
O set_intersection(A first, A last, B other, B end, O to) {
    while (first != last && other != end) {
        if (*first < *other) {
            ++first;
        } else if (*other < *first) {
            ++other;
        } else {
            *to = *first;
            ++to;
            ++first;
            ++other;
        }
    }
    return to;
}
)"},
        {"set_difference", R"(
template <typename A, typename B, typename O>
O set_difference(A first, A last, B other, B end, O to) {
    while (first != last) {
        if (other == end || *first < *other) {
            *to = *first;
            ++to;
            ++first;
        } else {
            if (!(*other < *first)) ++first;
            ++other;
        }
    }
    return to;
}
)"},
        {"set_symmetric_difference", R"(
template <typename A, typename B, typename O>
O set_symmetric_difference(A first, A last, B other, B end, O to) {
    while (first != last || other != end) {
        if (other == end || (first != last && *first < *other)) {
            *to = *first;
            ++to;
            ++first;
        } else if (first == last || *other < *first) {
            *to = *other;
            ++to;
            ++other;
        } else {
            ++first;
            ++other;
        }
    }
    return to;
}
)"},
        {"mismatch", R"(
template <typename A, typename B> pair<A, B> mismatch(A first, A last, B other) {
    while (first != last && *first == *other) {
        ++first;
        ++other;
    }
    return pair<A, B>(first, other);
}
)"},
        {"lexicographical_compare", R"(
template <typename A, typename B> bool lexicographical_compare(A first, A last, B other, B end) {
    for (; first != last && other != end; ++first, ++other) {
        if (*first < *other) return true;
        if (*other < *first) return false;
    }
    return first == last && other != end;
}
)"},
        {"minmax", R"(
template <typename T> pair<T, T> minmax(const T &a, const T &b) {
    return b < a ? pair<T, T>(b, a) : pair<T, T>(a, b);
}
)"},
        // As libstdc++ moves elements, so that what lies in a heap lies where it does there.
        {"__heap_up", R"(
template <typename I, typename V, typename F>
void __heap_up(I first, long hole, long top, V value, F less) {
    long parent = (hole - 1) / 2;
    while (hole > top && less(first[parent], value)) {
        first[hole] = std::move(first[parent]);
        hole = parent;
        parent = (hole - 1) / 2;
    }
    first[hole] = std::move(value);
}
)"},
        {"make_heap", R"(
template <typename I, typename F> void make_heap(I first, I last, F less) {
    typedef typename iterator_traits<I>::value_type V;
    const long count = last - first;
    for (long k = (count - 2) / 2; count > 1 && k >= 0; k--)
        __sift(first, k, count, V(std::move(first[k])), less);
}
template <typename I> void make_heap(I first, I last) { std::make_heap(first, last, std::less<>()); }
)"},
        {"push_heap", R"(
template <typename I, typename F> void push_heap(I first, I last, F less) {
    typedef typename iterator_traits<I>::value_type V;
    __heap_up(first, last - first - 1, 0L, V(std::move(*(last - 1))), less);
}
template <typename I> void push_heap(I first, I last) { std::push_heap(first, last, std::less<>()); }
)"},
        {"pop_heap", R"(
template <typename I, typename F> void pop_heap(I first, I last, F less) {
    if (last - first < 2) return;
    typename iterator_traits<I>::value_type value = std::move(*(last - 1));
    *(last - 1) = std::move(*first);
    __sift(first, 0L, last - first - 1, std::move(value), less);
}
template <typename I> void pop_heap(I first, I last) { std::pop_heap(first, last, std::less<>()); }
)"},
        {"sort_heap", R"(
template <typename I, typename F> void sort_heap(I first, I last, F less) {
    for (; last - first > 1; --last) std::pop_heap(first, last, less);
}
template <typename I> void sort_heap(I first, I last) { std::sort_heap(first, last, std::less<>()); }
)"},
        {"is_heap", R"(
template <typename I, typename F> bool is_heap(I first, I last, F less) {
    for (long k = 1; k < last - first; k++) {
        if (less(first[(k - 1) / 2], first[k])) return false;
    }
    return true;
}
template <typename I> bool is_heap(I first, I last) { return std::is_heap(first, last, std::less<>()); }
)"},
        // <numeric>
        {"gcd", R"(
template <typename T, typename U> auto gcd(T a, U b) {
    auto x = a + b, y = x;
    x = a < 0 ? -a : a;
    y = b < 0 ? -b : b;
    while (y != 0) {
        auto rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}
)"},
        {"lcm", R"(
template <typename T, typename U> auto lcm(T a, U b) {
    auto of = std::gcd(a, b);
    if (of == 0) return of;
    of = a / of * b;
    return of < 0 ? -of : of;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

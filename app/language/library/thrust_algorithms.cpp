// <thrust/…>: algorithms, which run on the host, one element after the other.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

constexpr std::string_view algorithms = R"(
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
)";

}  // namespace

std::string_view thrust_algorithms() {
    return algorithms;
}

}  // namespace stridescope::language

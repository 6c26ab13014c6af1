// Containers that keep their keys in order. Each element is a node of its own, which stays where it
// is, and so do pointers and iterators to it, whatever comes and goes beside it.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> ordered_parts() {
    static constexpr LibraryPart parts[] = {
        // The nodes are a ring through one that has no value and stands behind the last one;
        // __sorted has them side by side, to be searched.
        {"__tree", R"(
template <typename K, typename V, typename C, bool Several> struct __tree {
    __ring_node<V> *__ring;
    __ring_node<V> **__sorted;
    size_t __count, __room;
    C __before;
    typedef V value_type;
    typedef K key_type;
    typedef __node_iterator<__ring_node<V>, V> iterator;
    typedef __node_iterator<__ring_node<V>, V> const_iterator;
    typedef __node_reversed<__ring_node<V>, V> reverse_iterator;
    typedef __node_reversed<__ring_node<V>, V> const_reverse_iterator;
    typedef size_t size_type;
    __tree() { __make(); }
    __tree(const __tree<K, V, C, Several> &from) { __take(from); }
    __tree(__tree<K, V, C, Several> &&from) {
        __make();
        swap(from);
    }
    void swap(__tree<K, V, C, Several> &other) {
        __ring_node<V> *ring = __ring, **sorted = __sorted;
        size_t count = __count, room = __room;
        __ring = other.__ring;
        __sorted = other.__sorted;
        __count = other.__count;
        __room = other.__room;
        other.__ring = ring;
        other.__sorted = sorted;
        other.__count = count;
        other.__room = room;
        C before = __before;
        __placed(__before, other.__before);
        __placed(other.__before, before);
    }
    __if_ends(V) ~__tree() { __tree<K, V, C, Several>::clear(); }
    __if_ends(V) __tree<K, V, C, Several> &operator=(const __tree<K, V, C, Several> &from) {
        if (this == &from) return *this;
        __tree<K, V, C, Several>::clear();
        __take(from);
        return *this;
    }
    void __make() {
        __ring = (__ring_node<V> *)malloc(sizeof(__ring_node<V>));
        __ring->__prev = __ring->__next = __ring;
        __sorted = nullptr;
        __count = __room = 0;
    }
    void __take(const __tree<K, V, C, Several> &from) {
        __make();
        __placed(__before, from.__before);
        for (size_t i = 0; i < from.__count; ++i) __join(i, __node(from.__sorted[i]->__value));
    }
    static const K &__key(const V &value) {
        if constexpr (is_same<K, V>::value) return value;
        else return value.first;
    }
    __ring_node<V> *__node(const V &value) {
        __ring_node<V> *made = (__ring_node<V> *)malloc(sizeof(__ring_node<V>));
        __placed(made->__value, value);
        return made;
    }
    // The first one that does not come before the key, and the first one behind it.
    size_t __place(const K &key) const {
        size_t low = 0, high = __count;
        while (low < high) {
            size_t mid = (low + high) / 2;
            if (__before(__key(__sorted[mid]->__value), key)) low = mid + 1; else high = mid;
        }
        return low;
    }
    size_t __behind(const K &key) const {
        size_t low = 0, high = __count;
        while (low < high) {
            size_t mid = (low + high) / 2;
            if (__before(key, __key(__sorted[mid]->__value))) high = mid; else low = mid + 1;
        }
        return low;
    }
    bool __has(size_t at, const K &key) const {
        return at < __count && !__before(key, __key(__sorted[at]->__value));
    }
    __node_iterator<__ring_node<V>, V> __iterator(size_t at) const {
        __node_iterator<__ring_node<V>, V> made = {at < __count ? __sorted[at] : __ring};
        return made;
    }
    void __join(size_t at, __ring_node<V> *p) {
        if (__count == __room) {
            __room = __room > 0 ? 2 * __room : 4;
            __ring_node<V> **more = (__ring_node<V> **)malloc(__room * sizeof(void *));
            if (__count > 0) memcpy(more, __sorted, __count * sizeof(void *));
            free(__sorted);
            __sorted = more;
        }
        if (at < __count) memmove(__sorted + at + 1, __sorted + at, (__count - at) * sizeof(void *));
        __ring_node<V> *next = at < __count ? __sorted[at + 1] : __ring;
        __sorted[at] = p;
        ++__count;
        p->__next = next;
        p->__prev = next->__prev;
        next->__prev->__next = p;
        next->__prev = p;
    }
    void __part(size_t at) {
        __ring_node<V> *p = __sorted[at];
        --__count;
        if (at < __count) memmove(__sorted + at, __sorted + at + 1, (__count - at) * sizeof(void *));
        p->__prev->__next = p->__next;
        p->__next->__prev = p->__prev;
    }
    void __leave(size_t at) {
        __ring_node<V> *p = __sorted[at];
        __part(at);
        if constexpr (__ends(V)) __ended(p->__value);
        free(p);
    }
    size_t __index(__node_iterator<__ring_node<V>, V> at) const {
        if (at.__at == __ring) return __count;
        size_t i = __place(__key(at.__at->__value));
        while (__sorted[i] != at.__at) ++i;
        return i;
    }
    pair<__node_iterator<__ring_node<V>, V>, bool> __put(const V &value) {
        size_t at = Several ? __behind(__key(value)) : __place(__key(value));
        bool is_new = Several || !__has(at, __key(value));
        if (is_new) __join(at, __node(value));
        return pair<__node_iterator<__ring_node<V>, V>, bool>(__iterator(at), is_new);
    }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    size_t count(const K &key) const { return __behind(key) - __place(key); }
    bool contains(const K &key) const { return __has(__place(key), key); }
    __node_iterator<__ring_node<V>, V> begin() const {
        __node_iterator<__ring_node<V>, V> at = {__ring->__next};
        return at;
    }
    __node_iterator<__ring_node<V>, V> end() const {
        __node_iterator<__ring_node<V>, V> at = {__ring};
        return at;
    }
    __node_iterator<__ring_node<V>, V> cbegin() const { return begin(); }
    __node_iterator<__ring_node<V>, V> cend() const { return end(); }
    __node_reversed<__ring_node<V>, V> rbegin() const {
        __node_reversed<__ring_node<V>, V> at = {__ring->__prev};
        return at;
    }
    __node_reversed<__ring_node<V>, V> rend() const {
        __node_reversed<__ring_node<V>, V> at = {__ring};
        return at;
    }
    __node_iterator<__ring_node<V>, V> find(const K &key) const {
        size_t at = __place(key);
        return __has(at, key) ? __iterator(at) : end();
    }
    __node_iterator<__ring_node<V>, V> lower_bound(const K &key) const { return __iterator(__place(key)); }
    __node_iterator<__ring_node<V>, V> upper_bound(const K &key) const { return __iterator(__behind(key)); }
    pair<__node_iterator<__ring_node<V>, V>, __node_iterator<__ring_node<V>, V>> equal_range(const K &key) const {
        return pair<__node_iterator<__ring_node<V>, V>, __node_iterator<__ring_node<V>, V>>(lower_bound(key), upper_bound(key));
    }
    void clear() {
        while (__count > 0) __leave(__count - 1);
    }
    size_t erase(const K &key) {
        size_t first = __place(key), last = __behind(key);
        for (size_t i = last; i > first; --i) __leave(i - 1);
        return last - first;
    }
    __node_iterator<__ring_node<V>, V> erase(__node_iterator<__ring_node<V>, V> at) {
        __node_iterator<__ring_node<V>, V> next = {at.__at->__next};
        __leave(__index(at));
        return next;
    }
    __node_iterator<__ring_node<V>, V> erase(__node_iterator<__ring_node<V>, V> first, __node_iterator<__ring_node<V>, V> last) {
        while (first != last) first = erase(first);
        return last;
    }
    bool operator==(const __tree<K, V, C, Several> &other) const {
        if (__count != other.__count) return false;
        for (size_t i = 0; i < __count; ++i) {
            if (!(__sorted[i]->__value == other.__sorted[i]->__value)) return false;
        }
        return true;
    }
    bool operator!=(const __tree<K, V, C, Several> &other) const { return !(*this == other); }
    bool operator<(const __tree<K, V, C, Several> &other) const {
        return lexicographical_compare(begin(), end(), other.begin(), other.end());
    }
    bool operator>(const __tree<K, V, C, Several> &other) const { return other < *this; }
    bool operator<=(const __tree<K, V, C, Several> &other) const { return !(other < *this); }
    bool operator>=(const __tree<K, V, C, Several> &other) const { return !(*this < other); }
    // What is already there stays where it is.
    void merge(__tree<K, V, C, Several> &from) {
        for (size_t i = 0; i < from.__count;) {
            __ring_node<V> *p = from.__sorted[i];
            size_t at = Several ? __behind(__key(p->__value)) : __place(__key(p->__value));
            if (!Several && __has(at, __key(p->__value))) {
                ++i;
                continue;
            }
            from.__part(i);
            __join(at, p);
        }
    }
    void merge(__tree<K, V, C, Several> &&from) { merge((__tree<K, V, C, Several> &)from); }
};
)",
         true},
        {"map", R"(
template <typename K, typename T, typename C = less<K>> struct map : __tree<K, pair<K, T>, C, false> {
    typedef pair<K, T> value_type;
    typedef K key_type;
    typedef T mapped_type;
    typedef __node_iterator<__ring_node<pair<K, T>>, pair<K, T>> iterator;
    typedef __node_iterator<__ring_node<pair<K, T>>, pair<K, T>> const_iterator;
    map() {}
    explicit map(const C &before) { __placed(this->__before, before); }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> map(I first, I last) {
        for (; first != last; ++first) this->__put(pair<K, T>(first->first, first->second));
    }
    pair<iterator, bool> __add(const pair<K, T> &each) { return this->__put(each); }
    pair<iterator, bool> insert(const pair<K, T> &each) { return this->__put(each); }
    iterator insert(iterator hint, const pair<K, T> &each) { return this->__put(each).first; }
    template <typename P> pair<iterator, bool> insert(const P &each) {
        return this->__put(pair<K, T>(each.first, each.second));
    }
    template <typename I> void insert(I first, I last) {
        for (; first != last; ++first) this->__put(*first);
    }
    pair<iterator, bool> try_emplace(const K &key, const T &value) { return this->__put(pair<K, T>(key, value)); }
    pair<iterator, bool> insert_or_assign(const K &key, const T &value) {
        pair<iterator, bool> put = this->__put(pair<K, T>(key, value));
        if (!put.second) put.first->second = value;
        return put;
    }
    T &operator[](const K &key) {
        size_t at = this->__place(key);
        if (!this->__has(at, key)) {
            __ring_node<pair<K, T>> *p = (__ring_node<pair<K, T>> *)malloc(sizeof(__ring_node<pair<K, T>>));
            __placed(p->__value.first, key);
            __placed(p->__value.second, T());
            this->__join(at, p);
        }
        return this->__sorted[at]->__value.second;
    }
    T &at(const K &key) {
        size_t at = this->__place(key);
        if (!this->__has(at, key)) throw out_of_range("map::at");
        return this->__sorted[at]->__value.second;
    }
    const T &at(const K &key) const {
        size_t at = this->__place(key);
        if (!this->__has(at, key)) throw out_of_range("map::at");
        return this->__sorted[at]->__value.second;
    }
};
)",
         true},
        // Those of one key stand in the order in which they came.
        {"multimap", R"(
template <typename K, typename T, typename C = less<K>> struct multimap : __tree<K, pair<K, T>, C, true> {
    typedef pair<K, T> value_type;
    typedef K key_type;
    typedef T mapped_type;
    typedef __node_iterator<__ring_node<pair<K, T>>, pair<K, T>> iterator;
    typedef __node_iterator<__ring_node<pair<K, T>>, pair<K, T>> const_iterator;
    multimap() {}
    explicit multimap(const C &before) { __placed(this->__before, before); }
    iterator __add(const pair<K, T> &each) { return this->__put(each).first; }
    iterator insert(const pair<K, T> &each) { return this->__put(each).first; }
    template <typename P> iterator insert(const P &each) {
        return this->__put(pair<K, T>(each.first, each.second)).first;
    }
};
)",
         true},
        {"set", R"(
template <typename K, typename C = less<K>> struct set : __tree<K, K, C, false> {
    typedef K value_type;
    typedef __node_iterator<__ring_node<K>, K> iterator;
    typedef __node_iterator<__ring_node<K>, K> const_iterator;
    set() {}
    explicit set(const C &before) { __placed(this->__before, before); }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> set(I first, I last) {
        for (; first != last; ++first) this->__put(*first);
    }
    pair<iterator, bool> __add(const K &key) { return this->__put(key); }
    pair<iterator, bool> insert(const K &key) { return this->__put(key); }
    iterator insert(iterator hint, const K &key) { return this->__put(key).first; }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> void insert(I first, I last) {
        for (; first != last; ++first) this->__put(*first);
    }
};
)",
         true},
        {"multiset", R"(
template <typename K, typename C = less<K>> struct multiset : __tree<K, K, C, true> {
    typedef K value_type;
    typedef __node_iterator<__ring_node<K>, K> iterator;
    typedef __node_iterator<__ring_node<K>, K> const_iterator;
    multiset() {}
    explicit multiset(const C &before) { __placed(this->__before, before); }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> multiset(I first, I last) {
        for (; first != last; ++first) this->__put(*first);
    }
    iterator __add(const K &key) { return this->__put(key).first; }
    iterator insert(const K &key) { return this->__put(key).first; }
    iterator insert(iterator hint, const K &key) { return this->__put(key).first; }
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

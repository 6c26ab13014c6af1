// Of <list>, <deque>, <queue>, <stack> and vector<bool>: what is no single piece of memory. An
// element stays where it is, and so do references to it, whatever comes and goes beside it.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> sequence_parts() {
    static constexpr LibraryPart parts[] = {
        // Of a ring, in which the one without a value stands behind the last one.
        {"__ring_node", R"(
template <typename V> struct __ring_node {
    __ring_node<V> *__prev, *__next;
    V __value;
};
)",
         true},
        // Over nodes that know the next one, and perhaps the one before.
        {"__node_iterator", R"(
template <typename N, typename V> struct __node_iterator {
    typedef V value_type;
    typedef long difference_type;
    typedef value_type *pointer;
    typedef value_type &reference;
    typedef bidirectional_iterator_tag iterator_category;
    N *__at;
    value_type &operator*() const { return __at->__value; }
    value_type *operator->() const { return &__at->__value; }
    __node_iterator &operator++() {
        __at = __at->__next;
        return *this;
    }
    __node_iterator operator++(int) {
        __node_iterator before = *this;
        __at = __at->__next;
        return before;
    }
    __node_iterator &operator--() {
        __at = __at->__prev;
        return *this;
    }
    __node_iterator operator--(int) {
        __node_iterator before = *this;
        __at = __at->__prev;
        return before;
    }
    bool operator==(const __node_iterator &other) const { return __at == other.__at; }
    bool operator!=(const __node_iterator &other) const { return __at != other.__at; }
};
)",
         true},
        {"__node_reversed", R"(
template <typename N, typename V> struct __node_reversed {
    typedef V value_type;
    typedef long difference_type;
    typedef value_type *pointer;
    typedef value_type &reference;
    typedef bidirectional_iterator_tag iterator_category;
    N *__at;
    value_type &operator*() const { return __at->__value; }
    value_type *operator->() const { return &__at->__value; }
    __node_reversed &operator++() {
        __at = __at->__prev;
        return *this;
    }
    __node_reversed operator++(int) {
        __node_reversed before = *this;
        __at = __at->__prev;
        return before;
    }
    __node_reversed &operator--() {
        __at = __at->__next;
        return *this;
    }
    __node_iterator<N, V> base() const {
        __node_iterator<N, V> at = {__at->__next};
        return at;
    }
    bool operator==(const __node_reversed &other) const { return __at == other.__at; }
    bool operator!=(const __node_reversed &other) const { return __at != other.__at; }
};
)",
         true},
        {"list", R"(
template <typename T> struct list {
    __ring_node<T> *__ring;
    size_t __count;
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef long difference_type;
    typedef __node_iterator<__ring_node<T>, T> iterator;
    typedef __node_iterator<__ring_node<T>, T> const_iterator;
    typedef __node_reversed<__ring_node<T>, T> reverse_iterator;
    typedef __node_reversed<__ring_node<T>, T> const_reverse_iterator;
    typedef int __sequence;
    list() { __make(); }
    explicit list(size_t count) {
        __make();
        resize(count);
    }
    list(size_t count, const T &value) {
        __make();
        insert(end(), count, value);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> list(I first, I last) {
        __make();
        insert(end(), first, last);
    }
    list(const list &from) {
        __make();
        for (__ring_node<T> *p = from.__ring->__next; p != from.__ring; p = p->__next) __add(p->__value);
    }
    list(list &&from) {
        __make();
        swap(from);
    }
    __if_ends(T) ~list() { list::clear(); }
    list &operator=(const list &from) {
        if (this == &from) return *this;
        iterator at = begin();
        __ring_node<T> *p = from.__ring->__next;
        for (; at != end() && p != from.__ring; ++at, p = p->__next) *at = p->__value;
        erase(at, end());
        for (; p != from.__ring; p = p->__next) __add(p->__value);
        return *this;
    }
    list &operator=(list &&from) {
        if (this == &from) return *this;
        clear();
        swap(from);
        return *this;
    }
    void __make() {
        __ring = (__ring_node<T> *)malloc(sizeof(__ring_node<T>));
        __ring->__prev = __ring->__next = __ring;
        __count = 0;
    }
    static __ring_node<T> *__node(const T &value) {
        __ring_node<T> *made = (__ring_node<T> *)malloc(sizeof(__ring_node<T>));
        if constexpr (__moves_only(T)) __placed(made->__value, move(*(T *)&value));
        else __placed(made->__value, value);
        return made;
    }
    static void __join(__ring_node<T> *next, __ring_node<T> *p) {
        p->__next = next;
        p->__prev = next->__prev;
        next->__prev->__next = p;
        next->__prev = p;
    }
    iterator __put(__ring_node<T> *next, __ring_node<T> *p) {
        __join(next, p);
        ++__count;
        iterator at = {p};
        return at;
    }
    static void __leave(__ring_node<T> *p) {
        p->__prev->__next = p->__next;
        p->__next->__prev = p->__prev;
    }
    void __drop(__ring_node<T> *p) {
        __leave(p);
        --__count;
        if constexpr (__ends(T)) __ended(p->__value);
        free(p);
    }
    T &__add(const T &value) { return *__put(__ring, __node(value)); }
    T &__add_front(const T &value) { return *__put(__ring->__next, __node(value)); }
    void push_back(const T &value) { __put(__ring, __node(value)); }
    void push_front(const T &value) { __put(__ring->__next, __node(value)); }
    void pop_back() { __drop(__ring->__prev); }
    void pop_front() { __drop(__ring->__next); }
    T &front() { return __ring->__next->__value; }
    T &back() { return __ring->__prev->__value; }
    const T &front() const { return __ring->__next->__value; }
    const T &back() const { return __ring->__prev->__value; }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    iterator begin() const {
        iterator at = {__ring->__next};
        return at;
    }
    iterator end() const {
        iterator at = {__ring};
        return at;
    }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    reverse_iterator rbegin() const {
        reverse_iterator at = {__ring->__prev};
        return at;
    }
    reverse_iterator rend() const {
        reverse_iterator at = {__ring};
        return at;
    }
    reverse_iterator crbegin() const { return rbegin(); }
    reverse_iterator crend() const { return rend(); }
    void clear() {
        while (__count > 0) __drop(__ring->__prev);
    }
    iterator insert(iterator where, const T &value) { return __put(where.__at, __node(value)); }
    iterator insert(iterator where, size_t count, const T &value) {
        iterator first = where;
        for (size_t i = 0; i < count; ++i) {
            iterator at = insert(where, value);
            if (i == 0) first = at;
        }
        return first;
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>>
    iterator insert(iterator where, I first, I last) {
        __ring_node<T> *before = where.__at->__prev;
        for (; first != last; ++first) insert(where, (T)*first);
        iterator at = {before->__next};
        return at;
    }
    iterator insert(iterator where, const initializer_list<T> &all) {
        return insert(where, all.begin(), all.end());
    }
    iterator erase(iterator where) {
        iterator next = {where.__at->__next};
        __drop(where.__at);
        return next;
    }
    iterator erase(iterator first, iterator last) {
        while (first != last) first = erase(first);
        return last;
    }
    void resize(size_t count) {
        while (__count > count) pop_back();
        while (__count < count) {
            __ring_node<T> *made = (__ring_node<T> *)malloc(sizeof(__ring_node<T>));
            __placed(made->__value, T());
            __put(__ring, made);
        }
    }
    void resize(size_t count, const T &value) {
        while (__count > count) pop_back();
        while (__count < count) push_back(value);
    }
    void assign(size_t count, const T &value) {
        list others(count, value);
        swap(others);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> void assign(I first, I last) {
        list others(first, last);
        swap(others);
    }
    void assign(const initializer_list<T> &all) { assign(all.begin(), all.end()); }
    void swap(list &other) {
        __ring_node<T> *ring = __ring;
        size_t count = __count;
        __ring = other.__ring;
        __count = other.__count;
        other.__ring = ring;
        other.__count = count;
    }
    // Nodes change hands; nothing is copied.
    void __hand(iterator where, list &from, __ring_node<T> *p) {
        if (where.__at == p) return;
        __leave(p);
        __join(where.__at, p);
        --from.__count;
        ++__count;
    }
    void splice(iterator where, list &from) {
        while (from.__count > 0) __hand(where, from, from.__ring->__next);
    }
    void splice(iterator where, list &&from) { splice(where, (list &)from); }
    void splice(iterator where, list &from, iterator one) { __hand(where, from, one.__at); }
    void splice(iterator where, list &from, iterator first, iterator last) {
        while (first != last) {
            __ring_node<T> *p = first.__at;
            ++first;
            __hand(where, from, p);
        }
    }
    template <typename F> size_t remove_if(F f) {
        size_t before = __count;
        for (iterator at = begin(); at != end();) {
            if (f(*at)) at = erase(at);
            else ++at;
        }
        return before - __count;
    }
    // What is to go may be one of them.
    size_t remove(const T &value) {
        T kept = value;
        return remove_if([&](const T &each) { return each == kept; });
    }
    template <typename F> size_t unique(F same) {
        size_t before = __count;
        iterator at = begin();
        if (at == end()) return 0;
        iterator next = at;
        for (++next; next != end();) {
            if (same(*at, *next)) next = erase(next);
            else at = next++;
        }
        return before - __count;
    }
    size_t unique() {
        return unique([](const T &a, const T &b) { return a == b; });
    }
    template <typename F> void merge(list &from, F less) {
        if (this == &from) return;
        iterator at = begin();
        while (at != end() && from.__count > 0) {
            if (less(from.front(), *at)) __hand(at, from, from.__ring->__next);
            else ++at;
        }
        splice(end(), from);
    }
    void merge(list &from) {
        merge(from, [](const T &a, const T &b) { return a < b; });
    }
    void merge(list &&from) { merge((list &)from); }
    template <typename F> void sort(F less) {
        __ring_node<T> **all = (__ring_node<T> **)malloc((__count + 1) * sizeof(void *));
        size_t n = 0;
        for (__ring_node<T> *p = __ring->__next; p != __ring; p = p->__next) all[n++] = p;
        stable_sort(all, all + n, [&](const __ring_node<T> *a, const __ring_node<T> *b) {
            return less(a->__value, b->__value);
        });
        __ring->__prev = __ring->__next = __ring;
        for (size_t i = 0; i < n; ++i) __join(__ring, all[i]);
        free(all);
    }
    void sort() {
        sort([](const T &a, const T &b) { return a < b; });
    }
    void reverse() {
        __ring_node<T> *p = __ring;
        do {
            __ring_node<T> *next = p->__next;
            p->__next = p->__prev;
            p->__prev = next;
            p = next;
        } while (p != __ring);
    }
    bool operator==(const list &other) const {
        return __count == other.__count && equal(begin(), end(), other.begin());
    }
    bool operator!=(const list &other) const { return !(*this == other); }
    bool operator<(const list &other) const {
        return lexicographical_compare(begin(), end(), other.begin(), other.end());
    }
    bool operator>(const list &other) const { return other < *this; }
    bool operator<=(const list &other) const { return !(other < *this); }
    bool operator>=(const list &other) const { return !(*this < other); }
};
)",
         true},
        {"__deque_iterator", R"(
template <typename T> struct __deque_iterator {
    typedef T value_type;
    typedef long difference_type;
    typedef T *pointer;
    typedef T &reference;
    typedef random_access_iterator_tag iterator_category;
    static const long __each = sizeof(T) < 512 ? 512 / sizeof(T) : 1;
    T **__blocks;
    long __at;
    T &operator*() const { return __blocks[__at / __each][__at % __each]; }
    T *operator->() const { return &__blocks[__at / __each][__at % __each]; }
    T &operator[](long i) const { return *(*this + i); }
    __deque_iterator operator+(long n) const {
        __deque_iterator at = {__blocks, __at + n};
        return at;
    }
    __deque_iterator operator-(long n) const { return *this + -n; }
    long operator-(const __deque_iterator &other) const { return __at - other.__at; }
    __deque_iterator &operator+=(long n) {
        __at += n;
        return *this;
    }
    __deque_iterator &operator-=(long n) {
        __at -= n;
        return *this;
    }
    __deque_iterator &operator++() {
        ++__at;
        return *this;
    }
    __deque_iterator &operator--() {
        --__at;
        return *this;
    }
    __deque_iterator operator++(int) {
        __deque_iterator before = *this;
        ++__at;
        return before;
    }
    __deque_iterator operator--(int) {
        __deque_iterator before = *this;
        --__at;
        return before;
    }
    bool operator==(const __deque_iterator &other) const { return __at == other.__at; }
    bool operator!=(const __deque_iterator &other) const { return __at != other.__at; }
    bool operator<(const __deque_iterator &other) const { return __at < other.__at; }
    bool operator>(const __deque_iterator &other) const { return __at > other.__at; }
    bool operator<=(const __deque_iterator &other) const { return __at <= other.__at; }
    bool operator>=(const __deque_iterator &other) const { return __at >= other.__at; }
};
)",
         true},
        // Blocks of so many elements each, and where these lie; it is in the midst that they begin.
        {"deque", R"(
template <typename T> struct deque {
    T **__blocks;
    long __room, __first, __count;
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef long difference_type;
    typedef __deque_iterator<T> iterator;
    typedef __deque_iterator<T> const_iterator;
    typedef __reversed<__deque_iterator<T>> reverse_iterator;
    typedef __reversed<__deque_iterator<T>> const_reverse_iterator;
    typedef int __sequence;
    static const long __each = __deque_iterator<T>::__each;
    deque() { __make(); }
    explicit deque(size_t count) {
        __make();
        resize(count);
    }
    deque(size_t count, const T &value) {
        __make();
        resize(count, value);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> deque(I first, I last) {
        __make();
        for (; first != last; ++first) __add((T)*first);
    }
    deque(const deque &from) {
        __make();
        for (long i = 0; i < from.__count; ++i) __add(from[i]);
    }
    deque(deque &&from) {
        __make();
        swap(from);
    }
    __if_ends(T) ~deque() { deque::clear(); }
    deque &operator=(const deque &from) {
        if (this == &from) return *this;
        clear();
        for (long i = 0; i < from.__count; ++i) __add(from[i]);
        return *this;
    }
    deque &operator=(deque &&from) {
        if (this == &from) return *this;
        clear();
        swap(from);
        return *this;
    }
    void __make() {
        __blocks = nullptr;
        __room = __first = __count = 0;
    }
    // More room before the first one, or behind the last one.
    void __grow(bool is_before) {
        long more = __room > 0 ? __room : 4;
        T **blocks = (T **)calloc(__room + more, sizeof(T *));
        long begin = is_before ? more : 0;
        for (long i = 0; i < __room; ++i) blocks[begin + i] = __blocks[i];
        free(__blocks);
        __blocks = blocks;
        __room += more;
        __first += begin * __each;
    }
    T *__place(long at) {
        T **block = __blocks + at / __each;
        if (!*block) *block = (T *)malloc(__each * sizeof(T));
        return *block + at % __each;
    }
    static void __put(T *to, const T &value) {
        if constexpr (__moves_only(T)) __placed(*to, move(*(T *)&value));
        else __placed(*to, value);
    }
    T *__behind() {
        if (__first + __count == __room * __each) __grow(false);
        return __place(__first + __count);
    }
    T &__add(const T &value) {
        T *to = __behind();
        __put(to, value);
        ++__count;
        return *to;
    }
    T &__add_front(const T &value) {
        if (__first == 0) __grow(true);
        T *to = __place(__first - 1);
        __put(to, value);
        --__first;
        ++__count;
        return *to;
    }
    void push_back(const T &value) { __add(value); }
    void push_front(const T &value) { __add_front(value); }
    void pop_back() {
        --__count;
        if constexpr (__ends(T)) __ended(*__place(__first + __count));
    }
    void pop_front() {
        if constexpr (__ends(T)) __ended(*__place(__first));
        ++__first;
        --__count;
    }
    T &operator[](size_t i) { return __blocks[(__first + i) / __each][(__first + i) % __each]; }
    const T &operator[](size_t i) const { return __blocks[(__first + i) / __each][(__first + i) % __each]; }
    T &at(size_t i) {
        if (i >= __count) __beyond(i);
        return (*this)[i];
    }
    const T &at(size_t i) const {
        if (i >= __count) __beyond(i);
        return (*this)[i];
    }
    void __beyond(size_t i) const {
        throw out_of_range("deque::_M_range_check: __n (which is " + to_string(i) +
                           ")>= this->size() (which is " + to_string(__count) + ')');
    }
    T &front() { return (*this)[0]; }
    T &back() { return (*this)[__count - 1]; }
    const T &front() const { return (*this)[0]; }
    const T &back() const { return (*this)[__count - 1]; }
    size_t size() const { return __count; }
    bool empty() const { return __count == 0; }
    iterator begin() const {
        iterator at = {__blocks, __first};
        return at;
    }
    iterator end() const {
        iterator at = {__blocks, __first + __count};
        return at;
    }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    reverse_iterator rbegin() const {
        reverse_iterator at = {end()};
        return at;
    }
    reverse_iterator rend() const {
        reverse_iterator at = {begin()};
        return at;
    }
    reverse_iterator crbegin() const { return rbegin(); }
    reverse_iterator crend() const { return rend(); }
    void clear() {
        while (__count > 0) pop_back();
        __first = __room / 2 * __each;
    }
    void shrink_to_fit() {}
    void resize(size_t count) {
        while (__count > count) pop_back();
        while (__count < count) {
            T *to = __behind();
            __placed(*to, T());
            ++__count;
        }
    }
    void resize(size_t count, const T &value) {
        while (__count > count) pop_back();
        while (__count < count) __add(value);
    }
    void assign(size_t count, const T &value) {
        deque others(count, value);
        swap(others);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> void assign(I first, I last) {
        deque others(first, last);
        swap(others);
    }
    void assign(const initializer_list<T> &all) { assign(all.begin(), all.end()); }
    iterator insert(iterator where, const T &value) {
        long at = where - begin();
        T kept = value;
        if (at < __count / 2) {
            __add_front(kept);
            for (long i = 0; i < at; ++i) (*this)[i] = move((*this)[i + 1]);
        } else {
            __add(kept);
            for (long i = __count - 1; i > at; --i) (*this)[i] = move((*this)[i - 1]);
        }
        (*this)[at] = move(kept);
        return begin() + at;
    }
    iterator insert(iterator where, size_t count, const T &value) {
        long at = where - begin();
        T kept = value;
        for (size_t i = 0; i < count; ++i) insert(begin() + at, kept);
        return begin() + at;
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>>
    iterator insert(iterator where, I first, I last) {
        deque others(first, last);
        long at = where - begin();
        for (long i = 0; i < others.__count; ++i) insert(begin() + (at + i), others[i]);
        return begin() + at;
    }
    iterator insert(iterator where, const initializer_list<T> &all) {
        return insert(where, all.begin(), all.end());
    }
    iterator erase(iterator where) { return erase(where, where + 1); }
    // The shorter end moves up.
    iterator erase(iterator first, iterator last) {
        long at = first - begin(), gone = last - first, behind = __count - at - gone;
        if (at < behind) {
            for (long i = at - 1; gone > 0 && i >= 0; --i) (*this)[i + gone] = move((*this)[i]);
            for (long i = 0; i < gone; ++i) pop_front();
        } else {
            for (long i = at; gone > 0 && i < at + behind; ++i) (*this)[i] = move((*this)[i + gone]);
            for (long i = 0; i < gone; ++i) pop_back();
        }
        return begin() + at;
    }
    void swap(deque &other) {
        T **blocks = __blocks;
        long room = __room, first = __first, count = __count;
        __blocks = other.__blocks;
        __room = other.__room;
        __first = other.__first;
        __count = other.__count;
        other.__blocks = blocks;
        other.__room = room;
        other.__first = first;
        other.__count = count;
    }
    bool operator==(const deque &other) const {
        return __count == other.__count && equal(begin(), end(), other.begin());
    }
    bool operator!=(const deque &other) const { return !(*this == other); }
    bool operator<(const deque &other) const {
        return lexicographical_compare(begin(), end(), other.begin(), other.end());
    }
    bool operator>(const deque &other) const { return other < *this; }
    bool operator<=(const deque &other) const { return !(other < *this); }
    bool operator>=(const deque &other) const { return !(*this < other); }
};
)",
         true},
        {"queue", R"(
template <typename T, typename L = deque<T>> struct queue {
    L __all;
    typedef T value_type;
    typedef L container_type;
    typedef size_t size_type;
    queue() {}
    explicit queue(const L &all) : __all(all) {}
    T &__add(const T &value) { return __all.__add(value); }
    void push(const T &value) { __all.__add(value); }
    void pop() { __all.pop_front(); }
    T &front() { return __all.front(); }
    T &back() { return __all.back(); }
    const T &front() const { return __all.front(); }
    const T &back() const { return __all.back(); }
    size_t size() const { return __all.size(); }
    bool empty() const { return __all.empty(); }
    void swap(queue &other) { __all.swap(other.__all); }
    bool operator==(const queue &other) const { return __all == other.__all; }
    bool operator!=(const queue &other) const { return !(__all == other.__all); }
};
)",
         true},
        {"stack", R"(
template <typename T, typename L = deque<T>> struct stack {
    L __all;
    typedef T value_type;
    typedef L container_type;
    typedef size_t size_type;
    stack() {}
    explicit stack(const L &all) : __all(all) {}
    T &__add(const T &value) { return __all.__add(value); }
    void push(const T &value) { __all.__add(value); }
    void pop() { __all.pop_back(); }
    T &top() { return __all.back(); }
    const T &top() const { return __all.back(); }
    size_t size() const { return __all.size(); }
    bool empty() const { return __all.empty(); }
    void swap(stack &other) { __all.swap(other.__all); }
    bool operator==(const stack &other) const { return __all == other.__all; }
    bool operator!=(const stack &other) const { return !(__all == other.__all); }
};
)",
         true},
        // What is equal leaves it in the order of libstdc++'s heaps.
        {"priority_queue", R"(
template <typename T, typename L = vector<T>, typename C = less<T>> struct priority_queue {
    L __all;
    C __less;
    typedef T value_type;
    typedef L container_type;
    typedef C value_compare;
    typedef size_t size_type;
    priority_queue() {}
    explicit priority_queue(const C &less) : __less(less) {}
    priority_queue(const C &less, const L &all) : __all(all), __less(less) {
        make_heap(__all.begin(), __all.end(), __less);
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> priority_queue(I first, I last) : __all(first, last) {
        make_heap(__all.begin(), __all.end(), __less);
    }
    void __add(const T &value) { push(value); }
    void push(const T &value) {
        __all.__add(value);
        push_heap(__all.begin(), __all.end(), __less);
    }
    void pop() {
        pop_heap(__all.begin(), __all.end(), __less);
        __all.pop_back();
    }
    const T &top() const { return __all.front(); }
    size_t size() const { return __all.size(); }
    bool empty() const { return __all.empty(); }
    void swap(priority_queue &other) { __all.swap(other.__all); }
};
)",
         true},
        // What vector<bool> gives for an element: who keeps it still writes the vector.
        {"__bit_reference", R"(
struct __bit_reference {
    bool *__at;
    operator bool() const { return *__at; }
    bool operator~() const { return !*__at; }
    __bit_reference &operator=(bool value) {
        *__at = value;
        return *this;
    }
    __bit_reference &operator=(const __bit_reference &other) {
        *__at = *other.__at;
        return *this;
    }
    bool operator==(const __bit_reference &other) const { return *__at == *other.__at; }
    bool operator<(const __bit_reference &other) const { return !*__at && *other.__at; }
    void flip() { *__at = !*__at; }
};
)",
         true},
        {"__bit_iterator", R"(
struct __bit_iterator {
    typedef bool value_type;
    typedef long difference_type;
    typedef __bit_reference *pointer;
    typedef __bit_reference reference;
    typedef random_access_iterator_tag iterator_category;
    bool *__at;
    operator const bool *() const { return __at; }
    __bit_reference operator*() const {
        __bit_reference made = {__at};
        return made;
    }
    __bit_reference operator[](long i) const {
        __bit_reference made = {__at + i};
        return made;
    }
    __bit_iterator operator+(long n) const {
        __bit_iterator at = {__at + n};
        return at;
    }
    __bit_iterator operator-(long n) const {
        __bit_iterator at = {__at - n};
        return at;
    }
    long operator-(const __bit_iterator &other) const { return __at - other.__at; }
    __bit_iterator &operator+=(long n) {
        __at += n;
        return *this;
    }
    __bit_iterator &operator-=(long n) {
        __at -= n;
        return *this;
    }
    __bit_iterator &operator++() {
        ++__at;
        return *this;
    }
    __bit_iterator &operator--() {
        --__at;
        return *this;
    }
    __bit_iterator operator++(int) {
        __bit_iterator before = *this;
        ++__at;
        return before;
    }
    __bit_iterator operator--(int) {
        __bit_iterator before = *this;
        --__at;
        return before;
    }
    bool operator==(const __bit_iterator &other) const { return __at == other.__at; }
    bool operator!=(const __bit_iterator &other) const { return __at != other.__at; }
    bool operator<(const __bit_iterator &other) const { return __at < other.__at; }
    bool operator>(const __bit_iterator &other) const { return __at > other.__at; }
    bool operator<=(const __bit_iterator &other) const { return __at <= other.__at; }
    bool operator>=(const __bit_iterator &other) const { return __at >= other.__at; }
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

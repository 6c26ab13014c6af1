// Of <vector>, <utility>, <map>, <set> and their like: simple ones, that keep what they hold in one
// piece of memory. What a real one would free is freed when the run ends.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> container_parts() {
    static constexpr LibraryPart parts[] = {
        {"__with_one", R"(
template <typename L, typename T> L __with_one(L list, T a) {
    list.__add(a);
    return list;
}
)"},
        {"__with_four", R"(
template <typename L, typename T> L __with_four(L list, T a, T b, T c, T d) {
    list.__add(a);
    list.__add(b);
    list.__add(c);
    list.__add(d);
    return list;
}
)"},
        {"__reversed", R"(
template <typename I> struct __reversed {
    typedef typename iterator_traits<I>::value_type value_type;
    typedef long difference_type;
    typedef value_type *pointer;
    typedef value_type &reference;
    typedef random_access_iterator_tag iterator_category;
    I at;
    __reversed() {}
    __reversed(I from) : at(from) {}
    decltype(auto) operator*() const {
        I before = at;
        --before;
        return *before;
    }
    value_type *operator->() const { return &*(at - 1); }
    decltype(auto) operator[](long i) const { return *(at - 1 - i); }
    __reversed &operator++() { --at; return *this; }
    __reversed operator++(int) { __reversed before = *this; --at; return before; }
    __reversed &operator--() { ++at; return *this; }
    __reversed operator--(int) { __reversed before = *this; ++at; return before; }
    __reversed operator+(long n) const { __reversed r = {at - n}; return r; }
    __reversed operator-(long n) const { __reversed r = {at + n}; return r; }
    long operator-(const __reversed &other) const { return other.at - at; }
    __reversed &operator+=(long n) { at -= n; return *this; }
    __reversed &operator-=(long n) { at += n; return *this; }
    bool operator!=(const __reversed &other) const { return at != other.at; }
    bool operator==(const __reversed &other) const { return at == other.at; }
    bool operator<(const __reversed &other) const { return other.at < at; }
    bool operator>(const __reversed &other) const { return at < other.at; }
    bool operator<=(const __reversed &other) const { return !(at < other.at); }
    bool operator>=(const __reversed &other) const { return !(other.at < at); }
    I base() const { return at; }
};
)",
         true},
        // float a[n][m] whose extents are known when it runs, and a[n][m][k].
        {"__open_rows", R"(
template <typename T> struct __open_rows {
    T *__p;
    size_t __of;
    T *operator[](long i) const { return __p + i * (long)__of; }
    T *operator*() const { return __p; }
    __open_rows operator+(long i) const {
        __open_rows rest = {__p + i * (long)__of, __of};
        return rest;
    }
    operator T *() const { return __p; }
};
)",
         true},
        {"__open_planes", R"(
template <typename T> struct __open_planes {
    T *__p;
    size_t __rows, __of;
    __open_rows<T> operator[](long i) const {
        __open_rows<T> plane = {__p + i * (long)(__rows * __of), __of};
        return plane;
    }
    __open_rows<T> operator*() const { return (*this)[0]; }
    operator T *() const { return __p; }
};
)",
         true},
        // Of <memory>: what containers take their memory from where a text says nothing else.
        {"allocator", R"(
template <typename T> struct allocator {
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef long difference_type;
    template <typename U> struct rebind { typedef allocator<U> other; };
    allocator() {}
    template <typename U> allocator(const allocator<U> &other) {}
    T *allocate(size_t count) { return (T *)malloc(count * sizeof(T)); }
    void deallocate(T *p, size_t count) { free(p); }
    bool operator==(const allocator &other) const { return true; }
    bool operator!=(const allocator &other) const { return false; }
};
)",
         true},
        {"__memory_of", "void *__memory_of(size_t bytes) { return malloc(bytes); }"},
        {"__memory_back", "void __memory_back(void *p) { free(p); }"},
        {"allocator_traits", R"(
template <typename A> struct allocator_traits {
    typedef A allocator_type;
    typedef typename A::value_type value_type;
    typedef value_type *pointer;
    typedef const value_type *const_pointer;
    typedef size_t size_type;
    typedef long difference_type;
    static value_type *allocate(A &by, size_t count) { return by.allocate(count); }
    static void deallocate(A &by, value_type *p, size_t count) { by.deallocate(p, count); }
};
)",
         true},
        // A vector whose memory an allocator of the text gives: as libstdc++ asks it.
        {"__allocated_vector", R"(
template <typename T, typename A> struct __allocated_vector : vector<T> {
    A __by;
    typedef A allocator_type;
    typedef T value_type;
    typedef int __sequence;
    __allocated_vector() {}
    explicit __allocated_vector(const A &by) : __by(by) {}
    explicit __allocated_vector(size_t count) { resize(count); }
    __allocated_vector(size_t count, const A &by) : __by(by) { resize(count); }
    __allocated_vector(size_t count, const T &value) { assign(count, value); }
    __allocated_vector(size_t count, const T &value, const A &by) : __by(by) {
        assign(count, value);
    }
    __allocated_vector(const T *first, const T *last) { assign(first, last); }
    __allocated_vector(const T *first, const T *last, const A &by) : __by(by) {
        assign(first, last);
    }
    template <typename I, typename = enable_if_t<__is_struct(I)>>
    __allocated_vector(I first, I last) {
        for (; first != last; ++first) push_back((T)*first);
    }
    template <typename U> __allocated_vector(U *first, U *last) {
        reserve(last - first);
        for (; first != last; ++first) push_back((T)*first);
    }
    __allocated_vector(const __allocated_vector &from) : __by(from.__by) {
        assign(from.begin(), from.end());
    }
    __allocated_vector(__allocated_vector &&from) : __by(from.__by) { __steal(from); }
    ~__allocated_vector() {
        __drop_from(0);
        __give_back();
    }
    __allocated_vector &operator=(const __allocated_vector &from) {
        if (this != &from) assign(from.begin(), from.end());
        return *this;
    }
    __allocated_vector &operator=(__allocated_vector &&from) {
        if (this == &from) return *this;
        __drop_from(0);
        __give_back();
        __steal(from);
        return *this;
    }
    A get_allocator() const { return __by; }
    void __steal(__allocated_vector &from) {
        __first = from.__first;
        __count = from.__count;
        __room = from.__room;
        from.__first = 0;
        from.__count = from.__room = 0;
    }
    void __give_back() {
        if (__first) __by.deallocate(__first, __room);
        __first = 0;
        __room = 0;
    }
    T *__memory(size_t count) { return count > 0 ? __by.allocate(count) : (T *)0; }
    void __set(T *to, const T &value) {
        if constexpr (requires { __by.construct(to, value); }) __by.construct(to, value);
        else __placed(*to, value);
    }
    void __set(T *to) {
        if constexpr (requires { __by.construct(to); }) __by.construct(to);
        else __placed(*to, T());
    }
    // There is such memory already: what there is moves on to it.
    void __hand(T *first, size_t room) {
        if constexpr (!__seen(T)) {
            if (__count > 0) memcpy(first, __first, __count * sizeof(T));
        } else if constexpr (__grows_by_moves(T)) {
            for (size_t i = 0; i < __count; ++i) {
                __placed(first[i], move(__first[i]));
                __ended(__first[i]);
            }
        } else {
            for (size_t i = 0; i < __count; ++i) __placed(first[i], __first[i]);
            for (size_t i = 0; i < __count; ++i) __ended(__first[i]);
        }
        __give_back();
        __first = first;
        __room = room;
    }
    void reserve(size_t room) {
        if (room > max_size()) throw length_error("vector::reserve");
        if (room > __room) __hand(__memory(room), room);
    }
    size_t __more_room(size_t count) { return __count + (count > __count ? count : __count); }
    T &__add(const T &value) {
        if (__count == __room) {
            size_t room = __more_room(1);
            T *first = __memory(room);
            __set(first + __count, value);
            __hand(first, room);
        } else {
            __set(__first + __count, value);
        }
        __count = __count + 1;
        return __first[__count - 1];
    }
    T *__more() {
        if (__count < __room) return __first + __count;
        return __memory(__more_room(1)) + __count;
    }
    T &__taken(T *made) {
        if (__count == __room) {
            size_t room = __more_room(1);
            __hand(made - __count, room);
        }
        __count = __count + 1;
        return __first[__count - 1];
    }
    void push_back(const T &value) { __add(value); }
    void resize(size_t count) {
        if (count < __count) __drop_from(count);
        if (count > __room) reserve(__more_room(count - __count));
        for (size_t i = __count; i < count; ++i) __set(__first + i);
        __count = count;
    }
    void resize(size_t count, const T &value) {
        T kept = value;
        if (count < __count) __drop_from(count);
        if (count > __room) reserve(__more_room(count - __count));
        for (size_t i = __count; i < count; ++i) __set(__first + i, kept);
        __count = count;
    }
    void __anew(size_t count) {
        if (count <= __room) return __drop_from(0);
        T *first = __memory(count);
        __drop_from(0);
        __give_back();
        __first = first;
        __room = count;
    }
    void assign(size_t count, const T &value) {
        T kept = value;
        __anew(count);
        for (size_t i = 0; i < count; ++i) __set(__first + i, kept);
        __count = count;
    }
    void assign(const T *first, const T *last) {
        size_t count = last - first;
        __anew(count);
        for (size_t i = 0; i < count; ++i) __set(__first + i, first[i]);
        __count = count;
    }
    template <typename I, typename = enable_if_t<__is_struct(I)>> void assign(I first, I last) {
        vector<T> others(first, last);
        assign(others.begin(), others.end());
    }
    void assign(const initializer_list<T> &all) { assign(all.begin(), all.end()); }
    void shrink_to_fit() {
        if (__room > __count) __hand(__memory(__count), __count);
    }
    T *__wide(const T *where, size_t count) {
        size_t at = where - __first;
        if (__count + count > __room) reserve(__more_room(count));
        return __first + at;
    }
    T *insert(const T *where, const T &value) {
        T kept = value;
        return vector<T>::insert(__wide(where, 1), kept);
    }
    T *insert(const T *where, size_t count, const T &value) {
        T kept = value;
        return vector<T>::insert(__wide(where, count), count, kept);
    }
    T *insert(const T *where, const T *first, const T *last) {
        vector<T> others(first, last);
        return vector<T>::insert(__wide(where, others.size()), others.begin(), others.end());
    }
    template <typename I, typename = enable_if_t<__is_struct(I)>>
    T *insert(const T *where, I first, I last) {
        vector<T> others(first, last);
        return insert(where, others.begin(), others.end());
    }
    T *insert(const T *where, const initializer_list<T> &all) {
        return insert(where, all.begin(), all.end());
    }
    void swap(__allocated_vector &other) {
        vector<T>::swap(other);
        A by = __by;
        __by = other.__by;
        other.__by = by;
    }
};
)",
         true},
        {"vector", R"(
template <typename T> struct vector {
    T *__first;
    size_t __count, __room;
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef size_t size_type;
    typedef long difference_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef T *pointer;
    typedef __reversed<T *> reverse_iterator;
    typedef __reversed<const T *> const_reverse_iterator;
    typedef int __sequence;
    vector() { __first = 0; __count = __room = 0; }
    explicit vector(size_t count) { __make(count); }
    vector(size_t count, const T &value) {
        __refuse_destructor(T, vector);
        __first = (T *)malloc(count * sizeof(T));
        __count = __room = count;
        for (size_t i = 0; i < count; ++i) __placed(__first[i], value);
    }
    vector(const T *first, const T *last) { __take(first, last); }
    // Iterators of a class of their own.
    template <typename I, typename = enable_if_t<__is_struct(I)>> vector(I first, I last) {
        __first = 0;
        __count = __room = 0;
        for (; first != last; ++first) push_back((T)*first);
    }
    template <typename U> vector(U *first, U *last) {
        __first = 0;
        __count = __room = 0;
        reserve(last - first);
        for (; first != last; ++first) push_back((T)*first);
    }
    __if_ends(T) ~vector() { __drop_from(0); }
    vector &operator=(const vector &from) {
        if (this != &from) assign(from.__first, from.__first + from.__count);
        return *this;
    }
    __if_seen(T) vector &operator=(vector &&from) {
        if (this == &from) return *this;
        __drop_from(0);
        __first = from.__first;
        __count = from.__count;
        __room = from.__room;
        from.__first = 0;
        from.__count = from.__room = 0;
        return *this;
    }
    void __drop_from(size_t at) {
        if constexpr (__ends(T)) {
            for (size_t i = at; i < __count; ++i) __ended(__first[i]);
        }
        __count = at;
    }
    vector(const vector &from) { __take(from.__first, from.__first + from.__count); }
    vector(vector &&from) {
        __first = from.__first;
        __count = from.__count;
        __room = from.__room;
        from.__first = 0;
        from.__count = from.__room = 0;
    }
    void __make(size_t count) {
        __refuse_destructor(T, vector);
        __count = __room = count;
        if constexpr (__is_class(T)) {
            __first = (T *)malloc(count * sizeof(T));
            for (size_t i = 0; i < count; ++i) __placed(__first[i], T());
        } else {
            __first = (T *)calloc(count, sizeof(T));
        }
    }
    void __take(const T *first, const T *last) {
        __refuse_destructor(T, vector);
        size_t count = last - first;
        __count = __room = count;
        __first = (T *)malloc(count * sizeof(T));
        if constexpr (__is_class(T)) {
            for (size_t i = 0; i < count; ++i) __placed(__first[i], first[i]);
        } else {
            if (count > 0) memcpy(__first, first, count * sizeof(T));
        }
    }
    void reserve(size_t room) {
        __refuse_destructor(T, vector);
        if (room > max_size()) throw length_error("vector::reserve");
        if (room > __room) __settle((T *)malloc(room * sizeof(T)), room);
    }
    void __settle(T *first, size_t room) {
        if constexpr (!__seen(T)) {
            if (__count > 0) memcpy(first, __first, __count * sizeof(T));
        } else if constexpr (__grows_by_moves(T)) {
            for (size_t i = 0; i < __count; ++i) {
                __placed(first[i], move(__first[i]));
                __ended(__first[i]);
            }
        } else {
            for (size_t i = 0; i < __count; ++i) __placed(first[i], __first[i]);
            for (size_t i = 0; i < __count; ++i) __ended(__first[i]);
        }
        free(__first);
        __first = first;
        __room = room;
    }
    // Where the next one is put, before those there are move on.
    __if_seen(T) T *__more() {
        __refuse_destructor(T, vector);
        if (__count < __room) return __first + __count;
        return (T *)malloc((__count > 0 ? 2 * __count : 1) * sizeof(T)) + __count;
    }
    __if_seen(T) T &__taken(T *made) {
        if (__count == __room) __settle(made - __count, __count > 0 ? 2 * __count : 1);
        __count = __count + 1;
        return __first[__count - 1];
    }
    T &__add(const T &value) {
        __refuse_destructor(T, vector);
        if constexpr (__seen(T)) {
            T *made = __more();
            if constexpr (__moves_only(T)) {
                __placed(*made, move(*(T *)&value));
            } else {
                __placed(*made, value);
            }
            return __taken(made);
        } else if constexpr (__moves_only(T)) {
            // Whoever gives it no longer needs it: the compiler of a text has seen to that.
            if (__count == __room) reserve(__count > 0 ? 2 * __count : 1);
            T kept = move(*(T *)&value);
            memcpy(__first + __count, &kept, sizeof(T));
        } else if (__count == __room) {
            T kept = value;
            reserve(__count > 0 ? 2 * __count : 1);
            __placed(__first[__count], kept);
        } else {
            __placed(__first[__count], value);
        }
        __count = __count + 1;
        return __first[__count - 1];
    }
    void push_back(const T &value) { __add(value); }
    __if_seen(T) void push_back(T &&value) {
        T *made = __more();
        __placed(*made, move(value));
        __taken(made);
    }
    void pop_back() { __drop_from(__count - 1); }
    // So many at least, and room for as many again as there are.
    void __widen(size_t count) {
        if (count < __count) __drop_from(count);
        else if (count > __room) reserve(count < 2 * __count ? 2 * __count : count);
    }
    void resize(size_t count) {
        __widen(count);
        if constexpr (__is_class(T)) {
            for (size_t i = __count; i < count; ++i) __placed(__first[i], T());
        } else {
            if (count > __count) memset(__first + __count, 0, (count - __count) * sizeof(T));
        }
        __count = count;
    }
    void resize(size_t count, const T &value) {
        if constexpr (__seen(T)) {
            __widen(count);
            for (size_t i = __count; i < count; ++i) __placed(__first[i], value);
        } else {
            T kept = value;
            __widen(count);
            for (size_t i = __count; i < count; ++i) __placed(__first[i], kept);
        }
        __count = count;
    }
    void assign(size_t count, const T &value) {
        if (count > __room) {
            vector others(count, value);
            swap(others);
            return;
        }
        for (size_t i = 0; i < count && i < __count; ++i) __first[i] = value;
        for (size_t i = __count; i < count; ++i) __placed(__first[i], value);
        if (count < __count) __drop_from(count);
        __count = count;
    }
    void assign(const T *first, const T *last) {
        if constexpr (__seen(T)) {
            size_t count = last - first, i = 0;
            if (count > __room) {
                vector others(first, last);
                swap(others);
                return;
            }
            for (; i < count && i < __count; ++i) __first[i] = first[i];
            for (; i < count; ++i) __placed(__first[i], first[i]);
            if (count < __count) __drop_from(count);
            __count = count;
        } else if ((size_t)(last - first) > __room) {
            __take(first, last);
        } else {
            __count = last - first;
            if (__count > 0) memmove(__first, first, __count * sizeof(T));
        }
    }
    template <typename I, typename = enable_if_t<__is_struct(I)>> void assign(I first, I last) {
        vector others(first, last);
        swap(others);
    }
    void assign(const initializer_list<T> &all) { assign(all.begin(), all.end()); }
    void clear() { __drop_from(0); }
    void shrink_to_fit() {
        if (__room > __count) __settle((T *)malloc(__count * sizeof(T)), __count);
    }
    size_t max_size() const { return 9223372036854775807ull / sizeof(T); }
    size_t size() const { return __count; }
    size_t capacity() const { return __room; }
    bool empty() const { return __count == 0; }
    T *data() { return __first; }
    const T *data() const { return __first; }
    T &operator[](size_t i) { return __first[i]; }
    const T &operator[](size_t i) const { return __first[i]; }
    T &at(size_t i) {
        if (i >= __count) __beyond(i);
        return __first[i];
    }
    const T &at(size_t i) const {
        if (i >= __count) __beyond(i);
        return __first[i];
    }
    void __beyond(size_t i) const {
        throw out_of_range("vector::_M_range_check: __n (which is " + to_string(i) +
                           ") >= this->size() (which is " + to_string(__count) + ')');
    }
    T &front() { return __first[0]; }
    T &back() { return __first[__count - 1]; }
    const T &front() const { return __first[0]; }
    const T &back() const { return __first[__count - 1]; }
    T *begin() { return __first; }
    T *end() { return __first + __count; }
    const T *begin() const { return __first; }
    const T *end() const { return __first + __count; }
    const T *cbegin() const { return __first; }
    const T *cend() const { return __first + __count; }
    __reversed<T *> rbegin() { __reversed<T *> r = {__first + __count}; return r; }
    __reversed<T *> rend() { __reversed<T *> r = {__first}; return r; }
    __reversed<const T *> rbegin() const { return crbegin(); }
    __reversed<const T *> rend() const { return crend(); }
    __reversed<const T *> crbegin() const { __reversed<const T *> r = {__first + __count}; return r; }
    __reversed<const T *> crend() const { __reversed<const T *> r = {__first}; return r; }
    T *__open(const T *where, size_t count) {
        __refuse_destructor(T);
        size_t at = where - __first;
        if (__count + count > __room) reserve(__count + (__count > count ? __count : count));
        if (__count > at)
            memcpy(__first + at + count, __first + at, (__count - at) * sizeof(T));
        __count = __count + count;
        return __first + at;
    }
    T *insert(const T *where, const T &value) {
        if constexpr (__seen(T)) return __shifted(where, value);
        T kept = value;
        T *at = __open(where, 1);
        __placed(*at, kept);
        return at;
    }
    // As libstdc++ does: in its room, or beside the others in a larger one.
    __if_seen(T) T *__shifted(const T *where, const T &value) {
        size_t at = where - __first;
        if (__count == __room) {
            T *made = __apart(at);
            __placed(made[at], value);
            return __joined(made, at);
        }
        if (at == __count) {
            __placed(__first[at], value);
            __count = __count + 1;
            return __first + at;
        }
        T kept = value;
        return __set_apart(at, move(kept));
    }
    __if_seen(T) T *insert(const T *where, T &&value) {
        size_t at = where - __first;
        if (__count == __room) {
            T *made = __apart(at);
            __placed(made[at], move(value));
            return __joined(made, at);
        }
        if (at < __count) return __set_apart(at, move(value));
        __placed(__first[at], move(value));
        __count = __count + 1;
        return __first + at;
    }
    __if_seen(T) T *__set_apart(size_t at, T &&value) {
        __placed(__first[__count], move(__first[__count - 1]));
        __count = __count + 1;
        for (size_t i = __count - 2; i > at; --i) __first[i] = move(__first[i - 1]);
        __first[at] = move(value);
        return __first + at;
    }
    __if_seen(T) T *__apart(size_t at) {
        return (T *)malloc((__count > 0 ? 2 * __count : 1) * sizeof(T));
    }
    __if_seen(T) T *__joined(T *made, size_t at) {
        for (size_t i = 0; i < __count; ++i) {
            size_t to = i < at ? i : i + 1;
            if constexpr (__grows_by_moves(T)) __placed(made[to], move(__first[i]));
            else __placed(made[to], __first[i]);
            if constexpr (__grows_by_moves(T)) __ended(__first[i]);
        }
        if constexpr (!__grows_by_moves(T)) {
            for (size_t i = 0; i < __count; ++i) __ended(__first[i]);
        }
        free(__first);
        __room = __count > 0 ? 2 * __count : 1;
        __first = made;
        __count = __count + 1;
        return made + at;
    }
    T *insert(const T *where, size_t count, const T &value) {
        T kept = value;
        T *at = __open(where, count);
        for (size_t i = 0; i < count; ++i) __placed(at[i], kept);
        return at;
    }
    T *insert(const T *where, const T *first, const T *last) {
        vector others(first, last);
        T *at = __open(where, others.__count);
        for (size_t i = 0; i < others.__count; ++i) __placed(at[i], others.__first[i]);
        return at;
    }
    template <typename I, typename = enable_if_t<__is_struct(I)>>
    T *insert(const T *where, I first, I last) {
        vector others(first, last);
        return insert(where, others.begin(), others.end());
    }
    T *insert(const T *where, const initializer_list<T> &all) {
        return insert(where, all.begin(), all.end());
    }
    T *erase(const T *where) { return erase(where, where + 1); }
    T *erase(const T *first, const T *last) {
        size_t at = first - __first, gone = last - first, behind = __count - at - gone;
        if constexpr (__seen(T)) {
            for (size_t i = at; gone > 0 && i < at + behind; ++i) __first[i] = move(__first[i + gone]);
            if (gone > 0) __drop_from(__count - gone);
            return __first + at;
        }
        if (behind > 0) memcpy(__first + at, __first + at + gone, behind * sizeof(T));
        __count = __count - gone;
        return __first + at;
    }
    void swap(vector &other) {
        T *first = __first;
        size_t count = __count, room = __room;
        __first = other.__first;
        __count = other.__count;
        __room = other.__room;
        other.__first = first;
        other.__count = count;
        other.__room = room;
    }
    bool operator==(const vector &other) const {
        if (__count != other.__count) return false;
        for (size_t i = 0; i < __count; ++i) {
            if (!(__first[i] == other.__first[i])) return false;
        }
        return true;
    }
    bool operator!=(const vector &other) const { return !(*this == other); }
    bool operator<(const vector &other) const {
        for (size_t i = 0; i < __count && i < other.__count; ++i) {
            if (__first[i] < other.__first[i]) return true;
            if (other.__first[i] < __first[i]) return false;
        }
        return __count < other.__count;
    }
    bool operator>(const vector &other) const { return other < *this; }
    bool operator<=(const vector &other) const { return !(other < *this); }
    bool operator>=(const vector &other) const { return !(*this < other); }
};
// Each of its bits lies in a byte, which a program cannot see.
template <> struct vector<bool> {
    vector<char> __all;
    typedef bool value_type;
    typedef __bit_reference reference;
    typedef bool const_reference;
    typedef __bit_iterator iterator;
    typedef const bool *const_iterator;
    typedef __reversed<__bit_iterator> reverse_iterator;
    typedef size_t size_type;
    typedef long difference_type;
    typedef int __sequence;
    vector() {}
    explicit vector(size_t count) : __all(count) {}
    vector(size_t count, bool value) : __all(count, (char)value) {}
    template <typename I, typename = enable_if_t<!__is_integral(I)>> vector(I first, I last) {
        for (; first != last; ++first) push_back(*first);
    }
    bool *__bits() const { return (bool *)__all.__first; }
    bool &__add(bool value) {
        __all.push_back((char)value);
        return __bits()[size() - 1];
    }
    void push_back(bool value) { __all.push_back((char)value); }
    void pop_back() { __all.pop_back(); }
    void reserve(size_t room) { __all.reserve(room); }
    void resize(size_t count, bool value = false) { __all.resize(count, (char)value); }
    void assign(size_t count, bool value) { __all.assign(count, (char)value); }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> void assign(I first, I last) {
        vector others(first, last);
        swap(others);
    }
    void clear() { __all.clear(); }
    void shrink_to_fit() {}
    void flip() {
        for (size_t i = 0; i < size(); ++i) __bits()[i] = !__bits()[i];
    }
    size_t size() const { return __all.__count; }
    size_t capacity() const { return (__all.__room + 63) / 64 * 64; }
    bool empty() const { return size() == 0; }
    __bit_reference operator[](size_t i) {
        __bit_reference made = {__bits() + i};
        return made;
    }
    bool operator[](size_t i) const { return __bits()[i]; }
    __bit_reference at(size_t i) {
        if (i >= size()) __beyond(i);
        return (*this)[i];
    }
    bool at(size_t i) const {
        if (i >= size()) __beyond(i);
        return __bits()[i];
    }
    void __beyond(size_t i) const {
        throw out_of_range("vector<bool>::_M_range_check: __n (which is " + to_string(i) +
                           ") >= this->size() (which is " + to_string(size()) + ')');
    }
    __bit_reference front() { return (*this)[0]; }
    __bit_reference back() { return (*this)[size() - 1]; }
    bool front() const { return __bits()[0]; }
    bool back() const { return __bits()[size() - 1]; }
    __bit_iterator begin() {
        __bit_iterator at = {__bits()};
        return at;
    }
    __bit_iterator end() {
        __bit_iterator at = {__bits() + size()};
        return at;
    }
    const bool *begin() const { return __bits(); }
    const bool *end() const { return __bits() + size(); }
    const bool *cbegin() const { return __bits(); }
    const bool *cend() const { return __bits() + size(); }
    reverse_iterator rbegin() {
        reverse_iterator at = {end()};
        return at;
    }
    reverse_iterator rend() {
        reverse_iterator at = {begin()};
        return at;
    }
    const char *__at(const bool *where) const { return __all.__first + (where - __bits()); }
    __bit_iterator __iterator(char *at) {
        __bit_iterator made = {(bool *)at};
        return made;
    }
    __bit_iterator insert(const bool *where, bool value) {
        return __iterator(__all.insert(__at(where), (char)value));
    }
    __bit_iterator insert(const bool *where, size_t count, bool value) {
        return __iterator(__all.insert(__at(where), count, (char)value));
    }
    __bit_iterator erase(const bool *where) { return __iterator(__all.erase(__at(where))); }
    __bit_iterator erase(const bool *first, const bool *last) {
        return __iterator(__all.erase(__at(first), __at(last)));
    }
    void swap(vector &other) { __all.swap(other.__all); }
    static void swap(__bit_reference a, __bit_reference b) {
        bool kept = a;
        a = b;
        b = kept;
    }
    bool operator==(const vector &other) const { return __all == other.__all; }
    bool operator!=(const vector &other) const { return !(__all == other.__all); }
    bool operator<(const vector &other) const { return __all < other.__all; }
    bool operator>(const vector &other) const { return other.__all < __all; }
    bool operator<=(const vector &other) const { return !(other.__all < __all); }
    bool operator>=(const vector &other) const { return !(__all < other.__all); }
};
)",
         true},
        {"pair", R"(
template <typename A, typename B> struct pair {
    A first;
    B second;
    typedef A first_type;
    typedef B second_type;
    typedef pair __takes;
    __host__ __device__ pair() : first(), second() {}
    template <typename C, typename D>
    __host__ __device__ pair(const pair<C, D> &o) : first((A)o.first), second((B)o.second) {}
    __host__ __device__ pair(const A &a, const B &b) : first(a), second(b) {}
    __if_seen(__either<A, B>) __host__ __device__ pair(A &&a, B &&b) : first(move(a)), second(move(b)) {}
    __if_seen(__either<A, B>) __host__ __device__ pair(A &&a, const B &b) : first(move(a)), second(b) {}
    __if_seen(__either<A, B>) __host__ __device__ pair(const A &a, B &&b) : first(a), second(move(b)) {}
    __host__ __device__ bool operator==(const pair &o) const { return first == o.first && second == o.second; }
    __host__ __device__ bool operator!=(const pair &o) const { return !(*this == o); }
    __host__ __device__ bool operator<(const pair &o) const {
        return first < o.first || (!(o.first < first) && second < o.second);
    }
    __host__ __device__ bool operator>(const pair &o) const { return o < *this; }
    __host__ __device__ bool operator<=(const pair &o) const { return !(o < *this); }
    __host__ __device__ bool operator>=(const pair &o) const { return !(*this < o); }
    void swap(pair &o) {
        pair kept = *this;
        *this = o;
        o = kept;
    }
};
)",
         true},
        {"__either", "template <typename A, typename B> struct __either { A a; B b; };", true},
        {"make_pair", R"(
template <typename A, typename B>
__host__ __device__ pair<typename decay<A>::type, typename decay<B>::type> make_pair(A &&a, B &&b) {
    return pair<typename decay<A>::type, typename decay<B>::type>(forward<A>(a), forward<B>(b));
}
)"},
        // <functional>: what is called is of a class of its own, which the object knows by its
        // table. A copy has what is called of its own.
        {"__callee", R"(
template <typename R, typename... A> struct __callee {
    virtual R call(A &...a) = 0;
    virtual __callee<R, A...> *copy() const = 0;
    virtual ~__callee() {}
};
)",
         true},
        {"__callee_of", R"(
template <typename F, typename R, typename... A> struct __callee_of : __callee<R, A...> {
    F f;
    __callee_of(const F &g) : f(g) {}
    R call(A &...a) override { return f(__unwrapped(a)...); }
    __callee<R, A...> *copy() const override { return new __callee_of<F, R, A...>(f); }
};
)",
         true},
        {"__function", R"(
template <typename R, typename... A> struct __function {
    __callee<R, A...> *__callee_ = nullptr;
    __function() {}
    __function(int) {}
    template <typename F> __function(F f) : __callee_(new __callee_of<F, R, A...>(f)) {}
    __function(const __function &from) {
        if (from.__callee_) __callee_ = from.__callee_->copy();
    }
    __function(__function &&from) : __callee_(from.__callee_) { from.__callee_ = nullptr; }
    ~__function() { delete __callee_; }
    // It may be what is called just now.
    __function &operator=(const __function &from) {
        __function kept(from);
        swap(kept);
        return *this;
    }
    __function &operator=(__function &&from) {
        swap(from);
        return *this;
    }
    void swap(__function &other) {
        __callee<R, A...> *kept = __callee_;
        __callee_ = other.__callee_;
        other.__callee_ = kept;
    }
    R operator()(A... a) const {
        if (__callee_ == nullptr) throw runtime_error("bad_function_call");
        return __callee_->call(a...);
    }
    operator bool() const { return __callee_ != nullptr; }
};
)",
         true},
        {"__none", R"(
struct __none {
    __host__ __device__ bool operator==(const __none &o) const { return true; }
    __host__ __device__ bool operator<(const __none &o) const { return false; }
};
)",
         true},
        {"tuple", R"(
template <typename A = __none, typename B = __none, typename C = __none, typename D = __none,
          typename E = __none, typename F = __none, typename G = __none, typename H = __none>
struct tuple {
    A __0;
    B __1;
    C __2;
    D __3;
    E __4;
    F __5;
    G __6;
    H __7;
    typedef tuple __takes;
    template <typename I, typename J, typename K, typename L, typename M, typename N, typename O,
              typename P>
    __host__ __device__ tuple(const tuple<I, J, K, L, M, N, O, P> &t)
        : __0((A)t.__0), __1((B)t.__1), __2((C)t.__2), __3((D)t.__3),
          __4((E)t.__4), __5((F)t.__5), __6((G)t.__6), __7((H)t.__7) {}
    __host__ __device__ tuple() : __0(), __1(), __2(), __3(), __4(), __5(), __6(), __7() {}
    __host__ __device__ tuple(const A &a)
        : __0(a) {}
    __host__ __device__ tuple(const A &a, const B &b)
        : __0(a), __1(b) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c)
        : __0(a), __1(b), __2(c) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c, const D &d)
        : __0(a), __1(b), __2(c), __3(d) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c, const D &d, const E &e)
        : __0(a), __1(b), __2(c), __3(d), __4(e) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c, const D &d, const E &e,
            const F &f)
        : __0(a), __1(b), __2(c), __3(d), __4(e), __5(f) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c, const D &d, const E &e,
            const F &f, const G &g)
        : __0(a), __1(b), __2(c), __3(d), __4(e), __5(f), __6(g) {}
    __host__ __device__ tuple(const A &a, const B &b, const C &c, const D &d, const E &e,
            const F &f, const G &g, const H &h)
        : __0(a), __1(b), __2(c), __3(d), __4(e), __5(f), __6(g), __7(h) {}
    __host__ __device__ bool operator==(const tuple &o) const {
        return __0 == o.__0 &&
               __1 == o.__1 &&
               __2 == o.__2 &&
               __3 == o.__3 &&
               __4 == o.__4 &&
               __5 == o.__5 &&
               __6 == o.__6 &&
               __7 == o.__7;
    }
    __host__ __device__ bool operator!=(const tuple &o) const { return !(*this == o); }
    __host__ __device__ bool operator<(const tuple &o) const {
        if (__0 < o.__0) return true;
        if (o.__0 < __0) return false;
        if (__1 < o.__1) return true;
        if (o.__1 < __1) return false;
        if (__2 < o.__2) return true;
        if (o.__2 < __2) return false;
        if (__3 < o.__3) return true;
        if (o.__3 < __3) return false;
        if (__4 < o.__4) return true;
        if (o.__4 < __4) return false;
        if (__5 < o.__5) return true;
        if (o.__5 < __5) return false;
        if (__6 < o.__6) return true;
        if (o.__6 < __6) return false;
        if (__7 < o.__7) return true;
        if (o.__7 < __7) return false;
        return false;
    }
    __host__ __device__ bool operator>(const tuple &o) const { return o < *this; }
    __host__ __device__ bool operator<=(const tuple &o) const { return !(o < *this); }
    __host__ __device__ bool operator>=(const tuple &o) const { return !(*this < o); }
};
)",
         true},
        {"make_tuple", R"(
template <typename A>
__host__ __device__ tuple<A> make_tuple(A a) {
    return tuple<A>(a);
}
template <typename A, typename B>
__host__ __device__ tuple<A, B> make_tuple(A a, B b) {
    return tuple<A, B>(a, b);
}
template <typename A, typename B, typename C>
__host__ __device__ tuple<A, B, C> make_tuple(A a, B b, C c) {
    return tuple<A, B, C>(a, b, c);
}
template <typename A, typename B, typename C, typename D>
__host__ __device__ tuple<A, B, C, D> make_tuple(A a, B b, C c, D d) {
    return tuple<A, B, C, D>(a, b, c, d);
}
template <typename A, typename B, typename C, typename D, typename E>
__host__ __device__ tuple<A, B, C, D, E> make_tuple(A a, B b, C c, D d, E e) {
    return tuple<A, B, C, D, E>(a, b, c, d, e);
}
template <typename A, typename B, typename C, typename D, typename E, typename F>
__host__ __device__ tuple<A, B, C, D, E, F> make_tuple(A a, B b, C c, D d, E e, F f) {
    return tuple<A, B, C, D, E, F>(a, b, c, d, e, f);
}
template <typename A, typename B, typename C, typename D, typename E, typename F, typename G>
__host__ __device__ tuple<A, B, C, D, E, F, G> make_tuple(A a, B b, C c, D d, E e, F f, G g) {
    return tuple<A, B, C, D, E, F, G>(a, b, c, d, e, f, g);
}
template <typename A, typename B, typename C, typename D, typename E, typename F,
          typename G, typename H>
__host__ __device__ tuple<A, B, C, D, E, F, G, H> make_tuple(A a, B b, C c, D d, E e, F f,
        G g, H h) {
    return tuple<A, B, C, D, E, F, G, H>(a, b, c, d, e, f, g, h);
}
)"},
        {"__anything", R"(
struct __anything {
    template <typename T> const __anything &operator=(const T &value) const { return *this; }
};
)",
         true},
        {"ignore", "__anything ignore;"},
        {"__joined", R"(
template <int N, typename T> __host__ __device__ auto __part_of(const T &t) {
    if constexpr (N == 0) return t.__0;
    else if constexpr (N == 1) return t.__1;
    else if constexpr (N == 2) return t.__2;
    else if constexpr (N == 3) return t.__3;
    else if constexpr (N == 4) return t.__4;
    else if constexpr (N == 5) return t.__5;
    else if constexpr (N == 6) return t.__6;
    else return t.__7;
}
template <int N, int M, int I, typename T, typename U>
__host__ __device__ auto __of_both(const T &t, const U &u) {
    if constexpr (I < N) return __part_of<I>(t);
    else return __part_of<I - N>(u);
}
template <int N, int M, typename T, typename U> __host__ __device__ auto __joined(const T &t, const U &u) {
    if constexpr (N + M == 1) return make_tuple(__of_both<N, M, 0>(t, u));
    else if constexpr (N + M == 2) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u));
    else if constexpr (N + M == 3) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u));
    else if constexpr (N + M == 4) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u), __of_both<N, M, 3>(t, u));
    else if constexpr (N + M == 5) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u), __of_both<N, M, 3>(t, u), __of_both<N, M, 4>(t, u));
    else if constexpr (N + M == 6) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u), __of_both<N, M, 3>(t, u), __of_both<N, M, 4>(t, u), __of_both<N, M, 5>(t, u));
    else if constexpr (N + M == 7) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u), __of_both<N, M, 3>(t, u), __of_both<N, M, 4>(t, u), __of_both<N, M, 5>(t, u), __of_both<N, M, 6>(t, u));
    else if constexpr (N + M == 8) return make_tuple(__of_both<N, M, 0>(t, u), __of_both<N, M, 1>(t, u), __of_both<N, M, 2>(t, u), __of_both<N, M, 3>(t, u), __of_both<N, M, 4>(t, u), __of_both<N, M, 5>(t, u), __of_both<N, M, 6>(t, u), __of_both<N, M, 7>(t, u));
}
)"},
        {"tuple_cat", R"(
template <typename T> __host__ __device__ T tuple_cat(const T &t) { return t; }
template <typename T, typename U> __host__ __device__ auto tuple_cat(const T &t, const U &u) {
    return __joined<tuple_size<T>::value, tuple_size<U>::value>(t, u);
}
template <typename T, typename U, typename V>
__host__ __device__ auto tuple_cat(const T &t, const U &u, const V &v) {
    return tuple_cat(tuple_cat(t, u), v);
}
template <typename T, typename U, typename V, typename W>
__host__ __device__ auto tuple_cat(const T &t, const U &u, const V &v, const W &w) {
    return tuple_cat(tuple_cat(t, u), tuple_cat(v, w));
}
)"},
        {"__untie", R"(
template <typename T, typename U, typename A, typename B>
void __untie(pair<T, U> from, A &a, B &b) {
    a = from.first;
    b = from.second;
}
template <typename T, typename A, typename B>
void __untie(T from, A &a, B &b) {
    a = from.__0;
    b = from.__1;
}
template <typename T, typename A, typename B, typename C>
void __untie(T from, A &a, B &b, C &c) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
}
template <typename T, typename A, typename B, typename C, typename D>
void __untie(T from, A &a, B &b, C &c, D &d) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
    d = from.__3;
}
template <typename T, typename A, typename B, typename C, typename D, typename E>
void __untie(T from, A &a, B &b, C &c, D &d, E &e) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
    d = from.__3;
    e = from.__4;
}
template <typename T, typename A, typename B, typename C, typename D, typename E, typename F>
void __untie(T from, A &a, B &b, C &c, D &d, E &e, F &f) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
    d = from.__3;
    e = from.__4;
    f = from.__5;
}
template <typename T, typename A, typename B, typename C, typename D, typename E,
          typename F, typename G>
void __untie(T from, A &a, B &b, C &c, D &d, E &e, F &f, G &g) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
    d = from.__3;
    e = from.__4;
    f = from.__5;
    g = from.__6;
}
template <typename T, typename A, typename B, typename C, typename D, typename E,
          typename F, typename G, typename H>
void __untie(T from, A &a, B &b, C &c, D &d, E &e, F &f, G &g, H &h) {
    a = from.__0;
    b = from.__1;
    c = from.__2;
    d = from.__3;
    e = from.__4;
    f = from.__5;
    g = from.__6;
    h = from.__7;
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

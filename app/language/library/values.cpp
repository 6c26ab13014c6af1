// Of <optional>, <variant>, <string_view>, <span>, <initializer_list> and <bitset>.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> value_parts() {
    static constexpr LibraryPart parts[] = {
        // Its braces are read as a container's are.
        {"initializer_list", R"(
template <typename T> struct initializer_list {
    // A vector names this type before its own size is known.
    vector<T> *__all;
    typedef T value_type;
    typedef const T *iterator;
    typedef const T *const_iterator;
    initializer_list() : __all(new vector<T>()) {}
    initializer_list(const initializer_list &from) : __all(new vector<T>(*from.__all)) {}
    __if_ends(T) ~initializer_list() { delete __all; }
    __if_ends(T) initializer_list &operator=(const initializer_list &from) {
        *__all = *from.__all;
        return *this;
    }
    void __add(const T &value) { __all->__add(value); }
    size_t size() const { return __all->size(); }
    const T *begin() const { return __all->begin(); }
    const T *end() const { return __all->end(); }
    operator vector<T>() const { return *__all; }
};
)",
         true},
        // <optional>
        {"nullopt_t", "struct nullopt_t { int __none; };", true},
        {"nullopt", "const nullopt_t nullopt = {0};"},
        {"bad_optional_access", R"(
struct bad_optional_access : exception {
    bad_optional_access() : exception("bad optional access") {}
};
)",
         true},
        {"optional", R"(
template <typename T> struct optional {
    T *__at;
    typedef T value_type;
    typedef T __takes;
    optional() : __at(nullptr) {}
    optional(nullopt_t none) : __at(nullptr) {}
    optional(const T &value) : __at(nullptr) { __set(value); }
    optional(const optional &other) : __at(nullptr) {
        if (other.__at) __set(*other.__at);
    }
    optional(optional &&other) : __at(other.__at) { other.__at = nullptr; if (__at) other.__set(*__at); }
    template <typename U> optional(const U &value) : __at(nullptr) { __assign(value); }
    template <typename U> void __assign(const U &value) {
        T made = value;
        __set(made);
    }
    void __begin() {
        T made = T();
        __set(made);
    }
    void __set(const T &value) {
        __refuse_destructor(T);
        if constexpr (__moves_only(T)) {
            T made = move(*(T *)&value);
            __at = __new_with(made);
        } else {
            T made = value;
            __at = __new_with(made);
        }
    }
    optional &operator=(nullopt_t none) { __at = nullptr; return *this; }
    optional &operator=(const optional &other) {
        if (this == &other) return *this;
        __at = nullptr;
        if (other.__at) __set(*other.__at);
        return *this;
    }
    optional &operator=(const T &value) {
        T kept = value;
        __set(kept);
        return *this;
    }
    bool has_value() const { return __at != nullptr; }
    operator bool() const { return __at != nullptr; }
    bool operator!() const { return __at == nullptr; }
    T &operator*() { return *__at; }
    const T &operator*() const { return *__at; }
    T *operator->() { return __at; }
    const T *operator->() const { return __at; }
    T &value() {
        if (!__at) throw bad_optional_access();
        return *__at;
    }
    const T &value() const {
        if (!__at) throw bad_optional_access();
        return *__at;
    }
    T value_or(const T &other) const {
        if (__at) return *__at;
        return other;
    }
    void reset() { __at = nullptr; }
    template <typename... A> T &emplace(A... a) {
        __set(T(a...));
        return *__at;
    }
    void swap(optional &other) {
        T *before = __at;
        __at = other.__at;
        other.__at = before;
    }
    bool operator==(nullopt_t none) const { return __at == nullptr; }
    bool operator!=(nullopt_t none) const { return __at != nullptr; }
    bool operator==(const T &value) const { return __at != nullptr && *__at == value; }
    bool operator!=(const T &value) const { return !(*this == value); }
    bool operator==(const optional &other) const {
        if (!__at || !other.__at) return !__at && !other.__at;
        return *__at == *other.__at;
    }
    bool operator!=(const optional &other) const { return !(*this == other); }
    bool operator<(const optional &other) const {
        return other.__at && (!__at || *__at < *other.__at);
    }
    bool operator>(const optional &other) const { return other < *this; }
    bool operator<=(const optional &other) const { return !(other < *this); }
    bool operator>=(const optional &other) const { return !(*this < other); }
    bool operator<(const T &value) const { return !__at || *__at < value; }
    bool operator>(const T &value) const { return __at && value < *__at; }
    bool operator<=(const T &value) const { return !__at || !(value < *__at); }
    bool operator>=(const T &value) const { return __at && !(*__at < value); }
};
)",
         true},
        {"make_optional",
         "template <typename T> optional<T> make_optional(const T &value) { return "
         "optional<T>(value); }"},
        // <variant>
        {"monostate", R"(
struct monostate {
    bool operator==(const monostate &o) const { return true; }
};
)",
         true},
        {"bad_any_cast", R"(
struct bad_any_cast : exception {
    bad_any_cast() : exception("bad any_cast") {}
};
)",
         true},
        {"__any_held", R"(
struct __any_held {
    virtual __any_held *copy() const = 0;
    virtual type_info type() const = 0;
    virtual ~__any_held() {}
};
)",
         true},
        {"__any_of", R"(
template <typename T> struct __any_of : __any_held {
    T __value;
    __any_of(const T &value) : __value(value) {}
    __any_held *copy() const override { return new __any_of<T>(__value); }
    type_info type() const override { return typeid(T); }
};
)",
         true},
        {"any", R"(
struct any {
    using __takes = void;
    __any_held *__held;
    any() : __held(nullptr) {}
    any(const any &o) : __held(o.__held ? o.__held->copy() : nullptr) {}
    any(any &&o) : __held(o.__held) { o.__held = nullptr; }
    template <typename T> any(const T &value) : __held(new __any_of<T>(value)) {}
    any(const char *text) : __held(new __any_of<const char *>(text)) {}
    ~any() { reset(); }
    any &operator=(const any &o) {
        __any_held *held = o.__held ? o.__held->copy() : nullptr;
        reset();
        __held = held;
        return *this;
    }
    any &operator=(any &&o) {
        __any_held *held = o.__held;
        o.__held = nullptr;
        reset();
        __held = held;
        return *this;
    }
    template <typename T> any &operator=(const T &value) {
        __any_held *held = new __any_of<T>(value);
        reset();
        __held = held;
        return *this;
    }
    any &operator=(const char *text) {
        reset();
        __held = new __any_of<const char *>(text);
        return *this;
    }
    template <typename T> T &emplace(const T &value) {
        *this = value;
        return ((__any_of<T> *)__held)->__value;
    }
    bool has_value() const { return __held != nullptr; }
    type_info type() const {
        if (__held) return __held->type();
        return typeid(void);
    }
    void reset() {
        __any_held *held = __held;
        __held = nullptr;
        if (held) delete held;
    }
    void swap(any &o) {
        __any_held *held = __held;
        __held = o.__held;
        o.__held = held;
    }
};
)",
         true},
        {"any_cast", R"(
template <typename T> T *any_cast(any *from) {
    return from && from->__held && from->type() == typeid(T) ? &((__any_of<T> *)from->__held)->__value : nullptr;
}
template <typename T> const T *any_cast(const any *from) {
    return from && from->__held && from->type() == typeid(T) ? &((__any_of<T> *)from->__held)->__value : nullptr;
}
template <typename T> typename remove_reference<T>::type &any_cast(any &from) {
    typename remove_reference<T>::type *found = any_cast<typename remove_reference<T>::type>(&from);
    if (!found) throw bad_any_cast();
    return *found;
}
template <typename T> const typename remove_reference<T>::type &any_cast(const any &from) {
    const typename remove_reference<T>::type *found = any_cast<typename remove_reference<T>::type>(&from);
    if (!found) throw bad_any_cast();
    return *found;
}
)"},
        {"make_any", R"(
template <typename T, typename... A> any make_any(A &&...given) { return any(T(forward<A>(given)...)); }
)"},
        {"bad_variant_access", R"(
struct bad_variant_access : exception {
    bad_variant_access(const string &what) : exception(what) {}
};
)",
         true},
        // Which of the types it is, or the first that it becomes.
        {"__place_of", R"(
template <typename U, typename... T> struct __place_of { static const int value = 0; };
template <typename U, typename F, typename... R> struct __place_of<U, F, R...> {
    static const int value = is_same<U, F>::value ? 0 : 1 + __place_of<U, R...>::value;
};
)",
         true},
        {"__first_for", R"(
template <typename U, typename... T> struct __first_for { static const int value = 0; };
template <typename U, typename F, typename... R> struct __first_for<U, F, R...> {
    static const int value = __becomes(U, F) ? 0 : 1 + __first_for<U, R...>::value;
};
)",
         true},
        {"__choices", R"(
template <typename... T> struct __choices { int none; };
template <typename F, typename... R> struct __choices<F, R...> {
    optional<F> value;
    __choices<R...> rest;
};
)",
         true},
        {"__choice", R"(
template <int N, typename C> auto __choice(C &all) {
    if constexpr (N == 0) {
        return &all.value;
    } else {
        return __choice<N - 1>(all.rest);
    }
}
)"},
        {"variant", R"(
template <typename... T> struct variant {
    int __index;
    __choices<T...> __all;
    typedef void __takes;
    static const int __count = sizeof...(T);
    template <typename U> static constexpr int __of() {
        return __place_of<U, T...>::value < __count ? __place_of<U, T...>::value
                                                    : __first_for<U, T...>::value;
    }
    variant() : __index(0) { __choice<0>(__all)->__begin(); }
    variant(const variant &other) : __index(other.__index), __all(other.__all) {}
    variant &operator=(const variant &other) {
        __index = other.__index;
        __all = other.__all;
        return *this;
    }
    template <typename U> variant(const U &value) : __index(0) { __put<__of<U>()>(value); }
    template <typename U> variant &operator=(const U &value) {
        __put<__of<U>()>(value);
        return *this;
    }
    template <int N, typename U> void __put(const U &value) {
        __choice<N>(__all)->__assign(value);
        __index = N;
    }
    template <int N> auto &__get() const {
        if (__index != N)
            throw bad_variant_access("std::get: wrong index for variant");
        return *__choice<N>(__all)->__at;
    }
    template <typename U, typename... A> U &emplace(A... a) {
        __put<__place_of<U, T...>::value>(U(a...));
        return __get<__place_of<U, T...>::value>();
    }
    template <typename U> bool __is() const { return __index == __place_of<U, T...>::value; }
    template <typename U> U &__get_type() const { return __get<__place_of<U, T...>::value>(); }
    size_t index() const { return __index; }
    bool valueless_by_exception() const { return false; }
};
)",
         true},
        {"__alternative", R"(
template <typename U, typename V> U &__alternative(V &v) { return v.template __get_type<U>(); }
)"},
        {"__alternative_at", R"(
template <int N, typename V> auto &__alternative_at(V &v) { return v.template __get<N>(); }
)"},
        {"variant_size", R"(
template <typename V> struct variant_size { static constexpr size_t value = V::__count; };
)",
         true},
        {"variant_size_v", "template <typename V> constexpr size_t variant_size_v = V::__count;"},
        {"holds_alternative", R"(
template <typename U, typename V> bool holds_alternative(const V &v) { return v.template __is<U>(); }
)"},
        {"get_if", R"(
template <typename U, typename V> U *get_if(V *v) {
    if (!v || !v->template __is<U>()) return nullptr;
    return &v->template __get_type<U>();
}
)"},
        {"__visit", R"(
template <int N, typename F, typename V> auto __visit(F &f, V &v) {
    if constexpr (N + 1 == V::__count) {
        return f(v.template __get<N>());
    } else {
        if (v.__index == N) return f(v.template __get<N>());
        return __visit<N + 1>(f, v);
    }
}
)"},
        {"visit", R"(
template <typename F, typename V> auto visit(F f, V &&v) { return __visit<0>(f, v); }
template <typename F, typename V, typename W> auto visit(F f, V &&v, W &&w) {
    return visit([&](auto &x) { return visit([&](auto &y) { return f(x, y); }, w); }, v);
}
)"},
        {"__view_of",
         "string_view __view_of(const char *text, size_t count) { return string_view(text, count); "
         "}"},
        {"__string_of",
         "string __string_of(const char *text, size_t count) { return string(text, count); }"},
        // <string_view>
        {"string_view", R"(
struct string_view {
    const char *__first;
    size_t __count;
    typedef const char *iterator;
    typedef const char *const_iterator;
    typedef size_t size_type;
    typedef char value_type;
    static const size_t npos = -1;
    string_view() : __first(nullptr), __count(0) {}
    string_view(const char *text) : __first(text), __count(__length_of(text)) {}
    string_view(const char *text, size_t count) : __first(text), __count(count) {}
    string_view(const string &text) : __first(text.data()), __count(text.size()) {}
    operator string() const { return string(__first, __count); }
    operator __text() const {
        string whole(__first, __count);
        __text text = {whole.c_str(), __count};
        return text;
    }
    const char *data() const { return __first; }
    size_t size() const { return __count; }
    size_t length() const { return __count; }
    bool empty() const { return __count == 0; }
    const char &operator[](size_t i) const { return __first[i]; }
    const char &at(size_t i) const {
        if (i >= __count)
            throw out_of_range("basic_string_view::at: __pos (which is " + to_string(i) +
                               ") >= this->size() (which is " + to_string(__count) + ')');
        return __first[i];
    }
    const char &front() const { return __first[0]; }
    const char &back() const { return __first[__count - 1]; }
    const char *begin() const { return __first; }
    const char *end() const { return __first + __count; }
    const char *cbegin() const { return __first; }
    const char *cend() const { return __first + __count; }
    void remove_prefix(size_t n) {
        __first = __first + n;
        __count = __count - n;
    }
    void remove_suffix(size_t n) { __count = __count - n; }
    string_view substr(size_t begin = 0, size_t count = npos) const {
        if (begin > __count)
            throw out_of_range("basic_string_view::substr: __pos (which is " + to_string(begin) +
                               ") > __size (which is " + to_string(__count) + ')');
        size_t rest = __count - begin;
        return string_view(__first + begin, count < rest ? count : rest);
    }
    const char *__text_of() const { return __first ? __first : ""; }
    size_t find(string_view text, size_t from = 0) const {
        return __text_find(__text_of(), __count, text.__text_of(), text.__count, from);
    }
    size_t find(char c, size_t from = 0) const {
        return __text_find(__text_of(), __count, &c, 1, from);
    }
    size_t rfind(string_view text, size_t from = npos) const {
        return __text_find_back(__text_of(), __count, text.__text_of(), text.__count, from);
    }
    size_t rfind(char c, size_t from = npos) const {
        return __text_find_back(__text_of(), __count, &c, 1, from);
    }
    size_t find_first_of(string_view set, size_t from = 0) const {
        return __text_find_of(__text_of(), __count, set.__text_of(), set.__count, from, 0);
    }
    size_t find_last_of(string_view set, size_t from = npos) const {
        return __text_find_of(__text_of(), __count, set.__text_of(), set.__count, from, 1);
    }
    size_t find_first_not_of(string_view set, size_t from = 0) const {
        return __text_find_of(__text_of(), __count, set.__text_of(), set.__count, from, 2);
    }
    size_t find_last_not_of(string_view set, size_t from = npos) const {
        return __text_find_of(__text_of(), __count, set.__text_of(), set.__count, from, 3);
    }
    size_t find_first_of(char c, size_t from = 0) const { return find(c, from); }
    size_t find_last_of(char c, size_t from = npos) const { return rfind(c, from); }
    size_t find_first_not_of(char c, size_t from = 0) const {
        return __text_find_of(__text_of(), __count, &c, 1, from, 2);
    }
    size_t find_last_not_of(char c, size_t from = npos) const {
        return __text_find_of(__text_of(), __count, &c, 1, from, 3);
    }
    int compare(string_view other) const {
        return __text_compare(__text_of(), __count, other.__text_of(), other.__count);
    }
    bool starts_with(string_view text) const {
        return __count >= text.__count && substr(0, text.__count).compare(text) == 0;
    }
    bool starts_with(char c) const { return __count > 0 && __first[0] == c; }
    bool ends_with(string_view text) const {
        return __count >= text.__count && substr(__count - text.__count).compare(text) == 0;
    }
    bool ends_with(char c) const { return __count > 0 && __first[__count - 1] == c; }
    bool contains(string_view text) const { return find(text) != npos; }
    bool operator==(string_view b) const { return compare(b) == 0; }
    bool operator!=(string_view b) const { return compare(b) != 0; }
    bool operator<(string_view b) const { return compare(b) < 0; }
    bool operator>(string_view b) const { return compare(b) > 0; }
    bool operator<=(string_view b) const { return compare(b) <= 0; }
    bool operator>=(string_view b) const { return compare(b) >= 0; }
};
bool operator==(const char *a, string_view b) { return b.compare(a) == 0; }
bool operator!=(const char *a, string_view b) { return b.compare(a) != 0; }
)",
         true},
        // <span>
        {"dynamic_extent", "const size_t dynamic_extent = -1;"},
        {"span", R"(
template <typename T, size_t N = 18446744073709551615ull> struct span {
    T *__first;
    size_t __count;
    typedef T element_type;
    typedef T *iterator;
    typedef T *__takes;
    __host__ __device__ span() : __first(nullptr), __count(0) {}
    __host__ __device__ span(T *first, size_t count) : __first(first), __count(count) {}
    __host__ __device__ span(T *first, T *last) : __first(first), __count(last - first) {}
    template <typename U, size_t K> __host__ __device__ span(U (&all)[K])
        : __first(all), __count(K) {}
    template <typename L> __host__ __device__ span(const L &all)
        : __first((T *)all.data()), __count(all.size()) {}
    __host__ __device__ T *data() const { return __first; }
    __host__ __device__ size_t size() const { return __count; }
    __host__ __device__ size_t size_bytes() const { return __count * sizeof(T); }
    __host__ __device__ bool empty() const { return __count == 0; }
    __host__ __device__ T &operator[](size_t i) const { return __first[i]; }
    __host__ __device__ T &front() const { return __first[0]; }
    __host__ __device__ T &back() const { return __first[__count - 1]; }
    __host__ __device__ T *begin() const { return __first; }
    __host__ __device__ T *end() const { return __first + __count; }
    __host__ __device__ span<T> first(size_t count) const { return span<T>(__first, count); }
    __host__ __device__ span<T> last(size_t count) const {
        return span<T>(__first + (__count - count), count);
    }
    __host__ __device__ span<T> subspan(size_t begin, size_t count = 18446744073709551615ull) const {
        return span<T>(__first + begin, count < __count - begin ? count : __count - begin);
    }
};
)",
         true},
        // <mdspan>, which <cuda/std/mdspan> has for kernels: up to four dimensions.
        {"layout_right", "struct layout_right { static const bool __is_left = false; };", true},
        {"layout_left", "struct layout_left { static const bool __is_left = true; };", true},
        {"extents", R"(
template <typename I, size_t... E> struct extents {
    typedef I index_type;
    static constexpr size_t rank() { return sizeof...(E); }
    __host__ __device__ static size_t __of(size_t at) {
        const size_t all[] = {E..., 1};
        return all[at];
    }
};
)",
         true},
        {"__any_extents", R"(
struct __any_extents {
    __host__ __device__ static size_t __of(size_t at) { return dynamic_extent; }
};
)",
         true},
        {"__dextents", R"(
template <typename I, size_t N> struct __dextents {};
template <typename I> struct __dextents<I, 1> { using type = extents<I, dynamic_extent>; };
template <typename I> struct __dextents<I, 2> { using type = extents<I, dynamic_extent, dynamic_extent>; };
template <typename I> struct __dextents<I, 3> {
    using type = extents<I, dynamic_extent, dynamic_extent, dynamic_extent>;
};
template <typename I> struct __dextents<I, 4> {
    using type = extents<I, dynamic_extent, dynamic_extent, dynamic_extent, dynamic_extent>;
};
)",
         true},
        {"dextents",
         "template <typename I, size_t N> using dextents = typename __dextents<I, N>::type;", true},
        {"dims",
         "template <size_t N, typename I = size_t> using dims = typename __dextents<I, N>::type;",
         true},
        {"mdspan", R"(
template <typename T, typename X = __any_extents, typename L = layout_right> struct mdspan {
    T *__first;
    size_t __extents[4];
    size_t __rank;
    typedef T element_type;
    typedef T value_type;
    typedef size_t size_type;
    __host__ __device__ mdspan() : __first(nullptr) { __set(0, 0, 0, 0, 0); }
    __host__ __device__ explicit mdspan(T *first) : __first(first) { __set(0, 0, 0, 0, 0); }
    __host__ __device__ mdspan(T *first, size_t a) : __first(first) { __set(1, a, 1, 1, 1); }
    __host__ __device__ mdspan(T *first, size_t a, size_t b) : __first(first) { __set(2, a, b, 1, 1); }
    __host__ __device__ mdspan(T *first, size_t a, size_t b, size_t c) : __first(first) { __set(3, a, b, c, 1); }
    __host__ __device__ mdspan(T *first, size_t a, size_t b, size_t c, size_t d) : __first(first) {
        __set(4, a, b, c, d);
    }
    __host__ __device__ void __set(size_t given, size_t a, size_t b, size_t c, size_t d) {
        const size_t values[] = {a, b, c, d};
        size_t next = 0;
        if constexpr (is_same<X, __any_extents>::value) __rank = given;
        else __rank = X::rank();
        for (size_t i = 0; i < 4; ++i) __extents[i] = 1;
        for (size_t i = 0; i < __rank; ++i) {
            __extents[i] = X::__of(i);
            // All are given, or those that the type leaves open.
            if (given == __rank) __extents[i] = values[i];
            else if (X::__of(i) == dynamic_extent) __extents[i] = next < given ? values[next++] : 0;
        }
    }
    __host__ __device__ T &operator()(size_t i) const { return __first[i]; }
    __host__ __device__ T &operator[](size_t i) const { return __first[i]; }
    __host__ __device__ T &operator()(size_t i, size_t j) const {
        if constexpr (L::__is_left) return __first[i + __extents[0] * j];
        else return __first[i * __extents[1] + j];
    }
    __host__ __device__ T &operator()(size_t i, size_t j, size_t k) const {
        if constexpr (L::__is_left) return __first[i + __extents[0] * (j + __extents[1] * k)];
        else return __first[(i * __extents[1] + j) * __extents[2] + k];
    }
    __host__ __device__ T &operator()(size_t i, size_t j, size_t k, size_t l) const {
        if constexpr (L::__is_left) return __first[i + __extents[0] * (j + __extents[1] * (k + __extents[2] * l))];
        else return __first[((i * __extents[1] + j) * __extents[2] + k) * __extents[3] + l];
    }
    __host__ __device__ size_t extent(size_t i) const { return __extents[i]; }
    __host__ __device__ size_t stride(size_t at) const {
        size_t made = 1;
        if constexpr (L::__is_left) {
            for (size_t i = 0; i < at; ++i) made *= __extents[i];
        } else {
            for (size_t i = at + 1; i < __rank; ++i) made *= __extents[i];
        }
        return made;
    }
    __host__ __device__ size_t rank() const { return __rank; }
    __host__ __device__ size_t size() const {
        size_t made = 1;
        for (size_t i = 0; i < __rank; ++i) made *= __extents[i];
        return made;
    }
    __host__ __device__ bool empty() const { return size() == 0; }
    __host__ __device__ T *data_handle() const { return __first; }
};
)",
         true},
        // <bitset>
        {"bitset", R"(
template <size_t N> struct bitset {
    unsigned long long __words[(N + 63) / 64];
    bitset() {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = 0;
    }
    bitset(int value) { *this = bitset((unsigned long long)value); }
    bitset(unsigned long long value) {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = 0;
        __words[0] = N < 64 ? value & ((1ull << (N % 64)) - 1) : value;
    }
    bitset(const string &text) {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = 0;
        size_t count = text.size() < N ? text.size() : N;
        for (size_t i = 0; i < count; ++i) {
            char c = text[count - 1 - i];
            if (c != '0' && c != '1') throw invalid_argument("bitset::_M_copy_from_ptr");
            if (c == '1') set(i);
        }
    }
    bitset(const char *text) { *this = bitset(string(text)); }
    struct __bit {
        bitset *of;
        size_t at;
        operator bool() const { return of->__has(at); }
        bool operator~() const { return !of->__has(at); }
        __bit &operator=(bool value) { of->__put(at, value); return *this; }
        __bit &operator=(const __bit &other) { of->__put(at, other.of->__has(other.at)); return *this; }
        __bit &flip() { of->__put(at, !of->__has(at)); return *this; }
    };
    bool __has(size_t i) const { return (__words[i / 64] >> (i % 64) & 1) != 0; }
    void __put(size_t i, bool value) {
        unsigned long long bit = 1ull << (i % 64);
        __words[i / 64] = value ? __words[i / 64] | bit : __words[i / 64] & ~bit;
    }
    void __hold(size_t i, const char *what) const {
        if (i >= N)
            throw out_of_range(string(what) + ": __position (which is " + to_string(i) +
                               ") >= _Nb (which is " + to_string(N) + ')');
    }
    __bit operator[](size_t i) { __bit made = {this, i}; return made; }
    bool operator[](size_t i) const { return __has(i); }
    bool test(size_t i) const { __hold(i, "bitset::test"); return __has(i); }
    bitset &set() {
        for (size_t i = 0; i < N; ++i) __put(i, true);
        return *this;
    }
    bitset &set(size_t i, bool value = true) { __hold(i, "bitset::set"); __put(i, value); return *this; }
    bitset &reset() {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = 0;
        return *this;
    }
    bitset &reset(size_t i) { __hold(i, "bitset::reset"); __put(i, false); return *this; }
    bitset &flip() {
        for (size_t i = 0; i < N; ++i) __put(i, !__has(i));
        return *this;
    }
    bitset &flip(size_t i) { __hold(i, "bitset::flip"); __put(i, !__has(i)); return *this; }
    size_t count() const {
        size_t sum = 0;
        for (size_t i = 0; i < N; ++i) sum += __has(i);
        return sum;
    }
    size_t size() const { return N; }
    bool any() const { return count() > 0; }
    bool none() const { return count() == 0; }
    bool all() const { return count() == N; }
    string to_string() const {
        string text(N, '0');
        for (size_t i = 0; i < N; ++i) if (__has(i)) text[N - 1 - i] = '1';
        return text;
    }
    unsigned long long to_ullong() const { return __words[0]; }
    unsigned long to_ulong() const { return __words[0]; }
    bitset operator~() const { bitset made = *this; made.flip(); return made; }
    bitset operator&(const bitset &o) const { bitset made = *this; made &= o; return made; }
    bitset operator|(const bitset &o) const { bitset made = *this; made |= o; return made; }
    bitset operator^(const bitset &o) const { bitset made = *this; made ^= o; return made; }
    bitset &operator&=(const bitset &o) {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = __words[i] & o.__words[i];
        return *this;
    }
    bitset &operator|=(const bitset &o) {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = __words[i] | o.__words[i];
        return *this;
    }
    bitset &operator^=(const bitset &o) {
        for (size_t i = 0; i < (N + 63) / 64; ++i) __words[i] = __words[i] ^ o.__words[i];
        return *this;
    }
    bitset operator<<(size_t n) const {
        bitset made;
        for (size_t i = n; i < N; ++i) made.__put(i, __has(i - n));
        return made;
    }
    bitset operator>>(size_t n) const {
        bitset made;
        for (size_t i = n; i < N; ++i) made.__put(i - n, __has(i));
        return made;
    }
    bool operator==(const bitset &o) const {
        for (size_t i = 0; i < (N + 63) / 64; ++i) if (__words[i] != o.__words[i]) return false;
        return true;
    }
    bool operator!=(const bitset &o) const { return !(*this == o); }
};
template <size_t N> ostream &operator<<(ostream &out, const bitset<N> &x) {
    return out << x.to_string();
}
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

// Of <valarray>: arrays that are calculated with as a whole. What a compiler's library leaves open
// until it is asked for is worked out at once here, element by element.
#include "app/language/library/parts.h"

namespace stridescope::language {
namespace {

// NOLINTBEGIN(bugprone-macro-parentheses)
/// The operator between two, between one and a number, and the one that assigns.
#define STRIDESCOPE_OPERATOR(OP)                                           \
    "    valarray operator" OP                                             \
    "(const valarray &o) const {\n"                                        \
    "        valarray made(size());\n"                                     \
    "        for (size_t i = 0; i < size(); ++i) made.__v[i] = __v[i] " OP \
    " o.__v[i];\n"                                                         \
    "        return made;\n"                                               \
    "    }\n"                                                              \
    "    valarray operator" OP                                             \
    "(const T &x) const {\n"                                               \
    "        valarray made(size());\n"                                     \
    "        for (size_t i = 0; i < size(); ++i) made.__v[i] = __v[i] " OP \
    " x;\n"                                                                \
    "        return made;\n"                                               \
    "    }\n"                                                              \
    "    valarray &operator" OP                                            \
    "=(const valarray &o) {\n"                                             \
    "        for (size_t i = 0; i < size(); ++i) __v[i] = __v[i] " OP      \
    " o.__v[i];\n"                                                         \
    "        return *this;\n"                                              \
    "    }\n"                                                              \
    "    valarray &operator" OP                                            \
    "=(const T &x) {\n"                                                    \
    "        for (size_t i = 0; i < size(); ++i) __v[i] = __v[i] " OP      \
    " x;\n"                                                                \
    "        return *this;\n"                                              \
    "    }\n"
#define STRIDESCOPE_COMPARISON(OP)                                         \
    "    valarray<bool> operator" OP                                       \
    "(const valarray &o) const {\n"                                        \
    "        valarray<bool> made(size());\n"                               \
    "        for (size_t i = 0; i < size(); ++i) made.__v[i] = __v[i] " OP \
    " o.__v[i];\n"                                                         \
    "        return made;\n"                                               \
    "    }\n"                                                              \
    "    valarray<bool> operator" OP                                       \
    "(const T &x) const {\n"                                               \
    "        valarray<bool> made(size());\n"                               \
    "        for (size_t i = 0; i < size(); ++i) made.__v[i] = __v[i] " OP \
    " x;\n"                                                                \
    "        return made;\n"                                               \
    "    }\n"
/// The operator between a number and one.
#define STRIDESCOPE_LEFT(OP)                                                        \
    "template <typename S, typename T, typename = enable_if_t<__is_integral(S) || " \
    "__is_floating(S)>>\n"                                                          \
    "valarray<T> operator" OP                                                       \
    "(const S &x, const valarray<T> &a) {\n"                                        \
    "    valarray<T> made(a.size());\n"                                             \
    "    for (size_t i = 0; i < a.size(); ++i) made.__v[i] = (T)x " OP              \
    " a.__v[i];\n"                                                                  \
    "    return made;\n"                                                            \
    "}\n"
#define STRIDESCOPE_FUNCTION(NAME)                                  \
    "template <typename T> valarray<T> " NAME                       \
    "(const valarray<T> &a) {\n"                                    \
    "    valarray<T> made(a.size());\n"                             \
    "    for (size_t i = 0; i < a.size(); ++i) made.__v[i] = " NAME \
    "(a.__v[i]);\n"                                                 \
    "    return made;\n"                                            \
    "}\n"
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace

std::span<const LibraryPart> valarray_parts() {
    static constexpr LibraryPart parts[] = {
        {"slice", R"(
struct slice {
    size_t __start, __size, __stride;
    slice() : __start(0), __size(0), __stride(0) {}
    slice(size_t start, size_t size, size_t stride) : __start(start), __size(size), __stride(stride) {}
    size_t start() const { return __start; }
    size_t size() const { return __size; }
    size_t stride() const { return __stride; }
};
)",
         true},
        // Some of an array's elements, which what is assigned to it writes.
        {"__some_of", R"(
template <typename T> struct __some_of {
    T *__of;
    vector<size_t> __at;
    __some_of &operator=(const valarray<T> &from) {
        for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] = from[i];
        return *this;
    }
    __some_of &operator=(const T &x) {
        for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] = x;
        return *this;
    }
    void operator+=(const valarray<T> &from) { for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] += from[i]; }
    void operator-=(const valarray<T> &from) { for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] -= from[i]; }
    void operator*=(const valarray<T> &from) { for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] *= from[i]; }
    void operator/=(const valarray<T> &from) { for (size_t i = 0; i < __at.size(); ++i) __of[__at[i]] /= from[i]; }
};
)",
         true},
        {"valarray",
         R"(
template <typename T> struct valarray {
    typedef T value_type;
    vector<T> __v;
    valarray() {}
    explicit valarray(size_t n) : __v(n) {}
    valarray(const T &x, size_t n) : __v(n, x) {}
    valarray(const T *from, size_t n) : __v(from, from + n) {}
    valarray(initializer_list<T> from) : __v(from) {}
    valarray(const __some_of<T> &from) {
        for (size_t i = 0; i < from.__at.size(); ++i) __v.push_back(from.__of[from.__at[i]]);
    }
    valarray &operator=(const T &x) {
        for (size_t i = 0; i < size(); ++i) __v[i] = x;
        return *this;
    }
    size_t size() const { return __v.size(); }
    void resize(size_t n, T x = T()) {
        __v.clear();
        __v.resize(n, x);
    }
    T &operator[](size_t i) { return __v[i]; }
    const T &operator[](size_t i) const { return __v[i]; }
    __some_of<T> operator[](const slice &s) {
        __some_of<T> some = {__v.data()};
        for (size_t i = 0; i < s.size(); ++i) some.__at.push_back(s.start() + i * s.stride());
        return some;
    }
    __some_of<T> operator[](const valarray<bool> &mask) {
        __some_of<T> some = {__v.data()};
        for (size_t i = 0; i < mask.size(); ++i) if (mask.__v[i]) some.__at.push_back(i);
        return some;
    }
    __some_of<T> operator[](const valarray<size_t> &at) {
        __some_of<T> some = {__v.data()};
        for (size_t i = 0; i < at.size(); ++i) some.__at.push_back(at.__v[i]);
        return some;
    }
    T sum() const {
        T all = T();
        for (size_t i = 0; i < size(); ++i) all += __v[i];
        return all;
    }
    T min() const {
        T least = __v[0];
        for (size_t i = 1; i < size(); ++i) if (__v[i] < least) least = __v[i];
        return least;
    }
    T max() const {
        T most = __v[0];
        for (size_t i = 1; i < size(); ++i) if (most < __v[i]) most = __v[i];
        return most;
    }
    valarray shift(int n) const {
        valarray made(size());
        for (long i = 0; i < (long)size(); ++i)
            made.__v[i] = i + n >= 0 && i + n < (long)size() ? __v[i + n] : T();
        return made;
    }
    valarray cshift(int n) const {
        valarray made(size());
        long count = (long)size();
        for (long i = 0; i < count; ++i) made.__v[i] = __v[((i + n) % count + count) % count];
        return made;
    }
    template <typename F> valarray apply(F f) const {
        valarray made(size());
        for (size_t i = 0; i < size(); ++i) made.__v[i] = f(__v[i]);
        return made;
    }
    void swap(valarray &other) { __v.swap(other.__v); }
    auto begin() { return __v.begin(); }
    auto end() { return __v.end(); }
    auto begin() const { return __v.begin(); }
    auto end() const { return __v.end(); }
    valarray operator+() const { return *this; }
    valarray operator-() const {
        valarray made(size());
        for (size_t i = 0; i < size(); ++i) made.__v[i] = -__v[i];
        return made;
    }
)" STRIDESCOPE_OPERATOR("+") STRIDESCOPE_OPERATOR("-") STRIDESCOPE_OPERATOR(
             "*") STRIDESCOPE_OPERATOR("/") STRIDESCOPE_OPERATOR("%") STRIDESCOPE_COMPARISON("<")
             STRIDESCOPE_COMPARISON(">") STRIDESCOPE_COMPARISON("<=") STRIDESCOPE_COMPARISON(">=")
                 STRIDESCOPE_COMPARISON("==") STRIDESCOPE_COMPARISON("!=") R"(};
)" STRIDESCOPE_LEFT("+") STRIDESCOPE_LEFT("-") STRIDESCOPE_LEFT("*") STRIDESCOPE_LEFT("/")
                     STRIDESCOPE_FUNCTION("sqrt") STRIDESCOPE_FUNCTION("abs")
                         STRIDESCOPE_FUNCTION("exp") STRIDESCOPE_FUNCTION("log")
                             STRIDESCOPE_FUNCTION("sin") STRIDESCOPE_FUNCTION("cos")
                                 STRIDESCOPE_FUNCTION("tan") STRIDESCOPE_FUNCTION("tanh")
                                     R"(
template <typename T> valarray<T> pow(const valarray<T> &a, const T &x) {
    valarray<T> made(a.size());
    for (size_t i = 0; i < a.size(); ++i) made.__v[i] = pow(a.__v[i], x);
    return made;
}
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

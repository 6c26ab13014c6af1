// Of <string>. Copies have characters of their own.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> string_parts() {
    static constexpr LibraryPart parts[] = {
        {"string", R"(
struct string {
    char *__first;
    size_t __count, __room;
    typedef char *iterator;
    typedef const char *const_iterator;
    typedef size_t size_type;
    typedef char value_type;
    typedef __reversed<char *> reverse_iterator;
    static const size_t npos = -1;
    string() { __first = 0; __count = 0; __room = 0; }
    string(const char *text) { __begin(text, __length_of(text)); }
    string(const char *text, size_t count) { __begin(text, count); }
    string(const char *first, const char *last) { __begin(first, last - first); }
    string(size_t count, char each) {
        __first = (char *)malloc(count + 1);
        __count = __room = count;
        memset(__first, each, count);
    }
    // All that a stream still has, from an istreambuf_iterator to none; or so many of a letter that
    // is written as a number.
    template <typename I> string(I first, I last) {
        if constexpr (__is_integral(I)) {
            string all((size_t)first, (char)last);
            __begin(all.__first, all.__count);
        } else if constexpr (is_same<I, istreambuf_iterator<char>>::value) {
            __begin("", 0);
            for (int c = first.__from->get(); c >= 0; c = first.__from->get()) push_back((char)c);
        } else {
            __begin("", 0);
            for (; first != last; ++first) push_back((char)*first);
        }
    }
    string(const string &from) { __begin(from.__first, from.__count); }
    string(string &&from) {
        __first = from.__first;
        __count = from.__count;
        __room = from.__room;
        from.__first = 0;
        from.__count = from.__room = 0;
    }
    string(const string &from, size_t begin, size_t count = npos) {
        size_t rest = from.__count - begin;
        __begin(from.__first + begin, count < rest ? count : rest);
    }
    void __begin(const char *text, size_t count) {
        __first = 0;
        __count = __room = count;
        if (count > 0) {
            __first = (char *)malloc(count + 1);
            memcpy(__first, text, count);
        }
    }
    void reserve(size_t room) {
        if (room <= __room) return;
        char *first = (char *)malloc(room + 1);
        if (__count > 0) memcpy(first, __first, __count);
        __first = first;
        __room = room;
    }
    void __append(const char *text, size_t count) {
        if (count == 0) return;
        if (__count + count > __room) {
            size_t room = 2 * capacity();
            reserve(__count + count > room ? __count + count : __count + count > 15 ? room : 15);
        }
        memcpy(__first + __count, text, count);
        __count = __count + count;
        __first[__count] = 0;
    }
    operator __text() const {
        __text text = {c_str(), __count};
        return text;
    }
    const char *c_str() const { return __first ? __first : ""; }
    const char *data() const { return __first ? __first : ""; }
    char *data() {
        if (!__first) reserve(8);
        return __first;
    }
    size_t size() const { return __count; }
    size_t length() const { return __count; }
    size_t capacity() const { return __room < 15 ? 15 : __room; }
    size_t max_size() const { return 9223372036854775807ull; }
    bool empty() const { return __count == 0; }
    void clear() {
        __count = 0;
        if (__first) __first[0] = 0;
    }
    void shrink_to_fit() { __room = __count; }
    // The one behind the last is a 0.
    char &operator[](size_t i) {
        if (!__first) reserve(15);
        return __first[i];
    }
    const char &operator[](size_t i) const { return c_str()[i]; }
    char &at(size_t i) {
        if (i >= __count) __beyond(i);
        return __first[i];
    }
    const char &at(size_t i) const {
        if (i >= __count) __beyond(i);
        return __first[i];
    }
    void __beyond(size_t i) const {
        throw out_of_range("basic_string::at: __n (which is " + to_string(i) +
                           ") >= this->size() (which is " + to_string(__count) + ')');
    }
    // Where something begins, which may be the end.
    void __hold(size_t at, const char *who) const {
        if (at > __count)
            throw out_of_range(string(who) + ": __pos (which is " + to_string(at) +
                               ") > this->size() (which is " + to_string(__count) + ')');
    }
    char &front() { return __first[0]; }
    char &back() { return __first[__count - 1]; }
    const char &front() const { return __first[0]; }
    const char &back() const { return __first[__count - 1]; }
    char *begin() { return __first; }
    char *end() { return __first + __count; }
    const char *begin() const { return __first; }
    const char *end() const { return __first + __count; }
    const char *cbegin() const { return __first; }
    const char *cend() const { return __first + __count; }
    __reversed<char *> rbegin() const { __reversed<char *> r = {__first + __count}; return r; }
    __reversed<char *> rend() const { __reversed<char *> r = {__first}; return r; }
    __reversed<const char *> crbegin() const { __reversed<const char *> r = {__first + __count}; return r; }
    __reversed<const char *> crend() const { __reversed<const char *> r = {__first}; return r; }
    void push_back(char c) { __append(&c, 1); }
    void pop_back() {
        __count = __count - 1;
        __first[__count] = 0;
    }
    void resize(size_t count, char each = 0) {
        if (count > __room) reserve(count);
        if (count > __count) memset(__first + __count, each, count - __count);
        __count = count;
        if (__first) __first[count] = 0;
    }
    string &append(const string &text, size_t begin, size_t count = npos) {
        return append(text.substr(begin, count));
    }
    template <typename I, typename = enable_if_t<!__is_integral(I)>> string &append(I first, I last) {
        for (; first != last; ++first) push_back(*first);
        return *this;
    }
    string &append(const string &text) { __append(text.__first, text.__count); return *this; }
    string &append(const char *text, size_t count) { __append(text, count); return *this; }
    string &append(size_t count, char each) {
        for (size_t i = 0; i < count; ++i) __append(&each, 1);
        return *this;
    }
    string &operator=(char c) { return assign((size_t)1, c); }
    string &operator=(const char *text) {
        string made(text);
        swap(made);
        return *this;
    }
    string &operator=(const string &from) {
        string made(from);
        swap(made);
        return *this;
    }
    string &operator=(string &&from) {
        swap(from);
        return *this;
    }
    string &assign(const string &text) { *this = text; return *this; }
    string &assign(const char *text, size_t count) { *this = string(text, count); return *this; }
    string &assign(size_t count, char each) { *this = string(count, each); return *this; }
    size_t copy(char *to, size_t count, size_t from = 0) const {
        string some = substr(from, count);
        memcpy(to, some.c_str(), some.__count);
        return some.__count;
    }
    string &operator+=(const string &text) { __append(text.__first, text.__count); return *this; }
    string &operator+=(const char *text) { __append(text, __length_of(text)); return *this; }
    string &operator+=(char c) { __append(&c, 1); return *this; }
    string substr(size_t begin = 0, size_t count = npos) const {
        __hold(begin, "basic_string::substr");
        return string(*this, begin, count);
    }
    string &erase(size_t begin = 0, size_t count = npos) {
        __hold(begin, "basic_string::erase");
        size_t rest = __count - begin;
        size_t gone = count < rest ? count : rest;
        if (gone == 0) return *this;
        memcpy(__first + begin, __first + begin + gone, rest - gone);
        __count = __count - gone;
        __first[__count] = 0;
        return *this;
    }
    string &insert(size_t at, const string &text) {
        __hold(at, "basic_string::replace");
        return __instead(at, 0, text);
    }
    // What is put there may be a part of this one.
    string &__instead(size_t at, size_t count, const string &text) {
        string rest(*this, at + count, npos), kept(text);
        __count = at;
        __append(kept.__first, kept.__count);
        __append(rest.__first, rest.__count);
        if (__first) __first[__count] = 0;
        return *this;
    }
    string &insert(size_t at, size_t count, char each) { return insert(at, string(count, each)); }
    char *insert(const char *where, char c) {
        size_t at = where - __first;
        insert(at, string(1, c));
        return __first + at;
    }
    char *erase(const char *where) {
        size_t at = where - __first;
        erase(at, (size_t)1);
        return __first + at;
    }
    char *erase(const char *first, const char *last) {
        size_t at = first - __first;
        erase(at, (size_t)(last - first));
        return __first + at;
    }
    string &replace(size_t at, size_t count, const string &text) {
        __hold(at, "basic_string::replace");
        size_t left = __count - at;
        return __instead(at, count < left ? count : left, text);
    }
    string &replace(size_t at, size_t count, size_t n, char each) {
        return replace(at, count, string(n, each));
    }
    string &replace(const char *first, const char *last, const string &text) {
        return replace(first - __first, last - first, text);
    }
    size_t find(const string &text, size_t from = 0) const {
        return __text_find(c_str(), __count, text.c_str(), text.__count, from);
    }
    size_t find(char c, size_t from = 0) const { return __text_find(c_str(), __count, &c, 1, from); }
    size_t rfind(const string &text, size_t from = npos) const {
        return __text_find_back(c_str(), __count, text.c_str(), text.__count, from);
    }
    size_t rfind(char c, size_t from = npos) const {
        return __text_find_back(c_str(), __count, &c, 1, from);
    }
    size_t find_first_of(const string &set, size_t from = 0) const {
        return __text_find_of(c_str(), __count, set.c_str(), set.__count, from, 0);
    }
    size_t find_first_of(char c, size_t from = 0) const {
        return __text_find_of(c_str(), __count, &c, 1, from, 0);
    }
    size_t find_last_of(const string &set, size_t from = npos) const {
        return __text_find_of(c_str(), __count, set.c_str(), set.__count, from, 1);
    }
    size_t find_last_of(char c, size_t from = npos) const {
        return __text_find_of(c_str(), __count, &c, 1, from, 1);
    }
    size_t find_first_not_of(const string &set, size_t from = 0) const {
        return __text_find_of(c_str(), __count, set.c_str(), set.__count, from, 2);
    }
    size_t find_first_not_of(char c, size_t from = 0) const {
        return __text_find_of(c_str(), __count, &c, 1, from, 2);
    }
    size_t find_last_not_of(const string &set, size_t from = npos) const {
        return __text_find_of(c_str(), __count, set.c_str(), set.__count, from, 3);
    }
    size_t find_last_not_of(char c, size_t from = npos) const {
        return __text_find_of(c_str(), __count, &c, 1, from, 3);
    }
    bool starts_with(const string &text) const {
        return __count >= text.__count && compare(0, text.__count, text) == 0;
    }
    bool ends_with(const string &text) const {
        return __count >= text.__count &&
               compare(__count - text.__count, text.__count, text) == 0;
    }
    bool starts_with(char c) const { return __count > 0 && __first[0] == c; }
    bool ends_with(char c) const { return __count > 0 && __first[__count - 1] == c; }
    bool contains(const string &text) const { return find(text) != npos; }
    bool contains(char c) const { return find(c) != npos; }
    int compare(const string &other) const {
        return __text_compare(c_str(), __count, other.c_str(), other.__count);
    }
    int compare(size_t at, size_t count, const string &other) const {
        return substr(at, count).compare(other);
    }
    void swap(string &other) {
        char *first = __first;
        size_t count = __count, room = __room;
        __first = other.__first;
        __count = other.__count;
        __room = other.__room;
        other.__first = first;
        other.__count = count;
        other.__room = room;
    }
    string operator+(const string &b) const {
        string sum(*this);
        sum.__append(b.__first, b.__count);
        return sum;
    }
    string operator+(const char *b) const {
        string sum(*this);
        sum.__append(b, __length_of(b));
        return sum;
    }
    string operator+(char b) const {
        string sum(*this);
        sum.__append(&b, 1);
        return sum;
    }
    bool operator==(const string &b) const { return compare(b) == 0; }
    bool operator!=(const string &b) const { return compare(b) != 0; }
    bool operator<(const string &b) const { return compare(b) < 0; }
    bool operator>(const string &b) const { return compare(b) > 0; }
    bool operator<=(const string &b) const { return compare(b) <= 0; }
    bool operator>=(const string &b) const { return compare(b) >= 0; }
};
string operator+(const char *a, const string &b) {
    string sum(a);
    sum.__append(b.__first, b.__count);
    return sum;
}
string operator+(char a, const string &b) {
    string sum(1, a);
    sum.__append(b.__first, b.__count);
    return sum;
}
bool operator==(const char *a, const string &b) { return b.compare(a) == 0; }
bool operator!=(const char *a, const string &b) { return b.compare(a) != 0; }
bool operator<(const char *a, const string &b) { return b.compare(a) > 0; }
bool operator>(const char *a, const string &b) { return b.compare(a) < 0; }
bool operator<=(const char *a, const string &b) { return b.compare(a) >= 0; }
bool operator>=(const char *a, const string &b) { return b.compare(a) <= 0; }
)",
         true},
        {"to_string", R"(
string to_string(int x) { return string(__text_of_integer(x, 0, 0)); }
string to_string(unsigned x) { return string(__text_of_integer(x, 1, 0)); }
string to_string(long long x) { return string(__text_of_integer(x, 0, 0)); }
string to_string(unsigned long long x) { return string(__text_of_integer(x, 1, 0)); }
string to_string(float x) { return string(__text_of_real(x)); }
string to_string(double x) { return string(__text_of_real(x)); }
)"},
        {"stoll", R"(
long long stoll(const string &text, size_t *end = 0, int base = 10) {
    char *last;
    long long value = strtoll(text.c_str(), &last, base);
    if (last == (char *)text.c_str()) throw invalid_argument("stoll");
    if (end) *end = last - (char *)text.c_str();
    return value;
}
)"},
        {"stoi", R"(
int stoi(const string &text, size_t *end = 0, int base = 10) {
    char *last;
    long long value = strtoll(text.c_str(), &last, base);
    if (last == (char *)text.c_str()) throw invalid_argument("stoi");
    if (value < INT_MIN || value > INT_MAX) throw out_of_range("stoi");
    if (end) *end = last - (char *)text.c_str();
    return (int)value;
}
)"},
        {"stol", R"(
long stol(const string &text, size_t *end = 0, int base = 10) {
    char *last;
    long long value = strtoll(text.c_str(), &last, base);
    if (last == (char *)text.c_str()) throw invalid_argument("stol");
    if (end) *end = last - (char *)text.c_str();
    return value;
}
)"},
        {"stoul", R"(
unsigned long stoul(const string &text, size_t *end = 0, int base = 10) {
    char *last;
    unsigned long long value = strtoull(text.c_str(), &last, base);
    if (last == (char *)text.c_str()) throw invalid_argument("stoul");
    if (end) *end = last - (char *)text.c_str();
    return value;
}
)"},
        {"stoull", R"(
unsigned long long stoull(const string &text, size_t *end = 0, int base = 10) {
    char *last;
    unsigned long long value = strtoull(text.c_str(), &last, base);
    if (last == (char *)text.c_str()) throw invalid_argument("stoull");
    if (end) *end = last - (char *)text.c_str();
    return value;
}
)"},
        {"stod", R"(
double stod(const string &text, size_t *end = 0) {
    long n = __text_real_end(text.c_str());
    if (n == 0) throw invalid_argument("stod");
    if (end) *end = n;
    return atof(text.c_str());
}
)"},
        {"stof", R"(
float stof(const string &text, size_t *end = 0) {
    long n = __text_real_end(text.c_str());
    if (n == 0) throw invalid_argument("stof");
    if (end) *end = n;
    return (float)atof(text.c_str());
}
)"},
        // <stdexcept>
        {"exception", R"(
struct exception {
    string __what;
    exception() : __what("std::exception") {}
    exception(const string &what) : __what(what) {}
    virtual const char *what() const { return __what.c_str(); }
};
)",
         true},
        {"runtime_error", R"(
struct runtime_error : exception {
    runtime_error(const string &what) : exception(what) {}
};
)",
         true},
        {"logic_error", R"(
struct logic_error : exception {
    logic_error(const string &what) : exception(what) {}
};
)",
         true},
        {"invalid_argument", R"(
struct invalid_argument : logic_error {
    invalid_argument(const string &what) : logic_error(what) {}
};
)",
         true},
        {"bad_cast", R"(
struct bad_cast : exception {
    bad_cast() : exception("std::bad_cast") {}
};
)",
         true},
        {"__held_cast", R"(
template <typename T> T &__held_cast(T *p) {
    if (!p) throw bad_cast();
    return *p;
}
)"},
        {"out_of_range", R"(
struct out_of_range : logic_error {
    out_of_range(const string &what) : logic_error(what) {}
};
)",
         true},
        {"length_error", R"(
struct length_error : logic_error {
    length_error(const string &what) : logic_error(what) {}
};
)",
         true},
        {"domain_error", R"(
struct domain_error : logic_error {
    domain_error(const string &what) : logic_error(what) {}
};
)",
         true},
        {"range_error", R"(
struct range_error : runtime_error {
    range_error(const string &what) : runtime_error(what) {}
};
)",
         true},
        {"overflow_error", R"(
struct overflow_error : runtime_error {
    overflow_error(const string &what) : runtime_error(what) {}
};
)",
         true},
        {"underflow_error", R"(
struct underflow_error : runtime_error {
    underflow_error(const string &what) : runtime_error(what) {}
};
)",
         true},
        // Lives as long as a catch: what was thrown ends with it, unless it is thrown again.
        {"__caught", R"(
void __end_thrown(int kind);
struct __caught {
    int kind;
    ~__caught() { __end_thrown(kind); }
};
)",
         true},
        {"bad_alloc", R"(
struct bad_alloc : exception {
    bad_alloc() : exception("std::bad_alloc") {}
};
)",
         true},
    };
    return parts;
}

}  // namespace stridescope::language

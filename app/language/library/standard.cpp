// Of the headers of C++: algorithms, containers, properties of types.
#include "app/language/library/parts.h"

namespace stridescope::language {

std::span<const LibraryPart> standard_parts() {
    static constexpr LibraryPart parts[] = {
        // <type_traits>, <limits>
        {"integral_constant", R"(
template <typename T, T V> struct integral_constant {
    static constexpr T value = V;
    using value_type = T;
    using type = integral_constant<T, V>;
    __host__ __device__ constexpr operator T() const { return V; }
    __host__ __device__ constexpr T operator()() const { return V; }
};
)",
         true},
        {"bool_constant", "template <bool V> using bool_constant = integral_constant<bool, V>;",
         true},
        {"type_info", R"(
struct type_info {
    long long __number;
    const char *__name;
    const char *name() const { return __name; }
    bool operator==(const type_info &o) const { return __number == o.__number; }
    bool operator!=(const type_info &o) const { return __number != o.__number; }
};
)",
         true},
        // Of what typeid names here: fundamental types, pointers and names without templates.
        {"abi", R"(
namespace abi {
string __name_behind(const char *from) {
    if (*from == 'P') {
        const bool to_const = from[1] == 'K';
        return __name_behind(from + 1 + to_const) + (to_const ? " const*" : "*");
    }
    if (!strcmp(from, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"))
        return "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
    const char *const letters = "vbcahstijlmxyfde";
    const char *const names[] = {"void", "bool", "char", "signed char", "unsigned char", "short",
                                 "unsigned short", "int", "unsigned int", "long", "unsigned long",
                                 "long long", "unsigned long long", "float", "double",
                                 "long double"};
    const char *const letter = strchr(letters, *from);
    if (letter != nullptr && *from != 0 && from[1] == 0) return names[letter - letters];
    while (*from >= '0' && *from <= '9') ++from;
    return from;
}
char *__cxa_demangle(const char *mangled, char *to, size_t *bytes, int *status) {
    const string name = __name_behind(mangled);
    if (status != nullptr) *status = name.empty() ? -2 : 0;
    if (name.empty()) return nullptr;
    if (to == nullptr || bytes == nullptr || *bytes < name.size() + 1)
        to = (char *)realloc(to, name.size() + 1);
    if (bytes != nullptr) *bytes = name.size() + 1;
    return strcpy(to, name.c_str());
}
}
)",
         true},
        {"__type_info_of", R"(
template <typename T> type_info __type_info_of(long long number, const char *name) {
    type_info made;
    made.__number = number;
    made.__name = name;
    return made;
}
)"},
        {"true_type", "using true_type = integral_constant<bool, true>;", true},
        {"false_type", "using false_type = integral_constant<bool, false>;", true},
        // <source_location>: current() is made where it is called.
        {"source_location", R"(
struct source_location {
    unsigned __line = 0;
    const char *__file = "", *__function = "";
    static source_location current() { return source_location(); }
    unsigned line() const { return __line; }
    unsigned column() const {
        __stuck("the column of a source_location is not known here: leave it out");
        return 0;
    }
    const char *file_name() const { return __file; }
    const char *function_name() const {
        if (!__function)
            __stuck("what a compiler calls this function is not known here: write __func__");
        return __function;
    }
};
)",
         true},
        {"__source_location", R"(
source_location __source_location(unsigned line, const char *file, const char *function) {
    source_location made;
    made.__line = line;
    made.__file = file;
    made.__function = function;
    return made;
}
)"},
        {"is_same", R"(
template <typename A, typename B> struct is_same : false_type {};
template <typename A> struct is_same<A, A> : true_type {};
)",
         true},
        {"is_same_v", R"(
template <typename A, typename B> constexpr bool is_same_v = false;
template <typename A> constexpr bool is_same_v<A, A> = true;
)"},
        {"enable_if", R"(
template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
)",
         true},
        {"enable_if_t", R"(
template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
)",
         true},
        {"conditional", R"(
template <bool B, typename T, typename F> struct conditional { using type = T; };
template <typename T, typename F> struct conditional<false, T, F> { using type = F; };
)",
         true},
        {"conditional_t", R"(
template <bool B, typename T, typename F> using conditional_t =
    typename conditional<B, T, F>::type;
)",
         true},
        {"underlying_type", R"(
template <typename T> struct underlying_type { using type = decltype(__number_of(T)); };
)",
         true},
        {"underlying_type_t",
         "template <typename T> using underlying_type_t = decltype(__number_of(T));", true},
        {"to_underlying", R"(
template <typename T> constexpr auto to_underlying(T value) { return static_cast<decltype(__number_of(T))>(value); }
)",
         true},
        {"is_enum", R"(
template <typename T> struct is_enum : integral_constant<bool, __is_enum(T)> {};
)",
         true},
        {"is_enum_v", "template <typename T> constexpr bool is_enum_v = __is_enum(T);", true},
        {"is_scoped_enum", R"(
template <typename T> struct is_scoped_enum : integral_constant<bool, __is_enum(T) && !__is_convertible(T, int)> {};
)",
         true},
        {"void_t", "template <typename T> using void_t = void;", true},
        {"remove_const", R"(
template <typename T> struct remove_const { using type = T; };
template <typename T> struct remove_const<const T> { using type = T; };
)",
         true},
        {"remove_pointer", R"(
template <typename T> struct remove_pointer { using type = T; };
template <typename T> struct remove_pointer<T *> { using type = T; };
)",
         true},
        {"remove_pointer_t", R"(
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
)",
         true},
        {"add_pointer_t", "template <typename T> using add_pointer_t = T *;", true},
        {"add_const_t", "template <typename T> using add_const_t = const T;", true},
        {"remove_cv", R"(
template <typename T> struct remove_cv { using type = typename remove_const<T>::type; };
)",
         true},
        {"remove_reference", R"(
template <typename T> struct remove_reference { using type = T; };
)",
         true},
        {"remove_cvref", R"(
template <typename T> struct remove_cvref { using type = typename remove_const<T>::type; };
)",
         true},
        {"decay", R"(
template <typename T> struct decay { using type = typename remove_const<T>::type; };
)",
         true},
        {"remove_const_t",
         "template <typename T> using remove_const_t = typename remove_const<T>::type;", true},
        {"remove_cv_t", "template <typename T> using remove_cv_t = typename remove_cv<T>::type;",
         true},
        {"remove_reference_t",
         "template <typename T> using remove_reference_t = typename remove_reference<T>::type;",
         true},
        {"remove_cvref_t",
         "template <typename T> using remove_cvref_t = typename remove_cvref<T>::type;", true},
        {"decay_t", "template <typename T> using decay_t = typename decay<T>::type;", true},
        {"integral", "template <typename T> concept integral = __is_integral(T);"},
        {"floating_point", "template <typename T> concept floating_point = __is_floating(T);"},
        {"unsigned_integral",
         "template <typename T> concept unsigned_integral = __is_unsigned(T);"},
        {"signed_integral",
         "template <typename T> concept signed_integral = __is_integral(T) && !__is_unsigned(T);"},
        {"same_as", "template <typename T, typename U> concept same_as = is_same_v<T, U>;"},
        {"convertible_to", R"(
template <typename T, typename U> concept convertible_to = __is_convertible(T, U);
)"},
        {"is_integral", R"(
template <typename T> struct is_integral : integral_constant<bool, __is_integral(T)> {};
)",
         true},
        {"is_integral_v", R"(
template <typename T> constexpr bool is_integral_v = __is_integral(T);
)"},
        {"is_floating_point", R"(
template <typename T> struct is_floating_point : integral_constant<bool, __is_floating(T)> {};
)",
         true},
        {"is_floating_point_v", R"(
template <typename T> constexpr bool is_floating_point_v = __is_floating(T);
)"},
        {"is_arithmetic", R"(
template <typename T> struct is_arithmetic : integral_constant<bool, __is_integral(T) || __is_floating(T)> {};
)",
         true},
        {"is_arithmetic_v", R"(
template <typename T> constexpr bool is_arithmetic_v = __is_integral(T) || __is_floating(T);
)"},
        {"is_pointer", R"(
template <typename T> struct is_pointer : integral_constant<bool, __is_pointer(T)> {};
)",
         true},
        {"is_pointer_v", R"(
template <typename T> constexpr bool is_pointer_v = __is_pointer(T);
)"},
        {"is_unsigned", R"(
template <typename T> struct is_unsigned : integral_constant<bool, __is_unsigned(T)> {};
)",
         true},
        {"is_unsigned_v", R"(
template <typename T> constexpr bool is_unsigned_v = __is_unsigned(T);
)"},
        {"is_signed", R"(
template <typename T> struct is_signed : integral_constant<bool, (__is_integral(T) && !__is_unsigned(T)) || __is_floating(T)> {};
)",
         true},
        {"is_signed_v", R"(
template <typename T> constexpr bool is_signed_v = (__is_integral(T) && !__is_unsigned(T)) || __is_floating(T);
)"},
        {"is_const", R"(
template <typename T> struct is_const : integral_constant<bool, __is_const(T)> {};
)",
         true},
        {"is_const_v", R"(
template <typename T> constexpr bool is_const_v = __is_const(T);
)"},
        {"is_array", R"(
template <typename T> struct is_array : integral_constant<bool, __is_array(T)> {};
)",
         true},
        {"is_array_v", R"(
template <typename T> constexpr bool is_array_v = __is_array(T);
)"},
        {"is_void", R"(
template <typename T> struct is_void : integral_constant<bool, __is_void(T)> {};
)",
         true},
        {"is_void_v", R"(
template <typename T> constexpr bool is_void_v = __is_void(T);
)"},
        {"is_class", R"(
template <typename T> struct is_class : integral_constant<bool, __is_struct(T)> {};
)",
         true},
        {"is_class_v", R"(
template <typename T> constexpr bool is_class_v = __is_struct(T);
)"},
        {"is_trivially_copyable", R"(
template <typename T> struct is_trivially_copyable : integral_constant<bool, __is_plain(T)> {};
)",
         true},
        {"is_trivially_copyable_v", R"(
template <typename T> constexpr bool is_trivially_copyable_v = __is_plain(T);
)"},
        {"is_base_of", R"(
template <typename T, typename U> struct is_base_of : integral_constant<bool, __is_base_of(T, U)> {};
)",
         true},
        {"is_base_of_v", R"(
template <typename T, typename U> constexpr bool is_base_of_v = __is_base_of(T, U);
)"},
        {"is_convertible", R"(
template <typename T, typename U> struct is_convertible : integral_constant<bool, __is_convertible(T, U)> {};
)",
         true},
        {"is_convertible_v", R"(
template <typename T, typename U> constexpr bool is_convertible_v = __is_convertible(T, U);
)"},
        {"index_sequence", R"(
template <size_t... I> struct index_sequence {
    static constexpr size_t size() { return sizeof...(I); }
};
)",
         true},
        {"__sequence_to", R"(
template <size_t N, size_t... I> struct __sequence_to {
    using type = typename __sequence_to<N - 1, N - 1, I...>::type;
};
template <size_t... I> struct __sequence_to<0, I...> { using type = index_sequence<I...>; };
)",
         true},
        {"make_index_sequence", R"(
template <size_t N> using make_index_sequence = typename __sequence_to<N>::type;
)",
         true},
        {"index_sequence_for", R"(
template <typename... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;
)",
         true},
        {"numeric_limits", R"(
template <typename T, bool Integer, int Digits, int Digits10> struct __number_limits {
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = T(-1) < T(0);
    static constexpr bool is_integer = Integer;
    static constexpr bool is_exact = Integer;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = Integer && !is_signed;
    static constexpr bool is_iec559 = !Integer;
    static constexpr bool has_infinity = !Integer;
    static constexpr bool has_quiet_NaN = !Integer;
    static constexpr bool has_signaling_NaN = !Integer;
    static constexpr int radix = 2;
    static constexpr int digits = Digits;
    static constexpr int digits10 = Digits10;
    static constexpr int max_digits10 = Integer ? 0 : Digits10 == 6 ? 9 : 17;
    static constexpr int min_exponent = Integer ? 0 : Digits10 == 6 ? -125 : -1021;
    static constexpr int max_exponent = Integer ? 0 : Digits10 == 6 ? 128 : 1024;
    static constexpr int min_exponent10 = Integer ? 0 : Digits10 == 6 ? -37 : -307;
    static constexpr int max_exponent10 = Integer ? 0 : Digits10 == 6 ? 38 : 308;
    static __host__ __device__ T round_error() { return Integer ? T(0) : T(0.5); }
};
template <typename T, int Digits, int Digits10>
struct __integer_limits : __number_limits<T, true, Digits, Digits10> {
    static __host__ __device__ T epsilon() { return T(0); }
    static __host__ __device__ T infinity() { return T(0); }
    static __host__ __device__ T quiet_NaN() { return T(0); }
    static __host__ __device__ T denorm_min() { return T(0); }
};
template <typename T> struct numeric_limits;
template <> struct numeric_limits<int> : __integer_limits<int, 31, 9> {
    static __host__ __device__ int max() { return INT_MAX; }
    static __host__ __device__ int min() { return INT_MIN; }
    static __host__ __device__ int lowest() { return INT_MIN; }
};
template <> struct numeric_limits<unsigned> : __integer_limits<unsigned, 32, 9> {
    static __host__ __device__ unsigned max() { return UINT_MAX; }
    static __host__ __device__ unsigned min() { return 0; }
    static __host__ __device__ unsigned lowest() { return 0; }
};
template <> struct numeric_limits<long long> : __integer_limits<long long, 63, 18> {
    static __host__ __device__ long long max() { return LLONG_MAX; }
    static __host__ __device__ long long min() { return LLONG_MIN; }
    static __host__ __device__ long long lowest() { return LLONG_MIN; }
};
template <> struct numeric_limits<unsigned long long> : __integer_limits<unsigned long long, 64, 19> {
    static __host__ __device__ unsigned long long max() { return ULLONG_MAX; }
    static __host__ __device__ unsigned long long min() { return 0; }
    static __host__ __device__ unsigned long long lowest() { return 0; }
};
template <> struct numeric_limits<char> : __integer_limits<char, 7, 2> {
    static __host__ __device__ char max() { return 127; }
    static __host__ __device__ char min() { return -128; }
    static __host__ __device__ char lowest() { return -128; }
};
template <> struct numeric_limits<unsigned char> : __integer_limits<unsigned char, 8, 2> {
    static __host__ __device__ unsigned char max() { return 255; }
    static __host__ __device__ unsigned char min() { return 0; }
    static __host__ __device__ unsigned char lowest() { return 0; }
};
template <> struct numeric_limits<short> : __integer_limits<short, 15, 4> {
    static __host__ __device__ short max() { return 32767; }
    static __host__ __device__ short min() { return -32768; }
    static __host__ __device__ short lowest() { return -32768; }
};
template <> struct numeric_limits<unsigned short> : __integer_limits<unsigned short, 16, 4> {
    static __host__ __device__ unsigned short max() { return 65535; }
    static __host__ __device__ unsigned short min() { return 0; }
    static __host__ __device__ unsigned short lowest() { return 0; }
};
template <> struct numeric_limits<bool> : __integer_limits<bool, 1, 0> {
    static __host__ __device__ bool max() { return true; }
    static __host__ __device__ bool min() { return false; }
    static __host__ __device__ bool lowest() { return false; }
};
template <> struct numeric_limits<float> : __number_limits<float, false, 24, 6> {
    static __host__ __device__ float max() { return FLT_MAX; }
    static __host__ __device__ float min() { return FLT_MIN; }
    static __host__ __device__ float lowest() { return -FLT_MAX; }
    static __host__ __device__ float epsilon() { return FLT_EPSILON; }
    static __host__ __device__ float denorm_min() { return 1.40129846e-45f; }
    static __host__ __device__ float quiet_NaN() { return NAN; }
    static __host__ __device__ float infinity() { return INFINITY; }
};
template <> struct numeric_limits<double> : __number_limits<double, false, 53, 15> {
    static __host__ __device__ double max() { return DBL_MAX; }
    static __host__ __device__ double min() { return DBL_MIN; }
    static __host__ __device__ double lowest() { return -DBL_MAX; }
    static __host__ __device__ double epsilon() { return DBL_EPSILON; }
    static __host__ __device__ double denorm_min() { return 4.9406564584124654e-324; }
    static __host__ __device__ double quiet_NaN() { return (double)NAN; }
    static __host__ __device__ double infinity() { return (double)INFINITY; }
};
)",
         true},
        // <algorithm>, <numeric>
        {"fill", R"(
template <typename I, typename V> void fill(I first, I last, const V &value) {
    for (; first != last; ++first) *first = value;
}
)"},
        {"fill_n", R"(
template <typename I, typename V> I fill_n(I first, size_t n, const V &value) {
    for (; n > 0; --n, ++first) *first = value;
    return first;
}
)"},
        {"iota", R"(
template <typename I, typename V> void iota(I first, I last, V value) {
    for (; first != last; ++first, ++value) *first = value;
}
)"},
        {"generate", R"(
template <typename I, typename F> void generate(I first, I last, F f) {
    for (; first != last; ++first) *first = f();
}
)"},
        {"all_of", R"(
template <typename T, typename F> bool all_of(T first, T last, F f) {
    for (; first != last; ++first) {
        if (!f(*first)) return false;
    }
    return true;
}
)"},
        // <array>
        {"array", R"(
template <typename T, size_t N> struct array {
    T __items[N];
    typedef T value_type;
    typedef T *iterator;
    typedef const T *const_iterator;
    typedef size_t size_type;
    typedef T &reference;
    typedef const T &const_reference;
    __host__ __device__ T &operator[](size_t i) { return __items[i]; }
    __host__ __device__ const T &operator[](size_t i) const { return __items[i]; }
    __host__ __device__ T &at(size_t i) { return __items[i]; }
    __host__ __device__ const T &at(size_t i) const { return __items[i]; }
    __host__ __device__ T &front() { return __items[0]; }
    __host__ __device__ const T &front() const { return __items[0]; }
    __host__ __device__ T &back() { return __items[N - 1]; }
    __host__ __device__ const T &back() const { return __items[N - 1]; }
    __host__ __device__ size_t size() const { return N; }
    __host__ __device__ bool empty() const { return N == 0; }
    __host__ __device__ T *data() { return __items; }
    __host__ __device__ const T *data() const { return __items; }
    __host__ __device__ T *begin() { return __items; }
    __host__ __device__ const T *begin() const { return __items; }
    __host__ __device__ T *end() { return __items + N; }
    __host__ __device__ const T *end() const { return __items + N; }
    __host__ __device__ const T *cbegin() const { return __items; }
    __host__ __device__ const T *cend() const { return __items + N; }
    __host__ __device__ size_t max_size() const { return N; }
    __host__ __device__ bool operator==(const array &other) const {
        for (size_t i = 0; i < N; ++i) {
            if (!(__items[i] == other.__items[i])) return false;
        }
        return true;
    }
    __host__ __device__ bool operator!=(const array &other) const { return !(*this == other); }
    __host__ __device__ bool operator<(const array &other) const {
        for (size_t i = 0; i < N; ++i) {
            if (__items[i] < other.__items[i]) return true;
            if (other.__items[i] < __items[i]) return false;
        }
        return false;
    }
    __host__ __device__ void swap(array &other) {
        for (size_t i = 0; i < N; ++i) {
            T kept = __items[i];
            __items[i] = other.__items[i];
            other.__items[i] = kept;
        }
    }
    __host__ __device__ void fill(const T &value) {
        for (size_t i = 0; i < N; ++i) __items[i] = value;
    }
};
)",
         true},
        // of the language itself
        {"__new_with", R"(
template <typename T> T *__new_with(const T &value) {
    T *made = (T *)malloc(sizeof(T));
    memcpy(made, &value, sizeof(T));
    return made;
}
)"},
        {"__with_at", R"(
template <typename T> T *__with_at(T *made, size_t i, const T &value) {
    memcpy(made + i, &value, sizeof(T));
    return made;
}
)"},
        {"__new_listed", R"(
template <typename T, int N> T *__new_listed(void *memory, size_t count, const T (&values)[N]) {
    memcpy(memory, values, (count < N ? count : N) * sizeof(T));
    return (T *)memory;
}
)"},
        {"__filled_at", R"(
template <typename T> T *__filled_at(void *memory, size_t count, const T &value) {
    T *made = (T *)memory;
    for (size_t i = 0; i < count; ++i) memcpy(made + i, &value, sizeof(T));
    return made;
}
)"},
        {"__with_each", R"(
template <typename T> T *__with_each(T *made, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        T *one = new T;
        memcpy(made + i, one, sizeof(T));
        free(one);
    }
    return made;
}
)"},
        {"__new_each", R"(
template <typename T> T *__new_each(size_t count) {
    return __with_each((T *)malloc(count * sizeof(T)), count);
}
)"},
        // Of objects with a destructor delete[] has to know how many there are.
        {"__counted_room", R"(
template <typename T> T *__counted_room(size_t count) {
    char *memory = (char *)calloc(16 + count * sizeof(T), 1);
    *(size_t *)memory = count;
    return (T *)(memory + 16);
}
)"},
        {"__new_ended", R"(
template <typename T> T *__new_ended(size_t count) {
    return __with_each(__counted_room<T>(count), count);
}
)"},
        {"__assigned_each", R"(
template <typename T>
__host__ __device__ void __assigned_each(T *to, const T *from, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
}
)"},
        {"__end_each", R"(
template <typename T> __host__ __device__ void __end_each(T *first, size_t count) {
    for (; count > 0; --count) __ended(first[count - 1]);
}
)"},
        {"__delete_each", R"(
template <typename T> void __delete_each(T *made) {
    if (!made) return;
    char *memory = (char *)made - 16;
    for (size_t n = *(size_t *)memory; n > 0; --n) {
        T *one = (T *)malloc(sizeof(T));
        memcpy(one, made + n - 1, sizeof(T));
        delete one;
    }
    free(memory);
}
)"},
    };
    return parts;
}

}  // namespace stridescope::language

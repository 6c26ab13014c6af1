// Of the headers of C and POSIX.
#include "app/language/library/parts.h"

namespace stridescope::language {

/// How printf is told of numbers of so many bits.
std::string_view inttypes_header() {
    return R"(
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIdPTR "ld"
#define PRIdMAX "ld"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIiPTR "li"
#define PRIiMAX "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIuPTR "lu"
#define PRIuMAX "lu"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIxPTR "lx"
#define PRIxMAX "lx"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 "lX"
#define PRIXPTR "lX"
#define PRIXMAX "lX"
#define PRIo8 "o"
#define PRIo16 "o"
#define PRIo32 "o"
#define PRIo64 "lo"
#define PRIoPTR "lo"
#define PRIoMAX "lo"
)";
}

std::span<const LibraryPart> c_parts() {
    static constexpr LibraryPart parts[] = {
        // <stdlib.h>
        {"realloc", R"(
void *realloc(void *old, size_t bytes) {
    if (!old) return malloc(bytes);
    if (bytes == 0) {
        free(old);
        return nullptr;
    }
    size_t had = __bytes_from(old);
    void *made = malloc(bytes);
    memcpy(made, old, had < bytes ? had : bytes);
    free(old);
    return made;
}
)"},
        {"aligned_alloc", R"(
void *aligned_alloc(size_t align, size_t bytes) { return malloc(bytes); }
)"},
        {"posix_memalign", R"(
int posix_memalign(void **made, size_t align, size_t bytes) {
    if (align < 8 || (align & (align - 1))) return 22;
    *made = malloc(bytes);
    return *made ? 0 : 12;
}
)"},
        // glibc's: three parts of 11, 10 and 10 bits.
        {"rand_r", R"(
unsigned __next_of(unsigned *seed, unsigned of) {
    *seed = *seed * 1103515245u + 12345u;
    return *seed / 65536u % of;
}
int rand_r(unsigned *seed) {
    unsigned drawn = __next_of(seed, 2048);
    drawn = drawn << 10 ^ __next_of(seed, 1024);
    return (int)(drawn << 10 ^ __next_of(seed, 1024));
}
)"},
        {"div_t", "struct div_t { int quot; int rem; };", true},
        {"ldiv_t", "struct ldiv_t { long quot; long rem; };", true},
        {"div", R"(
div_t div(int a, int b) { div_t d = {a / b, a % b}; return d; }
)"},
        {"ldiv", R"(
ldiv_t ldiv(long a, long b) { ldiv_t d = {a / b, a % b}; return d; }
)"},
        // 48 bits of X' = 5DEECE66D X + B, from 0 or, behind srand48, from the seed and 330E.
        {"__drand48_state", "unsigned long long __drand48_state = 0;"},
        {"srand48", R"(
void srand48(long seed) { __drand48_state = (seed & 0xffffffffll) << 16 | 0x330e; }
)"},
        {"__next_48", R"(
unsigned long long __next_48() {
    __drand48_state = (__drand48_state * 0x5deece66dull + 0xb) & 0xffffffffffffull;
    return __drand48_state;
}
)"},
        {"drand48", "double drand48() { return __next_48() / 281474976710656.0; }"},
        {"lrand48", "long lrand48() { return (long)(__next_48() >> 17); }"},
        {"mrand48", "long mrand48() { return (int)(__next_48() >> 16); }"},
        {"erand48", R"(
unsigned long long __next_of_three(unsigned short *x) {
    unsigned long long now = x[0] | (unsigned long long)x[1] << 16 | (unsigned long long)x[2] << 32;
    now = (now * 0x5deece66dull + 0xb) & 0xffffffffffffull;
    for (int k = 0; k < 3; ++k) x[k] = (unsigned short)(now >> 16 * k);
    return now;
}
double erand48(unsigned short *x) { return __next_of_three(x) / 281474976710656.0; }
)"},
        {"bsearch", R"(
template <typename F>
void *bsearch(const void *key, const void *base, size_t count, size_t size, F compare) {
    size_t begin = 0, end = count;
    while (begin < end) {
        size_t middle = (begin + end) / 2;
        const void *at = (const void *)((const char *)base + middle * size);
        int order = compare(key, at);
        if (order == 0) return (void *)at;
        if (order < 0)
            end = middle;
        else
            begin = middle + 1;
    }
    return nullptr;
}
)"},
        {"remquo", R"(
double remquo(double x, double y, int *quotient) {
    double rest = remainder(x, y);
    long long whole = 0;
    if (x - x == 0 && y != 0 && y == y) {
        // The last three bits of what was taken away.
        double taken = fmod(x - rest, 8 * y);
        if (y - y == 0) whole = (long long)round(taken / y);
    }
    long long bits = (whole < 0 ? -whole : whole) & 7;
    *quotient = (int)((x < 0) != (y < 0) ? -bits : bits);
    return rest;
}
float remquo(float x, float y, int *quotient) { return (float)remquo((double)x, (double)y, quotient); }
)"},
        {"remquof",
         "float remquof(float x, float y, int *quotient) { return remquo(x, y, quotient); }"},
        {"errc", R"(
enum class errc { value_too_large = 75, invalid_argument = 22, result_out_of_range = 34 };
)",
         true},
        {"to_chars_result", "struct to_chars_result { char *ptr; errc ec; };", true},
        {"from_chars_result", "struct from_chars_result { const char *ptr; errc ec; };", true},
        {"to_chars", R"(
template <typename T, typename = typename enable_if<is_integral<T>::value>::type>
to_chars_result to_chars(char *first, char *last, T value, int base = 10) {
    char digits[72];
    int n = 0;
    bool minus = value < 0;
    unsigned long long rest = minus ? 0ull - (unsigned long long)value : (unsigned long long)value;
    do {
        int digit = (int)(rest % base);
        digits[n++] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
        rest /= base;
    } while (rest != 0);
    if (minus) digits[n++] = '-';
    to_chars_result made = {last, errc::value_too_large};
    if (last - first < n) return made;
    while (n > 0) *first++ = digits[--n];
    made.ptr = first;
    made.ec = (errc)0;
    return made;
}
)"},
        {"from_chars", R"(
template <typename T, typename = typename enable_if<is_integral<T>::value>::type>
from_chars_result from_chars(const char *first, const char *last, T &value, int base = 10) {
    from_chars_result made = {first, errc::invalid_argument};
    const char *at = first;
    bool minus = is_signed<T>::value && at != last && *at == '-';
    if (minus) ++at;
    const char *begin = at;
    unsigned long long most = (unsigned long long)numeric_limits<T>::max() + (minus ? 1 : 0), sum = 0;
    bool fits = true;
    for (; at != last; ++at) {
        int digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                    : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10 : 99;
        if (digit >= base) break;
        if (sum > (most - digit) / base || most < (unsigned long long)digit) fits = false;
        sum = sum * base + digit;
    }
    if (at == begin) return made;
    made.ptr = at;
    made.ec = fits ? (errc)0 : errc::result_out_of_range;
    if (fits) value = (T)(minus ? 0ull - sum : sum);
    return made;
}
)"},
        {"memalign", "void *memalign(size_t align, size_t bytes) { return malloc(bytes); }"},
        {"reallocarray", R"(
void *reallocarray(void *old, size_t count, size_t size) { return realloc(old, count * size); }
)"},
        {"atoll", "long long atoll(const char *text) { return strtoll(text, nullptr, 10); }"},
        // <unistd.h>, as glibc has it: what is no option goes behind all that are
        {"optarg", "char *optarg;"},
        {"optind", "int optind = 1;"},
        {"opterr", "int opterr = 1;"},
        {"optopt", "int optopt;"},
        {"__option_at", "int __option_at;"},
        {"__next_option", R"(
// Brings the next option to the front, with its argument.
void __next_option(int argc, char **argv, const char *options) {
    int at = optind;
    while (at < argc && (argv[at][0] != '-' || argv[at][1] == 0)) ++at;
    if (at == argc || at == optind) return;
    int words = 1;
    for (const char *letter = argv[at] + 1; *letter != 0 && *letter != '-'; ++letter) {
        const char *known = options;
        while (*known != 0 && *known != *letter) ++known;
        if (*known == 0 || known[1] != ':') continue;
        if (letter[1] == 0 && known[2] != ':' && at + 1 < argc) words = 2;
        break;
    }
    for (int k = 0; k < words; ++k) {
        char *word = argv[at + k];
        for (int i = at + k; i > optind + k; --i) argv[i] = argv[i - 1];
        argv[optind + k] = word;
    }
}
)"},
        {"getopt", R"(
int getopt(int argc, char *const *argv, const char *options) {
    optarg = nullptr;
    if (__option_at == 0 && options[0] != '+') __next_option(argc, (char **)argv, options);
    if (optind >= argc) return -1;
    char *word = argv[optind];
    if (__option_at == 0) {
        if (word[0] != '-' || word[1] == 0) return -1;
        if (word[1] == '-' && word[2] == 0) {
            ++optind;
            return -1;
        }
        __option_at = 1;
    }
    int letter = word[__option_at++];
    bool last = word[__option_at] == 0;
    const char *known = options;
    while (*known != 0 && (*known != letter || letter == ':')) ++known;
    if (*known == 0) {
        optopt = letter;
        if (opterr && options[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], letter);
        if (last) {
            ++optind;
            __option_at = 0;
        }
        return '?';
    }
    if (known[1] != ':') {
        if (last) {
            ++optind;
            __option_at = 0;
        }
        return letter;
    }
    if (!last) {
        optarg = word + __option_at;
    } else if (known[2] != ':') {
        ++optind;
        if (optind >= argc) {
            optopt = letter;
            __option_at = 0;
            if (options[0] == ':') return ':';
            if (opterr) fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], letter);
            return '?';
        }
        optarg = argv[optind];
    }
    ++optind;
    __option_at = 0;
    return letter;
}
)"},
        {"no_argument", "const int no_argument = 0;"},
        {"required_argument", "const int required_argument = 1;"},
        {"optional_argument", "const int optional_argument = 2;"},
        {"option", "struct option { const char *name; int has_arg; int *flag; int val; };", true},
        {"__long_option", R"(
// Which option a word behind its dashes names, by its beginning if that is one option's alone; -1:
// none, -2: several.
int __long_option(const char *word, const option *all) {
    size_t length = strcspn(word, "=");
    int found = -1;
    for (int i = 0; all[i].name != nullptr; ++i) {
        if (strncmp(all[i].name, word, length) != 0) continue;
        if (all[i].name[length] == 0) return i;
        if (found >= 0 && (all[i].has_arg != all[found].has_arg || all[i].flag != all[found].flag ||
                           all[i].val != all[found].val))
            found = -2;
        else if (found == -1) found = i;
    }
    return found;
}
)"},
        {"getopt_long", R"(
int getopt_long(int argc, char *const *given, const char *options, const option *all, int *index) {
    char **argv = (char **)given;
    int at = optind;
    if (__option_at == 0 && options[0] != '+') {
        while (at < argc && (argv[at][0] != '-' || argv[at][1] == 0)) ++at;
    }
    bool is_long = __option_at == 0 && at < argc && argv[at][0] == '-' && argv[at][1] == '-' && argv[at][2] != 0;
    if (!is_long) return getopt(argc, given, options);
    const char *name = argv[at] + 2;
    int number = __long_option(name, all);
    size_t length = strcspn(name, "=");
    bool has_value = name[length] == '=';
    int words = number >= 0 && all[number].has_arg == 1 && !has_value && at + 1 < argc ? 2 : 1;
    for (int k = 0; k < words; ++k) {
        char *word = argv[at + k];
        for (int i = at + k; i > optind + k; --i) argv[i] = argv[i - 1];
        argv[optind + k] = word;
    }
    ++optind;
    optarg = nullptr;
    if (number < 0) {
        optopt = 0;
        if (opterr && options[0] != ':' && number == -1)
            fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], name);
        if (opterr && options[0] != ':' && number == -2)
            fprintf(stderr, "%s: option '--%s' is ambiguous\n", argv[0], name);
        return '?';
    }
    const option &found = all[number];
    if (has_value && found.has_arg == 0) {
        optopt = found.val;
        if (opterr && options[0] != ':')
            fprintf(stderr, "%s: option '--%s' doesn't allow an argument\n", argv[0], found.name);
        return '?';
    }
    if (has_value) optarg = (char *)name + length + 1;
    else if (words == 2) optarg = argv[optind++];
    else if (found.has_arg == 1) {
        optopt = found.val;
        if (opterr && options[0] != ':')
            fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], found.name);
        return options[0] == ':' ? ':' : '?';
    }
    if (index != nullptr) *index = number;
    if (found.flag == nullptr) return found.val;
    *found.flag = found.val;
    return 0;
}
)"},
        {"strtoll", R"(
long long strtoll(const char *text, char **end, int base) {
    const char *at = text;
    while (*at == ' ' || (*at >= 9 && *at <= 13)) ++at;
    bool minus = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    bool hex = *at == '0' && (at[1] == 'x' || at[1] == 'X');
    if (hex && (base == 0 || base == 16)) {
        base = 16;
        at = at + 2;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    long long value = 0;
    bool any = false;
    for (;; ++at) {
        int digit = *at >= '0' && *at <= '9'   ? *at - '0'
                    : *at >= 'a' && *at <= 'z' ? *at - 'a' + 10
                    : *at >= 'A' && *at <= 'Z' ? *at - 'A' + 10
                                               : 99;
        if (digit >= base) break;
        value = value * base + digit;
        any = true;
    }
    if (end) *end = (char *)(any ? at : text);
    return minus ? -value : value;
}
)"},
        {"strtol", R"(
long strtol(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
        {"strtoul", R"(
unsigned long strtoul(const char *text, char **end, int base) { return strtoll(text, end, base); }
)"},
        {"strtoull", R"(
unsigned long long strtoull(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}
)"},
        {"strtod", R"(
double strtod(const char *text, char **end) {
    if (end) *end = (char *)text + __text_real_end(text);
    return atof(text);
}
)"},
        {"strtof",
         "float strtof(const char *text, char **end) { return (float)strtod(text, end); }"},
        {"getenv", "char *getenv(const char *name) { return (char *)0; }"},
        // There is no shell, which says of every command that it was not found.
        {"system", "int system(const char *command) { return command ? 127 << 8 : 0; }"},
        // <stdio.h>
        {"puts", R"(int puts(const char *text) { return printf("%s\n", text); })"},
        // <stdarg.h>: of what a function was given behind its parameters, the one of that number.
        {"__ss_argument", R"(
template <typename T, typename A> T __ss_read(A a) {
    if constexpr (is_pointer_v<T> == is_pointer_v<A>) return (T)a;
    return T();
}
template <typename T> T __ss_argument(int n) { return T(); }
template <typename T, typename A, typename... R> T __ss_argument(int n, A a, R... rest) {
    if (n == 0) return __ss_read<T, A>(a);
    return __ss_argument<T>(n - 1, rest...);
}
)"},
        // <sys/mman.h>: memory of its own, with what stands in the file; nothing is written back.
        {"mmap", R"(
void *mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset) {
    bool has_file = (flags & 32) == 0;
    bool writes_back = has_file && (flags & 1) != 0 && (protection & 2) != 0;
    if (bytes == 0 || writes_back || (has_file && file < 3)) return (void *)-1;
    char *all = (char *)calloc(bytes + 4096, 1);
    char *first = all + (4096 - (unsigned long long)all % 4096) % 4096;
    if (has_file && pread(file, first, bytes, offset) < 0) return (void *)-1;
    return first;
}
)"},
        {"munmap", "int munmap(void *at, size_t bytes) { return 0; }"},
        {"alloca", "void *alloca(size_t bytes) { return malloc(bytes); }"},
        {"__builtin_alloca", "void *__builtin_alloca(size_t bytes) { return malloc(bytes); }"},
        {"mlock", "int mlock(const void *at, size_t bytes) { return 0; }"},
        {"munlock", "int munlock(const void *at, size_t bytes) { return 0; }"},
        {"putchar", R"(int putchar(int c) { printf("%c", c); return c; })"},
        // <string.h>, <ctype.h>
        {"strcat", R"(
char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}
)"},
        {"strncat", R"(
char *strncat(char *to, const char *from, size_t most) {
    size_t n = strlen(to), i = 0;
    for (; i < most && from[i]; ++i) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}
)"},
        {"strncpy", R"(
char *strncpy(char *to, const char *from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; ++i) to[i] = from[i];
    for (; i < count; ++i) to[i] = 0;
    return to;
}
)"},
        {"strchr", R"(
char *strchr(const char *text, int c) {
    for (;; ++text) {
        if (*text == (char)c) return (char *)text;
        if (!*text) return (char *)0;
    }
}
)"},
        {"strrchr", R"(
char *strrchr(const char *text, int c) {
    const char *last = (const char *)0;
    for (;; ++text) {
        if (*text == (char)c) last = text;
        if (!*text) return (char *)last;
    }
}
)"},
        {"strstr", R"(
char *strstr(const char *text, const char *part) {
    long at = __text_find(text, strlen(text), part, strlen(part), 0);
    return at < 0 ? (char *)0 : (char *)(text + at);
}
)"},
        // <strings.h>
        {"ffsll", "int ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }"},
        {"ffsl", "int ffsl(long x) { return ffsll(x); }"},
        {"ffs", "int ffs(int x) { return ffsll(x); }"},
        {"bzero", "void bzero(void *p, size_t n) { memset(p, 0, n); }"},
        {"strcasecmp", R"(
int strcasecmp(const char *a, const char *b) {
    for (;; ++a, ++b) {
        int x = tolower(*a), y = tolower(*b);
        if (x != y || x == 0) return x - y;
    }
}
)"},
        {"strncasecmp", R"(
int strncasecmp(const char *a, const char *b, size_t most) {
    for (size_t i = 0; i < most; ++i) {
        int x = tolower(a[i]), y = tolower(b[i]);
        if (x != y || x == 0) return x - y;
    }
    return 0;
}
)"},
        {"index", "char *index(const char *text, int c) { return strchr(text, c); }"},
        {"rindex", "char *rindex(const char *text, int c) { return strrchr(text, c); }"},
        {"strcoll", "int strcoll(const char *a, const char *b) { return strcmp(a, b); }"},
        {"strspn", R"(
size_t strspn(const char *text, const char *of) {
    size_t n = 0;
    while (text[n] && strchr(of, text[n])) ++n;
    return n;
}
)"},
        {"strcspn", R"(
size_t strcspn(const char *text, const char *ends) {
    size_t n = 0;
    while (text[n] && !strchr(ends, text[n])) ++n;
    return n;
}
)"},
        {"strpbrk", R"(
char *strpbrk(const char *text, const char *of) {
    const char *at = text + strcspn(text, of);
    return *at ? (char *)at : (char *)0;
}
)"},
        {"strnlen", R"(
size_t strnlen(const char *text, size_t most) {
    size_t n = 0;
    while (n < most && text[n]) ++n;
    return n;
}
)"},
        {"strndup", R"(
char *strndup(const char *text, size_t most) {
    size_t n = strnlen(text, most);
    char *made = (char *)malloc(n + 1);
    memcpy(made, text, n);
    made[n] = 0;
    return made;
}
)"},
        {"strsep", R"(
char *strsep(char **at, const char *ends) {
    char *begin = *at;
    if (!begin) return begin;
    char *end = begin + strcspn(begin, ends);
    *at = *end ? end + 1 : (char *)0;
    *end = 0;
    return begin;
}
)"},
        {"strtok_r", R"(
char *strtok_r(char *text, const char *ends, char **rest) {
    char *begin = text ? text : *rest;
    if (!begin) return begin;
    begin += strspn(begin, ends);
    if (!*begin) {
        *rest = begin;
        return (char *)0;
    }
    char *end = begin + strcspn(begin, ends);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return begin;
}
)"},
        {"memchr", R"(
void *memchr(const void *in, int c, size_t bytes) {
    const char *at = (const char *)in;
    for (size_t i = 0; i < bytes; ++i)
        if (at[i] == (char)c) return (void *)(at + i);
    return nullptr;
}
)"},
        {"strdup", R"(
char *strdup(const char *text) {
    char *made = (char *)malloc(strlen(text) + 1);
    strcpy(made, text);
    return made;
}
)"},
        {"strtok", R"(
char *__token_at = (char *)0;
char *strtok(char *text, const char *ends) {
    char *at = text ? text : __token_at;
    if (!at) return (char *)0;
    while (*at && strchr(ends, *at)) ++at;
    if (!*at) {
        __token_at = (char *)0;
        return (char *)0;
    }
    char *begin = at;
    while (*at && !strchr(ends, *at)) ++at;
    __token_at = *at ? at + 1 : (char *)0;
    *at = 0;
    return begin;
}
)"},
        {"memmove", R"(
void *memmove(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
    return to;
}
)"},
        {"memcmp", R"(
int memcmp(const void *a, const void *b, size_t bytes) {
    return __text_compare((const char *)a, bytes, (const char *)b, bytes);
}
)"},
        {"setlocale", R"(
char *setlocale(int category, const char *name) {
    static char c[2] = "C";
    const bool is_there = name == nullptr || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX");
    return category >= 0 && category <= 6 && is_there ? c : nullptr;
}
)"},
        {"iscntrl", "int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }"},
        {"isgraph", "int isgraph(int c) { return c > 32 && c < 127; }"},
        {"isblank", "int isblank(int c) { return c == ' ' || c == 9; }"},
        {"isdigit", "int isdigit(int c) { return c >= '0' && c <= '9'; }"},
        {"isupper", "int isupper(int c) { return c >= 'A' && c <= 'Z'; }"},
        {"islower", "int islower(int c) { return c >= 'a' && c <= 'z'; }"},
        {"isalpha", "int isalpha(int c) { return isupper(c) || islower(c); }"},
        {"isalnum", "int isalnum(int c) { return isalpha(c) || isdigit(c); }"},
        {"isspace", "int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }"},
        {"isprint", "int isprint(int c) { return c >= 32 && c < 127; }"},
        {"ispunct", "int ispunct(int c) { return c > 32 && c < 127 && !isalnum(c); }"},
        {"isxdigit", R"(
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
)"},
        {"toupper", "int toupper(int c) { return islower(c) ? c - 32 : c; }"},
        {"tolower", "int tolower(int c) { return isupper(c) ? c + 32 : c; }"},
        {"abort", "void abort() { _exit(134); }"},
        {"quick_exit", "void quick_exit(int code) { _exit(code); }"},
        // Also what ends objects of static duration: they are entered where they come to life.
        {"atexit", R"(
typedef void (*__at_exit)();
__at_exit *__exits;
size_t __exit_count, __exit_room;
int atexit(__at_exit f) {
    if (__exit_count == __exit_room) {
        __exit_room = 2 * __exit_room + 8;
        __exits = (__at_exit *)realloc(__exits, __exit_room * sizeof(__at_exit));
    }
    __exits[__exit_count] = f;
    __exit_count = __exit_count + 1;
    return 0;
}
void __run_exits() {
    while (__exit_count > 0) {
        __exit_count = __exit_count - 1;
        __exits[__exit_count]();
    }
}
)"},
        // <time.h>, <sys/time.h>: the machine's own clock, since the run began
        {"time_t", "typedef long long time_t;", true},
        {"timeval", "struct timeval { long tv_sec; long tv_usec; };", true},
        {"timezone", "struct timezone { int tz_minuteswest; int tz_dsttime; };", true},
        {"timespec", "struct timespec { long tv_sec; long tv_nsec; };", true},
        {"clockid_t", "typedef int clockid_t;", true},
        {"CLOCK_REALTIME", "const int CLOCK_REALTIME = 0;"},
        {"CLOCK_MONOTONIC", "const int CLOCK_MONOTONIC = 1;"},
        {"CLOCK_MONOTONIC_RAW", "const int CLOCK_MONOTONIC_RAW = 4;"},
        {"CLOCK_PROCESS_CPUTIME_ID", "const int CLOCK_PROCESS_CPUTIME_ID = 2;"},
        // Each run begins when the year 2026 does, so that what is made of the date is the same.
        {"__year_2026", "const long long __year_2026 = 1767225600;"},
        {"time", R"(
time_t time(time_t *to) {
    time_t now = __year_2026 + (long long)__now();
    if (to) *to = now;
    return now;
}
)"},
        {"gettimeofday", R"(
int gettimeofday(timeval *t, void *zone) {
    double now = __now();
    t->tv_sec = (long)(__year_2026 + (long long)now);
    t->tv_usec = (long)((now - (long)now) * 1e6);
    return 0;
}
)"},
        {"clock_gettime", R"(
int clock_gettime(int id, timespec *t) {
    double now = __now();
    t->tv_sec = (long)((id == 0 ? __year_2026 : 0) + (long long)now);
    t->tv_nsec = (long)((now - (long)now) * 1e9);
    return 0;
}
)"},
        {"tm", R"(
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
)",
         true},
        {"gmtime_r", R"(
tm *gmtime_r(const time_t *t, tm *made) {
    long long day = *t / 86400, second = *t % 86400;
    if (second < 0) { second += 86400; --day; }
    made->tm_hour = (int)(second / 3600);
    made->tm_min = (int)(second / 60 % 60);
    made->tm_sec = (int)(second % 60);
    made->tm_wday = (int)(((day + 4) % 7 + 7) % 7);
    // Years that begin in March, in eras of 400 of them.
    long long since = day + 719468, era = (since >= 0 ? since : since - 146096) / 146097;
    long long of_era = since - era * 146097;
    long long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    long long of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    made->tm_mday = (int)(of_year - (153 * month + 2) / 5 + 1);
    made->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    long long full = year + era * 400 + (made->tm_mon < 2);
    made->tm_year = (int)(full - 1900);
    bool leap = full % 4 == 0 && (full % 100 != 0 || full % 400 == 0);
    made->tm_yday = (int)(made->tm_mon >= 2 ? of_year + 59 + leap : of_year - 306);
    made->tm_isdst = 0;
    return made;
}
)"},
        {"gmtime", R"(
tm *gmtime(const time_t *t) { static tm made; return gmtime_r(t, &made); }
)"},
        {"mktime", R"(
time_t mktime(tm *t) {
    long long month = t->tm_mon, year = 1900LL + t->tm_year + (month - (month < 0 ? 11 : 0)) / 12;
    month = (month % 12 + 12) % 12;
    long long from_march = month >= 2 ? month - 2 : month + 10;
    year -= month < 2;
    long long era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    long long day = (153 * from_march + 2) / 5 + t->tm_mday - 1;
    day += of_era * 365 + of_era / 4 - of_era / 100 + era * 146097 - 719468;
    time_t made = ((day * 24 + t->tm_hour) * 60 + t->tm_min) * 60 + t->tm_sec;
    gmtime_r(&made, t);
    return made;
}
)"},
        {"timegm", "time_t timegm(tm *t) { return mktime(t); }"},
        {"localtime_r", "tm *localtime_r(const time_t *t, tm *made) { return gmtime_r(t, made); }"},
        {"localtime", "tm *localtime(const time_t *t) { return gmtime(t); }"},
        {"__day_name", R"(
const char *__day_name(int day) {
    const char *names[7] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
    return names[day % 7];
}
)"},
        {"__month_name", R"(
const char *__month_name(int month) {
    const char *names[12] = {"January", "February", "March", "April", "May", "June", "July", "August",
                             "September", "October", "November", "December"};
    return names[month % 12];
}
)"},
        {"asctime", R"(
char *asctime(const tm *t) {
    static char text[64];
    snprintf(text, 64, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", __day_name(t->tm_wday), __month_name(t->tm_mon), t->tm_mday,
             t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
    return text;
}
)"},
        {"ctime", "char *ctime(const time_t *t) { return asctime(localtime(t)); }"},
        {"strftime", R"(
size_t strftime(char *to, size_t most, const char *format, const tm *t) {
    size_t size = 0;
    for (; *format; ++format) {
        char part[64];
        part[0] = *format;
        part[1] = 0;
        if (*format == '%') {
            int hour = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12;
            switch (*++format) {
                case 'Y': snprintf(part, 64, "%d", 1900 + t->tm_year); break;
                case 'y': snprintf(part, 64, "%02d", t->tm_year % 100); break;
                case 'm': snprintf(part, 64, "%02d", t->tm_mon + 1); break;
                case 'd': snprintf(part, 64, "%02d", t->tm_mday); break;
                case 'e': snprintf(part, 64, "%2d", t->tm_mday); break;
                case 'H': snprintf(part, 64, "%02d", t->tm_hour); break;
                case 'I': snprintf(part, 64, "%02d", hour); break;
                case 'M': snprintf(part, 64, "%02d", t->tm_min); break;
                case 'S': snprintf(part, 64, "%02d", t->tm_sec); break;
                case 'j': snprintf(part, 64, "%03d", t->tm_yday + 1); break;
                case 'p': snprintf(part, 64, "%s", t->tm_hour < 12 ? "AM" : "PM"); break;
                case 'a': snprintf(part, 64, "%.3s", __day_name(t->tm_wday)); break;
                case 'A': snprintf(part, 64, "%s", __day_name(t->tm_wday)); break;
                case 'b': snprintf(part, 64, "%.3s", __month_name(t->tm_mon)); break;
                case 'B': snprintf(part, 64, "%s", __month_name(t->tm_mon)); break;
                case 'Z': snprintf(part, 64, "UTC"); break;
                case 'F': snprintf(part, 64, "%d-%02d-%02d", 1900 + t->tm_year, t->tm_mon + 1, t->tm_mday); break;
                case 'D': snprintf(part, 64, "%02d/%02d/%02d", t->tm_mon + 1, t->tm_mday, t->tm_year % 100); break;
                case 'T': snprintf(part, 64, "%02d:%02d:%02d", t->tm_hour, t->tm_min, t->tm_sec); break;
                case 'R': snprintf(part, 64, "%02d:%02d", t->tm_hour, t->tm_min); break;
                case 'c':
                    snprintf(part, 64, "%.3s %.3s%3d %02d:%02d:%02d %d", __day_name(t->tm_wday), __month_name(t->tm_mon),
                             t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, 1900 + t->tm_year);
                    break;
                default: part[0] = *format;
            }
        }
        for (const char *at = part; *at; ++at) {
            if (size + 1 >= most) return 0;
            to[size++] = *at;
        }
    }
    if (most > 0) to[size] = 0;
    return size;
}
)"},
        {"difftime", "double difftime(time_t a, time_t b) { return (double)(a - b); }"},
    };
    return parts;
}

}  // namespace stridescope::language

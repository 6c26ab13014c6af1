// What POSIX's and GNU's functions of texts, numbers and files do, and those of <bit>: compiled by
// g++, and run as a text, this prints the same.
#include <fcntl.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cctype>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <ostream>

namespace host_posix {

int by_number(const void* a, const void* b) {
    return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

void texts(std::ostream& out) {
    out << (strncasecmp("HeLLo", "helxx", 3) == 0) << (strncasecmp("a", "B", 5) < 0)
        << (strncasecmp("abc", "ABC", 10) == 0) << ' ' << std::strspn("aabbc", "ab") << ' '
        << std::strcspn("hello,world", ",.") << ' ' << std::strcspn("none", ",.") << ' '
        << std::strpbrk("path/to.x", "./") << ' ' << (std::strpbrk("path", "./") == nullptr) << ' '
        << strnlen("hello", 3) << strnlen("hi", 9) << ' ' << std::atoll("-123456789012") << '\n';
    char* const part = strndup("hello", 3);
    out << part << ' ' << static_cast<const char*>(std::memchr("abcdef", 'd', 6)) << ' '
        << (std::memchr("abc", 'd', 3) == nullptr) << ' ' << index("a.b.c", '.') << ' '
        << rindex("a.b.c", '.') << '\n';
    std::free(part);
    char t[] = "a,b;;c", *rest = nullptr;
    for (char* p = strtok_r(t, ",;", &rest); p != nullptr; p = strtok_r(nullptr, ",;", &rest))
        out << '[' << p << ']';
    char u[] = "a,b,,c", *at = u;
    while (char* const p = strsep(&at, ",")) out << '<' << p << '>';
    const int v[] = {1, 3, 5, 7, 9, 11};
    for (const int key : {0, 1, 7, 11, 12}) {
        const void* const found = std::bsearch(&key, v, 6, sizeof(int), by_number);
        out << ' ' << (found == nullptr ? -1 : static_cast<const int*>(found) - v);
    }
    out << '\n';
    for (int c = 0; c < 128; c += 9)
        out << (std::iscntrl(c) != 0) << (std::isgraph(c) != 0) << (std::isblank(c) != 0);
    char* made = nullptr;
    const int size = asprintf(&made, "%d-%s", 42, "x");
    out << ' ' << size << ' ' << made << '\n';
    std::free(made);
}

void drawn(std::ostream& out) {
    for (const long seed : {42L, -7L, 0L, 123456789012L}) {
        srand48(seed);
        for (int k = 0; k < 3; ++k) {
            const double real = drand48();
            const long small = lrand48(), whole = mrand48();
            out << static_cast<long long>(real * 281474976710656.0) << ' ' << small << ' ' << whole
                << ' ';
        }
    }
    unsigned short x[3] = {1, 2, 3};
    const double real = erand48(x);
    out << static_cast<long long>(real * 281474976710656.0) << ' ' << x[0] << ' ' << x[2] << '\n';
}

void bits(std::ostream& out) {
    out << std::popcount(0xffu) << ' ' << std::countl_zero(1u) << ' '
        << std::countr_zero(static_cast<std::uint8_t>(0)) << ' '
        << std::countl_zero(static_cast<std::uint16_t>(3)) << ' ' << std::countr_one(7u) << ' '
        << std::countl_one(~0ull) << ' ' << std::bit_ceil(5u) << ' ' << std::bit_ceil(0u) << ' '
        << std::bit_floor(5u) << std::bit_floor(0u) << ' ' << static_cast<int>(std::bit_width(8u))
        << '\n';
    out << std::rotl(0x80000001u, 4) << ' ' << std::rotr(1u, 1) << ' ' << std::rotl(5u, -33) << ' '
        << static_cast<int>(std::rotl(static_cast<std::uint8_t>(0x81), 1)) << ' '
        << std::has_single_bit(64u) << std::has_single_bit(0u) << ' ' << __builtin_bswap16(0x1234)
        << ' ' << __builtin_bswap32(0x12345678) << ' ' << __builtin_bswap64(0x123456789abcdef0ul)
        << '\n';
    out << std::midpoint(1, 4) << ' ' << std::midpoint(4, 1) << ' ' << std::midpoint(-7, 2) << ' '
        << std::midpoint(2147483647, -2147483647) << ' ' << std::midpoint(0u, 4294967295u) << ' '
        << std::midpoint(1.0, 2.5) << ' ' << std::lerp(1.0, 3.0, 0.25) << ' '
        << std::lerp(-1.0, 3.0, 0.25) << ' ' << std::lerp(1.0, 3.0, 1.0) << ' '
        << std::lerp(1.0, 3.0, 2.0) << '\n';
    out << (std::fpclassify(1.0) == FP_NORMAL) << (std::fpclassify(0.0f) == FP_ZERO)
        << (std::fpclassify(1e-310) == FP_SUBNORMAL) << (std::fpclassify(1e-40f) == FP_SUBNORMAL)
        << (std::fpclassify(INFINITY) == FP_INFINITE) << (std::fpclassify(NAN) == FP_NAN) << '\n';
}

// A class whose name a function has too: with `struct` before it the class is meant.
struct twice {
    int x = 5;
};
int twice(int x) {
    struct twice of;
    return 2 * x + of.x;
}

void descriptors(std::ostream& out) {
    const char* const name = "host_posix_made.bin";
    const int made = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const char* const text = "P6\n# hello\n12 5\n255\nABCDEFG";
    out << (made > 2) << ' ' << write(made, text, std::strlen(text)) << close(made) << '\n';
    struct stat of {};
    out << stat(name, &of) << ' ' << of.st_size << S_ISREG(of.st_mode) << S_ISDIR(of.st_mode)
        << stat("host_posix_none.bin", &of) << (open("host_posix_none.bin", O_RDONLY) < 0)
        << (open(name, O_RDWR | O_CREAT | O_EXCL, 0644) < 0) << '\n';
    const int in = open(name, O_RDONLY);
    char read_here[64] = {};
    out << read(in, read_here, 5) << '[' << read_here << ']' << lseek(in, -4, SEEK_END);
    std::memset(read_here, 0, sizeof read_here);
    out << read(in, read_here, 60) << '[' << read_here << ']' << read(in, read_here, 60)
        << pread(in, read_here, 2, 3) << read_here[0] << read_here[1] << lseek(in, 0, SEEK_CUR);
    out << fstat(in, &of) << ' ' << of.st_size << '\n';
    const auto size = static_cast<std::size_t>(of.st_size);
    const char* const mapped =
        static_cast<const char*>(mmap(nullptr, size, PROT_READ, MAP_PRIVATE, in, 0));
    out << mapped[0] << mapped[1] << mapped[size - 1] << munmap(const_cast<char*>(mapped), size)
        << close(in);
    const int more = open(name, O_WRONLY | O_APPEND);
    out << write(more, "xyz", 3) << close(more) << stat(name, &of) << ' ' << of.st_size;
    const int both = open(name, O_RDWR);
    out << write(both, "__", 2) << lseek(both, 0, SEEK_SET) << read(both, read_here, 4)
        << read_here[1] << read_here[2] << close(both);
    std::FILE* const opened = std::fopen(name, "rb");
    out << ' ' << (fileno(opened) > 2) << fileno(stdout) << std::fclose(opened) << unlink(name)
        << (stat(name, &of) < 0) << ' ' << twice(4) << '\n';
}

/// What C's functions on memory and on texts return.
inline void returned(std::ostream& out) {
    int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
    char text[16] = "abc";
    int* const whole = static_cast<int*>(std::memset(a, 1, sizeof a));
    int* const part = static_cast<int*>(std::memcpy(b + 1, a, 2 * sizeof(int)));
    out << (whole == a) << whole[3] << (part == b + 1) << part[0] << ' ' << b[0] << b[3];
    out << (static_cast<int*>(std::memmove(a + 1, a, 8)) == a + 1);
    out << *static_cast<int*>(std::memcpy(a, b, 4)) << (std::memset(text, 'x', 2) == text);
    if (!std::memcpy(text + 8, "yz", 3)) out << "null";
    struct Pair {
        int x, y;
    } of = {3, 4}, to;
    out << static_cast<Pair*>(std::memcpy(&to, &of, sizeof of))->y;
    auto made = static_cast<unsigned char*>(std::memset(std::malloc(8), 7, 8));
    out << int{made[7]} << std::strcat(std::strcpy(text, "12"), "34") << '\n';
    std::free(made);
    out << std::setlocale(LC_ALL, "C") << (std::setlocale(LC_ALL, "Russian of nowhere") == nullptr)
        << std::setlocale(LC_NUMERIC, nullptr) << LC_ALL << LC_TIME << '\n';
}

/// Files that no name is given for.
inline void nameless(std::ostream& out) {
    const char* const none = nullptr;
    std::ifstream in(none);
    std::ofstream from;
    from.open(none);
    out << in.is_open() << in.fail() << from.is_open() << !from << '\n';
}

}  // namespace host_posix

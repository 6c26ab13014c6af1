// What a text prints is what C's printf and C++'s streams print of the same: each line here is
// compiled, and run as a text.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace print_test {

std::string printed_by_kernel(const std::string& call) {
    RunText run("__global__ void k() { if (threadIdx.x == 0) " + call + "; }");
    run.launch({1, 1, 1}, {32, 1, 1});
    run.expect_clean();
    return run.record.output;
}

/// What the text's main prints, and what stops it.
std::string printed_by_text(const std::string& text) {
    const language::Parsed parsed = language::parse("test.cu", text);
    std::string all;
    for (const language::Fault& fault : parsed.faults) all += fault.message + '\n';
    if (!all.empty()) return all;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    const HostRecord record = run_main(*parsed.unit, memory);
    all = record.output;
    if (record.stopped) all += record.stopped->message + '\n';
    for (const Diagnostic& d : record.diagnostics) all += d.message + '\n';
    return all;
}

std::string printed_by_main(const std::string& statement) {
    return printed_by_text("int main() {\n" + statement + ";\n}");
}

template <typename... T>
std::string by_c(const char* format, T... values) {
    std::array<char, 512> out{};
    std::snprintf(out.data(), out.size(), format, values...);
    return out.data();
}

#define EXPECT_AS_C(...)                                                                         \
    EXPECT_EQ(printed_by_kernel("printf(" #__VA_ARGS__ ")"), by_c(__VA_ARGS__)) << #__VA_ARGS__; \
    EXPECT_EQ(printed_by_main("printf(" #__VA_ARGS__ ")"), by_c(__VA_ARGS__)) << #__VA_ARGS__

TEST(Print, AsCDoes) {
    EXPECT_AS_C("100%% of %d and %i\n", 7, -7);
    EXPECT_AS_C("%5d|%-5d|%05d|%+d|% d", 42, 42, 42, 42, 42);
    EXPECT_AS_C("%.3d|%*d|%-*d|", 5, 6, 42, 4, 7);
    EXPECT_AS_C("%u %x %X %o %#x", 4000000000u, 255u, 255u, 8u, 255u);
    EXPECT_AS_C("%x %u", -1, -1);
    EXPECT_AS_C("%lld %llu %llx %ld", -5000000000ll, 18446744073709551615ull, 81985529216486895ull,
                5l);
    EXPECT_AS_C("%f %F %.1f %8.3f|%-8.2f|", 1.5, 2.25, 0.05, 3.14159, 2.5);
    EXPECT_AS_C("%e %E %g %G %a", 12345.678, 0.00012, 1e10, 1e-10, 1.0);
    EXPECT_AS_C("%f", 1.5f);
    EXPECT_AS_C("%c%c%c", 'a', 98, '\n');
    EXPECT_AS_C("%s and %10s|%-6s|%.2s", "one", "two", "three", "four");
    EXPECT_AS_C("%d%%", 50);
}

TEST(Print, CutsNumbersAsTheirLengthsSay) {
    EXPECT_AS_C("%hd %hu %hx %hhd %hhu %hhx", 70000, -1, 0x12345, 300, -1, 0x1ff);
    EXPECT_AS_C("%5%|%d", 7);
}

TEST(Print, TakesValuesByTheirNumbers) {
    EXPECT_EQ(printed_by_main(R"(printf("%2$s %1$d %1$x|%2$5s|%3$*1$d|%%1$d", 6, "two", 42))"),
              by_c("%2$s %1$d %1$x|%2$5s|%3$*1$d|%%1$d", 6, "two", 42));
    EXPECT_EQ(
        printed_by_main(R"(char b[40]; snprintf(b, 40, "%3$s-%1$s-%2$s", "a", "b", "c"); puts(b))"),
        "c-a-b\n");
    EXPECT_NE(printed_by_text("__global__ void k() { printf(\"%1$d\", 1); }\n"
                              "int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }")
                  .find("takes its values in their order"),
              std::string::npos);
    EXPECT_NE(printed_by_main(R"(int n; printf("ab%n", &n))").find("%n is not in the subset"),
              std::string::npos);
}

TEST(Print, TextsOfAKernelsOwn) {
    EXPECT_EQ(printed_by_text(R"(
struct Named { int n; char name[8]; };
__global__ void k(Named given) {
    char own[4] = {'a', 'b', 0, 0};
    __shared__ char shared[4];
    if (threadIdx.x == 0) { shared[0] = 'x'; shared[1] = 'y'; shared[2] = 0; }
    __syncthreads();
    own[0] += threadIdx.x;
    const char *behind = own + 1, *either = threadIdx.x == 0 ? own : shared;
    printf("%s %s %s|%4s|%s %s\n", own, shared, given.name, behind, either, (char *)0);
}
int main() {
    Named n{1, "name"};
    k<<<1, 2>>>(n);
    cudaDeviceSynchronize();
}
)"),
              "ab xy name|   b|ab (null)\nbb xy name|   b|xy (null)\n");
}

TEST(HostMain, HandsKernelsReferencesTheAddressOfWhatTheyName) {
    const std::string kernels = R"(
struct Named { int n; char name[8]; };
__global__ void change(Named &e) { printf("%d %s\n", e.n, e.name); ++e.n; e.name[0] = 'r'; }
__global__ void sum(const Named &e, int &out, float (&all)[4]) { out = e.n + 100; all[3] = 2.5f; }
template <typename T> __global__ void twice(T &x) { x *= 2; }
int main() {
    Named *e;
    int *n;
    float (*all)[4];
    cudaMallocManaged(&e, sizeof(Named));
    cudaMallocManaged(&n, 4);
    cudaMallocManaged(&all, 16);
    e->n = 1; e->name[0] = 'h'; e->name[1] = 0;
)";
    EXPECT_EQ(printed_by_text(kernels + R"(
    change<<<1, 1>>>(*e);
    sum<<<1, 1>>>(*e, *n, *all);
    twice<<<1, 1>>>(n[0]);
    cudaDeviceSynchronize();
    printf("%d %s %d %g\n", e->n, e->name, *n, (*all)[3]);
}
)"),
              "1 h\n2 r 204 2.5\n");
    // What lies in main's own memory is out of a kernel's reach.
    EXPECT_EQ(printed_by_text(kernels + R"(
    int own = 3;
    twice<<<1, 1>>>(own);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%d", own);
})"),
              "an illegal memory access was encountered\n3");
    EXPECT_NE(printed_by_text(kernels + "sum<<<1, 1>>>(Named{1, \"x\"}, *n, *all); }")
                  .find("take it by value"),
              std::string::npos);
}

TEST(Print, SaysWhatIsMissing) {
    EXPECT_EQ(printed_by_kernel(R"(printf("%d and %d", 1))"), "1 and ?");
    EXPECT_EQ(printed_by_kernel(R"(printf("the end %5"))"), "the end %5");
}

#define EXPECT_AS_STREAMS(...)                                                               \
    {                                                                                        \
        std::ostringstream out;                                                              \
        out << __VA_ARGS__;                                                                  \
        EXPECT_EQ(printed_by_main("std::cout << " #__VA_ARGS__), out.str()) << #__VA_ARGS__; \
    }

TEST(Print, AsStreamsDo) {
    EXPECT_AS_STREAMS(1 << ' ' << -2 << " " << 3u << '\n');
    EXPECT_AS_STREAMS(4000000000u << ' ' << 18446744073709551615ull << ' ' << -5000000000ll);
    EXPECT_AS_STREAMS(0.1 << ' ' << 1e20 << ' ' << 2.5f << ' ' << 100000.0 << ' ' << 1000000.0);
    EXPECT_AS_STREAMS("text" << (unsigned char)65 << (char)66 << (1 < 2));
}

/// The statements are compiled here, too, with what they write into `out`.
#define EXPECT_MAIN_AS_CPP(...)                                             \
    {                                                                       \
        std::ostringstream out;                                             \
        const auto here = [&] { __VA_ARGS__ };                              \
        here();                                                             \
        std::string text = #__VA_ARGS__;                                    \
        for (std::size_t at = text.find("out <<"); at != std::string::npos; \
             at = text.find("out <<", at + 9))                              \
            text.replace(at, 3, "std::cout");                               \
        EXPECT_EQ(printed_by_main(text), out.str()) << text;                \
    }

TEST(HostMain, DoesWithVectorsWhatCppDoes) {
    EXPECT_MAIN_AS_CPP(std::vector<int> v; v.reserve(9); v.push_back(4); v.emplace_back(5);
                       v.push_back(v[0] * 10);
                       out << v.size() << ' ' << v.back() << ' ' << v.front() << ' ' << v[1]
                           << v.empty() << '\n';);
    EXPECT_MAIN_AS_CPP(std::vector<double> v(3, 1.5); v.resize(5); v.resize(6, 2.5); double s = 0;
                       for (double x
                            : v) s += x;
                       out << v.size() << ' ' << s;);
    EXPECT_MAIN_AS_CPP(std::vector<int> v = {3, 1, 2}; std::vector<int> w = v; v[0] = 9; int s = 0;
                       for (const int& x
                            : w) s = s * 10 + x;
                       out << s << ' ' << *(v.data()) << ' ' << *v.begin() << ' '
                           << (int)(v.end() - v.begin()););
    EXPECT_MAIN_AS_CPP(std::vector<int> v{1, 2, 3}; for (int& x
                                                         : v) x *= x;
                       v.pop_back(); int s = 0; for (int i = 0; i < (int)v.size(); ++i) s += v[i];
                       v.clear(); out << s << ' ' << v.size(););
    EXPECT_MAIN_AS_CPP(int a[4] = {1, 2, 3, 4}; std::vector<int> v(a, a + 4); int s = 0;
                       for (int x
                            : a) s += x;
                       out << s << v[3];);
}

TEST(HostMain, DoesWithFunctionsWhatCppDoes) {
    EXPECT_MAIN_AS_CPP(
        int n = 3; auto twice = [](int x) { return 2 * x; };
        auto add = [&](int x) { return x + n; }; auto count = [&](int by) { n += by; }; count(4);
        out << twice(5) << ' ' << add(1) << ' ' << n;);
}

}  // namespace print_test
}  // namespace stridescope::machine

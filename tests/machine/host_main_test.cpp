// What a host's main may do: what it prints is the result, worked out by hand or as C++ does it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <random>
#include <sstream>
#include <string>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace host_main_test {

/// What the text's main prints, and what is said about it.
std::string printed(const std::string& text) {
    const language::Parsed parsed = language::parse("test.cu", text);
    std::string out;
    for (const language::Fault& f : parsed.faults)
        out += std::to_string(f.place.line) + ": " + f.message + '\n';
    if (!out.empty()) return out;
    GlobalMemory memory;
    try {
        allocate_globals(*parsed.unit, memory);
        const HostRecord record = run_main(*parsed.unit, memory);
        out = record.output;
        if (record.stopped)
            out +=
                std::to_string(record.stopped->place.line) + ": " + record.stopped->message + '\n';
        for (const Diagnostic& d : record.diagnostics)
            out += std::to_string(d.place.line) + ": " + d.message + '\n';
        for (const LaunchRecord& launch : record.launches) {
            for (const Diagnostic& d : launch.diagnostics)
                out += "kernel " + std::to_string(d.place.line) + ": " + d.message + '\n';
        }
    } catch (const language::FaultError& error) {
        out += std::to_string(error.fault().place.line) + ": " + error.what() + '\n';
    }
    return out;
}

/// What a main with this body prints.
std::string body(const std::string& statements, const std::string& before = "") {
    return printed(before + "\nint main(int argc, char **argv) {\n" + statements + "\n}\n");
}

// Pasted out of a notebook: the first line is the notebook's.
TEST(HostMain, ACellOfANotebookIsRead) {
    EXPECT_EQ(printed("\n%%writefile scan.cu\n#include <cstdio>\n"
                      "int main() { printf(\"%d\\n\", 17 % 5); }\n"),
              "2\n");
    EXPECT_NE(printed("int main() { return 0; }\n%%cu\n"), "");
}

// What other returns stand in it does not matter.
TEST(HostMain, AMainWithoutAReturnAtItsEndReturnsZero) {
    const auto result = [](const std::string& end) {
        const language::Parsed parsed = language::parse(
            "test.cu",
            "int main() {\n    int a[3] = {0, 1, 2};\n    for (int i = 0; i < 3; i++)\n"
            "        if (a[i] != i) return 4;\n" +
                end + "}\n");
        GlobalMemory memory;
        allocate_globals(*parsed.unit, memory);
        return run_main(*parsed.unit, memory).result;
    };
    EXPECT_EQ(result(""), 0);
    EXPECT_EQ(result("    if (a[1] == 1) return 5;\n"), 5);
    EXPECT_EQ(result("    return 6;\n"), 6);
}

TEST(HostMain, AsksWhatTheDeviceIs) {
    EXPECT_EQ(body("int n, d = 7; cudaGetDeviceCount(&n); cudaGetDevice(&d);\n"
                   "cudaDeviceProp prop;\n"
                   "if (cudaGetDeviceProperties(&prop, 0) == cudaSuccess)\n"
                   "printf(\"%d %d %s|%12s|%d %d %d\\n\", n, d, prop.name, prop.name, "
                   "prop.warpSize, prop.maxThreadsPerBlock, (int)prop.sharedMemPerBlock);"),
              "1 0 StrideScope| StrideScope|32 1024 49152\n");
}

TEST(HostMain, TheDeviceCopiesWhileItRuns) {
    EXPECT_EQ(body("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);\n"
                   "assert(p.deviceOverlap && p.concurrentKernels);\n"
                   "printf(\"%d\", p.asyncEngineCount > 0);"),
              "1");
}

TEST(HostMain, HasNoArgumentsButItsName) {
    EXPECT_EQ(body("int n = 3; if (argc > 1) n = atoi(argv[1]);\n"
                   "for (int i = 1; i < argc; i++) if (!strncmp(argv[i], \"dev=\", 4)) n = 9;\n"
                   "printf(\"%d %d\", argc, n);"),
              "1 3");
}

TEST(HostMain, ComparesAndCopiesText) {
    EXPECT_EQ(body("char b[8]; strcpy(b, \"12ab\"); const char *c = \"12\";\n"
                   "printf(\"%d %d %d %d %d %d %g \", strcmp(b, \"12ab\") == 0, strcmp(b, c) > 0, "
                   "strcmp(c, b) < 0, strncmp(b, c, 2), (int)strlen(b + 1), atoi(b), "
                   "atof(\"2.5\"));\n"
                   "std::cout << b << ' ' << c << std::endl;"),
              "1 1 1 0 3 12 2.5 12ab 12\n");
    EXPECT_EQ(body("\nchar b[4]; strcpy(b, \"1234\");"),
              "4: strcpy of 5 bytes goes beyond its array, which has 4\n");
    EXPECT_EQ(body("int i; strlen(&i);"), "3: strlen needs a char*\n");
}

TEST(HostMain, CallsTheAlgorithmsOfTheLibrary) {
    EXPECT_EQ(body("int a[33], b[33]; std::iota(a, a + 33, 5); std::copy(a, a + 33, b);\n"
                   "std::swap(b[0], b[32]); float f[7]; std::fill(f, f + 7, 1); "
                   "std::fill_n(f + 2, 3, 0.5);\n"
                   "printf(\"%d %d %d %d %g\", std::accumulate(a, a + 33, 0), b[0], b[32], "
                   "(int)std::equal(a, a + 33, b), std::accumulate(f, f + 7, 0.0f));"),
              "693 37 5 0 5.5");
    // Of every length up to 70, with equal elements among them.
    EXPECT_EQ(body("int bad = 0; for (int n = 0; n < 70; n++) {\n"
                   "int a[70]; long long sum = 0; for (int i = 0; i < n; i++) { a[i] = "
                   "(i * 7919) % 31 - 9; sum += a[i]; }\n"
                   "std::sort(a, a + n); for (int i = 1; i < n; i++) bad += a[i - 1] > a[i];\n"
                   "bad += std::accumulate(a, a + n, 0LL) != sum; }\n"
                   "printf(\"%d\", bad);"),
              "0");
}

TEST(HostMain, PrefersTheTextsOwnFunctions) {
    EXPECT_EQ(body("int a = 1, b = 2; swap(a, b); printf(\"%d %d %d\", a, b, fill_n(3));",
                   "template <typename T> void swap(T &a, T &b) { a = 10; b = 20; }\n"
                   "int fill_n(int x) { return x + 1; }\n"),
              "10 20 4");
    EXPECT_EQ(body("int fill = 3, *copy = &fill; { int swap = fill; swap++; fill = swap; }\n"
                   "std::swap(fill, *copy); printf(\"%d\", *copy);"),
              "4");
}

TEST(HostMain, MakesAndDeletesWithNew) {
    EXPECT_EQ(
        body("int n = 33; float *a = new float[n]; Pair *p = new Pair; int *five = new "
             "int(5), *none = new int();\n"
             "Pair *many = new Pair[2 * n](); many[65].b = 2; float **rows = new float *[2];\n"
             "rows[1] = a; rows[1][32] = 1.5f; p->a = 4;\n"
             "printf(\"%g %g %d %d %d %d\", a[32], a[0], p->a, *five + *none, many[65].b, "
             "many[64].b);\n"
             "delete[] a; delete p; delete five; delete[] rows;",
             "struct Pair { int a, b; };"),
        "1.5 0 4 5 2 0");
    EXPECT_EQ(body("int *a = new int[3]; delete[] a; a[0] = 1;").substr(0, 3), "3: ");
    EXPECT_EQ(printed("__global__ void k(int *a) {\n int *b = new int[3](1);\n}\n"),
              "2: new of several with a value is not in the subset of kernels: set them\n");
}

TEST(HostMain, KernelsMakeWithNew) {
    EXPECT_EQ(body(R"(int *d, h[4]; cudaMalloc(&d, 16);
        k<<<1, 4>>>(d); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf("%d %d ", h[0], h[3]);
        make<<<1, 1>>>(); use<<<1, 1>>>(d); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
        printf("%d", h[0]);)",
                   R"(
struct P { int x; float y; __device__ P(int a, float b = 2) : x(a), y(b) {} };
struct Q { int a, b; };
template <typename T> struct V {
    T *items;
    int n;
    __device__ V(int most) : n(0) { items = new T[most]; }
    __device__ void push(T v) { items[n++] = v; }
    __device__ T sum() { T s = 0; for (int i = 0; i < n; i++) s += items[i]; return s; }
};
__device__ V<int> *kept;
__global__ void k(int *o) {
    P *p = new P(threadIdx.x), *q = new P(3, 4.5f);
    int *i = new int(7);
    Q *r = new Q{1, 2};
    float *f = new float();
    o[threadIdx.x] = p->x * 1000 + (int)(p->y * 10) + (int)q->y + *i + r->b + (int)*f;
    delete p; delete q; delete i; delete r; delete f;
}
__global__ void make() { kept = new V<int>(10); for (int i = 0; i < 5; i++) kept->push(i * i); }
__global__ void use(int *o) { o[0] = kept->sum(); }
)"),
              "33 3033 30");
}

TEST(HostMain, ReturnsLists) {
    EXPECT_EQ(body("Pair p = make(3, 4); printf(\"%d %d %g\", p.a, p.b, half(5));",
                   "struct Pair { int a, b; };\nPair make(int a, int b) { return {b, a}; }\n"
                   "double half(int a) { return {a * 0.5}; }"),
              "4 3 2.5");
}

/// It was taken for the outer one, which then stood within itself.
TEST(HostMain, AClassWithinOneOfItsNameIsAnother) {
    EXPECT_EQ(body("G g; g.h.g.z = 4; g.next = &g; g.next->a = 3; "
                   "printf(\"%d %d %d\", g.h.g.z, g.a, (int)sizeof(G));",
                   "struct G { int a; struct H { struct G { int z; }; G g; }; H h; G *next; };"),
              "4 3 16");
}

TEST(HostMain, JumpsBack) {
    EXPECT_EQ(body("again: argc++; printf(\"%d \", argc);\nif (argc < 5) goto again;"), "2 3 4 5 ");
    // A break within what a goto leaves is the loop's around both.
    EXPECT_EQ(body("int n = 0; again: for (int i = 0; i < 9; i++) { if (i == n) goto next; "
                   "if (i > 4) break; printf(\"%d\", i); next: ; } if (++n < 3) goto again;"),
              "123402340134");
}

TEST(HostMain, JumpsForwardsOutOfBlocks) {
    const std::string clean_up =
        "for (int i = 0; i < 9; i++) { for (int j = 0; j < 9; j++) { if (i * j == n) { "
        "printf(\"%d %d \", i, j); goto done; } } }\n"
        "int late; printf(\"none \"); late = 3; if (n > 90) goto done; printf(\"%d \", late);\n"
        "done:\nlate = 7; printf(\"end %d\", late);";
    EXPECT_EQ(body("int n = 42;" + clean_up), "6 7 end 7");
    EXPECT_EQ(body("int n = 11;" + clean_up), "none 3 end 7");
    EXPECT_EQ(body("int n = 97;" + clean_up), "none end 7");
    EXPECT_EQ(body("printf(\"%d %d\", f(1), f(-1));",
                   "int f(int n) { int r = 1; if (n < 0) goto bad; r = 2; goto end; bad: r = 3; "
                   "end: return r; }"),
              "2 3");
    EXPECT_EQ(body("goto end; end: printf(\"x\");"), "x");
    EXPECT_EQ(body("switch (argc) { case 1: goto in; printf(\"no\"); in: printf(\"a\"); break; "
                   "default: ; }"),
              "a");
    EXPECT_EQ(body("goto in;\n{ in: argc++; }").substr(0, 25), "3: no block around this g");
}

TEST(HostMain, HasVariablesAtTheTopWithConstantValues) {
    EXPECT_EQ(body("printf(\"%d %s %s %d\", *at, names[1], name, block.x * 100 + block.z);",
                   "int zero = 7, *at = &zero;\nconst char *names[] = {\"a\", \"bc\"}, *name = "
                   "\"text\";\ndim3 block(16, 2);"),
              "7 bc text 1601");
    // Those that are not known are set before main begins: glibc's first number.
    EXPECT_EQ(body("printf(\"%d\", late);", "\nint late = rand();"), "1804289383");
    EXPECT_EQ(body("printf(\"%d %g %d %d\", (int)(N >> 20), half, least, p == nullptr);",
                   "const size_t N = 8ULL * 1024ULL * 1024ULL;\nfloat half = 1 / 2.0;\n"
                   "#define imin(a, b) (a < b ? a : b)\nconst int least = imin(32, (N + 255) / "
                   "256);\nint *p = NULL;"),
              "8 0.5 32 1");
}

TEST(HostMain, HasVectors) {
    EXPECT_EQ(body("std::vector<int> a(33), b(5, 7), c, d = a, e{1, 2, 3};\n"
                   "for (size_t i = 0; i < a.size(); i++) a[i] = i; d.at(2) = 9;\n"
                   "for (int i = 0; i < 40; i++) c.push_back(2 * i); std::vector<int> f = c; "
                   "f[0] = 5; d = e; d[0] = 8;\n"
                   "std::vector<int> g(a.begin() + 1, a.begin() + 4);\n"
                   "printf(\"%d %d %d %d|%d %d %d|%d %d|%d %d %d|\", (int)a.size(), a.back(), "
                   "b.front(), b[4], (int)c.size(), c[39], c.front(), e[0], d[0], g[0], g[2], "
                   "(int)g.size());\n"
                   "c.resize(2); c.resize(4); c.pop_back(); printf(\"%d %d %d \", (int)c.size(), "
                   "c[1], c[2]); c.clear(); printf(\"%d %d\", c.empty(), !a.empty());"),
              "33 32 7 7|40 78 0|1 8|1 3 3|3 2 0 1 1");
    EXPECT_EQ(body("\nvector<int> a(3);\na[3] = 1;").substr(0, 3), "5: ");
    EXPECT_EQ(body("vector<int> a; a.erase();"), "3: no erase takes ()\n");
    EXPECT_EQ(printed("__global__ void k() {\n std::vector<int> a;\n}\n"),
              "2: vector<int>::vector is for the host: a kernel cannot call it\n");
    EXPECT_EQ(body("vector<int> a(1, 5); auto b = a; b[0] = 9; printf(\"%d %d\", a[0], b[0]);"),
              "5 9");
    EXPECT_EQ(body("std::vector a(3);"), "3: vector is a template: its arguments are missing\n");
    EXPECT_EQ(body("int vector = 3; printf(\"%d\", vector < 4);"), "1");
}

TEST(HostMain, LoopsOverElements) {
    EXPECT_EQ(body("std::vector<int> a{3, 4, 5}, none; int b[2][2] = {{1, 2}, {3, 4}}, sum = 0;\n"
                   "for (auto &x : a) x *= 2; for (int x : a) { if (x == 8) continue; sum += x; }\n"
                   "for (const auto &x : a) { if (x == 8) break; sum += 100 * x; }\n"
                   "for (int x : none) sum += 10000 + x; for (float x : b[1]) sum += 1000 * x;\n"
                   "for (int x = sum > 0 ? 1 : 2; x < 2; x++) sum++; printf(\"%d\", sum);"),
              "7617");
    EXPECT_EQ(body("for (int x : 5) {}"),
              "3: a loop goes over an array or a container, not over int\n");
    EXPECT_EQ(body("int b[2] = {1, 2}; for (float &x : b) {}"), "3: the elements are int\n");
}

TEST(HostMain, PassesVectorsByReferenceAndByValue) {
    EXPECT_EQ(body("std::vector<float> v(4, 1.5f); grow(v); keep(v); printf(\"%g %d %g %g\", "
                   "total(v), (int)v.size(), v[0], made(3)[2]);",
                   "using std::vector;\n"
                   "void grow(vector<float> &v) { v[0] = 10; v.push_back(0.5f); }\n"
                   "void keep(vector<float> v) { v[0] = 99; v.clear(); }\n"
                   "float total(const vector<float> &v) { float s = 0; for (int i = 0; i < "
                   "v.size(); i++) s += v[i]; return s; }\n"
                   "vector<float> made(int n) { vector<float> v(n); for (int i = 0; i < n; i++) "
                   "v[i] = i * i; return v; }"),
              "15 5 10 4");
}

TEST(HostMain, GivesVectorsToKernels) {
    EXPECT_EQ(body("const int n = 70; std::vector<int> a(n), b(n);\n"
                   "std::generate(a.begin(), a.end(), []() { return rand() % 100; });\n"
                   "int *d; cudaMalloc(&d, n * sizeof(int)); cudaMemcpy(d, a.data(), n * "
                   "sizeof(int), cudaMemcpyHostToDevice);\n"
                   "twice<<<(n + 31) / 32, 32>>>(d, n);\n"
                   "cudaMemcpy(b.data(), d, b.size() * sizeof(int), cudaMemcpyDeviceToHost);\n"
                   "int bad = 0, all = 0; for (int i = 0; i < n; i++) { bad += b[i] != 2 * a[i]; "
                   "all |= a[i]; } printf(\"%d %d\", bad, all > 0);",
                   "__global__ void twice(int *a, int n) { int i = blockIdx.x * blockDim.x + "
                   "threadIdx.x; if (i < n) a[i] *= 2; }"),
              "0 1");
}

TEST(HostMain, CallsLambdas) {
    EXPECT_EQ(body("int a[5] = {1, 2, 3, 4, 5}, b[5]; int by = 3, sum = 0;\n"
                   "auto times = [&](int x) { return x * by; };\n"
                   "std::transform(a, a + 5, b, times); by = 10;\n"
                   "std::for_each(b, b + 5, [&sum](int x) { sum += x; });\n"
                   "auto half = [](double x) -> float { if (x < 0) return 0; return x / 2; };\n"
                   "printf(\"%d %d %g %g %d %d\", sum, times(2), half(5), half(-1), "
                   "(int)std::all_of(a, a + 5, [](int x) { return x > 0; }), "
                   "(int)std::all_of(a, a + 5, [](int x) { return x > 1; }));"),
              "45 20 2.5 0 1 0");
    EXPECT_EQ(body("int x = 1, y = 5; auto f = [=]() { return x; }; auto g = [x, &y](int by) "
                   "mutable { y++; return x += by; };\nauto h = [z = x + 9] { return z; }; x = 2;\n"
                   "int twice = g(3); twice += g(3); printf(\"%d %d %d %d\", f(), twice, h(), y);"),
              "1 11 10 7");
    EXPECT_EQ(body("int *a; cudaMallocManaged(&a, 32); int by = 3;\n"
                   "each<<<1, 8>>>(8, [=] __device__(int i) { a[i] = i * by; });\n"
                   "cudaDeviceSynchronize(); by = 4; printf(\"%d\", a[7]);",
                   "template <typename F> __global__ void each(int n, F f) { int i = threadIdx.x; "
                   "if (i < n) f(i); }"),
              "21");
    EXPECT_EQ(body("const int x = 4; int y = 1; auto f = [x, &y]() { return x + y; }; y = 3; "
                   "printf(\"%d\", f());"),
              "7");
}

TEST(HostMain, CountsOnInStaticVariables) {
    EXPECT_EQ(body("next(); next(); printf(\"%d %d %g\", next(), other<int>(), other<float>());\n"
                   "printf(\" %d\", other<int>());",
                   "int next() { static int n = 5; return n += 3; }\n"
                   "template <typename T> T other() { static T n; n += 1; return n; }"),
              "14 1 1 2");
}

TEST(HostMain, GivesTheNumbersOfGlibcsRand) {
    EXPECT_EQ(body("printf(\"%d %d \", rand(), rand()); srand(42); printf(\"%d %d \", rand(), "
                   "rand()); srand(0); printf(\"%d\", rand());"),
              "846930886 1804289383 708592740 71876166 1804289383");
}

TEST(HostMain, MakesObjectsAndEndsThem) {
    EXPECT_EQ(body("Noisy a(1); { Noisy b(2); Noisy *c = new Noisy(3); delete c; }\n"
                   "for (int i = 4; i < 9; i++) { Noisy d(i); if (i == 5) break; }\n"
                   "Noisy e = made(6); printf(\"end %d \", e.n);",
                   "struct Noisy { int n; Noisy(int n) : n(n) { printf(\"+%d \", n); } ~Noisy() { "
                   "printf(\"-%d \", n); } };\nNoisy made(int n) { Noisy m(n); return m; }"),
              "+1 +2 +3 -3 -2 +4 -4 +5 -5 +6 end 6 -6 -1 ");
}

TEST(HostMain, PrintsHowMuchItPrints) {
    EXPECT_EQ(body("int n = printf(\"%5d|%3c|%-3c|\\n\", 3, 'a', 'b'); printf(\"%d\", n);"),
              "    3|  a|b  |\n15");
    EXPECT_EQ(body("int *n; cudaMallocManaged(&n, 4); k<<<1, 1>>>(n); cudaDeviceSynchronize(); "
                   "printf(\"%d\", *n);",
                   "__global__ void k(int *n) { *n = printf(\"%d %d;\", 1, 2); }"),
              "1 2;2");
}

TEST(HostMain, MeasuresTheTimeSinceItBegan) {
    EXPECT_EQ(body("auto start = std::chrono::high_resolution_clock::now();\n"
                   "auto end = std::chrono::high_resolution_clock::now();\n"
                   "std::chrono::duration<double, std::milli> ms = end - start;\n"
                   "auto us = std::chrono::duration_cast<std::chrono::microseconds>(end - "
                   "start).count();\n"
                   "printf(\"%d %d\", ms.count() >= 0, us < 1000000);"),
              "1 1");
}

TEST(HostMain, AnAlignmentThatIsNoneIsRefusedWithItsNumber) {
    // EINVAL. A sanitizer would end an oracle that asked for this.
    EXPECT_EQ(
        body("void *p; printf(\"%d %d\", posix_memalign(&p, 3, 8), posix_memalign(&p, 64, 8));"),
        "22 0");
}

TEST(HostMain, ClocksMeasureTheSame) {
    // What lies within what, takes no longer: clock() between two other clocks, and around two.
    for (const std::string function : {"", "__host__ __device__ "}) {
        EXPECT_EQ(
            body("double x = 0, s[2]; long c[2];\n"
                 "for (int round = 0; round < 2; round++) {\n"
                 "  long c0 = now(); auto s0 = std::chrono::steady_clock::now();\n"
                 "  long c1 = now(); for (int i = 0; i < 1000000; i++) x += i;\n"
                 "  long c2 = now(); auto s1 = std::chrono::steady_clock::now();\n"
                 "  long c3 = now(); s[round] = std::chrono::duration<double>(s1 - s0).count() * "
                 "CLOCKS_PER_SEC;\n"
                 "  c[0] = c2 - c1; c[1] = c3 - c0; }\n"
                 "printf(\"%d %d %d %d\", c[0] > 0, c[0] <= s[1] + 1, s[1] <= c[1] + 1, "
                 "(int)sizeof(clock()));",
                 function + "long now() { return clock(); }"),
            "1 1 1 8");
    }
}

/// This program is linked with the library whose numbers are meant.
TEST(HostMain, RandomNumbersAreThoseOfGlibc) {
#ifndef __GLIBC__
    GTEST_SKIP() << "the oracle, glibc, is not here";
#endif
    for (const unsigned seed : {0U, 1U, 42U, 4294967295U}) {
        std::srand(seed);
        std::string wanted;
        for (int i = 0; i < 400; ++i) wanted += std::to_string(std::rand()) + " ";
        EXPECT_EQ(body("srand(" + std::to_string(seed) +
                       "u); for (int i = 0; i < 400; i++) printf(\"%d \", rand());"),
                  wanted);
    }
}

template <typename Engine>
void expect_numbers(const std::string& engine, const std::string& seed, Engine oracle) {
    std::string wanted;
    for (int i = 0; i < 1300; ++i) wanted += std::to_string(oracle()) + " ";
    EXPECT_EQ(body("std::" + engine + " g(" + seed +
                   "); for (int i = 0; i < 1300; i++) printf(\"%llu \", (unsigned long long)g());"),
              wanted)
        << engine;
}

TEST(HostMain, EnginesAreThoseOfTheStandard) {
    expect_numbers("mt19937", "42", std::mt19937{42});
    expect_numbers("mt19937", "", std::mt19937{});
    expect_numbers("mt19937_64", "7", std::mt19937_64{7});
    expect_numbers("minstd_rand0", "0", std::minstd_rand0{0});
    expect_numbers("minstd_rand", "2147483648u", std::minstd_rand{2147483648U});
}

#ifdef __GLIBCXX__
template <typename Engine, typename Distribution>
void expect_drawn(const std::string& engine, const std::string& distribution, Distribution oracle) {
    Engine g{5};
    std::ostringstream wanted;
    wanted.precision(17);
    for (int i = 0; i < 300; ++i) wanted << oracle(g) << ' ';
    EXPECT_EQ(body("std::" + engine + " g(5); std::" + distribution +
                   "; std::cout << std::setprecision(17); for (int i = 0; i < 300; i++) "
                   "std::cout << d(g) << ' ';"),
              wanted.str())
        << engine << " " << distribution;
}

template <typename Engine>
void expect_distributions(const std::string& engine) {
    expect_drawn<Engine>(engine, "uniform_real_distribution<float> d(-1.0f, 3.0f)",
                         std::uniform_real_distribution<float>{-1, 3});
    expect_drawn<Engine>(engine, "uniform_real_distribution<> d(0.5, 1e9)",
                         std::uniform_real_distribution<>{0.5, 1e9});
    expect_drawn<Engine>(engine, "uniform_int_distribution<int> d(-3, 17)",
                         std::uniform_int_distribution<int>{-3, 17});
    expect_drawn<Engine>(engine, "uniform_int_distribution<> d(0, 2147483647)",
                         std::uniform_int_distribution<>{0, 2147483647});
    expect_drawn<Engine>(engine, "uniform_int_distribution<unsigned> d(0u, 4294967295u)",
                         std::uniform_int_distribution<unsigned>{0U, 4294967295U});
    expect_drawn<Engine>(engine, "normal_distribution<double> d(2, 0.5)",
                         std::normal_distribution<double>{2, 0.5});
}

TEST(HostMain, DistributionsAreThoseOfItsLibrary) {
    expect_distributions<std::mt19937>("mt19937");
    expect_distributions<std::mt19937_64>("mt19937_64");
    expect_distributions<std::default_random_engine>("default_random_engine");
}
#endif

TEST(HostMain, StreamsPrintAsTheyAreTold) {
    std::ostringstream wanted;
    const auto print = [](std::ostream& out) {
        out << 1.0 / 3 << ' ' << std::fixed << std::setprecision(2) << 2.0 / 3 << ' ' << 5.0f
            << '\n'
            << std::setw(8) << 42 << '|' << std::left << std::setw(6) << "ab" << '|'
            << std::setfill('*') << std::right << std::setw(7) << 1.5 << '\n'
            << std::hex << 255 << ' ' << std::showbase << std::uppercase << 4096u << std::dec
            << std::noshowbase << ' ' << -7ll << '\n'
            << std::boolalpha << true << ' ' << false << std::noboolalpha << ' ' << true << '\n'
            << std::scientific << 12345.678 << std::defaultfloat << ' ' << 12345.678 << ' '
            << std::showpos << 3 << ' ' << std::showpoint << 2.0 << '\n';
    };
    print(wanted);
    EXPECT_EQ(
        body("std::cout << 1.0 / 3 << ' ' << std::fixed << std::setprecision(2) << 2.0 / 3 << ' ' "
             "<< 5.0f << '\\n' << std::setw(8) << 42 << '|' << std::left << std::setw(6) << "
             "\"ab\" << '|' << std::setfill('*') << std::right << std::setw(7) << 1.5 << '\\n';"
             "std::cout << std::hex << 255 << ' ' << std::showbase << std::uppercase << 4096u << "
             "std::dec << std::noshowbase << ' ' << -7ll << '\\n' << std::boolalpha << true << "
             "' ' << false << std::noboolalpha << ' ' << true << '\\n' << std::scientific << "
             "12345.678 << std::defaultfloat << ' ' << 12345.678 << ' ' << std::showpos << 3 << "
             "' ' << std::showpoint << 2.0 << std::endl;"),
        wanted.str());
}

TEST(HostMain, TheDevicesNumbersAreNotThoseOfRand) {
    EXPECT_EQ(body("std::random_device d; unsigned a = d(); int r = rand(); srand(1);"
                   "printf(\"%d %d\", a != d(), r == rand());"),
              "1 1");
}

TEST(HostMain, ArraysOfTheLibraryAreGoneOver) {
    EXPECT_EQ(body("std::array<int, 4> a = {1, 2, 3}; for (int &x : a) x *= 2; a[3] = 9; int s = 0;"
                   "for (auto x : a) s = s * 10 + x; unsigned array[2] = {4, 5};"
                   "printf(\"%d %d %u\", s, (int)a.size(), array[1]);"),
              "2469 4 5");
}

TEST(HostMain, ReadsNumbersAsStrtolDoes) {
    const char* const texts[] = {"12", " -7x", "+0x1fz", "0777", "zz",  "",
                                 "0x", "9 9",  "-0",     "1e3",  "ffg", "2147483648"};
    for (const char* text : texts) {
        for (const int base : {0, 8, 10, 16}) {
            if (std::string{text} == "0x") continue;  // libraries differ
            char* end = nullptr;
            const long long value = std::strtoll(text, &end, base);  // a text's long has 64 bits
            EXPECT_EQ(body("char *end; char text[16]; strcpy(text, \"" + std::string{text} +
                           "\"); long v = strtol(text, &end, " + std::to_string(base) +
                           "); printf(\"%ld %d\", v, (int)(end - text));"),
                      std::to_string(value) + " " + std::to_string(end - text))
                << text << " to base " << base;
        }
    }
}

TEST(HostMain, PrintsIntoAnArray) {
    char wanted[16];
    const volatile std::size_t room = sizeof wanted;  // g++ warns of what this is about
    const int length = std::snprintf(wanted, room, "%05d|%.3f|%s", 42, 2.5, "abcdef");
    EXPECT_EQ(body("char b[16]; int n = snprintf(b, sizeof(b), \"%05d|%.3f|%s\", 42, 2.5f, "
                   "\"abcdef\"); printf(\"%d %s\", n, b);"),
              std::to_string(length) + " " + wanted);
    EXPECT_EQ(body("char b[32]; sprintf(b, \"%c%d\", 'x', 7); puts(b);"), "x7\n");
}

TEST(HostMain, ClocksGoForward) {
    EXPECT_EQ(body("struct timeval a, b; gettimeofday(&a, NULL);\n"
                   "volatile int sum = 0; for (int i = 0; i < 20000; i++) sum += i;\n"
                   "gettimeofday(&b, 0);\n"
                   "double took = (b.tv_sec - a.tv_sec) + (b.tv_usec - a.tv_usec) * 1e-6;\n"
                   "struct timespec c; clock_gettime(CLOCK_MONOTONIC, &c);\n"
                   "printf(\"%d %d\", took > 0 && took < 60, c.tv_nsec >= 0);"),
              "1 1");
    EXPECT_EQ(body("cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);\n"
                   "cudaEventRecord(a); k<<<1, 32>>>(); cudaEventRecord(b, 0);\n"
                   "cudaEventSynchronize(b); float ms = -1; cudaEventElapsedTime(&ms, a, b);\n"
                   "printf(\"%d\", ms > 0 && ms < 60000); cudaEventDestroy(a);",
                   "__global__ void k() {}"),
              "1");
}

TEST(HostMain, KnowsItsOwnName) {
    EXPECT_EQ(body("printf(\"%s %d %d\", argv[0], argc, argv[1] == NULL);"), "a.out 1 1");
}

}  // namespace host_main_test
}  // namespace stridescope::machine

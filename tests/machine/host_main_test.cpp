// What a host's main may do: what it prints is the result, worked out by hand or as C++ does it.
#include <gtest/gtest.h>

#include <string>

#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace {

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

TEST(HostMain, AsksWhatTheDeviceIs) {
    EXPECT_EQ(body("int n, d = 7; cudaGetDeviceCount(&n); cudaGetDevice(&d);\n"
                   "cudaDeviceProp prop;\n"
                   "if (cudaGetDeviceProperties(&prop, 0) == cudaSuccess)\n"
                   "printf(\"%d %d %s|%12s|%d %d %d\\n\", n, d, prop.name, prop.name, "
                   "prop.warpSize, prop.maxThreadsPerBlock, (int)prop.sharedMemPerBlock);"),
              "1 0 StrideScope| StrideScope|32 1024 49152\n");
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
    EXPECT_EQ(printed("__global__ void k(int *a) {\n int *b = new int[3];\n}\n"),
              "2: new is for the host: in a kernel declare an array\n");
}

TEST(HostMain, ReturnsLists) {
    EXPECT_EQ(body("Pair p = make(3, 4); printf(\"%d %d %g\", p.a, p.b, half(5));",
                   "struct Pair { int a, b; };\nPair make(int a, int b) { return {b, a}; }\n"
                   "double half(int a) { return {a * 0.5}; }"),
              "4 3 2.5");
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
    EXPECT_EQ(body("again: argc++;\nif (argc < 5) goto again;").substr(0, 20),
              "4: behind this goto ");
    EXPECT_EQ(body("goto in;\n{ in: argc++; }").substr(0, 20), "3: behind this goto ");
}

TEST(HostMain, HasVariablesAtTheTopWithConstantValues) {
    EXPECT_EQ(body("printf(\"%d %g %d %d %d\", (int)(N >> 20), half, least, *at == 0, late);",
                   "const size_t N = 8ULL * 1024ULL * 1024ULL;\nfloat half = 1 / 2.0;\n"
                   "#define imin(a, b) (a < b ? a : b)\nconst int least = imin(32, (N + 255) / "
                   "256);\nint *p = NULL, zero, *at = &zero;\nint late = 3;"),
              "5: the initial value of a variable at the top of a text must be known when the text "
              "is compiled: set it in main\n");
    EXPECT_EQ(body("printf(\"%d %g %d %d\", (int)(N >> 20), half, least, p == nullptr);",
                   "const size_t N = 8ULL * 1024ULL * 1024ULL;\nfloat half = 1 / 2.0;\n"
                   "#define imin(a, b) (a < b ? a : b)\nconst int least = imin(32, (N + 255) / "
                   "256);\nint *p = NULL;"),
              "8 0.5 32 1");
}

}  // namespace
}  // namespace stridescope::machine

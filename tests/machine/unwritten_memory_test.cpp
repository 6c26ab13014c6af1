// Memory of cudaMalloc that nobody has written: who reads it is told, nobody else.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/language/parse.h"
#include "app/machine/machine.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace unwritten_memory_test {

/// What is told of a main with that body: of its launches, then its own.
std::vector<std::string> told(const std::string& kernel, const std::string& body,
                              unsigned workers = 1) {
    language::Parsed parsed =
        language::parse("t.cu", kernel + "\nint main() { " + body + " return 0; }");
    for (const language::Fault& fault : parsed.faults) ADD_FAILURE() << fault.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    Settings settings;
    settings.workers = workers;
    const HostRecord record = run_main(*parsed.unit, memory, settings);
    std::vector<std::string> all;
    for (const LaunchRecord& launch : record.launches) {
        for (const Diagnostic& d : launch.diagnostics)
            all.push_back(fmt::format("{} ({})", d.message, d.count));
    }
    for (const Diagnostic& d : record.diagnostics)
        all.push_back(fmt::format("{} ({})", d.message, d.count));
    return all;
}

using Told = std::vector<std::string>;

const std::string copy =
    "__global__ void copy(const int *in, int *out, int n) {"
    " int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }";

class UnwrittenBy : public ::testing::TestWithParam<int> {};

/// n elements, of which main copies `written`: as many are told as are left.
TEST_P(UnwrittenBy, EachElementThatIsReadIsCounted) {
    const int n = 97, written = GetParam();
    const Told found = told(
        copy,
        fmt::format("int h[97] = {{}}, *a, *b; cudaMalloc(&a, sizeof h); cudaMalloc(&b, sizeof h);"
                    "cudaMemcpy(a, h, {} * sizeof(int), cudaMemcpyHostToDevice);"
                    "copy<<<4, 32>>>(a, b, {});",
                    written, n));
    if (written == n) {
        EXPECT_EQ(found, Told{});
    } else {
        ASSERT_EQ(found.size(), 1U);
        EXPECT_NE(found[0].find(fmt::format("reads in[{}], which nobody has written ({})", written,
                                            n - written)),
                  std::string::npos)
            << found[0];
    }
}

INSTANTIATE_TEST_SUITE_P(Sizes, UnwrittenBy, ::testing::Values(0, 1, 31, 32, 33, 64, 96, 97));

const std::string begin =
    "int h[64], r[64], *a, *b; for (int i = 0; i < 64; i++) h[i] = i; cudaMalloc(&a, sizeof h);"
    "cudaMalloc(&b, sizeof h); cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);";

TEST(Unwritten, WhatIsCopiedRemainsUnwritten) {
    // Told where it is read, by whomever, through whatever copies.
    const std::string part = begin + "copy<<<1, 32>>>(a, b, 32);";
    const std::string back = "cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);";
    EXPECT_EQ(told(copy, part + back + "printf(\"%d\", r[31]);"), Told{});
    EXPECT_EQ(told(copy, part + back + "printf(\"%d\", r[32]);"),
              Told{"main reads r[32], which is a copy of what nobody has written (1)"});
    EXPECT_EQ(
        told(copy, part + back + "int *p = r; int s = 0; for (int i = 0; i < 64; i++) s += p[i];"),
        Told{"main reads r[32], which is a copy of what nobody has written (32)"});
    EXPECT_EQ(told(copy, part + back + "memset(r + 32, 0, 128); int s = r[40];"), Told{});
    EXPECT_EQ(told(copy, part + back + "memcpy(r + 32, h, 128); int s = r[40];"), Told{});
    EXPECT_EQ(
        told(copy, part + back + "snprintf((char *)(r + 40), 8, \"1234567\"); int s = r[41];"),
        Told{});
    // What is written over is written.
    EXPECT_EQ(told(copy, part + back + "for (int i = 32; i < 64; i++) r[i] = 0; int s = r[40];"),
              Told{});
    EXPECT_EQ(told(copy, part + "cudaMemset(b + 32, 0, 128);" + back + "int s = r[40];"), Told{});
    EXPECT_EQ(told(copy, part + "copy<<<1, 64>>>(b, a, 64);"),
              Told{"thread 32 of block 0 reads in[32], which nobody has written (32)"});
    EXPECT_EQ(told(copy, part + "int *c; cudaMalloc(&c, 256); cudaMemcpy(c, b, 256, "
                                "cudaMemcpyDeviceToDevice); copy<<<1, 64>>>(c, a, 64);"),
              Told{"thread 32 of block 0 reads in[32], which nobody has written (32)"});
}

TEST(Unwritten, PartsOfWordsThatAreCopiedCountAsWritten) {
    // Of b the first 32 words are written. Bytes that cut a word at either end are the whole
    // word's.
    const std::string part = begin +
                             "copy<<<1, 32>>>(a, b, 32); char *from = (char *)b, *to;"
                             "cudaMalloc(&to, 256); int *c = (int *)to;";
    const auto copied = [&](int at, int bytes, int reads) {
        return told(copy,
                    part + fmt::format("cudaMemcpy(to + {}, from + {}, {}, "
                                       "cudaMemcpyDeviceToDevice); int s[1]; cudaMemcpy(s, c + "
                                       "{}, 4, cudaMemcpyDeviceToHost); printf(\"%d\", s[0]);",
                                       at % 256, at, bytes, reads));
    };
    const Told unwritten{"main reads s[0], which is a copy of what nobody has written (1)"};
    EXPECT_EQ(copied(0, 128, 31), Told{});
    EXPECT_EQ(copied(0, 128, 32), unwritten);
    EXPECT_EQ(copied(125, 3, 31), Told{});
    EXPECT_EQ(copied(125, 3, 30), unwritten);
    EXPECT_EQ(copied(125, 3, 32), unwritten);
    EXPECT_EQ(copied(126, 1, 31), Told{});
    EXPECT_EQ(copied(124, 9, 31), Told{});
    EXPECT_EQ(copied(124, 9, 32), unwritten);
    EXPECT_EQ(copied(124, 9, 33), Told{});
    EXPECT_EQ(copied(124, 9, 34), unwritten);
}

TEST(Unwritten, AnExchangeWritesWhatItNeedNotRead) {
    const auto of = [](const std::string& statement) {
        return told(
            "__global__ void k(int *out) { __shared__ int s; __shared__ int t[32];"
            " int *p = &t[threadIdx.x]; " +
                statement + " }",
            "int *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a);");
    };
    EXPECT_EQ(of("atomicExch(&s, 0); atomicExch(p, 1); __syncwarp(); atomicAdd(&s, *p);"
                 " __syncwarp(); out[threadIdx.x] = s;"),
              Told{});
    EXPECT_EQ(of("atomicAdd(&s, 1);"),
              Told{"thread 0 of block 0 reads s, which nobody has written (32)"});
    EXPECT_EQ(of("atomicExch(&t[31 - threadIdx.x], t[threadIdx.x]);"),
              Told{"thread 0 of block 0 reads t[0], which nobody has written (32)"});
}

TEST(Unwritten, AtomicsReadWhatTheyChange) {
    const std::string add =
        "__global__ void add(int *out) { atomicAdd(&out[threadIdx.x % 2], 1); }";
    EXPECT_EQ(told(add, "int *a; cudaMalloc(&a, 8); add<<<1, 8>>>(a);"),
              Told{"thread 0 of block 0 reads out[0], which nobody has written (8)"});
    EXPECT_EQ(told(add, "int *a; cudaMalloc(&a, 8); cudaMemset(a, 0, 8); add<<<1, 8>>>(a);"),
              Told{});
    const std::string exchange =
        "__global__ void put(int *out) { atomicExch(&out[threadIdx.x], 1); out[threadIdx.x] += 1; "
        "}";
    EXPECT_EQ(told(exchange, "int *a; cudaMalloc(&a, 32); put<<<1, 8>>>(a);"), Told{});
}

TEST(Unwritten, OtherMemoryIsNotAskedAbout) {
    // Of a managed array, the host's own and the top of a text no writer is sought.
    EXPECT_EQ(told(copy + "__device__ int top[64];",
                   "int *m, *b; cudaMallocManaged(&m, 256); cudaMalloc(&b, 256);"
                   "copy<<<1, 64>>>(m, b, 64); int *p = (int *)malloc(256); int s = p[3] + m[5];"),
              Told{});
}

TEST(Unwritten, NarrowAndWideElements) {
    const std::string bytes =
        "__global__ void put(char *c, double *d) { c[threadIdx.x] = 1; d[threadIdx.x] = 1; }\n"
        "__global__ void get(const char *c, const double *d, double *r) {"
        " r[threadIdx.x] = c[threadIdx.x] + d[threadIdx.x]; }";
    const std::string arrays =
        "char *c; double *d, *r; cudaMalloc(&c, 64); cudaMalloc(&d, 512); cudaMalloc(&r, 512);";
    EXPECT_EQ(told(bytes, arrays + "put<<<1, 64>>>(c, d); get<<<1, 64>>>(c, d, r);"), Told{});
    EXPECT_EQ(told(bytes, arrays + "put<<<1, 32>>>(c, d); get<<<1, 64>>>(c, d, r);"),
              (Told{"thread 32 of block 0 reads c[32], which nobody has written (32)",
                    "thread 32 of block 0 reads d[32], which nobody has written (32)"}));
}

TEST(Unwritten, WhatALaunchThatFailedWouldHaveWrittenIsNoFurtherFinding) {
    const Told found = told(copy,
                            "int *a, *b, r[64]; cudaMalloc(&a, 256); cudaMalloc(&b, 256);"
                            "cudaMemset(a, 0, 256); copy<<<1, 2000>>>(a, b, 64);"
                            "cudaMemcpy(r, b, 256, cudaMemcpyDeviceToHost); int s = r[5];");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].find("copy is not launched"), std::string::npos) << found[0];
}

TEST(Unwritten, IsToldByAnyNumberOfWorkers) {
    const std::string body = begin + "copy<<<4, 16>>>(b, a, 64);";
    EXPECT_EQ(told(copy, body, 4), told(copy, body, 1));
}

TEST(Unwritten, ARowsEndsDoNotSayWhereItsOtherLanesAre) {
    const std::string kernel =
        "__global__ void k(const int *in, int *out) {"
        " int t = threadIdx.x, far = t == 0 || t == 31 ? t : t + 32; out[far] = in[far]; }";
    const std::string arrays =
        "int *a, *b, *c; cudaMalloc(&a, 512); cudaMalloc(&b, 512); cudaMalloc(&c, 512);";
    EXPECT_EQ(told(kernel, arrays + "cudaMemset(a, 0, 128); k<<<1, 32>>>(a, b);"),
              Told{"thread 1 of block 0 reads in[33], which nobody has written (30)"});
    EXPECT_EQ(told(kernel + "\n" + copy, arrays + "cudaMemset(a, 0, 512); k<<<1, 32>>>(a, b);"
                                                  "copy<<<1, 32>>>(b, c, 32);"),
              Told{"thread 1 of block 0 reads in[1], which nobody has written (30)"});
}

/// An index of the thread's, as text and as what it is.
struct Index {
    std::string text;
    int factor, apart, flip;

    explicit Index(std::mt19937& draw)
        : factor(static_cast<int>(draw() % 4)),
          apart(static_cast<int>(draw() % 40)),
          flip(draw() % 3 == 0 ? static_cast<int>(draw() % 32) : 0) {
        text = flip != 0 ? fmt::format("(t ^ {}) * {} + {}", flip, factor, apart)
                         : fmt::format("{} * t + {}", factor, apart);
    }
    std::size_t of(int t) const { return static_cast<std::size_t>((t ^ flip) * factor + apart); }
};

// Words of shared memory that stay unwritten, as those of padding do, are asked for at each access:
// side by side, in steps, in no order, by some lanes, and by warps that are not full.
TEST(UnwrittenShared, WhatEachLaneReadsIsAskedFor) {
    std::mt19937 draw{11};
    int clean = 0, told = 0;
    for (int round = 0; round < 400; ++round) {
        const int threads = 1 + static_cast<int>(draw() % 70);
        const auto some = [&] { return static_cast<int>(draw() % (draw() % 2 == 0 ? 80 : 4)); };
        std::vector<char> is_written(400);
        std::uint64_t expected = 0;
        std::string body;
        for (int step = 0; step < 5; ++step) {
            const Index index{draw};
            const int first = draw() % 2 == 0 ? 0 : some(), end = draw() % 2 == 0 ? 100 : some();
            const bool writes = step < 3 && draw() % 4 != 0;
            body +=
                fmt::format("    if (t >= {} && t < {}) {};\n    __syncthreads();\n", first, end,
                            writes ? fmt::format("s[{}] = t", index.text)
                                   : fmt::format("x += s[{}]", index.text));
            for (int t = first; t < std::min(end, threads); ++t) {
                char& word = is_written[index.of(t)];
                if (writes)
                    word = 1;
                else
                    expected += word == 0 ? 1 : 0;
            }
        }
        RunText run{
            "__global__ void k(int *out) {\n    __shared__ int s[400];\n"
            "    int t = threadIdx.x, x = 0;\n" +
            body + "    out[t] = x;\n}\n"};
        run.array("out", std::vector<int>(100));
        run.launch({1, 1, 1}, {static_cast<std::uint32_t>(threads), 1, 1});
        std::uint64_t found = 0;
        for (const Diagnostic& d : run.record.diagnostics)
            found += d.kind == Diagnostic::Kind::uninitialized ? d.count : 0;
        ASSERT_EQ(found, expected) << threads << " threads\n" << body;
        ++(expected == 0 ? clean : told);
    }
    EXPECT_GT(clean, 20);
    EXPECT_GT(told, 100);
}

}  // namespace unwritten_memory_test
}  // namespace stridescope::machine

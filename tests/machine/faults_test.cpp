// What the machine finds: each fault with its line, block, thread and values, and no crash or hang.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tests/machine/run_text.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace faults_test {

using Kind = Diagnostic::Kind;

/// The findings of a kernel over an array of 64 ints.
std::vector<Diagnostic> findings(const std::string& text, std::uint32_t threads = 64,
                                 std::uint32_t blocks = 1, std::uint64_t budget = 1'000'000) {
    RunText run(text);
    run.array("out", std::vector<int>(64));
    run.settings.budget = budget;
    run.launch({blocks, 1, 1}, {threads, 1, 1});
    return run.record.diagnostics;
}

TEST(Faults, AnIndexBeyondItsArray) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    __shared__ int a[32];\n    a[threadIdx.x + 1 - 1] = "
        "5;\n    out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 32u);
    EXPECT_EQ(found[0].index, 32);
    EXPECT_EQ(found[0].value, 5u);
    EXPECT_EQ(found[0].count, 32u);
    EXPECT_EQ(found[0].message, "thread 32 of block 0 writes a[32], but a has 32 elements");
}

TEST(Faults, AnIndexBeforeItsArray) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int x = out[threadIdx.x - 1];\n    out[threadIdx.x] = "
        "x;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].index, -1);
    EXPECT_EQ(found[0].thread, 0u);
    EXPECT_EQ(found[0].count, 1u);
}

/// The one finding of a kernel whose threads read out[at].
std::string read_at(const std::string& at, std::uint32_t threads = 64) {
    const auto found =
        findings("__global__ void k(int *out) {\n    int t = threadIdx.x;\n    unsigned u = t;\n" +
                     at + "    if (out[at] == 77) out[0] = 1;\n}",
                 threads);
    EXPECT_EQ(found.size(), 1u) << at;
    return found.empty() ? std::string{} : found[0].message;
}

TEST(Faults, AnIndexOfWhichSomethingWrappedAround) {
    EXPECT_EQ(read_at("    int whole = t * 100000000;\n    int at = whole / 100000000;\n"),
              "thread 22 of block 0 reads out[-20], but out has 64 elements: a product in line 4 "
              "comes to 2200000000, more than an int holds");
    EXPECT_EQ(read_at("    int at = t + 2147483600;\n    if (at > 0) at = 0;\n"),
              "thread 48 of block 0 reads out[-2147483648], but out has 64 elements: a sum in line "
              "4 comes to 2147483648, more than an int holds");
    EXPECT_EQ(read_at("    unsigned at = u - 1;\n"),
              "thread 0 of block 0 reads out[-1], but out has 64 elements: a difference in line 4 "
              "comes to -1, less than an unsigned int holds");
    // Nothing did.
    EXPECT_EQ(read_at("    int at = 2 * t + 5;\n"),
              "thread 30 of block 0 reads out[65], but out has 64 elements");
    EXPECT_EQ(read_at("    int at = t - 3;\n"),
              "thread 0 of block 0 reads out[-3], but out has 64 elements");
    // A hash is meant to wrap around.
    EXPECT_EQ(read_at("    unsigned at = (u + 3) * 2654435761u >> 25;\n").find("line 4"),
              std::string::npos);
    // What is not known any more is not told.
    EXPECT_EQ(read_at("    int at = out[t] - 1;\n"),
              "thread 0 of block 0 reads out[-1], but out has 64 elements");
}

TEST(Faults, AShuffleFromALaneThatTheMaskDoesNotName) {
    const auto text = [](const std::string& use) {
        return "__global__ void k(int *out) {\n    int t = threadIdx.x, v = t;\n"
               "    if (t < 20) {\n        " +
               use + "\n    }\n}";
    };
    const auto found = findings(text("out[t] = __shfl_sync(0xfffff, v, t + 8);"), 32);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::missing_lanes);
    EXPECT_EQ(found[0].message,
              "lane 12 of warp 0 of block 0 takes the value of lane 20, which the mask does not "
              "name: what it gets is undefined");
    // Whoever throws it away, or takes only what is there.
    EXPECT_TRUE(
        findings(text("v = __shfl_down_sync(0xfffff, v, 8); if (t < 12) out[t] = v;"), 32).empty());
    EXPECT_TRUE(findings(text("out[t] = __shfl_sync(0xfffff, v, t / 2);"), 32).empty());
}

TEST(Faults, SharedMemoryThatNobodyWrote) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    __shared__ int a[64];\n    if (threadIdx.x != 7) "
        "a[threadIdx.x] = 1;\n"
        "    __syncthreads();\n    out[threadIdx.x] = a[63 - threadIdx.x];\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::uninitialized);
    EXPECT_EQ(found[0].place.line, 5u);
    EXPECT_EQ(found[0].thread, 56u);
    EXPECT_EQ(found[0].index, 7);
}

TEST(Faults, ABarrierThatNotAllReach) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    if (threadIdx.x < 40)\n        __syncthreads();\n    "
        "out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 40u);
}

TEST(Faults, ABarrierThatAWholeWarpMisses) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    if (threadIdx.x < 32)\n        __syncthreads();\n    "
        "else\n"
        "        __syncthreads();\n    out[0] = 1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_NE(found[0].message.find("different barriers"), std::string::npos);
}

TEST(Faults, ALoopWithoutEnd) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int i = 1;\n    while (i != 0) { i += 2; }\n    out[0] "
        "= i;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::endless);
    EXPECT_EQ(found[0].place.line, 3u);
}

TEST(Faults, AWaitForWhatNobodyWrites) {
    const auto found =
        findings("__global__ void k(volatile int *out) {\n    while (out[3] == 0)\n        ;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::deadlock);
    EXPECT_EQ(found[0].place.line, 2u);
}

TEST(Faults, DivisionByZero) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    out[threadIdx.x] = 10 / (int)(threadIdx.x % 8);\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::division);
    EXPECT_EQ(found[0].count, 8u);
}

TEST(Faults, ANullPointer) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int *p = nullptr;\n    if (threadIdx.x == 3) *p = "
        "1;\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::bad_pointer);
    EXPECT_EQ(found[0].thread, 3u);
}

TEST(Faults, AMisalignedVector) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int4 v = *(int4*)(out + threadIdx.x % 4);\n    "
        "out[threadIdx.x] = v.x;\n}",
        32);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::misaligned);
    EXPECT_EQ(found[0].place.line, 2u);
}

TEST(Faults, AWordThatBeginsWithinAnother) {
    for (const char* access :
         {"out[1] = (int)*(long long*)&out[2 * threadIdx.x + 1];",
          "*(long long*)(out + 7) = threadIdx.x;", "atomicAdd((int*)((char*)out + 6), 1);",
          "if (threadIdx.x == 3) out[0] = *(short*)((char*)out + 3);",
          "double* d = (double*)&out[5]; for (int i = 0; i < 9; ++i) d[i] = 0.5;"}) {
        const auto found =
            findings(fmt::format("__global__ void k(int *out) {{\n    {}\n}}", access), 4);
        ASSERT_EQ(found.size(), 1u) << access;
        EXPECT_EQ(found[0].kind, Kind::misaligned) << access;
        EXPECT_EQ(found[0].place.line, 2u) << access;
    }
    for (const char* access :
         {"out[1] = (int)*(long long*)&out[2 * threadIdx.x + 2];",
          "*(long long*)((char*)out + 8 * threadIdx.x) = 5;",
          "double* d = (double*)&out[6]; for (int i = 0; i < 9; ++i) d[i] = 0.5;"})
        EXPECT_TRUE(
            findings(fmt::format("__global__ void k(int *out) {{\n    {}\n}}", access), 4).empty())
            << access;
}

TEST(Faults, AnAssertionThatDoesNotHold) {
    const auto found = findings("__global__ void k(int *out) {\n    assert(threadIdx.x < 60);\n}");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::assertion);
    EXPECT_EQ(found[0].thread, 60u);
}

TEST(Faults, LanesThatAreNamedButNotThere) {
    const auto found = findings(
        "__global__ void k(int *out) {\n    int v = threadIdx.x;\n    if (threadIdx.x < 16)\n"
        "        v = __shfl_down_sync(0xffffffff, v, 1);\n    out[threadIdx.x] = v;\n}",
        32);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::missing_lanes);
    EXPECT_EQ(found[0].place.line, 4u);
}

TEST(Faults, MasksThatLanesNameApart) {
    const auto found_with = [](const std::string& mask, const std::string& condition = "true") {
        return findings("__global__ void k(int *out) {\n    unsigned t = threadIdx.x, m = " + mask +
                            ";\n    if (" + condition +
                            ")\n        __syncwarp(m);\n    out[t] = m;\n}",
                        32);
    };
    EXPECT_TRUE(found_with("0xfu << t / 4 * 4").empty());
    EXPECT_TRUE(found_with("0xfu << t / 4 * 4", "t < 12").empty());
    const auto outside = found_with("t < 4 ? 0xfu : 0xf0u");
    ASSERT_EQ(outside.size(), 1u);
    EXPECT_EQ(outside[0].kind, Kind::missing_lanes);
    EXPECT_EQ(outside[0].message,
              "lane 8 of warp 0 of block 0 is not in the mask that it names itself");
    const auto other = found_with("t < 4 ? 0xffu : 0xf0u | 1u << t");
    ASSERT_EQ(other.size(), 1u);
    EXPECT_EQ(
        other[0].message,
        "lane 0 of warp 0 of block 0 names a lane whose own mask is another one: neither waits "
        "for the other");
    const auto missing = found_with("0xfu << t / 4 * 4", "t % 4 < 3");
    ASSERT_EQ(missing.size(), 1u);
    EXPECT_EQ(missing[0].message,
              "8 lanes of warp 0 of block 0 are named in the mask, but are not there");
    const auto scalar = findings(
        "__global__ void k(int *out) {\n    out[threadIdx.x] = __shfl_sync(0xffff, 7, 3);\n}", 32);
    ASSERT_EQ(scalar.size(), 1u);
    EXPECT_EQ(scalar[0].thread, 16u);
}

// CUDA asks those who have not returned.
TEST(Faults, LanesThatHaveReturnedNeedNotCome) {
    const auto text = [](const std::string& function) {
        return "__global__ void k(int *out) {\n    int t = threadIdx.x, v = t;\n"
               "    if (t >= 20) return;\n    " +
               function + "\n    out[t] = v;\n}";
    };
    EXPECT_TRUE(findings(text("__syncwarp();"), 32).empty());
    EXPECT_TRUE(findings(text("v = __any_sync(0xffffffff, t == 3);"), 32).empty());
    EXPECT_TRUE(findings(text("v = __shfl_up_sync(0xffffffff, v, 1);"), 32).empty());
    EXPECT_EQ(findings(text("v = __shfl_down_sync(0xffffffff, v, 8);"), 32).size(), 1u);
}

TEST(Faults, AnIndexFarFromItsArray) {
    const auto found = findings(R"(__global__ void k(int *out) {
    __shared__ int a[32];
    a[threadIdx.x * 100000000] = 5;
    out[threadIdx.x + 2000000000] = 1;
})",
                                2);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[0].index, 100000000);
    EXPECT_EQ(found[0].thread, 1u);
    EXPECT_EQ(found[1].kind, Kind::out_of_bounds);
    EXPECT_EQ(found[1].index, 2000000000);
    EXPECT_EQ(found[1].count, 2u);
}

// Of neighbouring lanes, not of whole warps.
TEST(Faults, EvenAndOddThreadsAtBarriersOfTheirOwn) {
    const auto found = findings(R"(__global__ void k(int *out) {
    if (threadIdx.x % 2 == 0)
        __syncthreads();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
})",
                                64);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, Kind::barrier);
}

TEST(Faults, ABarrierInALoopThatSomeThreadsLeaveEarlier) {
    const auto found = findings(R"(__global__ void k(int *out) {
    for (int i = 0; i < (threadIdx.x < 40 ? 3 : 2); i++) {
        __syncthreads();
        out[threadIdx.x] += i;
    }
    out[threadIdx.x] += 1;
})",
                                64);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, Kind::barrier);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 40u);
}

TEST(Faults, ALoopThatStandsStill) {
    const auto found = findings(R"(__global__ void k(int *out) {
    for (int i = 0; i < 64; i += out[63])
        out[0] = i;
})",
                                64, 1, 50'000);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::endless);
    EXPECT_EQ(found[0].place.line, 2u);
}

// The others wait at the barrier for one that waits for them.
TEST(Faults, AWaitForThreadsThatWaitAtABarrier) {
    const auto found = findings(R"(__global__ void k(volatile int *out) {
    if (threadIdx.x == 0)
        while (out[3] == 0)
            ;
    __syncthreads();
    if (threadIdx.x == 40) out[3] = 1;
})",
                                64);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::deadlock);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].thread, 0u);
}

TEST(Faults, TooMuchSharedMemoryIsSaidBeforeItRuns) {
    RunText run(
        "__global__ void k(int *out) { __shared__ double a[40000]; a[0] = 1; out[0] = a[0]; }");
    run.array("out", std::vector<int>(1));
    language::Launch launch;
    launch.arguments = run.arguments;
    launch.memory = run.memory.layout();
    EXPECT_THROW(machine::run(*run.parsed.unit, *run.parsed.unit->kernels[0], launch, run.memory),
                 language::FaultError);
}

TEST(MachineCounts, ABarrierIsMissedOnceARound) {
    RunText run(
        "__global__ void k(int* a) {\n"
        "    if (threadIdx.x >= 32) return;\n"
        "    for (int r = 0; r < 3; r++) {\n        __syncthreads();\n        a[threadIdx.x] += "
        "r;\n    }\n}\n");
    run.array("a", std::vector<int>(64));
    const LaunchRecord& record = run.launch({1, 1, 1}, {64, 1, 1});
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].kind, Diagnostic::Kind::exited);
    EXPECT_EQ(record.diagnostics[0].count, 3U);
}

constexpr std::uint64_t many_rounds = 1U << 26;

// What decides about their end is the same again and again.
TEST(Faults, LoopsThatNeverEnd) {
    const auto run = [](const std::string& body) {
        return findings(
            "__global__ void k(int *out) {\n    int t = threadIdx.x, n = 64;\n" + body + "\n}", 32,
            1, many_rounds);
    };
    int round = 0;
    for (const std::string body : {
             "    for (char c = 0; c < 200; c++) out[t] += c;",
             "    while (t < n) { out[t % 64] = t; if (t > 10) t += 0; else t += 1; }",
             "    for (int stride = n; stride >= 0; stride /= 2) out[t] += stride;",
             "    for (int stride = n; stride >= 0; stride /= 2) { __syncthreads(); out[t]++; }",
             "    do { int k = 0; for (int i = 0; i < t; i++) k++; n += k - t; } while (n == 64);",
             "    for (int k = 0; ; k = (k + 5) % 1000) { if (k == 7001 || t == 99) break; }",
         }) {
        if (stridescope::testing::left_out(round++, 3)) continue;
        const auto found = run(body);
        ASSERT_FALSE(found.empty()) << body;
        EXPECT_EQ(found[0].kind, Kind::endless) << body << found[0].message;
        EXPECT_EQ(found[0].place.line, 3u) << body;
    }
    EXPECT_NE(
        run("    for (char c = 0; c < 200; c++) out[t] += c;")[0].message.find("after every 256"),
        std::string::npos);
    EXPECT_NE(run("    while (t < n) { out[t]++; }")[0].message.find("nothing in it"),
              std::string::npos);
}

TEST(Faults, LongLoopsThatEnd) {
#ifdef __EMSCRIPTEN__
    GTEST_SKIP() << "what is recorded of them takes more memory than these tests have there";
#endif
    for (const std::string body : {
             "    unsigned x = t + 1;\n    for (int i = 0; i < 300000; i++) x = x * 1664525 + 7;\n"
             "    out[t] = x;",
             "    int c = 0;\n    for (int i = 0; i < 600; i++)\n"
             "        for (int j = 0; j < 600; j++) c += j & 1;\n    out[t] = c;",
             "    __shared__ int stop;\n    if (t == 0) stop = 0;\n    __syncthreads();\n"
             "    for (int c = 0; stop < 60000; c = (c + 1) % 3) {\n        __syncthreads();\n"
             "        if (t == 0) stop++;\n        __syncthreads();\n    }\n    out[t] = stop;",
             "    int c = 0;\n    do { if (out[t]++ > 200000) break; c = (c + 1) % 5; } while "
             "(true);\n"
             "    out[t] = c;",
         }) {
        const auto found =
            findings("__global__ void k(int *out) {\n    int t = threadIdx.x;\n" + body + "\n}", 32,
                     1, many_rounds);
        EXPECT_TRUE(found.empty()) << body << found[0].message;
    }
}

TEST(Faults, AWarpThatSpinsForItsOwnLock) {
    const auto run = [](const std::string& body) {
        return findings("__device__ int lock = 0;\n__global__ void k(int *out) {\n" + body + "\n}",
                        64, 2, many_rounds);
    };
    const std::string critical = "__threadfence(); out[0] += 1; __threadfence();";
    const auto found = run("    while (atomicCAS(&lock, 0, 1) != 0) ;\n    " + critical +
                           "\n    atomicExch(&lock, 0);");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, Kind::spinning);
    EXPECT_EQ(found[0].place.line, 3u);
    EXPECT_EQ(found[0].message,
              "lanes of warp 0 of block 0 spin here for a lock that lane 0 of the same warp holds: "
              "chips before Volta hang, later ones are slow; let one lane ask for all, or give it "
              "back within the loop");
    for (const std::string& body :
         {"    if (threadIdx.x % 32 == 0) {\n        while (atomicCAS(&lock, 0, 1) != 0) ;\n       "
          " " +
              critical + "\n        atomicExch(&lock, 0);\n    }",
          "    for (bool done = false; !done;) {\n        if (atomicCAS(&lock, 0, 1) == 0) {\n" +
              critical +
              "\n            atomicExch(&lock, 0);\n            done = true;\n        }\n    }",
          "    for (int l = 0; l < 32; l++)\n        if (threadIdx.x % 32 == l) {\n"
          "            while (atomicCAS(&lock, 0, 1) != 0) ;\n" +
              critical + "\n            atomicExch(&lock, 0);\n        }"}) {
        for (const Diagnostic& d : run(body)) ADD_FAILURE() << body << d.message;
    }
}

// Parts of dynamic shared memory, and extern arrays, which all begin at one place.
TEST(Faults, SharedMemoryReadAsAnotherType) {
    const auto run = [](const std::string& kernel) {
        RunText text(kernel);
        text.array("in", std::vector<int>(64, 7));
        text.array("out", std::vector<float>(64));
        std::vector<Diagnostic> found;
        for (const Diagnostic& d : text.launch({1, 1, 1}, {64, 1, 1}, 1024).diagnostics)
            found.push_back(d);
        return found;
    };
    const auto kernel = [](const std::string& views, const std::string& use) {
        return "__global__ void k(const int* in, float* out) {\n    int t = threadIdx.x;\n    " +
               views + "\n    a[t] = in[t];\n    b[t] = 0.5f * t;\n    __syncthreads();\n    " +
               use + "\n}";
    };
    const std::string use = "out[t] = a[(t + 1) % 64] + b[t];";
    const auto two = run(kernel("extern __shared__ int a[]; extern __shared__ float b[];", use));
    ASSERT_EQ(two.size(), 1u);
    EXPECT_EQ(two[0].kind, Kind::other_type);
    EXPECT_EQ(
        two[0].message,
        "thread 0 of block 0 reads a[1] as an integer of 32 bits, where line 5 has stored b[1], "
        "a float: all extern __shared__ arrays begin at one place");
    const auto part = [&](const std::string& n) {
        return run(kernel("extern __shared__ int a[]; float* b = (float*)&a[" + n + "];", use));
    };
    EXPECT_TRUE(part("64").empty());
    EXPECT_TRUE(part("blockDim.x").empty());
    const auto overlap = part("16");
    ASSERT_FALSE(overlap.empty());
    for (const Diagnostic& d : overlap) EXPECT_EQ(d.kind, Kind::other_type) << d.message;
    const std::string bytes =
        "extern __shared__ char s[]; int* a = (int*)s; float* b = (float*)(s + 64 * sizeof(N));";
    const auto of_bytes = [&](const std::string& n) {
        std::string views = bytes;
        views.replace(views.find('N'), 1, n);
        return run(kernel(views, use));
    };
    EXPECT_TRUE(of_bytes("int").empty());
    EXPECT_FALSE(of_bytes("char").empty());
    // What is meant: bits of a float, one part after the other, bytes, zeros.
    EXPECT_TRUE(run(kernel("extern __shared__ float b[]; int* a = (int*)&b[64];",
                           "out[t] = ((int*)b)[t] >> 23;"))
                    .empty());
    EXPECT_TRUE(run(kernel("extern __shared__ float b[]; int* a = (int*)&b[64];",
                           "int* bits = (int*)&b[t]; out[t] = *bits;"))
                    .empty());
    EXPECT_TRUE(run(kernel("extern __shared__ int a[]; extern __shared__ float b[];",
                           "out[t] = b[63 - t];"))
                    .empty());
    EXPECT_TRUE(run(kernel("extern __shared__ int a[]; float* b = (float*)&a[64];",
                           "out[t] = ((unsigned char*)b)[t];"))
                    .empty());
    // Vectors copy numbers of any type.
    EXPECT_TRUE(run("__global__ void k(const int* in, float* out) {\n"
                    "    extern __shared__ float b[];\n    int t = threadIdx.x;\n"
                    "    char* to = (char*)b;\n"
                    "    for (int i = 16 * t; i < 256; i += 1024)\n"
                    "        *(uint4*)(to + i) = *(const uint4*)((const char*)in + i);\n"
                    "    __syncthreads();\n    out[t] = b[63 - t];\n}")
                    .empty());
    EXPECT_TRUE(run("__global__ void k(const int* in, float* out) {\n"
                    "    extern __shared__ int a[];\n    float* b = (float*)&a[0];\n"
                    "    for (int i = threadIdx.x; i < 64; i += 64) a[i] = 0;\n"
                    "    __syncthreads();\n    out[threadIdx.x] = b[threadIdx.x];\n}")
                    .empty());
}

TEST(MachineCounts, AShuffleWithoutItsLanesIsOne) {
    RunText run(
        "__global__ void k(int* a) {\n    int v = threadIdx.x;\n    if (threadIdx.x < 16) {\n"
        "        for (int d = 8; d > 0; d /= 2)\n"
        "            v += __shfl_down_sync(0xffffffffu, v, d);\n"
        "        a[threadIdx.x] = v;\n    }\n}\n");
    run.array("a", std::vector<int>(64));
    const LaunchRecord& record = run.launch({1, 1, 1}, {32, 1, 1});
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].count, 4U);
    EXPECT_EQ(record.diagnostics[0].message,
              "16 lanes of warp 0 of block 0 are named in the mask, but are not there");
}

}  // namespace faults_test
}  // namespace stridescope::machine

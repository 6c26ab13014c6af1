// Functions that call themselves: each call has what is its own, and the depth has an end. See
// plain_cpp_test.cpp for those of the device.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "tests/data/recursion.h"
#include "tests/machine/run_main.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace recursion_test {

TEST(Recursion, OfTheHostIsThatOfCpp) {
#if !defined(__GLIBCXX__) || defined(__EMSCRIPTEN__)
    GTEST_SKIP() << "what is compiled here has another library, or a size_t of 32 bits";
#endif
    const std::ifstream file("tests/data/recursion.h");
    std::ostringstream text, wanted;
    text << file.rdbuf();
    recursion::all(wanted);
    EXPECT_EQ(output_of_main(text.str() + "int main() { recursion::all(std::cout); }"),
              wanted.str());
}

TEST(Recursion, HasAnEnd) {
    EXPECT_EQ(output_of_main("#include <cstdio>\n"
                             "int down(int n) { return n == 0 ? 0 : 1 + down(n - 1); }\n"
                             "int main() {\n"
                             "  printf(\"%d\\n\", down(90000));\n"
                             "  printf(\"%d\\n\", down(-1));\n"
                             "  printf(\"never\\n\"); }\n"),
              "90000\n2: the recursion of down at line 2 is deeper than the stack holds: main has "
              "called it 100000 times within itself\n");
    // What each call has in memory, too.
    EXPECT_EQ(output_of_main("int deep(int n) {\n"
                             "  int own[1 << 18]; own[0] = n; return n == 0 ? 0 : own[0] + \n"
                             "    deep(n - 1); }\n"
                             "int main() { printf(\"%d\\n\", deep(6)); deep(9); }\n"),
              "21\n3: the recursion of deep at line 3 is deeper than the stack holds: main has "
              "called it 8 times within itself\n");
    EXPECT_EQ(output_of_main("__device__ int down(int n) {\n"
                             "  return n == 0 ? 0 : 1 + down(n - 1); }\n"
                             "__global__ void k(int *out, int n) { out[threadIdx.x] = \n"
                             "  down(threadIdx.x == 3 ? n : threadIdx.x); }\n"
                             "int main() { int *a; cudaMallocManaged(&a, 32 * 4);\n"
                             "  k<<<1, 32>>>(a, 1000); cudaDeviceSynchronize();\n"
                             "  printf(\"%d %d\\n\", a[3], a[31]);\n"
                             "  k<<<1, 32>>>(a, -1); cudaDeviceSynchronize(); }\n"),
              "1000 31\n2: the recursion of down at line 2 is deeper than the stack holds: thread "
              "3 of block 0 has called it 4096 times within itself\n");
}

/// Lanes part, and each is told at the line at which it reads.
TEST(Recursion, TellsWhatIsReadInIt) {
    RunText run(
        "__device__ int sum(const int *a, int n) {\n"
        "  if (n == 0) return 0;\n"
        "  int own = a[n - 1];\n"
        "  return own + sum(a, n - 1);\n"
        "}\n"
        "__global__ void k(int *out, const int *a) { out[threadIdx.x] = sum(a, threadIdx.x); }\n");
    const std::size_t out = run.array("out", std::vector<int>(32));
    std::vector<int> values(31), wanted(32);
    for (int i = 0; i < 31; i++) values[static_cast<std::size_t>(i)] = i * i;
    run.array("a", values);
    for (std::size_t i = 1; i < 32; i++) wanted[i] = wanted[i - 1] + values[i - 1];
    for (const WarpOrder order : {WarpOrder::ascending, WarpOrder::lanes}) {
        run.settings.order = order;
        const LaunchRecord& record = run.launch({1, 1, 1}, {32, 1, 1});
        run.expect_clean();
        EXPECT_EQ(run.values<int>(out), wanted);
        // A load of a lane in each of its calls, and each depth is a round of its own.
        int loads = 0;
        std::set<std::uint32_t> rounds;
        for (const Segment& segment : record.blocks.at(0).segments) {
            segment.for_each_row([&](const Row& row) {
                const language::Site& site = record.program->sites[row.site()];
                if (site.kind != language::SiteKind::load) return;
                EXPECT_EQ(site.place.line, 3u);
                loads += __builtin_popcount(row.mask);
                rounds.insert(row.round);
            });
        }
        EXPECT_EQ(loads, 31 * 32 / 2);
        EXPECT_EQ(rounds.size(), 31u);
    }
}

}  // namespace recursion_test
}  // namespace stridescope::machine

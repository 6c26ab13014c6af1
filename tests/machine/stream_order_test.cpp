// Streams, events and a main that does not wait: who is too early is told, and nobody else.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <fmt/format.h>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace stream_order_test {

const std::string kernels =
    "__global__ void fill(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
    "__global__ void add(const int *x, int *y) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    y[i] = x[i] + 1;\n"
    "}\n"
    "__global__ void count(int *x) { atomicAdd(x, 1); }\n";

/// What is told of a main of these lines, between its arrays and its end.
std::string told(const std::string& lines) {
    const std::string out =
        output_of_main(kernels +
                       "int main() {\n    int *x, *y, *m, *p;\n    cudaStream_t a, b;\n"
                       "    cudaEvent_t e;\n    cudaMalloc(&x, 512);\n"
                       "    cudaMalloc(&y, 512);\n    cudaMallocManaged(&m, 512);\n"
                       "    cudaMallocHost(&p, 512);\n    cudaStreamCreate(&a);\n"
                       "    cudaStreamCreate(&b);\n    cudaEventCreate(&e);\n" +
                       lines + "\n    return 0;\n}\n");
    std::istringstream lines_of(out);
    std::string all;
    for (std::string line; std::getline(lines_of, line);)
        all += line.substr(line.find(": ") + 2, line.find(" (line") - line.find(": ") - 2) + "\n";
    return all;
}

TEST(StreamOrder, OneStreamIsInOrder) {
    EXPECT_EQ(told("fill<<<2, 64, 0, a>>>(x); add<<<2, 64, 0, a>>>(x, y);"
                   "cudaMemcpyAsync(p, y, 512, cudaMemcpyDeviceToHost, a);"
                   "cudaStreamSynchronize(a); p[0] = p[1];"),
              "");
}

TEST(StreamOrder, AtomicsOfTwoStreamsAreInNobodysWay) {
    const std::string count = "cudaMemset(x, 0, 512); count<<<2, 64, 0, a>>>(x); ";
    EXPECT_EQ(told(count + "count<<<2, 64, 0, b>>>(x);"), "");
    EXPECT_EQ(told(count + "add<<<2, 64, 0, b>>>(x, y);"), "add reads x[0], and count\n");
    EXPECT_EQ(told(count + "fill<<<2, 64, 0, b>>>(x);"), "fill writes x[0], and count\n");
    EXPECT_EQ(told("cudaMemset(x, 0, 512); fill<<<2, 64, 0, a>>>(x); count<<<2, 64, 0, b>>>(x);"),
              "count writes x[0], and fill\n");
}

TEST(StreamOrder, TwoStreamsAreNot) {
    EXPECT_EQ(told("fill<<<2, 64, 0, a>>>(x); add<<<2, 64, 0, b>>>(x, y);"),
              "add reads x[0], and fill\n");
    EXPECT_EQ(told("fill<<<2, 64, 0, a>>>(x); cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);"
                   "add<<<2, 64, 0, b>>>(x, y);"),
              "");
    // An event from before orders nothing that comes behind it.
    EXPECT_EQ(told("cudaEventRecord(e, a); fill<<<2, 64, 0, a>>>(x); cudaStreamWaitEvent(b, e, 0);"
                   "add<<<2, 64, 0, b>>>(x, y);"),
              "add reads x[0], and fill\n");
    EXPECT_EQ(told("fill<<<2, 64, 0, a>>>(x); cudaStreamSynchronize(a);"
                   "add<<<2, 64, 0, b>>>(x, y);"),
              "");
}

TEST(StreamOrder, WordsCountNotArrays) {
    EXPECT_EQ(told("fill<<<1, 64, 0, a>>>(x); fill<<<1, 64, 0, b>>>(x + 64);"), "");
    EXPECT_EQ(told("fill<<<1, 64, 0, a>>>(x); fill<<<1, 64, 0, b>>>(x + 63);"),
              "fill writes x[63], and fill\n");
    EXPECT_EQ(told("fill<<<2, 64>>>(x); add<<<2, 64, 0, a>>>(x, y); add<<<2, 64, 0, b>>>(x, m);"),
              "");
}

/// Two streams may share a word, as long as they have each their own bytes of it.
TEST(StreamOrder, BytesCountNotWords) {
    const auto told_of = [](const std::string& second) {
        return output_of_main(
            "__global__ void fill(char *x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 1; }\n"
            "int main() {\n    char *x;\n    cudaStream_t a, b;\n    cudaMallocManaged(&x, 128);\n"
            "    cudaStreamCreate(&a);\n    cudaStreamCreate(&b);\n"
            "    fill<<<1, 64, 0, a>>>(x, 33);\n" +
            second + "\n}\n");
    };
    EXPECT_EQ(told_of("fill<<<1, 64, 0, b>>>(x + 33, 33);"), "");
    EXPECT_NE(told_of("fill<<<1, 64, 0, b>>>(x + 32, 33);").find("fill writes x[32]"),
              std::string::npos);
    EXPECT_EQ(told_of("x[33] = x[34] = 2;"), "");
    EXPECT_NE(told_of("x[34] = x[32];").find("main reads x[32]"), std::string::npos);
    EXPECT_EQ(told_of("cudaMemcpyAsync(x + 33, x + 66, 20, cudaMemcpyDefault, b);"), "");
}

/// What is noted of a large copy in one go is as exact as what is noted word by word.
TEST(StreamOrder, LargeCopiesCountToTheByte) {
    // Three whole chunks of 4096 words, and a bit less than one on each side.
    const auto told_behind = [](const std::string& copy, const std::string& second) {
        const std::string out = output_of_main(
            "__global__ void one(int *x, int at) { x[at] = 1; }\n"
            "int main() {\n    char *x, *y, *h;\n    cudaStream_t a, b;\n"
            "    cudaMalloc(&x, 81920);\n    cudaMalloc(&y, 81920);\n"
            "    cudaMallocHost(&h, 81920);\n    cudaStreamCreate(&a);\n"
            "    cudaStreamCreate(&b);\n    cudaMemset(x, 0, 81920);\n"
            "    cudaMemset(y, 0, 81920);\n    cudaDeviceSynchronize();\n"
            "    cudaMemcpyAsync(" +
            copy + ", cudaMemcpyHostToDevice, a);\n" + second + "\n    return 0;\n}\n");
        const std::size_t begin = out.find(": ");
        return begin == std::string::npos ? "" : out.substr(begin + 2, out.find(',') - begin - 2);
    };
    const auto told_of = [&](const std::string& second) {
        return told_behind("x + 101, h, 65534", second);
    };
    const auto one = [](int at) { return fmt::format("one<<<1, 1, 0, b>>>((int *)x, {});", at); };
    for (const int word : {25, 26, 4095, 4096, 8191, 8192, 12000, 16383, 16384, 16408})
        EXPECT_EQ(told_of(one(word)), fmt::format("one writes x[{}]", word)) << word;
    for (const int word : {0, 24, 16409, 20479}) EXPECT_EQ(told_of(one(word)), "") << word;
    const auto copy = [](int from, int bytes) {
        return fmt::format("cudaMemcpyAsync(y, x + {}, {}, cudaMemcpyDeviceToDevice, b);", from,
                           bytes);
    };
    EXPECT_EQ(told_of(copy(0, 101)), "");
    EXPECT_EQ(told_of(copy(65635, 16285)), "");
    EXPECT_NE(told_of(copy(0, 102)), "");
    EXPECT_NE(told_of(copy(65634, 1)), "");
    EXPECT_NE(told_of(copy(49152, 16384)), "");
    // Whole words, and one chunk of which the first and the last are missing.
    for (const int word : {0, 1, 4095, 4096})
        EXPECT_EQ(told_behind("x + 4, h, 16376", one(word)), word == 1 ? "one writes x[1]" : "")
            << word;
    // What of a chunk that was noted whole is written once more, behind what the other waits for.
    const std::string again =
        "cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e, a);"
        "one<<<1, 1, 0, a>>>((int *)x, 5000); cudaStreamWaitEvent(b, e, 0);";
    EXPECT_EQ(told_of(again + one(4999) + one(5001) + copy(20004, 40000)), "");
    EXPECT_EQ(told_of(again + one(5000)), "one writes x[5000]");
    EXPECT_NE(told_of(again + copy(19999, 2)), "");
    EXPECT_NE(told_of(again + copy(16384, 16384)), "");
}

TEST(StreamOrder, TheDefaultStreamWaitsForOthersThatBlock) {
    EXPECT_EQ(told("fill<<<2, 64, 0, a>>>(x); add<<<2, 64>>>(x, y); fill<<<2, 64, 0, b>>>(y);"),
              "");
    EXPECT_EQ(told("cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);"
                   "fill<<<2, 64, 0, a>>>(x); add<<<2, 64>>>(x, y);"),
              "add reads x[0], and fill\n");
}

TEST(StreamOrder, MainWaitsBeforeItReads) {
    EXPECT_EQ(told("fill<<<2, 64>>>(m); m[3] = 7;"), "main writes x[3], and fill\n");
    EXPECT_EQ(told("fill<<<2, 64>>>(m); cudaDeviceSynchronize(); m[3] = 7;"), "");
    EXPECT_EQ(told("fill<<<1, 64>>>(m); m[64] = 7;"), "");
    EXPECT_EQ(told("add<<<2, 64>>>(m, y); int read = m[5];"), "");
    EXPECT_EQ(told("add<<<2, 64>>>(m, y); m[5] = 1;"), "main writes x[5], and add\n");
    EXPECT_EQ(told("fill<<<2, 64>>>(m); cudaEventRecord(e); cudaEventSynchronize(e); m[3] = 7;"),
              "");
}

TEST(StreamOrder, CopiesToPinnedMemoryComeLater) {
    const std::string copy =
        "cudaMemset(x, 0, 512); cudaDeviceSynchronize();"
        "cudaMemcpyAsync(p, x, 512, cudaMemcpyDeviceToHost, a);";
    EXPECT_EQ(told(copy + "int read = p[0];"), "main reads memory, and cudaMemcpyAsync\n");
    EXPECT_EQ(told(copy + "cudaStreamSynchronize(b); int read = p[0];"),
              "main reads memory, and cudaMemcpyAsync\n");
    EXPECT_EQ(told(copy + "cudaStreamSynchronize(a); int read = p[0];"), "");
    // To other memory of main's they have come.
    EXPECT_EQ(told("int h[128]; cudaMemset(x, 0, 512); cudaDeviceSynchronize();"
                   "cudaMemcpyAsync(h, x, 512, cudaMemcpyDeviceToHost, a); int read = h[0];"),
              "");
}

}  // namespace stream_order_test
}  // namespace stridescope::machine

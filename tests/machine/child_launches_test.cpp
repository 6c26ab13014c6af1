// Kernels that launch kernels: what they launch runs behind them, as launches of its own.
#include <gtest/gtest.h>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace child_launches_test {

TEST(ChildLaunches, RunBehindTheirParentAndBeforeMainGoesOn) {
    // Threads 1 and 3 launch a child each, of which thread 0 launches another.
    EXPECT_EQ(output_of_main("__global__ void child(int *a, int parent, int depth) {\n"
                             "  a[parent * 8 + threadIdx.x] += depth * 10 + threadIdx.x;\n"
                             "  __syncthreads();\n"
                             "  if (depth < 2 && threadIdx.x == 0)\n"
                             "    child<<<1, 4>>>(a, parent, depth + 1);\n"
                             "  if (threadIdx.x == 0) printf(\"%d of %d\\n\", depth, parent);\n"
                             "}\n"
                             "__global__ void parent(int *a) {\n"
                             "  int t = threadIdx.x;\n"
                             "  if (t % 2) child<<<dim3(1), 6>>>(a, t, 1);\n"
                             "  a[t * 8 + 7] = 100 + t;\n"
                             "  if (t == 0) printf(\"parent\\n\");\n"
                             "}\n"
                             "int main() { int *a; cudaMallocManaged(&a, 32 * 4);\n"
                             "  for (int i = 0; i < 32; i++) a[i] = 0;\n"
                             "  parent<<<1, 4>>>(a); cudaDeviceSynchronize();\n"
                             "  for (int i = 0; i < 32; i++)\n"
                             "    printf(i % 8 == 7 ? \"%d\\n\" : \"%d \", a[i]); }\n"),
              "parent\n1 of 1\n2 of 1\n1 of 3\n2 of 3\n"
              "0 0 0 0 0 0 0 100\n30 32 34 36 14 15 0 101\n"
              "0 0 0 0 0 0 0 102\n30 32 34 36 14 15 0 103\n");
}

TEST(ChildLaunches, FindingsAreTold) {
    EXPECT_EQ(output_of_main("__global__ void child(int *a) { a[threadIdx.x + 60] = 1; }\n"
                             "__global__ void parent(int *a, int n) {\n"
                             "  child<<<1, n>>>(a); }\n"
                             "int main() { int *a; cudaMalloc(&a, 64 * 4);\n"
                             "  parent<<<1, 1>>>(a, 5);\n"
                             "  parent<<<1, 1>>>(a, 2000); }\n"),
              "1: thread 4 of block 0 writes a[64], but a has 64 elements\n"
              "3: child is not launched: a block has 1 to 1024 threads, at most 64 of them in z, "
              "not 2000 · 1 · 1\n");
}

TEST(ChildLaunches, HaveAnEnd) {
    const std::string deep = output_of_main(
        "__global__ void down(int *n) { atomicAdd(n, 1);\n"
        "  down<<<1, 1>>>(n); }\n"
        "int main() { int *n; cudaMallocManaged(&n, 4); *n = 0; down<<<1, 1>>>(n);\n"
        "  cudaDeviceSynchronize(); printf(\"%d\\n\", *n); }\n");
    EXPECT_EQ(deep, "25\n2: down is not launched: kernels launch each other more than 24 deep\n");
    const std::string many = output_of_main(
        "__global__ void one(int *n) { atomicAdd(n, 1); }\n"
        "__global__ void all(int *n) { one<<<1, 1>>>(n); }\n"
        "int main() { int *n; cudaMallocManaged(&n, 4); *n = 0; all<<<3, 1024>>>(n);\n"
        "  cudaDeviceSynchronize(); printf(\"%d\\n\", *n); }\n");
    EXPECT_EQ(many,
              "2048\n2: one is not launched: more than 2048 launches wait for this kernel to end "
              "(cudaLimitDevRuntimePendingLaunchCount)\n");
}

/// What is told of a kernel whose threads do so, with arrays x and y of 64 elements.
std::string told_of(const std::string& body, const std::string& launch = "<<<1, 64>>>") {
    return output_of_main(
        "__global__ void read(const int *x, int *y) { y[threadIdx.x] = x[63 - threadIdx.x]; }\n"
        "__global__ void count(int *x) { atomicAdd(x, 1); }\n"
        "__global__ void parent(int *x, int *y) { int t = threadIdx.x;\n" +
        body + "\n}\nint main() { int *x, *y; cudaMalloc(&x, 256); cudaMalloc(&y, 256);\n" +
        "cudaMemset(x, 0, 256); cudaMemset(y, 0, 256);\n" + "parent" + launch +
        "(x, y); cudaDeviceSynchronize(); }\n");
}

TEST(ChildLaunches, ComeAfterWhatTheirThreadKnows) {
    // Its own stores, and its block's before a barrier.
    EXPECT_EQ(told_of("if (t == 0) { for (int i = 0; i < 64; i++) x[i] = i;\n"
                      "read<<<1, 64>>>(x, y); }"),
              "");
    EXPECT_EQ(told_of("x[t] = t; __syncthreads(); if (t == 0) read<<<1, 64>>>(x, y);"), "");
    EXPECT_EQ(told_of("x[t] = t; __syncwarp(); if (t == 0) read<<<1, 64>>>(x, y);", "<<<1, 32>>>"),
              "");
    // What one block launches is in order; what comes at the end, comes behind everything.
    EXPECT_EQ(told_of("if (t == 0) { read<<<1, 64>>>(x, y); read<<<1, 64>>>(y, x); }"), "");
    EXPECT_EQ(told_of("if (t == 0) read<<<1, 64, 0, cudaStreamTailLaunch>>>(x, y); x[t] = t;"), "");
    // Atomics are in no other atomic's way, whoever launches them.
    EXPECT_EQ(told_of("atomicAdd(x, 1); if (t == 0) count<<<1, 64>>>(x);", "<<<4, 64>>>"), "");
    // The last block to come knows what all did.
    EXPECT_EQ(
        told_of("if (t == 0) { x[blockIdx.x] = 1; __threadfence();\n"
                "if (atomicAdd(&x[60], 1) == 3) { __threadfence(); read<<<1, 64>>>(x, y); } }",
                "<<<4, 64>>>"),
        "");
}

TEST(ChildLaunches, AreInOrderWithNothingElse) {
    EXPECT_EQ(told_of("x[t] = t; if (t == 0) read<<<1, 64>>>(x, y);"),
              "4: read reads x[1], and thread 1 of block 0 of parent may not have written it yet "
              "in line 4: a kernel comes after what the thread that launches it did, and what "
              "others of its block did before a barrier in front of that\n");
    EXPECT_EQ(
        told_of("if (t == 0) { read<<<1, 64>>>(x, y); atomicAdd(&x[9], y[5]); }"),
        "4: read writes y[5], which thread 0 of block 0 reads behind the launch in line 4: no "
        "kernel can wait for what it has launched\n");
    EXPECT_EQ(told_of("if (t == 0) { read<<<1, 64, 0, cudaStreamFireAndForget>>>(x, y);\n"
                      "read<<<1, 64, 0, cudaStreamFireAndForget>>>(y, x); }"),
              "5: read reads x[0], and read (line 4), launched by another block or into another "
              "stream, may not have written it yet: only what one block launches into one stream "
              "is in order\n");
    EXPECT_EQ(told_of("if (t == 0) read<<<1, 64>>>(x, y);", "<<<2, 64>>>"),
              "4: read writes y[0], and read (line 4), launched by another block or into another "
              "stream, may not have written it yet: only what one block launches into one stream "
              "is in order\n");
}

TEST(ChildLaunches, AreWaitedForBehindTheKernelOnly) {
    EXPECT_EQ(output_of_main("__global__ void child() { }\n"
                             "__global__ void parent() { child<<<1, 1>>>();\n"
                             "  cudaDeviceSynchronize(); }\n"
                             "int main() { parent<<<1, 1>>>(); }\n"),
              "3: cudaDeviceSynchronize waits in no kernel since CUDA 12: what needs a launch's "
              "results is launched behind it\n");
}

}  // namespace child_launches_test
}  // namespace stridescope::machine

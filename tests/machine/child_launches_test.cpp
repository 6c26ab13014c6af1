// Kernels that launch kernels: what they launch runs behind them, as launches of its own.
#include <gtest/gtest.h>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace child_launches_test {

TEST(ChildLaunches, RunBehindTheirParentAndBeforeMainGoesOn) {
    // Threads 1 and 3 launch a child each, of which thread 0 launches another.
    EXPECT_EQ(output_of_main("__global__ void child(int *a, int parent, int depth) {\n"
                             "  a[parent * 8 + threadIdx.x] += depth * 10 + threadIdx.x;\n"
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

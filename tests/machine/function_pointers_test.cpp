// Pointers to functions: of the host, of kernels, of the device.
#include <gtest/gtest.h>

#include <string>

#include "tests/machine/run_main.h"
#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace function_pointers_test {

// What g++ prints of the same text.
TEST(FunctionPointers, OfTheHostAreValues) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
static int square(int x) { return x * x; }
static int negative(int x) { return -x; }
int use(int (*f)(int), int x) { return f(x); }
int use_function(int f(int), int x) { return (*f)(x); }
template <typename F> int use_any(F f, int x) { return f(x); }
typedef int (*Op)(int);
using Compare = bool (*)(const int *, const int *);
bool less(const int *a, const int *b) { return *a < *b; }
struct Entry { const char *name; Op op; };
Op chosen(bool first) { return first ? square : negative; }
int main() {
    Op p = square, ops[2] = {square, &negative};
    int (*local)(int) = negative, (*none)(int) = nullptr;
    Entry table[] = {{"square", square}, {"negative", negative}};
    for (const Entry &e : table) printf("%s %d\n", e.name, e.op(12));
    printf("%d %d %d %d %d\n", p(5), (*p)(6), ops[1](7), local(8), chosen(true)(9));
    printf("%d %d %d\n", use(negative, 3), use_function(&square, 4), use_any(square, 5));
    printf("%d %d %d %d\n", none == nullptr, p != local, !none, (int)sizeof p);
    p = [](int x) { return x + 100; };
    printf("%d\n", p(1));
    Compare c = less;
    int a = 1, b = 2;
    printf("%d%d\n", c(&a, &b), c(&b, &a));
    if (none) printf("never\n");
}
)"),
              "square 144\nnegative -12\n25 36 -7 -8 81\n-3 16 25\n1 1 1 8\n101\n10\n");
}

TEST(FunctionPointers, OfKernelsAreLaunched) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void twice(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
__global__ void plus(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 1; }
template <int N> __global__ void add(int *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += N; }
using Kernel = void (*)(int *, int);
template <typename T> void run(void (*kernel)(T *, int), T *a, int n) { kernel<<<(n + 31) / 32, 32>>>(a, n); }
int main() {
    int h[40], *d;
    for (int i = 0; i < 40; ++i) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    Kernel all[] = {twice, plus, add<10>};
    for (Kernel k : all) k<<<2, 32>>>(d, 40);
    run(plus, d, 40);
    auto last = add<100>;
    last<<<dim3(2), dim3(32)>>>(d, 40);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 40; ++i) wrong += h[i] != 2 * i + 112;
    printf("%d\n", wrong);
}
)"),
              "0\n");
}

TEST(FunctionPointers, OfTheDeviceDifferFromLaneToLane) {
    RunText run(R"(
typedef int (*Op)(int, int);
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int minus(int a, int b) { return a - b; }
__device__ Op table[3] = {plus, times, minus};
__global__ void k(const int *in, int *out) {
    int t = threadIdx.x;
    Op f = table[in[t] % 3];
    Op g = t & 1 ? plus : minus;
    out[t] = f(t, 7) * 1000 + g(t, 3);
})");
    std::vector<int> in(40);
    for (int i = 0; i < 40; ++i) in[static_cast<std::size_t>(i)] = i * 7 % 11;
    run.array("in", in);
    const std::size_t out = run.array("out", std::vector<int>(40));
    run.launch({1, 1, 1}, {40, 1, 1});
    run.expect_clean();
    const auto got = run.values<int>(out);
    for (int t = 0; t < 40; ++t) {
        const int which = t * 7 % 11 % 3;
        const int first = which == 0 ? t + 7 : which == 1 ? t * 7 : t - 7;
        EXPECT_EQ(got[static_cast<std::size_t>(t)], first * 1000 + (t % 2 != 0 ? t + 3 : t - 3));
    }
}

TEST(FunctionPointers, ComeToKernelsFromDeviceVariables) {
    const std::string text = R"(
#include <cstdio>
typedef float (*Op)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ Op held = twice;
__global__ void k(float *a, Op op) { a[threadIdx.x] = op(a[threadIdx.x]); }
int main() {
    float h[2] = {1.5f, 4}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    Op op = nullptr;
    cudaMemcpyFromSymbol(&op, held, sizeof op);
    k<<<1, 2>>>(d, op);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
}
)";
    EXPECT_EQ(output_of_main(text), "3 8\n");
}

// An address of the host's is none on the device, and the other way round: real programs crash.
TEST(FunctionPointers, OfTheOtherSideAreNotCalled) {
    EXPECT_NE(output_of_main(R"(
typedef float (*Op)(float);
__device__ float twice(float x) { return 2 * x; }
__global__ void k(float *a, Op op) { a[0] = op(a[0]); }
int main() {
    float *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d, twice);
}
)")
                  .find("the host has no address of twice"),
              std::string::npos);
    const std::string both = output_of_main(R"(
#include <cstdio>
typedef float (*Op)(float);
__host__ __device__ float twice(float x) { return 2 * x; }
__global__ void k(float *a, Op op) { a[0] = op(1.f); }
int main() {
    float *d;
    cudaMalloc(&d, 4);
    Op op = twice;
    printf("%g\n", op(4.f));
    k<<<1, 1>>>(d, op);
    printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
}
)");
    EXPECT_EQ(both.substr(0, 2), "8\n");
    EXPECT_NE(both.find("points to none of the device's"), std::string::npos) << both;
    EXPECT_NE(output_of_main("int main() { int (*none)(int) = nullptr; return none(3); }")
                  .find("points to none of the host's functions"),
              std::string::npos);
}

}  // namespace function_pointers_test
}  // namespace stridescope::machine

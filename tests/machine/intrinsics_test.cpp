// Intrinsics give what an H200 gives: tests/data/intrinsics.cu is run as a text, and what it prints
// is held to what an H200 printed (intrinsics.out).
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace intrinsics_test {

TEST(Intrinsics, GiveWhatAGpuGives) {
    std::istringstream measured{file("tests/data/intrinsics.out")};
    std::istringstream ours{output_of_main(file("tests/data/intrinsics.cu"))};
    int exact = 0, near = 0;
    for (std::string want, got; std::getline(measured, want);) {
        ASSERT_TRUE(std::getline(ours, got)) << want;
        if (!want.starts_with("near_")) {
            ++exact;
            EXPECT_EQ(got, want);
            continue;
        }
        ++near;
        std::istringstream w{want}, g{got};
        std::string name, other;
        w >> name;
        g >> other;
        ASSERT_EQ(other, name);
        for (std::string value, here; w >> value;) {
            ASSERT_TRUE(g >> here) << want;
            const double a = std::strtod(value.c_str(), nullptr);
            const double b = std::strtod(here.c_str(), nullptr);
            // The last digits are each chip's own, as those of its sine are.
            if (std::isfinite(a))
                EXPECT_NEAR(b, a, std::abs(a) * 4e-7) << name;
            else
                EXPECT_EQ(std::isnan(a), std::isnan(b)) << name;
        }
    }
    EXPECT_EQ(exact, 256);
    EXPECT_EQ(near, 19);
    std::string more;
    EXPECT_FALSE(std::getline(ours, more)) << more;
}

TEST(Intrinsics, KernelsCopyAndFill) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
struct Point { float x, y; int tag; };
__global__ void k(Point *to, const Point *from, unsigned char *bytes) {
    Point own[2];
    memcpy(own, from + 2 * threadIdx.x, sizeof(own));
    own[1].tag += 1;
    memcpy(to + 2 * threadIdx.x, own, sizeof(own));
    memset(bytes + 8 * threadIdx.x, threadIdx.x + 1, 7);
}
int main() {
    Point h[8], *a, *b;
    unsigned char *c, bytes[32];
    for (int i = 0; i < 8; i++) h[i] = Point{i + 0.5f, -i * 1.0f, i};
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&b, sizeof(h));
    cudaMalloc(&c, 32);
    cudaMemset(c, 0, 32);
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    k<<<1, 4>>>(b, a, c);
    cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
    cudaMemcpy(bytes, c, 32, cudaMemcpyDeviceToHost);
    printf("%g %g %d %d | %d %d %d\n", h[7].x, h[6].y, h[6].tag, h[7].tag, bytes[6], bytes[7],
           bytes[30]);
}
)"),
              "7.5 -6 6 8 | 1 0 4\n");
}

TEST(Intrinsics, CopiesAndFillsStandAnywhere) {
    EXPECT_EQ(output_of_main(R"(
#include <cstdio>
__global__ void k(float *to, const float *from, short *s) {
    float4 v;
    memcpy(&v, from + 1, sizeof(v));
    memcpy(to + 1, &v, sizeof(v));
    memset(s + 1, 1, 6);
}
int main() {
    float h[8], *a, *b;
    short *c, s[8];
    for (int i = 0; i < 8; i++) h[i] = i;
    cudaMalloc(&a, 32);
    cudaMalloc(&b, 32);
    cudaMalloc(&c, 16);
    cudaMemset(b, 0, 32);
    cudaMemset(c, 0, 16);
    cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(b, a, c);
    cudaMemcpy(h, b, 32, cudaMemcpyDeviceToHost);
    cudaMemcpy(s, c, 16, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g %d %d %d\n", h[0], h[1], h[4], h[5], s[0], s[1], s[4]);
}
)"),
              "0 1 4 0 0 257 0\n");
}

TEST(Intrinsics, TheMeanOfWholeNumbersIsNoHalf) {
    EXPECT_EQ(output_of_main(R"(
#include <cuda_fp16.h>
#include <cstdio>
__global__ void k(int *out, float *real) {
    out[0] = __hadd(7, 4);
    out[1] = __hadd(-7, 4);
    out[2] = __hadd(2147483647, 2147483645);
    real[0] = __half2float(__hadd(__float2half(1.5f), __float2half(2.0f)));
}
int main() {
    int *a, h[3];
    float *r, x;
    cudaMalloc(&a, 12);
    cudaMalloc(&r, 4);
    k<<<1, 1>>>(a, r);
    cudaMemcpy(h, a, 12, cudaMemcpyDeviceToHost);
    cudaMemcpy(&x, r, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %d %g\n", h[0], h[1], h[2], x);
}
)"),
              "5 -2 2147483646 3.5\n");
}

}  // namespace intrinsics_test
}  // namespace stridescope::machine

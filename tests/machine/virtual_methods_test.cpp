// Virtual methods call what g++ calls: tests/data/virtual_methods.h is compiled here, and run as a
// text. In kernels each lane calls what its object says.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/machine/run_main.h"

namespace stridescope::machine {
namespace virtual_methods_test {

std::string written;

template <typename... T>
void note(const char* format, T... values) {
    char line[256];
    std::snprintf(line, sizeof line, format, values...);
    written += line;
}

#define main main_of_it
#define printf note
#include "tests/data/virtual_methods.h"
#undef printf
#undef main

TEST(VirtualMethods, the_host_calls_what_a_compiler_calls) {
    std::ifstream file{"tests/data/virtual_methods.h"};
    std::stringstream text;
    text << file.rdbuf();
    written.clear();
    main_of_it();
    ASSERT_NE(written.find("cube 2 24 48"), std::string::npos);
    // The first line tells of sizes, and the machine's pointers are those of 64 bits.
    const bool same_pointers = sizeof(void*) == 8;
    const auto told = [&](const std::string& all) {
        return same_pointers ? all : all.substr(all.find('\n'));
    };
    EXPECT_EQ(told(output_of_main(text.str())), told(written));
}

TEST(VirtualMethods, each_lane_calls_what_its_object_says) {
    EXPECT_EQ(output_of_main(R"(
struct Shape { __device__ virtual int area() const = 0; };
struct Square : Shape {
    int s;
    __device__ Square(int x) : s(x) {}
    __device__ int area() const override { return s * s; }
};
struct Disc : Shape {
    int r;
    __device__ Disc(int x) : r(x) {}
    __device__ int area() const override { return 3 * r * r; }
};
__global__ void k(int *out) {
    int t = threadIdx.x;
    Square a(t + 1);
    Disc b(t);
    const Shape *p = t % 2 ? (const Shape *)&a : (const Shape *)&b;
    out[t] = p->area();
}
int main() {
    int *d, h[4];
    cudaMalloc(&d, 16);
    k<<<1, 4>>>(d);
    cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
    for (int v : h) printf("%d ", v);
    printf("\n");
}
)"),
              "0 4 12 16 \n");
}

TEST(VirtualMethods, what_the_host_has_made_is_no_object_of_the_device) {
    const std::string out = output_of_main(R"(
struct Base { int k; __host__ __device__ virtual int f() const { return k; } };
struct Derived : Base { __host__ __device__ int f() const override { return 2 * k; } };
__global__ void k(Base *p, int *out) { *out = p->f(); }
int main() {
    Derived *p;
    int *out;
    cudaMallocManaged(&p, sizeof(Derived));
    cudaMallocManaged(&out, 4);
    Derived made;
    made.k = 4;
    memcpy(p, &made, sizeof made);
    Base *b = p;
    printf("%d\n", b->f());
    k<<<1, 1>>>(p, out);
    cudaDeviceSynchronize();
}
)");
    EXPECT_TRUE(out.starts_with("8\n")) << out;
    EXPECT_NE(out.find("none of the device's"), std::string::npos) << out;
}

}  // namespace virtual_methods_test
}  // namespace stridescope::machine

// What calls of the runtime return where they cannot do what they are told, as CUDA 13 on a GPU has
// it.
#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "app/language/cuda_names.h"
#include "app/language/parse.h"
#include "app/machine/machine.h"

namespace stridescope::machine {
namespace cuda_errors_test {

const std::string kernel = "__global__ void k(int *a) { a[threadIdx.x] += 1; }\n";

HostRecord run_text(const std::string& text) {
    language::Parsed parsed = language::parse("t.cu", text);
    for (const language::Fault& fault : parsed.faults) ADD_FAILURE() << fault.message;
    GlobalMemory memory;
    allocate_globals(*parsed.unit, memory);
    return run_main(*parsed.unit, memory);
}

HostRecord run_body(const std::string& body) {
    return run_text(kernel + "int main() { int *d, h[64] = {}; cudaMalloc(&d, sizeof(h)); " + body +
                    " return 0; }");
}

const std::string print_last = "printf(\"%s\\n\", cudaGetErrorName(cudaGetLastError()));";

struct Refused {
    std::string name, body, printed;
};

void PrintTo(const Refused& refused, std::ostream* out) {
    *out << refused.name;
}

class CudaErrors : public ::testing::TestWithParam<Refused> {};

TEST_P(CudaErrors, AreReturnedAndTold) {
    const HostRecord record = run_body(GetParam().body);
    EXPECT_EQ(record.output, GetParam().printed);
    EXPECT_FALSE(record.stopped);
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].kind, Diagnostic::Kind::cuda_call);
    EXPECT_EQ(record.result, 0);
}

/// The host has no value of a variable of the device's, and memory of its own may hold a pointer.
TEST(CudaMalloc, TakesAPointerForTheAddressOfOne) {
    const HostRecord record = run_text("__device__ int *held;\n" + kernel + R"(
int main() {
    printf("%d ", cudaMalloc((void **)held, 16));
    char *room = (char *)malloc(sizeof(int *));
    printf("%d ", cudaMalloc((void **)room, 128));
    int h[32] = {};
    cudaMemcpy(*(int **)room, h, sizeof(h), cudaMemcpyHostToDevice);
    k<<<1, 32>>>(*(int **)room);
    cudaMemcpy(h, *(int **)room, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d", h[31]);
})");
    EXPECT_EQ(record.output, "1 0 1");
    EXPECT_FALSE(record.stopped);
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_EQ(record.diagnostics[0].kind, Diagnostic::Kind::cuda_call);
}

const std::string invalid = "cudaErrorInvalidValue\n";

INSTANTIATE_TEST_SUITE_P(
    Calls, CudaErrors,
    ::testing::Values(
        Refused{"threads", "k<<<1, 1025>>>(d);" + print_last, invalid},
        Refused{"no_target", "float *p = nullptr; cudaMalloc((void **)p, 16);" + print_last,
                invalid},
        Refused{"no_managed_target",
                "float *p = nullptr; cudaMallocManaged((void **)p, 16);" + print_last, invalid},
        Refused{"no_blocks", "k<<<0, 32>>>(d);" + print_last, invalid},
        Refused{"many_rows", "k<<<dim3(1, 65536), 32>>>(d);" + print_last, invalid},
        Refused{"deep_block", "k<<<1, dim3(1, 1, 65)>>>(d);" + print_last, invalid},
        Refused{"shared", "k<<<1, 32, 49153>>>(d);" + print_last, invalid},
        Refused{"no_device", "int e = cudaSetDevice(1); printf(\"%d\\n\", e);", "101\n"},
        Refused{"much_memory",
                "void *p; int e = cudaMalloc(&p, (size_t)1 << 50); printf(\"%s\\n\", "
                "cudaGetErrorString((cudaError_t)e));",
                "out of memory\n"},
        Refused{"beyond_the_devices_array",
                "int e = cudaMemset(d, 0, sizeof(h) + 1); printf(\"%d\\n\", e);", "1\n"},
        Refused{"twice_freed", "cudaFree(d); int e = cudaFree(d); printf(\"%d\\n\", e);", "1\n"},
        Refused{
            "direction",
            "int e = cudaMemcpy(d, h, sizeof(h), cudaMemcpyDeviceToHost); printf(\"%d\\n\", e);",
            "1\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(CudaErrorsOfMain, AreForgottenWhenAskedFor) {
    const std::string peek = "printf(\"%d \", cudaPeekAtLastError());";
    EXPECT_EQ(run_body("k<<<1, 2000>>>(d);" + peek + peek + print_last + print_last).output,
              "1 1 cudaErrorInvalidValue\ncudaSuccess\n");
}

TEST(CudaErrorsOfMain, WhatIsRefusedDoesNothing) {
    EXPECT_EQ(run_body("h[0] = 7; cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); k<<<1, 2000>>>(d);"
                       "cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\", h[0]);")
                  .output,
              "7");
}

TEST(CudaErrorsOfMain, MoreSharedMemoryIsAllowedWhereMainAsksForIt) {
    const std::string text =
        "template <int N> __global__ void t(int *a) { extern __shared__ int s[]; s[0] = N; "
        "a[0] = s[0]; }\n"
        "int main() { int *d, h = 0; cudaMalloc(&d, 4); cudaFuncSetAttribute((const void *)t<5>, "
        "cudaFuncAttributeMaxDynamicSharedMemorySize, 65536); %"
        "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf(\"%d\", h); return 0; }";
    const auto with = [&](const std::string& launch) {
        std::string whole = text;
        return run_text(whole.replace(whole.find('%'), 1, launch));
    };
    const HostRecord good = with("t<5><<<1, 1, 65536>>>(d);");
    EXPECT_EQ(good.output, "5");
    EXPECT_TRUE(good.diagnostics.empty());
    for (const std::string launch : {"t<5><<<1, 1, 65540>>>(d);", "t<6><<<1, 1, 65536>>>(d);"}) {
        const HostRecord refused = with(launch);
        ASSERT_FALSE(refused.diagnostics.empty());
        EXPECT_EQ(refused.diagnostics[0].kind, Diagnostic::Kind::cuda_call);
    }
}

TEST(CudaErrorsOfMain, BehindAnIllegalAddressNothingWorks) {
    for (const std::string pointer : {"(int *)0", "h"}) {
        const HostRecord record =
            run_body("k<<<1, 1>>>(" + pointer +
                     "); printf(\"%d %d %d %s\", cudaDeviceSynchronize(), cudaFree(d), "
                     "cudaGetLastError(), cudaGetErrorString(cudaGetLastError()));");
        EXPECT_EQ(record.output, "700 700 700 an illegal memory access was encountered") << pointer;
    }
}

TEST(CudaErrorsOfMain, NoMemoryOfTheHostIsReachedFromAKernel) {
    const std::string top = kernel +
                            "int top[64];\nstatic int hidden[64];\n"
                            "struct Pair { int *p; int n; };\n"
                            "__global__ void of_pair(Pair a) { a.p[threadIdx.x] += a.n; }\n";
    for (const std::string launch :
         {"k<<<1, 32>>>(top);", "k<<<1, 32>>>(hidden + 8);", "k<<<1, 32>>>(&top[3]);",
          "static int s[64]; k<<<1, 32>>>(s);", "int n = 0; k<<<1, 1>>>(&n);",
          "int *p = (int *)malloc(256); k<<<1, 32>>>(p);", "int *p = new int[64]; k<<<1, 32>>>(p);",
          "std::vector<int> v(64); k<<<1, 32>>>(v.data());",
          "Pair a = {top, 2}; of_pair<<<1, 32>>>(a);"}) {
        const HostRecord record =
            run_text("#include <vector>\n" + top + "int main() { " + launch +
                     " printf(\"%s\", cudaGetErrorName(cudaDeviceSynchronize())); return 0; }");
        EXPECT_EQ(record.output, "cudaErrorIllegalAddress") << launch;
        ASSERT_EQ(record.launches.size(), 1U) << launch;
        ASSERT_FALSE(record.launches[0].diagnostics.empty()) << launch;
        EXPECT_NE(record.launches[0].diagnostics[0].message.find("memory of the host"),
                  std::string::npos)
            << record.launches[0].diagnostics[0].message;
    }
}

TEST(CudaErrorsOfMain, MainCannotReachTheDevicesMemory) {
    const HostRecord record = run_body("d[0] = 1; printf(\"here\");");
    ASSERT_EQ(record.diagnostics.size(), 1U);
    EXPECT_NE(record.diagnostics[0].message.find("memory of the device"), std::string::npos);
    EXPECT_TRUE(run_text("int main() { int *m; cudaMallocManaged(&m, 4); m[0] = 3; return 0; }")
                    .diagnostics.empty());
}

/// NVIDIA's own header, where it is.
TEST(CudaNames, HaveTheNumbersOfTheRuntime) {
    std::ifstream header{"/usr/local/cuda/include/driver_types.h"};
    if (!header) GTEST_SKIP() << "the CUDA Toolkit's headers are not here";
    int compared = 0;
    for (std::string line; std::getline(header, line);) {
        char name[128];
        int number = 0;
        if (std::sscanf(line.c_str(), " cudaError%120[A-Za-z] = %d", name, &number) != 2) continue;
        const auto known = language::cuda_number("cudaError" + std::string{name});
        if (!known) continue;
        EXPECT_EQ(*known, number) << line;
        EXPECT_EQ(language::cuda_error(number)->name, "cudaError" + std::string{name});
        ++compared;
    }
    EXPECT_GT(compared, 40);
}

}  // namespace cuda_errors_test
}  // namespace stridescope::machine

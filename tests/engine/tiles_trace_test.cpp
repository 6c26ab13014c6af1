// What tiles cost in banks: rows of 16 bytes, so far apart, as an H200 counted them
// (l1tex__data_bank_conflicts_pipe_lsu_mem_shared).
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/engine/machine/text_engine.h"
#include "app/report/check_report.h"

namespace stridescope {
namespace tiles_trace_test {

constexpr std::string_view kernels = R"(
#include <cstdint>
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
#define LOAD(NAME, ASM, ...)                                                                     \
    __global__ void NAME(uint32_t *out) {                                                        \
        extern __shared__ __align__(128) unsigned char s[];                                      \
        for (int i = threadIdx.x; i < 8 * STRIDE + 4; i += 32) ((uint32_t *)s)[i] = i;           \
        __syncthreads();                                                                         \
        uint32_t a = 0, b = 0, c = 0, d = 0;                                                     \
        asm volatile(ASM : __VA_ARGS__ : "r"(at(s + threadIdx.x * STRIDE)));                     \
        out[threadIdx.x] = a + b + c + d;                                                        \
    }
LOAD(ld1, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];", "=r"(a))
LOAD(ld2, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];", "=r"(a), "=r"(b))
LOAD(ld4, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];", "=r"(a), "=r"(b), "=r"(c), "=r"(d))
LOAD(ld4t, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];", "=r"(a), "=r"(b), "=r"(c), "=r"(d))
__global__ void st4(uint32_t *out) {
    extern __shared__ __align__(128) unsigned char s[];
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};"
                 ::"r"(at(s + threadIdx.x * STRIDE)), "r"(1), "r"(2), "r"(3), "r"(threadIdx.x));
    __syncthreads();
    out[threadIdx.x] = ((uint32_t *)s)[threadIdx.x % 4 + threadIdx.x / 4 * (STRIDE / 4)];
}
)";

TEST(TilesTrace, CostWhatAGpuCounts) {
    constexpr std::array<int, 8> strides{16, 32, 48, 64, 80, 128, 144, 256};
    struct Row {
        const char* kernel;
        std::array<int, 8> conflicts;
    };
    constexpr std::array<Row, 5> measured{{{"ld1", {0, 1, 0, 3, 0, 7, 0, 7}},
                                           {"ld2", {0, 2, 0, 6, 0, 14, 0, 14}},
                                           {"ld4", {0, 4, 0, 12, 0, 28, 0, 28}},
                                           {"ld4t", {0, 4, 0, 12, 0, 28, 0, 28}},
                                           {"st4", {0, 5, 0, 15, 0, 35, 0, 35}}}};
    for (const Row& row : measured) {
        for (std::size_t i = 0; i < strides.size(); ++i) {
            Experiment experiment;
            experiment.text = {
                .path = "t.cu",
                .text = fmt::format(
                    "#define STRIDE {}\n{}int main() {{\n  uint32_t *d;\n"
                    "  cudaMalloc(&d, 128);\n  {}<<<1, 32, 32 * STRIDE + 16>>>(d);\n}}\n",
                    strides[i], kernels, row.kernel)};
            const auto trace = record_text(experiment, {.progress = {}});
            const TextVerdict verdict = verdict_of("t.cu", *trace);
            EXPECT_EQ(static_cast<int>(verdict.excess), row.conflicts[i])
                << row.kernel << ", rows " << strides[i] << " bytes apart";
            EXPECT_TRUE(verdict.faults.empty());
        }
    }
}

/// Sixteen bytes at once begin at a multiple of sixteen, or the kernel ends.
TEST(TilesTrace, TellOfRowsThatBeginWhereNoneMay) {
    for (const int stride : {32, 36}) {
        for (const char* kernel : {"ld1", "ld4t", "st4"}) {
            Experiment experiment;
            experiment.text = {
                .path = "t.cu",
                .text = fmt::format(
                    "#define STRIDE {}\n{}int main() {{\n  uint32_t *d;\n"
                    "  cudaMalloc(&d, 128);\n  {}<<<1, 32, 32 * STRIDE + 16>>>(d);\n}}\n",
                    stride, kernels, kernel)};
            const TextVerdict verdict =
                verdict_of("t.cu", *record_text(experiment, {.progress = {}}));
            EXPECT_EQ(verdict.faults.empty(), stride == 32) << kernel;
            if (verdict.faults.empty()) continue;
            EXPECT_NE(verdict.faults.front().find("no multiple of 16"), std::string::npos)
                << verdict.faults.front();
        }
    }
}

}  // namespace tiles_trace_test
}  // namespace stridescope

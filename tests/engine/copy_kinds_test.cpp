// Asynchronous copies of which nobody measured what they cost in banks: they are told as what they
// are, and counted as no request to shared memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "app/analysis/banks.h"
#include "app/analysis/work.h"
#include "app/engine/machine/text_engine.h"
#include "app/report/report.h"

namespace stridescope {
namespace copy_kinds_test {

constexpr std::string_view head = R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cstdint>
namespace cg = cooperative_groups;
__device__ uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
)";

/// Each lets 32 threads bring 32 floats, waits for them, and hands them on turned round.
struct Kind {
    std::string_view operation, body;
};
constexpr Kind kinds[] = {
    {"cp.async.zfill",
     R"(asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at(s + t)), "l"(in + t), "r"(t < 20 ? 4 : 0));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();)"},
    {"memcpy_async", R"(cg::memcpy_async(cg::this_thread_block(), s, in, 32 * sizeof(float));
    cg::wait(cg::this_thread_block());)"},
    {"memcpy_async", R"(auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(s + t, in + t, sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    pipe.consumer_release();)"},
};

std::shared_ptr<const Trace> recorded(std::string_view body) {
    Experiment experiment;
    experiment.text = {.path = "t.cu",
                       .text = fmt::format(R"({}
__global__ void k(const float *in, float *out) {{
    __shared__ __align__(16) float s[32];
    int t = threadIdx.x;
    {}
    out[t] = s[31 - t];
}}
int main() {{
    float *in, *out, h[32];
    for (int i = 0; i < 32; ++i) h[i] = i + 1;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemcpy(in, h, 128, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out);
}}
)",
                                           head, body)};
    return record_text(experiment, {.progress = {}});
}

bool has_site(const Trace& trace, Event event, std::string_view operation) {
    return std::ranges::any_of(trace.sites(), [&](const Site& site) {
        return site.event == event && site.operation == operation;
    });
}

TEST(CopyKinds, AreNoStoresWhoseCostIsGuessed) {
    for (const Kind& kind : kinds) {
        const auto trace = recorded(kind.body);
        EXPECT_TRUE(trace->diagnostics().empty()) << kind.body;
        EXPECT_TRUE(has_site(*trace, Event::store, kind.operation)) << kind.body;
        EXPECT_TRUE(has_site(*trace, Event::global_load, kind.operation)) << kind.body;
        const WorkCounts totals = work_table(*trace).totals;
        EXPECT_EQ(totals.store_requests, 0) << kind.body;
        EXPECT_EQ(totals.load_requests, 1) << kind.body;
        EXPECT_EQ(totals.global_load_requests, 1) << kind.body;
        EXPECT_NE(
            report(*trace, ReportFormat::text, ReportCut::step)
                .find(fmt::format(", {}: what it costs in banks was not measured", kind.operation)),
            std::string::npos);
    }
}

TEST(CopyKinds, StandOnTheTimeline) {
    for (const Kind& kind : kinds) {
        const auto trace = recorded(kind.body);
        ASSERT_EQ(trace->copies().size(), 1U) << kind.body;
        const CopyGroup& copies = trace->copies().front();
        EXPECT_EQ(copies.threads, 32);
        EXPECT_EQ(copies.bytes, 128);
        EXPECT_TRUE(copies.begun.is_known() && copies.committed.is_known() &&
                    copies.awaited.is_known())
            << kind.body;
        EXPECT_FALSE(copies.read_early.is_known());
    }
}

TEST(CopyKinds, AreReadTooEarlyWithoutAWait) {
    constexpr std::string_view waits[] = {"asm volatile(\"cp.async.wait_group 0;\");",
                                          "cg::wait(cg::this_thread_block());",
                                          "pipe.consumer_wait();"};
    for (std::size_t k = 0; k < std::size(kinds); ++k) {
        std::string body{kinds[k].body};
        body.replace(body.find(waits[k]), waits[k].size(), "__syncthreads();");
        const auto trace = recorded(body);
        EXPECT_TRUE(std::ranges::any_of(trace->diagnostics(), [](const Diagnostic& d) {
            return d.kind == "early-read";
        })) << body;
    }
}

/// The copy engine reads shared memory itself.
TEST(CopyKinds, InBulkToGlobalMemoryAreNoLoadsOfAThread) {
    const auto trace = recorded(R"(s[t] = in[t];
    __syncthreads();
    if (t == 0) {
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(out), "r"(at(s)));
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;");
    })");
    EXPECT_TRUE(has_site(*trace, Event::load, "cp.async.bulk.global"));
    EXPECT_TRUE(has_site(*trace, Event::global_store, "cp.async.bulk.global"));
    const WorkCounts totals = work_table(*trace).totals;
    EXPECT_EQ(totals.store_requests, 1);
    EXPECT_EQ(totals.load_requests, 1);
}

}  // namespace copy_kinds_test
}  // namespace stridescope

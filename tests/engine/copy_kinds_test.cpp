// Asynchronous copies of which nobody measured what they cost in banks: they are told as what they
// are, and counted as no request to shared memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cstdint>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/analysis/async_copies.h"
#include "app/analysis/banks.h"
#include "app/analysis/index_text.h"
#include "app/analysis/narration.h"
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
    return std::ranges::any_of(trace.sites(), [&](const TraceSite& site) {
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
        EXPECT_FALSE(copies.too_early.is_known());
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
        EXPECT_TRUE(std::ranges::any_of(trace->diagnostics(), [](const RecordedFault& d) {
            return d.kind == "early-read";
        })) << body;
    }
}

/// One word for one thing: who copies neither reads, loads, stores nor writes.
TEST(CopyKinds, AreToldAsCopies) {
    const auto zeros = recorded(kinds[0].body);
    EXPECT_EQ(narrate_work(*zeros, 0, 0),
              "Load: 32 threads copy 20 elements of in, and zeros behind them, to shared memory.");
    EXPECT_EQ(narrate_thread(*zeros, 0, 0, 5), "Thread 5 at line 12: it copies to word 5.");
    for (const Kind& kind : kinds) {
        const auto trace = recorded(kind.body);
        const std::string said = narrate_work(*trace, 0, 0);
        EXPECT_NE(said.find(" copy "), std::string::npos) << said;
        for (const std::string_view other : {"read ", "store", "load ", "write"})
            EXPECT_EQ(said.find(other), std::string::npos) << said;
        const std::string csv = report(*trace, ReportFormat::csv, ReportCut::site);
        EXPECT_NE(csv.find("\nglobal copy,"), std::string::npos) << csv;
        EXPECT_NE(csv.find("\ncopy,"), std::string::npos) << csv;
        EXPECT_EQ(csv.find("\nstore,"), std::string::npos) << csv;
    }
}

/// What nobody knows is null in JSON and nothing in CSV, and never 0.
TEST(CopyKinds, AreNotCountedAsNothing) {
    for (const Kind& kind : kinds) {
        const auto trace = recorded(kind.body);
        const auto json =
            nlohmann::json::parse(report(*trace, ReportFormat::json, ReportCut::site));
        ASSERT_EQ(json["not_counted"].size(), 1U);
        const auto& line = json["not_counted"][0];
        EXPECT_EQ(line["operation"], kind.operation);
        EXPECT_EQ(line["why"], "not measured");
        EXPECT_GT(line["line"], 0);
        for (const char* const count : {"requests", "wavefronts", "excess"})
            EXPECT_TRUE(line[count].is_null());
        int unknown = 0;
        for (const auto& site : json["sites"]) {
            if (site["event"] != "copy") {
                EXPECT_FALSE(site.contains("not_counted"));
                EXPECT_FALSE(site["store_requests"].is_null());
                continue;
            }
            ++unknown;
            EXPECT_EQ(site["not_counted"], "not measured");
            for (const char* const count : {"store_requests", "load_wavefronts", "max_degree"})
                EXPECT_TRUE(site[count].is_null()) << count;
            EXPECT_FALSE(site["lane_slots"].is_null());
        }
        EXPECT_GT(unknown, 0);
    }
    const auto plain = recorded("s[t] = in[t]; __syncthreads();");
    EXPECT_TRUE(
        nlohmann::json::parse(report(*plain, ReportFormat::json, ReportCut::step))["not_counted"]
            .empty());
}

/// What is left out of a copy is zero from the first, and written with what comes.
TEST(CopyKinds, WithZerosAreWrittenAtOnce) {
    const auto trace = recorded(
        R"(if (t < 16) asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(at(s + 2 * t)), "l"(in + 2 * t), "r"(t < 10 ? 8 : t == 10 ? 7 : 0));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();)");
    EXPECT_TRUE(trace->diagnostics().empty());
    std::array<int, 16> stores{};
    const auto [begin, end] = trace->rows_of_step(0);
    for (int row = begin; row < end; ++row) {
        if (trace->event_of(trace->row(row)) != Event::store) continue;
        for (int thread = 0; thread < 16; ++thread)
            stores[static_cast<std::size_t>(thread)] += trace->took_part(0, row, thread) ? 1 : 0;
    }
    for (const int times : stores) EXPECT_EQ(times, 1);
    std::array<std::uint32_t, 32> words{};
    std::memcpy(words.data(), trace->snapshot(0, 0), sizeof words);
    const float last = 22;  // in[21], of which three bytes come
    std::uint32_t bits = 0;
    std::memcpy(&bits, &last, sizeof bits);
    EXPECT_EQ(words[21], bits & 0xffffff);
    EXPECT_EQ(trace->value_text(0, 0, 20), "21");
    EXPECT_EQ(words[22], 0U);
    EXPECT_EQ(words[31], 0U);
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
    const std::vector<CopyGroup>& copies = trace->copies();
    ASSERT_EQ(copies.size(), 1U);
    EXPECT_TRUE(copies[0].out);
    EXPECT_EQ(copies[0].bytes, 128);
    EXPECT_TRUE(copies[0].begun.is_known() && copies[0].committed.is_known() &&
                copies[0].awaited.is_known());
    EXPECT_FALSE(copies[0].too_early.is_known());
    EXPECT_EQ(copy_text(*trace, copies[0]).substr(0, 53),
              "bulk group 0: 128 bytes by 1 thread to global memory,");
    EXPECT_NE(narrate_work(*trace, 0, 1).find(" copy 32 words of shared memory to out"),
              std::string::npos)
        << narrate_work(*trace, 0, 1);
}

bool tells(const Trace& trace, std::string_view kind) {
    return std::ranges::any_of(trace.diagnostics(),
                               [&](const RecordedFault& d) { return d.kind == kind; });
}

/// What a copy in bulk reads may be overwritten when it has been waited for: by the copies of its
/// own groups, which are others than those to shared memory.
TEST(CopyKinds, InBulkToGlobalMemoryAreWaitedForBeforeTheirSourceIsWritten) {
    const auto text = [](std::string_view copy, std::string_view wait) {
        return recorded(fmt::format(R"(s[t] = in[t];
    __syncthreads();
    if (t == 0) {{
        asm volatile("{}" ::"l"(out), "r"(at(s)));
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("{};" ::: "memory");
    }}
    __syncthreads();
    s[t] = 0;
    __syncthreads();)",
                                    copy, wait));
    };
    for (const std::string_view copy :
         {"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;",
          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 128;"}) {
        for (const std::string_view wait :
             {"cp.async.bulk.wait_group.read 0", "cp.async.bulk.wait_group 0"}) {
            const auto trace = text(copy, wait);
            EXPECT_FALSE(tells(*trace, "early-write")) << copy << wait;
            EXPECT_EQ(trace->copies().size(), 1U);
        }
        for (const std::string_view wait : {"cp.async.bulk.wait_group.read 1",
                                            "cp.async.wait_group 0", "cp.async.commit_group"}) {
            const auto trace = text(copy, wait);
            EXPECT_TRUE(tells(*trace, "early-write")) << copy << wait;
            ASSERT_EQ(trace->copies().size(), 1U);
            EXPECT_TRUE(trace->copies()[0].too_early.is_known());
            EXPECT_NE(copy_text(*trace, trace->copies()[0]).find("; overwritten too early in step"),
                      std::string::npos);
        }
    }
}

}  // namespace copy_kinds_test
}  // namespace stridescope

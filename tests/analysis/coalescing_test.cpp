// Sectors and lines of requests to global memory: known patterns, and closed forms of kernels.
#include "app/analysis/requests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "app/analysis/request_choice.h"
#include "app/analysis/work.h"
#include "app/engine/engine.h"
#include "tests/support/random_experiment.h"
#include "tests/support/recorded.h"
#include "tests/support/recorded_card.h"
#include "tests/support/recorded_text.h"

namespace stridescope {
namespace coalescing_test {

/// Lane k wants element first + k · stride.
GlobalCost cost_of(int lanes, std::uint32_t first, std::uint32_t stride, std::size_t bytes) {
    std::vector<std::uint32_t> elements;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(lanes); ++k) {
        elements.push_back(first + k * stride);
    }
    return global_cost(elements, bytes);
}

void expect_cost(const GlobalCost& cost, int sectors, int lines, int ideal) {
    EXPECT_EQ(cost.sectors, sectors);
    EXPECT_EQ(cost.lines, lines);
    EXPECT_EQ(cost.ideal, ideal);
}

// The patterns of the CUDA C++ best practices guide.
TEST(GlobalCost, OfTheGuidesPatterns) {
    expect_cost(cost_of(32, 0, 1, 4), 4, 1, 4);     // side by side
    expect_cost(cost_of(32, 1, 1, 4), 5, 2, 4);     // the same, not aligned
    expect_cost(cost_of(32, 0, 2, 4), 8, 2, 4);     // every other element: half is wasted
    expect_cost(cost_of(32, 0, 32, 4), 32, 32, 4);  // each lane its own line
    expect_cost(cost_of(32, 7, 0, 4), 1, 1, 1);     // all the same element
    expect_cost(cost_of(32, 0, 1, 8), 8, 2, 8);
    expect_cost(cost_of(1, 31, 1, 4), 1, 1, 1);
    expect_cost(cost_of(0, 0, 1, 4), 0, 0, 0);
}

/// Byte by byte; lanes may be idle, and each may move several elements, aligned to so many.
TEST(GlobalCost, IsThatOfTheBytesTouched) {
    struct Width {
        std::size_t element, access, step;  ///< of an access that begins at multiples of `step`
    };
    // Single elements, float2, int4, double2, and what stands across sectors: float3, double4.
    constexpr Width widths[] = {{4, 0, 1},  {8, 0, 1},  {1, 0, 1},  {2, 0, 1},  {4, 8, 2},
                                {4, 16, 4}, {8, 16, 2}, {4, 12, 3}, {8, 32, 2}, {1, 4, 4}};
    testing::RandomExperiments draw{23};
    for (int round = 0; round < 2000; ++round) {
        const Width& width = widths[static_cast<std::size_t>(draw.between(0, 9))];
        const std::size_t bytes = std::max(width.element, width.access);
        std::vector<std::uint32_t> elements;
        std::vector<std::int64_t> of_lanes;
        for (int lanes = static_cast<int>(draw.between(0, 32)); lanes > 0; --lanes) {
            const auto at = draw.between(0, 400) * static_cast<int>(width.step);
            of_lanes.push_back(draw.once_in(4) ? GlobalUse::idle : at);
            if (of_lanes.back() != GlobalUse::idle)
                elements.push_back(static_cast<std::uint32_t>(at));
        }
        std::set<std::size_t> lines, accesses;
        std::map<std::size_t, std::set<std::size_t>> sectors;
        std::map<std::size_t, int> lanes_of_sector;
        for (const std::size_t element : elements) {
            std::set<std::size_t> own;
            accesses.insert(element);
            for (std::size_t k = 0; k < bytes; ++k) {
                const std::size_t byte = element * width.element + k;
                sectors[byte / 32].insert(byte % 32);
                lines.insert(byte / 128);
                own.insert(byte / 32);
            }
            for (const std::size_t sector : own) ++lanes_of_sector[sector];
        }
        const GlobalCost cost = global_cost(elements, width.element, width.access);
        // double4 begins at multiples of 16 bytes: two of them may have some in common.
        const std::size_t wanted = accesses.size() * bytes;
        expect_cost(cost, static_cast<int>(sectors.size()), static_cast<int>(lines.size()),
                    static_cast<int>((wanted + 31) / 32));
        EXPECT_EQ(cost.bytes, wanted);
        const GlobalUse use = global_use(of_lanes, width.element, width.access);
        EXPECT_EQ(use.lane_bytes, bytes);
        ASSERT_EQ(use.first_byte.size(), of_lanes.size());
        ASSERT_EQ(use.sectors.size(), sectors.size());
        std::size_t k = 0;
        for (const auto& [number, touched] : sectors) {
            const SectorUse& sector = use.sectors[k++];
            EXPECT_EQ(sector.number, number);
            EXPECT_EQ(sector.line(), number / 4);
            EXPECT_EQ(sector.bytes(), touched.size());
            EXPECT_EQ(sector.lanes, lanes_of_sector[number]);
            for (std::size_t byte = 0; byte < 32; ++byte) {
                EXPECT_EQ(sector.wanted >> byte & 1U, touched.contains(byte) ? 1U : 0U);
            }
        }
    }
}

/// One request: of `threads` threads (of one warp), thread t loads an element of `in`.
GlobalCost cost_of_text(const std::string& load, int threads, ElementType type = ElementType::f32) {
    testing::TextToRecord text{
        "__global__ void f(" + std::string{type == ElementType::f64 ? "double" : "float"} +
        " *in, float *out) {\n    int t = threadIdx.x;\n    " + load + "\n}\n"};
    const auto trace = text.array("in", type, {4096})
                           .floats("out", 32)
                           .record(1, static_cast<std::uint32_t>(threads));
    for (const Request& request : requests_of_step(*trace, 0, 0, Space::global)) {
        if (request.event == Event::global_load) return request.global;
    }
    ADD_FAILURE() << "nothing was loaded by " << load;
    return {};
}

// What the guide's figures say of in[i + offset] and in[i * stride], of elements of 4 bytes.
TEST(Coalescing, OfTextsIsTheirClosedForm) {
    for (const int offset : {0, 1, 7, 8, 9, 16, 24, 31, 32, 33, 1000}) {
        const GlobalCost cost =
            cost_of_text("out[t] = in[t + " + std::to_string(offset) + "];", 32);
        EXPECT_EQ(cost.sectors, offset % 8 == 0 ? 4 : 5) << offset;
        EXPECT_EQ(cost.lines, offset % 32 == 0 ? 1 : 2) << offset;
        EXPECT_EQ(cost.ideal, 4);
        EXPECT_EQ(cost.bytes, 128);
    }
    for (const int stride : {1, 2, 3, 4, 5, 8, 16, 31, 32, 33, 64}) {
        const GlobalCost cost =
            cost_of_text("out[t] = in[t * " + std::to_string(stride) + "];", 32);
        const int spanned = 31 * stride + 1;
        // As far as sectors follow each other, all that are spanned; beyond, one a lane.
        EXPECT_EQ(cost.sectors, stride <= 8 ? (spanned + 7) / 8 : 32) << stride;
        EXPECT_EQ(cost.lines, stride <= 32 ? (spanned + 31) / 32 : 32) << stride;
        EXPECT_EQ(cost.ideal, 4);
        EXPECT_DOUBLE_EQ(cost.share(), 4.0 / cost.sectors);
    }
    // 16 bytes a lane, and 8.
    expect_cost(cost_of_text("float4 v = ((float4 *)in)[t]; out[t] = v.x;", 32), 16, 4, 16);
    expect_cost(cost_of_text("float4 v = ((float4 *)in)[2 * t]; out[t] = v.x;", 32), 32, 8, 16);
    expect_cost(cost_of_text("out[t] = in[t];", 32, ElementType::f64), 8, 2, 8);
    // A broadcast, and two elements among the lanes.
    expect_cost(cost_of_text("out[t] = in[77];", 32), 1, 1, 1);
    expect_cost(cost_of_text("out[t] = in[64 * (t % 2)];", 32), 2, 2, 1);
    // Part-filled warps, and those of whose lanes some sit out.
    for (const int threads : {1, 7, 8, 9, 31}) {
        expect_cost(cost_of_text("out[t] = in[t];", threads), (threads + 7) / 8, 1,
                    (threads + 7) / 8);
    }
    expect_cost(cost_of_text("if (t >= 24) out[t] = in[t];", 32), 1, 1, 1);
    expect_cost(cost_of_text("if (t % 8 == 0) out[t] = in[t];", 32), 4, 1, 1);
}

// A warp's row of a matrix, a column of it, and what every lane wants of another.
TEST(Coalescing, OfAProductsOperands) {
    const auto trace = testing::TextToRecord{R"(
__global__ void product(const float *a, const float *b, float *c, int m) {
    int row = threadIdx.x / 32, col = threadIdx.x % 32;
    float sum = 0;
    for (int k = 0; k < 1; ++k) sum += a[row * m + k] * b[k * m + col] * b[col * m + k];
    c[row * m + col] = sum;
}
)"}
                           .array("a", ElementType::f32, {32, 32})
                           .array("b", ElementType::f32, {32, 32})
                           .array("c", ElementType::f32, {32, 32})
                           .number(32)
                           .record(1, 64);
    std::vector<int> sectors;
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const Request& request : requests_of_step(*trace, 0, step, Space::global)) {
            if (request.warp == 1) sectors.push_back(request.global.sectors);
        }
    }
    EXPECT_EQ(sectors, (std::vector<int>{1, 4, 32, 4}));
}

TEST(GlobalRequests, AreRankedByExcessSectors) {
    // 4 sectors of 4; 32 of 4; 16 of 16 (float4); 5 of 4.
    const auto trace = testing::TextToRecord{R"(
__global__ void f(float *in, float *out) {  // step: all
    int t = threadIdx.x;
    float a = in[t];
    float b = in[32 * t];
    float4 c = ((float4 *)in)[t];
    float d = in[t + 1];
    out[t] = a + b + c.x + d;
}
)"}
                           .floats("in", 4096)
                           .floats("out", 64)
                           .record(1, 64);
    std::vector<int> excess, warps;
    const auto ranked = ranked_requests(*trace, 0, 0, Space::global);
    for (const Request& request : ranked) {
        excess.push_back(request.global.excess());
        warps.push_back(request.warp);
    }
    EXPECT_EQ(excess, (std::vector<int>{28, 28, 1, 1, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(ranked[4].global.sectors, 16) << "of equals those that move most come first";
    EXPECT_EQ(warps, (std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(chosen_request(*trace, 0, 0, Space::global, {})->global.sectors, 32);
    const RequestChoice third = choice_of(ranked[2]);
    EXPECT_EQ(choice_of(*chosen_request(*trace, 0, 0, Space::global, third)), third);
    const auto after = [&](const RequestChoice& from, RequestMove move) {
        return *moved(*trace, 0, 0, Space::global, from, move);
    };
    EXPECT_EQ(after(third, RequestMove::worse), choice_of(ranked[1]));
    EXPECT_EQ(after(third, RequestMove::milder), choice_of(ranked[3]));
    EXPECT_EQ(after(third, RequestMove::next_warp), choice_of(ranked[3]));
    EXPECT_EQ(after(third, RequestMove::previous_warp), third);
    EXPECT_EQ(moved(*trace, 0, 0, Space::global, third, RequestMove::worst), std::nullopt);
    EXPECT_EQ(moved(*trace, 0, 0, Space::global, {}, RequestMove::milder), choice_of(ranked[1]));
    // Where none is wanted there is none.
    const auto scan = testing::recorded("kogge-stone", 64, "ones");
    EXPECT_EQ(chosen_request(*scan, 0, 1, Space::global, {}), std::nullopt);
    EXPECT_EQ(moved(*scan, 0, 1, Space::global, third, RequestMove::milder), std::nullopt);
}

TEST(GlobalRequests, WantWhatTheirLanesWant) {
    const auto trace = testing::recorded("brent-kung", 64, "random:3", Padding::none, 2);
    for (int step = 0; step < trace->step_count(); ++step) {
        for (const Request& request : requests_of_step(*trace, 0, step, Space::global)) {
            const auto elements = elements_of_request(*trace, request);
            EXPECT_EQ(std::ssize(elements), std::min(32, trace->threads() - 32 * request.warp));
            EXPECT_EQ(std::ranges::count_if(elements, [](auto e) { return e >= 0; }),
                      request.global.active);
            const GlobalUse use = global_use(*trace, request);
            EXPECT_EQ(std::ssize(use.sectors), request.global.sectors);
            int bytes = 0;
            for (const SectorUse& sector : use.sectors) bytes += sector.bytes();
            EXPECT_EQ(bytes, request.global.bytes);
        }
    }
}

// Loads and stores of either memory, atomics, copies whose cost is known, and one whose cost is
// not.
std::shared_ptr<const Trace> trace_of_both_memories() {
    return testing::recorded_text(
        "// launch: k<<<2, 96>>>(in, out)\n// in: float[256] iota\n// out: float[256]\n"
        "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
        "#include <cuda_pipeline.h>\n"
        "namespace cg = cooperative_groups;\n"
        "__global__ void k(const float* in, float* out) {\n"
        "    __shared__ float tile[256], sum[1];\n    auto block = cg::this_thread_block();\n"
        "    cg::memcpy_async(block, tile, in, sizeof(float) * 96);\n    cg::wait(block);\n"
        "    __pipeline_memcpy_async(&tile[128 + threadIdx.x], &in[threadIdx.x], 4);\n"
        "    __pipeline_commit();\n    __pipeline_wait_prior(0);\n    __syncthreads();\n"
        "    if (threadIdx.x < 40) atomicAdd(sum, tile[threadIdx.x * 2]);\n"
        "    for (int i = 0; i < 2; ++i) out[threadIdx.x] += tile[128 + threadIdx.x] + in[i];\n"
        "    atomicAdd(&out[128], 1.0f);\n}\n");
}

// All of a step's requests are those of either memory and those that nobody has measured, each
// once, in the order in which the step's rows have them.
TEST(Requests, ToEitherMemoryAreInProgramOrder) {
    const auto trace = trace_of_both_memories();
    const auto place = [](const Request& each) { return std::tuple{each.row, each.warp}; };
    std::map<std::string, int> kinds;
    for (int step = 0; step < trace->step_count(); ++step) {
        const auto all = all_requests_of_step(*trace, 1, step);
        EXPECT_TRUE(std::ranges::is_sorted(all, std::less{}, place));
        std::vector<Request> parts = requests_of_step(*trace, 1, step, Space::shared);
        std::ranges::copy(requests_of_step(*trace, 1, step, Space::global),
                          std::back_inserter(parts));
        std::ranges::copy_if(all, std::back_inserter(parts),
                             [](const Request& each) { return !each.counted; });
        std::ranges::sort(parts, std::less{}, place);
        ASSERT_EQ(all.size(), parts.size());
        for (std::size_t k = 0; k < all.size(); ++k) {
            const Request& each = all[k];
            EXPECT_EQ(place(each), place(parts[k]));
            EXPECT_EQ(each.global.active > 0, is_global(each.event));
            EXPECT_EQ(each.shared.active > 0, !is_global(each.event));
            EXPECT_TRUE(each.counted || each.shared.wavefronts == 0);
            const std::string name = name_of(*trace, each);
            EXPECT_NE(name.find(std::to_string(each.warp) + " at line"), std::string::npos) << name;
            ++kinds[(each.space() == Space::global ? "global "
                     : each.counted                ? ""
                                                   : "unknown ") +
                    name.substr(0, name.find(' '))];
        }
    }
    // Three warps: both copies bring what they store; 40 lanes lie in two warps.
    const std::map<std::string, int> wanted{
        {"unknown copy", 3}, {"copy", 3},         {"global copy", 6},  {"atomic", 2},
        {"load", 2 + 6},     {"global load", 12}, {"global store", 6}, {"global atomic", 3}};
    EXPECT_EQ(kinds, wanted);
}

// Threads side by side load and store elements side by side: not a sector too many.
TEST(Coalescing, OfTheBlockScansIsPerfect) {
    for (const char* kernel : {"kogge-stone", "brent-kung"}) {
        ScanRun e;
        e.kernel = kernel;
        e.engine = EngineChoice::cpu;
        e.block = 128;
        e.coarsen = 4;
        e.n = 2048;
        const WorkCounts totals = work_table(*record(e)).totals;
        EXPECT_EQ(totals.global_load_requests, 2048 / 32);
        EXPECT_EQ(totals.global_load_sectors, 2048 * 4 / 32);
        EXPECT_EQ(totals.global_load_lines, 2048 * 4 / 128);
        EXPECT_EQ(totals.global_store_sectors, 2048 * 4 / 32);
        EXPECT_EQ(totals.global_ideal_sectors, 2 * 2048 * 4 / 32);
    }
}

// One thread alone: a request for each element.
TEST(Coalescing, OfOneThreadIsNone) {
    ScanRun e;
    e.kernel = "sequential";
    e.engine = EngineChoice::cpu;
    e.block = 64;
    e.n = 64;
    const WorkCounts totals = work_table(*record(e)).totals;
    EXPECT_EQ(totals.global_load_requests, 64);
    EXPECT_EQ(totals.global_load_sectors, 64);
}

}  // namespace coalescing_test
}  // namespace stridescope

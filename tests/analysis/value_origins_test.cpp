// Where the values of CUDA texts came from, held against the values themselves: what a sum of
// distinct random numbers is made of can be seen by it.
#include "app/analysis/value_origins.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/recorded_card.h"

namespace stridescope {
namespace value_origins_test {

using testing::recorded_kernel;
using testing::recorded_text;

ArrayId array_of(const Trace& trace, const std::string& name) {
    for (std::size_t k = 0; k < trace.facts().arrays.size(); ++k) {
        if (trace.facts().arrays[k].name == name) return static_cast<ArrayId>(k);
    }
    ADD_FAILURE() << "no array " << name;
    return ArrayId::none;
}

/// An element of global memory as it was before the run.
using Input = std::pair<std::string, std::int64_t>;

/// What a value is made of, each as often as it goes in; through memory and registers.
class Made_of {
  public:
    Made_of(const Trace& trace, int block) : trace_{trace}, origins_{trace, block} {}

    std::multiset<Input> of(Made at) {
        const auto known = known_.find(at);
        if (known != known_.end()) return known->second;
        std::multiset<Input> all;
        const auto take = [&](Made from) {
            for (const Input& input : of(from)) all.insert(input);
        };
        const TraceSite& site = origins_.site(at.row);
        std::vector<Made> operands;
        origins_.operands(at, operands);
        if (site.event == Event::load || site.event == Event::atomic) {
            const Origins::Writers writers = origins_.writers_of_cell(at);
            // Atomics of several warps come in any order.
            EXPECT_TRUE(writers.known || site.event == Event::atomic);
            if (site.event == Event::load && writers.base.row != TraceRow::none) take(writers.base);
            for (const Made& add : writers.adds) {
                if (site.event == Event::load) take(add);
            }
        } else if (site.event == Event::global_load) {
            const Origins::Writers writers = origins_.writers_of_element(at);
            if (writers.base.row != TraceRow::none) take(writers.base);
            if (origins_.reads_from_before(at)) {
                EXPECT_FALSE(writers.any());
                all.insert({std::string{trace_.name_of(site.array)}, origins_.address(at)});
            }
        }
        for (const Made& operand : operands) take(operand);
        return known_[at] = all;
    }
    /// All of what the block stored to the array: of each element the last store, or what atomics
    /// added.
    std::map<std::int64_t, std::multiset<Input>> of_array(const std::string& name) {
        std::map<std::int64_t, std::multiset<Input>> all;
        const ArrayId array = array_of(trace_, name);
        for (int row = 0; row < static_cast<int>(trace_.rows().size()); ++row) {
            const TraceSite& site = origins_.site(row);
            if (site.array != array || site.event == Event::global_load) continue;
            const int elements = trace_.elements_moved(origins_.row(row).site);
            for (int thread = 0; thread < trace_.threads(); ++thread) {
                if (!origins_.took_part(row, thread)) continue;
                for (int element = 0; element < elements; ++element) {
                    const Made made{row, thread, element};
                    auto& into = all[origins_.address(made)];
                    if (site.event == Event::global_store) into.clear();
                    for (const Input& input : of(made)) into.insert(input);
                }
            }
        }
        return all;
    }

  private:
    const Trace& trace_;
    Origins origins_;
    std::map<Made, std::multiset<Input>> known_;
};

double sum_of(const Trace& trace, const std::multiset<Input>& inputs) {
    double sum = 0;
    for (const auto& [name, element] : inputs) {
        const ArrayContents& contents = trace.contents(array_of(trace, name));
        sum += contents.before.number(static_cast<std::size_t>(element));
    }
    return sum;
}

/// Every element of `out` that was written is the sum of what it was made of; so many there are.
void expect_sums(const Trace& trace, const std::string& out, std::size_t count) {
    std::map<std::int64_t, double> sums;
    for (int block = 0; block < trace.blocks(); ++block) {
        Made_of made{trace, block};
        for (const auto& [element, inputs] : made.of_array(out)) {
            EXPECT_FALSE(inputs.empty()) << element;
            sums[element] += sum_of(trace, inputs);
        }
    }
    EXPECT_EQ(sums.size(), count);
    const TypedArray& after = trace.contents(array_of(trace, out)).after;
    for (const auto& [element, sum] : sums) {
        EXPECT_EQ(after.number(static_cast<std::size_t>(element)), sum) << out << element;
    }
}

// Numbers of up to 2²⁰, all different, so that another choice of them has another sum.
const std::string card = R"(
// launch: k<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, N)
// in: int[N] (i * 524287 + 7919) % 1048573
#define N 64
#define BLOCK 64
__global__ void k(const int *in, int *out, int n) {
    __shared__ int X[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t % 32;
)";

std::shared_ptr<const Trace> kernel(const std::string& body, std::vector<Setting> defines = {}) {
    return recorded_text(card + body + "\n}\n", std::move(defines));
}

TEST(Origins, OfAShuffleAreAnotherThreadsValue) {
    for (const int block : {32, 64, 96, 256}) {
        const auto trace =
            kernel(R"(
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += other;
    }
    out[i] = v;)",
                   {{"N", std::to_string(3 * block)}, {"BLOCK", std::to_string(block)}});
        expect_sums(*trace, "out", static_cast<std::size_t>(3 * block));
    }
}

TEST(Origins, OfAShuffleReductionGoThroughRegistersAndSharedMemory) {
    const auto trace = kernel(R"(
    int v = in[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) X[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = lane < BLOCK / 32 ? X[lane] : 0;
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
        if (lane == 0) out[blockIdx.x] = v;
    })",
                              {{"N", "512"}, {"BLOCK", "256"}});
    expect_sums(*trace, "out", 2);
    Made_of made{*trace, 1};
    const auto inputs = made.of_array("out").at(1);
    EXPECT_EQ(inputs.size(), 256U);
    for (int i = 256; i < 512; ++i) EXPECT_EQ(inputs.count({"in", i}), 1U) << i;
}

TEST(Origins, OfAButterflyAreAllLanes) {
    const auto trace = kernel(R"(
    int v = in[i];
    for (int d = 1; d < 32; d *= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    out[i] = v;)");
    expect_sums(*trace, "out", 64);
}

TEST(Origins, OfABroadcastIsTheLaneThatIsNamed) {
    const auto trace = kernel("out[i] = __shfl_sync(0xffffffff, in[i], (lane * 7 + 3) % 32);");
    Made_of made{*trace, 0};
    const auto all = made.of_array("out");
    EXPECT_EQ(all.size(), 64U);
    for (const auto& [element, inputs] : all) {
        const std::int64_t from = element / 32 * 32 + (element % 32 * 7 + 3) % 32;
        EXPECT_EQ(inputs, (std::multiset<Input>{{"in", from}}));
    }
}

TEST(Origins, OfWhatAWarpReducesAreAllItsLanes) {
    const auto trace = kernel("out[i] = __reduce_add_sync(0xffffffff, in[i]);");
    expect_sums(*trace, "out", 64);
}

TEST(Origins, OfThreeOperandsAreAllThree) {
    const auto trace = kernel("out[i] = in[i] + in[(i + 1) % N] + in[(i + 5) % N];");
    expect_sums(*trace, "out", 64);
}

TEST(Origins, GoThroughMemoryThatAWarpSharesInLockstep) {
    const auto trace = kernel(R"(
    X[t] = in[i];
    __syncthreads();
    if (t < 32) {
        X[t] += X[t + 32]; __syncwarp();
        for (int d = 16; d > 0; d /= 2) {
            if (t < d) X[t] += X[t + d];
            __syncwarp();
        }
        if (t == 0) out[0] = X[0];
    })");
    expect_sums(*trace, "out", 1);
}

TEST(Origins, OfInPlaceWorkAreWhatWasThereBefore) {
    const auto trace = recorded_text(R"(
// launch: k<<<2, 32>>>(data)
// data: int[64] (i * 524287 + 7919) % 1048573
__global__ void k(int *data) {
    __shared__ int X[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    X[t] = data[i];
    __syncthreads();
    data[i] = X[31 - t] + data[i];
    __syncthreads();
    data[i] = data[i] + X[0];
})");
    expect_sums(*trace, "data", 64);
}

TEST(Origins, TellElementsOfWideAccessesApart) {
    const auto trace = recorded_text(R"(
// launch: k<<<1, 32>>>(in, out)
// in: int4[32] (i * 524287 + 7919) % 1048573
__global__ void k(const int4 *in, int4 *out) {
    int4 v = in[threadIdx.x];
    int4 w = in[31 - threadIdx.x];
    out[threadIdx.x] = make_int4(v.w, v.x + w.z, 7, w.y);
})");
    Made_of made{*trace, 0};
    const auto all = made.of_array("out");
    ASSERT_EQ(all.size(), 128U);
    for (std::int64_t t = 0; t < 32; ++t) {
        const std::int64_t v = 4 * t, w = 4 * (31 - t);
        EXPECT_EQ(all.at(4 * t), (std::multiset<Input>{{"in", v + 3}}));
        EXPECT_EQ(all.at(4 * t + 1), (std::multiset<Input>{{"in", v}, {"in", w + 2}}));
        EXPECT_EQ(all.at(4 * t + 2), std::multiset<Input>{});
        EXPECT_EQ(all.at(4 * t + 3), (std::multiset<Input>{{"in", w + 1}}));
    }
}

TEST(Origins, GoThroughWideAccessesToSharedMemory) {
    const auto trace = recorded_text(R"(
// launch: k<<<1, 32>>>(in, out)
// in: float[128] (i * 524287 + 7919) % 1048573
__global__ void k(const float *in, float *out) {
    __shared__ float X[128];
    int t = threadIdx.x;
    reinterpret_cast<float4*>(X)[t] = reinterpret_cast<const float4*>(in)[t];
    __syncthreads();
    for (int k = 0; k < 4; ++k) out[k * 32 + t] = X[t + 32 * k];
})");
    Made_of made{*trace, 0};
    const auto all = made.of_array("out");
    ASSERT_EQ(all.size(), 128U);
    for (const auto& [element, inputs] : all) {
        EXPECT_EQ(inputs, (std::multiset<Input>{{"in", element}}));
    }
}

TEST(Origins, OfAtomicsAreAllThatTookPart) {
    const auto trace = kernel(R"(
    if (t < 8) X[t] = 0;
    __syncthreads();
    atomicAdd(&X[t % 8], in[i]);
    __syncthreads();
    if (t < 8) atomicAdd(&out[t], X[t]);)",
                              {{"N", "256"}});
    expect_sums(*trace, "out", 8);
    // What a compare-and-swap compares with goes into nothing.
    const auto swapped = kernel(
        "X[t] = 0; __syncthreads(); atomicCAS(&X[t], in[(i + 1) % N], "
        "in[i]); __syncthreads(); out[i] = X[t];");
    Made_of made{*swapped, 0};
    for (const auto& [element, inputs] : made.of_array("out")) {
        EXPECT_EQ(inputs, (std::multiset<Input>{{"in", element}}));
    }
}

TEST(Origins, AreTheWholeInputInTheProgramsOwnReductions) {
    for (const char* name :
         {"reduce_modulo", "reduce_consecutive", "reduce_coarsened", "reduce_shuffle"}) {
        const auto trace = recorded_kernel(std::string{"reduce/"} + name + ".cu",
                                           {{"N", "1000"}, {"BLOCK", "64"}});
        std::multiset<Input> all;
        for (int block = 0; block < trace->blocks(); ++block) {
            Made_of made{*trace, block};
            const auto of_block = made.of_array("out");
            all.insert(of_block.at(0).begin(), of_block.at(0).end());
        }
        EXPECT_EQ(all.size(), 1000U) << name;
        for (int i = 0; i < 1000; ++i) EXPECT_EQ(all.count({"in", i}), 1U) << name << i;
    }
}

// What another thread without a barrier between wrote, and what nobody wrote.
TEST(Origins, SayWhereNothingIsKnown) {
    const auto trace = kernel(R"(
    X[t] = in[i];
    out[i] = X[63 - t];)");
    const Origins origins{*trace, 0};
    for (int row = 0; row < static_cast<int>(trace->rows().size()); ++row) {
        if (origins.site(row).event != Event::load) continue;
        for (int thread = 0; thread < 64; ++thread) {
            EXPECT_FALSE(origins.writers_of_cell({row, thread}).known);
        }
    }
}

TEST(Origins, NameTheOperationWhereItIsOne) {
    const auto trace = kernel("out[i] = in[i] + in[(i + 1) % N] + in[(i + 2) % N];");
    const auto mixed = kernel("out[i] = in[i] * in[(i + 1) % N] - in[(i + 2) % N];");
    const auto name = [](const Trace& of) {
        const Origins origins{of, 0};
        for (int row = 0; row < static_cast<int>(of.rows().size()); ++row) {
            if (origins.site(row).event == Event::global_store) {
                const Origins::Loads found = origins.loads_of({row, 5});
                EXPECT_EQ(found.loads.size(), 3U);
                if (found.operation < 0) return std::string{"several"};
                return of.sites()[static_cast<std::size_t>(found.operation)].operation;
            }
        }
        return std::string{"no store"};
    };
    EXPECT_EQ(name(*trace), "+");
    EXPECT_EQ(name(*mixed), "several");
}

}  // namespace value_origins_test
}  // namespace stridescope

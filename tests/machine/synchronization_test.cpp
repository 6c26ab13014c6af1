// Ways to synchronise as programs have them: right, not accused under any schedule; each line of
// them that orders something taken away, told.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/machine/run_text.h"

namespace stridescope::machine {
namespace synchronization_test {

/// `kernel(const int* in, int* out)`, over arrays of 256 ints. Each line that ends in `//` and a
/// letter is needed.
struct Way {
    std::string name;
    std::uint32_t blocks, threads;
    std::string text;
};

void PrintTo(const Way& way, std::ostream* out) {
    *out << way.name;
}

std::vector<RaceRecord> races_of(const Way& way, const std::string& text, WarpOrder order) {
    RunText run{text};
    run.settings.order = order;
    run.settings.workers = 1;
    std::vector<int> numbers(256);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i % 13);
    run.array("in", numbers);
    run.array("out", std::vector<int>(256));
    std::vector<RaceRecord> races = run.launch({way.blocks, 1, 1}, {way.threads, 1, 1}).races.all;
    if (text == way.text) run.expect_clean();
    return races;
}

/// The text without the line that is marked so.
std::string without(const std::string& text, std::size_t mark) {
    const std::size_t begin = text.rfind('\n', mark) + 1;
    return text.substr(0, begin) + text.substr(text.find('\n', mark) + 1);
}

class Synchronization : public ::testing::TestWithParam<Way> {};

TEST_P(Synchronization, IsRightAndEachLineOfItIsNeeded) {
    const Way& way = GetParam();
    for (const auto order :
         {WarpOrder::ascending, WarpOrder::descending, WarpOrder::shuffled, WarpOrder::lanes}) {
        for (const RaceRecord& race : races_of(way, way.text, order)) {
            ADD_FAILURE() << race.element << ": line " << race.first.place.line << " and "
                          << race.second.place.line;
            break;
        }
    }
    int marks = 0;
    for (std::size_t mark = way.text.find(" //"); mark != std::string::npos;
         mark = way.text.find(" //", mark + 1), ++marks) {
        const std::string text = without(way.text, mark);
        EXPECT_TRUE(std::ranges::any_of(
            races_of(way, text, WarpOrder::ascending),
            [](const RaceRecord& race) { return race.weight == RaceRecord::Weight::real; }))
            << text;
    }
    EXPECT_GT(marks, 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, Synchronization,
                         ::testing::Values(Way{"TreeOfAWarp", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t & 31, w = t & ~31;
    s[t] = in[t];
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        int v = lane < d ? s[w + lane + d] : 0;
        __syncwarp();
        if (lane < d) s[w + lane] += v;
        __syncwarp(); //B
    }
    if (lane == 0) out[t / 32] = s[t];
}
)"},
                                           Way{"PartsByVote", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t & 31, w = t & ~31;
    bool odd = in[t] & 1;
    unsigned m = __ballot_sync(0xffffffffu, odd);
    if (!odd) m = ~m;
    s[t] = in[t];
    __syncwarp(m); //A
    int leader = __ffs(m) - 1;
    out[t] = s[w + leader];
}
)"},
                                           Way{"QuartersOfAWarp", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t & 31, q = lane / 8;
    unsigned m = 0xffu << (q * 8);
    s[t] = in[t];
    __syncwarp(m); //A
    int v = s[t ^ 5];
    __syncwarp(m); //B
    s[t] = v + 1;
    __syncwarp(m);
    out[t] = s[t ^ 3];
}
)"},
                                           Way{"VolatileFlag", 2, 64, R"(
__device__ int flag = 0;
__global__ void k(int* in, int* out) {
    if (blockIdx.x == 0) {
        out[4 + threadIdx.x] = in[threadIdx.x];
        __threadfence(); //A
        __syncthreads(); //B
        if (threadIdx.x == 0) *(volatile int*)&flag = 1;
    } else {
        if (threadIdx.x == 0) {
            while (*(volatile int*)&flag == 0) { }
            __threadfence();
        }
        __syncthreads(); //C
        out[100 + threadIdx.x] = out[4 + 63 - threadIdx.x];
    }
}
)"},
                                           Way{"LockByCompareAndSwap", 8, 32, R"(
__device__ int lock = 0;
__global__ void k(int* in, int* out) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { }
        __threadfence(); //A
        out[0] = out[0] + in[blockIdx.x]; 
        __threadfence(); //B
        atomicExch(&lock, 0);
    }
}
)"},
                                           Way{"TwoBuffers", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int s[2][64];
    int t = threadIdx.x, p = 0;
    s[0][t] = in[t];
    __syncthreads(); //A
    for (int r = 1; r < 4; r++) {
        int v = s[p][(t + 1) % 64];
        s[p ^ 1][t] = v + in[r * 64 + t];
        __syncthreads(); //B
        p ^= 1;
    }
    out[t] = s[p][63 - t];
}
)"},
                                           Way{"LastBlockSums", 4, 64, R"(
__device__ unsigned count = 0;
__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads(); //C
    }
    if (t == 0) {
        out[blockIdx.x] = s[0];
        __threadfence(); //A
        last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads(); //B
    if (last) {
        if (t == 0) {
            int sum = 0;
            for (int i = 0; i < gridDim.x; i++) sum += ((volatile int*)out)[i];
            out[10] = sum;
            count = 0;
        }
    }
}
)"},
                                           Way{"LooksBack", 4, 64, R"(
__device__ int state[4];
__device__ int prefix[4];
__global__ void k(int* in, int* out) {
    __shared__ int s[64];
    __shared__ int base;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = in[b * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads(); //C
        s[t] += v;
        __syncthreads();
    }
    if (t == 63) {
        int before = 0;
        if (b > 0) {
            while (atomicAdd(&state[b - 1], 0) != 2) { }
            __threadfence(); //B
            before = prefix[b - 1];
        }
        prefix[b] = before + s[63];
        __threadfence(); //A
        atomicExch(&state[b], 2);
        base = before;
    }
    __syncthreads(); //D
    out[b * 64 + t] = base + s[t];
}
)"},
                                           Way{"TicketLock", 6, 32, R"(
__device__ int next_ = 0;
__device__ volatile int serving = 0;
__global__ void k(int* in, int* out) {
    if (threadIdx.x == 0) {
        int mine = atomicAdd(&next_, 1);
        while (serving != mine) { }
        __threadfence(); //A
        out[0] += in[blockIdx.x];
        __threadfence(); //B
        serving = mine + 1;
    }
}
)"},
                                           Way{"BarrierOfTheGrid", 4, 32, R"(
__device__ int arrived = 0;
__global__ void k(int* in, int* out) {
    int t = threadIdx.x, b = blockIdx.x;
    out[b * 32 + t] = in[b * 32 + t];
    __syncthreads();
    if (t == 0) {
        __threadfence(); //A
        atomicAdd(&arrived, 1);
        while (*(volatile int*)&arrived < gridDim.x) { }
        __threadfence();
    }
    __syncthreads(); //B
    out[128 + b * 32 + t] = out[(b + 1) % gridDim.x * 32 + t];
}
)"},
                                           Way{"FlagBetweenWarps", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int data[32];
    __shared__ int flag;
    int t = threadIdx.x;
    if (t == 0) flag = 0;
    __syncthreads();
    if (t < 32) {
        data[t] = in[t];
        __threadfence_block(); //A
        __syncwarp(); //B
        if (t == 0) atomicExch(&flag, 1);
    } else {
        if (t == 32) {
            while (atomicAdd(&flag, 0) == 0) { }
            __threadfence_block();
        }
        __syncwarp(); //D
        out[t] = data[t - 32];
    }
}
)"},
                                           Way{"Ring", 2, 32, R"(
__device__ int buffer[4], head = 0, tail = 0;
__global__ void k(int* in, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 8; i++) {
            while (i - *(volatile int*)&tail >= 4) { }
            __threadfence(); //C
            buffer[i % 4] = in[i];
            __threadfence(); //A
            *(volatile int*)&head = i + 1;
        }
    } else {
        for (int i = 0; i < 8; i++) {
            while (*(volatile int*)&head <= i) { }
            __threadfence(); //B
            out[i] = buffer[i % 4];
            __threadfence(); //D
            *(volatile int*)&tail = i + 1;
        }
    }
}
)"},
                                           Way{"Histogram", 3, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads(); //A
    for (int i = t; i < 256; i += 64) atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads(); //B
    if (t < 16) atomicAdd(&out[t], bins[t]);
}
)"},
                                           Way{"WorkQueue", 3, 64, R"(
__device__ int next_ = 0;
__global__ void k(int* in, int* out) {
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0) item = atomicAdd(&next_, 1);
        __syncthreads(); //A
        int i = item;
        __syncthreads(); //B
        if (i >= 8) break;
        if (threadIdx.x < 32) out[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x] + 1;
    }
}
)"},
                                           Way{"ChainOfFlags", 4, 32, R"(
__device__ int f[4];
__global__ void k(int* in, int* out) {
    if (threadIdx.x != 0) return;
    int b = blockIdx.x;
    if (b == 0) {
        out[8] = in[2];
        __threadfence(); //A
        atomicExch(&f[0], 1);
    } else {
        while (atomicAdd(&f[b - 1], 0) == 0) { }
        __threadfence();
        if (b == 3) out[9] = out[8];
        else {
            __threadfence();
            atomicExch(&f[b], 1);
        }
    }
}
)"},
                                           Way{"BitsOfWhoArrived", 4, 32, R"(
__device__ int bits = 0;
__global__ void k(int* in, int* out) {
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0) {
        out[16 + b] = in[b];
        __threadfence(); //A
        int before = atomicOr(&bits, 1 << b);
        if ((before | 1 << b) == 15) {
            __threadfence(); //B
            out[0] = out[16] + out[17] + out[18] + out[19];
        }
    }
}
)"},
                                           Way{"FlagWithinABlock", 1, 64, R"(
__global__ void k(int* in, int* out) {
    int t = threadIdx.x;
    if (t == 0) {
        out[5] = in[1];
        __threadfence_block(); //A
        *(volatile int*)&out[6] = 1;
    }
    if (t == 32) {
        while (*(volatile int*)&out[6] == 0) { }
        __threadfence_block(); //B
        out[7] = out[5];
    }
}
)"},
                                           Way{"TurnByTurn", 2, 32, R"(
__device__ int turn_ = 0;
__global__ void k(int* in, int* out) {
    if (threadIdx.x != 0) return;
    int me = blockIdx.x;
    for (int r = 0; r < 4; r++) {
        while (atomicAdd(&turn_, 0) != me) { }
        __threadfence(); //A
        out[0] += 1 + me;
        __threadfence(); //B
        atomicExch(&turn_, 1 - me);
    }
}
)"},
                                           Way{"ScanOfABlock", 1, 128, R"(
__global__ void k(int* in, int* out) {
    __shared__ int sums[4];
    int t = threadIdx.x, lane = t & 31, w = t / 32;
    int v = in[t];
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += o;
    }
    if (lane == 31) sums[w] = v;
    __syncthreads(); //A
    if (w == 0 && lane < 4) {
        int x = sums[lane];
        for (int d = 1; d < 4; d *= 2) {
            int o = __shfl_up_sync(0xfu, x, d);
            if (lane >= d) x += o;
        }
        sums[lane] = x;
    }
    __syncthreads(); //B
    out[t] = v + (w > 0 ? sums[w - 1] : 0);
}
)"},
                                           Way{"Compaction", 1, 64, R"(
__global__ void k(int* in, int* out) {
    __shared__ int n;
    int t = threadIdx.x;
    if (t == 0) n = 0;
    __syncthreads(); //A
    if (in[t] > 3) out[1 + atomicAdd(&n, 1)] = in[t];
    __syncthreads(); //B
    if (t == 0) out[0] = n;
}
)"},
                                           Way{"OneFlagForABlock", 2, 64, R"(
__device__ int flag = 0;
__global__ void k(int* in, int* out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        out[t] = in[t];
        __syncthreads(); //A
        if (t == 0) {
            __threadfence(); //B
            atomicExch(&flag, 1);
        }
    } else {
        if (t == 0) {
            while (atomicAdd(&flag, 0) == 0) { }
            __threadfence();
        }
        __syncthreads(); //C
        out[64 + t] = out[63 - t];
    }
}
)"}),
                         [](const ::testing::TestParamInfo<Way>& info) { return info.param.name; });

}  // namespace synchronization_test
}  // namespace stridescope::machine

// Texts that somebody is in the middle of typing: whatever is missing, doubled or exchanged in one,
// it is told or it runs; nothing crashes and nothing hangs.
#include <gtest/gtest.h>

#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "app/language/parse.h"
#include "app/machine/machine.h"
#include "tests/support/left_out.h"

namespace stridescope::machine {
namespace mutations_test {

const std::vector<std::string> texts{
    R"(#define N 64
#define SQ(x) ((x) * (x))
struct Pair { int a; float b[2]; };
template <typename T, int K> __device__ T twice(T v) { return v * K; }
__constant__ float w[3] = {1.0f, 2.5f, -3.0f};
__device__ int total;
__device__ void add(int &to, const int *p, int n) { for (int i = 0; i < n; ++i) { if (p[i] < 0) continue; to += p[i]; } }
__global__ void k(float *in, float *out, int n) {
    __shared__ float tile[8][9];
    extern __shared__ int more[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, local[4] = {1, 2};
    Pair p; p.a = i; p.b[1] = 2.0f;
    tile[i % 8][i / 8 % 8] = i < n ? in[i] : 0.0f;
    __syncthreads();
    switch (i & 3) { case 0: local[1] = SQ(i); break; case 1: add(local[0], local, 4); default: p.a--; }
    do { p.a /= 2; if (p.a == 7) break; } while (p.a > 3 && n > 0);
    float v = tile[i / 8 % 8][i % 8] + w[i % 3];
    v += __shfl_down_sync(0xffffffff, v, 1) * twice<float, 3>(v);
    float4 q = make_float4(v, v, 1, 2); q.x = q.y + (float)local[i & 3];
    atomicAdd(&total, (int)q.x);
    unsigned long long big = (1ULL << 40) + i; big ^= big >> 3;
    if (i < n) out[i] = q.x + (big % 7) + p.b[1] + fmaxf(v, 0.5f);
}
)",
    R"(#include <stdio.h>
#define CHECK(x) do { if ((x) != cudaSuccess) { printf("%s\n", cudaGetErrorString(x)); return 1; } } while (0)
__global__ void scan(int *data, int n) {
    __shared__ int a[32], b[32];
    int *from = a, *to = b, t = threadIdx.x;
    from[t] = data[t];
    for (int d = 1; d < 32; d *= 2) {
        __syncthreads();
        to[t] = t >= d ? from[t] + from[t - d] : from[t];
        int *s = from; from = to; to = s;
    }
    data[t] = from[t];
}
int main() {
    int h[32], *d;
    for (int i = 0; i < 32; i++) h[i] = i * i % 10;
    CHECK(cudaMalloc((void **)&d, sizeof(h)));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    scan<<<1, 32>>>(d, 32);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[31]);
    return h[31] == 0;
}
)"};

/// The text cut where words, numbers and signs end.
std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t j = i + 1;
        const auto word = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
        };
        if (word(text[i])) {
            while (j < text.size() && word(text[j])) ++j;
        }
        pieces.push_back(text.substr(i, j - i));
        i = j;
    }
    return pieces;
}

void run_whatever_it_is(const std::string& text) {
    const language::Parsed parsed = language::parse("t.cu", text);
    for (const language::Fault& fault : parsed.faults) {
        EXPECT_FALSE(fault.message.empty());
        EXPECT_GE(fault.place.line, 1u) << fault.message;
    }
    GlobalMemory memory;
    Settings settings;
    settings.budget = 20'000;
    settings.most_memory = 64 << 20;
    try {
        allocate_globals(*parsed.unit, memory);
        if (parsed.unit->main != nullptr && parsed.faults.empty())
            run_main(*parsed.unit, memory, settings);
        for (const language::Function* kernel : parsed.unit->kernels) {
            language::Launch launch;
            launch.grid = {2, 1, 1};
            launch.block = {48, 1, 1};
            launch.dynamic_shared = 64;
            for (const language::Variable* v : kernel->parameters) {
                if (v->type->is_pointer()) {
                    launch.arguments.push_back(
                        {{memory[memory.allocate(std::string{v->name}, 256)].address}});
                } else {
                    launch.arguments.push_back({{60}});
                }
            }
            launch.memory = memory.layout();
            run(*parsed.unit, *kernel, launch, memory, settings);
        }
    } catch (const language::FaultError& error) {
        EXPECT_FALSE(error.fault().message.empty());
    }
}

TEST(Mutations, TextsThatAreWhole) {
    for (const std::string& text : texts) {
        const language::Parsed parsed = language::parse("t.cu", text);
        for (const language::Fault& f : parsed.faults)
            ADD_FAILURE() << f.place.line << ": " << f.message;
        run_whatever_it_is(text);
    }
}

TEST(Mutations, TextsThatEndEarly) {
    for (const std::string& text : texts) {
        for (std::size_t n = 0; n < text.size(); n += 3) run_whatever_it_is(text.substr(0, n));
    }
}

TEST(Mutations, PiecesThatAreMissingDoubledOrExchanged) {
    std::mt19937 random(7);
    const char* rounds = std::getenv("STRIDESCOPE_MUTATIONS");
    const int count = rounds != nullptr ? std::atoi(rounds) : stridescope::testing::rounds_of(600);
    for (const std::string& text : texts) {
        const std::vector<std::string> pieces = pieces_of(text);
        for (int n = 0; n < count; ++n) {
            std::vector<std::string> mutated = pieces;
            for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
                const std::size_t at = random() % mutated.size();
                switch (random() % 4) {
                    case 0: mutated.erase(mutated.begin() + static_cast<std::ptrdiff_t>(at)); break;
                    case 1:
                        mutated.insert(mutated.begin() + static_cast<std::ptrdiff_t>(at),
                                       mutated[at]);
                        break;
                    case 2: mutated[at] = pieces[random() % pieces.size()]; break;
                    default: std::swap(mutated[at], mutated[random() % mutated.size()]); break;
                }
            }
            std::string joined;
            for (const std::string& piece : mutated) joined += piece;
            SCOPED_TRACE(joined);
            run_whatever_it_is(joined);
        }
    }
}

}  // namespace mutations_test
}  // namespace stridescope::machine

// Copies tiles into shared memory by memcpy_async, the next one while this one is worked on.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cstring>

namespace cg = cooperative_groups;

constexpr int kTile = 128, kTiles = 6;

__global__ void movingAverage(const float* in, float* out) {
    __shared__ float stage[2][kTile];
    auto block = cg::this_thread_block();
    const float* mine = in + blockIdx.x * kTile * kTiles;
    cg::memcpy_async(block, stage[0], mine, sizeof(float) * kTile);
    for (int t = 0; t < kTiles; t++) {
        if (t + 1 < kTiles) {
            cg::memcpy_async(block, stage[(t + 1) % 2], mine + (t + 1) * kTile,
                             sizeof(float) * kTile);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        const float* tile = stage[t % 2];
        for (int i = block.thread_rank(); i < kTile; i += block.size()) {
            float left = tile[i == 0 ? 0 : i - 1], right = tile[i == kTile - 1 ? i : i + 1];
            out[(blockIdx.x * kTiles + t) * kTile + i] = (left + 2.0f * tile[i] + right) * 0.25f;
        }
        block.sync();
    }
}

unsigned bits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main() {
    const int n = 2 * kTile * kTiles;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = (i * 17 % 251) * 0.125f;
    movingAverage<<<2, 64>>>(in, out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        int p = i % kTile;
        float left = in[p == 0 ? i : i - 1], right = in[p == kTile - 1 ? i : i + 1];
        wrong += out[i] != (left + 2.0f * in[i] + right) * 0.25f;
        if (i % 97 == 0) printf("%4d %08x\n", i, bits(out[i]));
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

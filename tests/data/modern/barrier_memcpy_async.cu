// cuda::memcpy_async completes on a cuda::barrier; the tile is then sorted in shared memory.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;

constexpr int kTile = 64;

__device__ void oddEvenSort(const cg::thread_block& block, int* v) {
    for (int round = 0; round < kTile; round++) {
        int i = 2 * block.thread_rank() + round % 2;
        if (i + 1 < kTile && v[i] > v[i + 1]) {
            int t = v[i];
            v[i] = v[i + 1];
            v[i + 1] = t;
        }
        block.sync();
    }
}

__global__ void sortTiles(const int* in, int* out, int tiles) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ alignas(16) int tile[kTile];
    __shared__ barrier bar;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        cuda::memcpy_async(block, tile, in + t * kTile, cuda::aligned_size_t<16>(sizeof(tile)),
                           bar);
        bar.arrive_and_wait();
        oddEvenSort(block, tile);
        for (int i = block.thread_rank(); i < kTile; i += block.size())
            out[t * kTile + i] = tile[i];
        block.sync();
    }
}

int main() {
    const int tiles = 5, n = tiles * kTile;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    long long sumIn = 0, sumOut = 0;
    for (int i = 0; i < n; i++) sumIn += in[i] = (i * 7919 + 13) % 1009;
    sortTiles<<<2, kTile / 2>>>(in, out, tiles);
    cudaDeviceSynchronize();
    int descents = 0;
    for (int i = 0; i < n; i++) {
        sumOut += out[i];
        descents += i % kTile > 0 && out[i - 1] > out[i];
        printf("%d%c", out[i], i % 16 == 15 ? '\n' : ' ');
    }
    printf("%s\n", descents == 0 && sumIn == sumOut ? "ok" : "wrong");
    return 0;
}

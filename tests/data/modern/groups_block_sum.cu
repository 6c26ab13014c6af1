// Sums an array with a thread block group: tiles of 32 shuffle, the first tile adds their sums.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

template <typename Tile>
__device__ int tileSum(const Tile& tile, int value) {
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) {
        value += tile.shfl_down(value, offset);
    }
    return value;
}

__global__ void blockSums(const int* in, int* sums, int n) {
    __shared__ int partial[32];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);

    int value = 0;
    int stride = gridDim.x * block.size();
    for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += stride) {
        value += in[i];
    }
    value = tileSum(warp, value);
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = value;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        value = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
        value = tileSum(warp, value);
        if (warp.thread_rank() == 0) sums[block.group_index().x] = value;
    }
}

int main() {
    const int n = 5000, blocks = 5;
    std::vector<int> in(n);
    long long expected = 0;
    for (int i = 0; i < n; i++) expected += in[i] = (i * 7919) % 1009 - 500;
    int *dIn, *dSums, sums[blocks];
    cudaMalloc(&dIn, n * sizeof(int));
    cudaMalloc(&dSums, sizeof(sums));
    cudaMemcpy(dIn, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    blockSums<<<blocks, dim3(16, 12)>>>(dIn, dSums, n);
    cudaMemcpy(sums, dSums, sizeof(sums), cudaMemcpyDeviceToHost);
    long long total = 0;
    for (int b = 0; b < blocks; b++) {
        printf("block %d: %d\n", b, sums[b]);
        total += sums[b];
    }
    printf("total %lld %s\n", total, total == expected ? "ok" : "wrong");
    cudaFree(dIn);
    cudaFree(dSums);
    return 0;
}

// A prefix sum over the whole grid in one launch: block sums, a barrier of the grid, offsets.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kThreads = 96;

__global__ void scan(const unsigned* in, unsigned* out, unsigned* blockSums) {
    __shared__ unsigned warpSums[kThreads / 32];
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    unsigned i = grid.thread_rank();
    unsigned within = cg::inclusive_scan(warp, in[i]);
    if (warp.thread_rank() == 31) warpSums[warp.meta_group_rank()] = within;
    block.sync();
    for (unsigned w = 0; w < warp.meta_group_rank(); w++) within += warpSums[w];
    if (block.thread_rank() == kThreads - 1) blockSums[grid.block_rank()] = within;
    grid.sync();
    unsigned before = 0;
    for (unsigned b = 0; b < grid.block_rank(); b++) before += blockSums[b];
    out[i] = before + within;
}

int main() {
    int perProcessor = 0, cooperative = 0;
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, scan, kThreads, 0);
    printf("cooperative %d, room %d\n", cooperative, perProcessor > 1);
    const int blocks = 5, n = blocks * kThreads;
    unsigned *in, *out, *blockSums;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * sizeof(unsigned));
    cudaMallocManaged(&blockSums, blocks * sizeof(unsigned));
    for (int i = 0; i < n; i++) in[i] = (unsigned)i * 2654435761u >> 24;
    void* args[] = {&in, &out, &blockSums};
    cudaLaunchCooperativeKernel(scan, blocks, kThreads, args);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    unsigned sum = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        sum += in[i];
        wrong += out[i] != sum;
        if (i % 48 == 47) printf("%d: %u\n", i, out[i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

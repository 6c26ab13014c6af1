// Blocks of a cluster hold one part each of a histogram and add into each other's shared memory.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kBinsPerBlock = 16, kBlocks = 4;

__global__ void __cluster_dims__(kBlocks, 1, 1) histogram(const int* in, int n, int* bins) {
    __shared__ int part[kBinsPerBlock];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < kBinsPerBlock) part[threadIdx.x] = 0;
    cluster.sync();
    for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads()) {
        int bin = in[i] & (kBinsPerBlock * kBlocks - 1);
        int* theirs = cluster.map_shared_rank(part, bin / kBinsPerBlock);
        atomicAdd(&theirs[bin % kBinsPerBlock], 1);
    }
    cluster.sync();
    if (threadIdx.x < kBinsPerBlock) {
        bins[cluster.block_rank() * kBinsPerBlock + threadIdx.x] = part[threadIdx.x];
    }
}

int main() {
    const int n = 3000, bins = kBinsPerBlock * kBlocks;
    int *in, *out, wanted[bins] = {};
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, bins * sizeof(int));
    for (int i = 0; i < n; i++) {
        in[i] = i * i / 7 + i;
        wanted[in[i] % bins]++;
    }
    histogram<<<kBlocks, 64>>>(in, n, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int wrong = 0;
    for (int b = 0; b < bins; b++) {
        wrong += out[b] != wanted[b];
        printf("%d%c", out[b], b % 16 == 15 ? '\n' : ' ');
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

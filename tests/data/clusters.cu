#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
#define BINS 64
__global__ void hist(const int* in, int n, int* bins, int per) {
    extern __shared__ int s[];
    cg::cluster_group c = cg::this_cluster();
    for (int i = threadIdx.x; i < per; i += blockDim.x) s[i] = 0;
    c.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i] % BINS;
        int rank = b / per;
        int* d = c.map_shared_rank(s, rank);
        atomicAdd(d + b % per, 1);
    }
    c.sync();
    int* mine = bins + c.block_rank() * per;
    for (int i = threadIdx.x; i < per; i += blockDim.x) atomicAdd(&mine[i], s[i]);
}
__global__ void __cluster_dims__(2, 2, 1) where(int* out) {
    __shared__ int v;
    auto c = cg::this_cluster();
    auto g = cg::this_grid();
    int b = blockIdx.x + gridDim.x * blockIdx.y;
    if (threadIdx.x == 0) v = b * 10;
    c.sync();
    if (threadIdx.x == 0) {
        int* o = out + b * 12;
        for (int r = 0; r < 4; r++) o[r] = *c.map_shared_rank(&v, r);
        o[4] = c.block_rank();
        o[5] = c.num_blocks();
        o[6] = c.block_index().x * 10 + c.block_index().y;
        o[7] = g.cluster_rank();
        o[8] = g.num_clusters();
        o[9] = c.thread_rank();
        o[10] = c.num_threads();
        o[11] = c.query_shared_rank(c.map_shared_rank(&v, 3));
    }
    c.sync();
}
int main() {
    const int n = 5000;
    int *in, *bins, *out;
    cudaMallocManaged(&in, n * 4);
    cudaMallocManaged(&bins, BINS * 4);
    cudaMallocManaged(&out, 16 * 12 * 4);
    for (int i = 0; i < n; i++) in[i] = (i * 7919u) % 1009;
    for (int i = 0; i < BINS; i++) bins[i] = 0;
    for (int size : {1, 2, 4, 8}) {
        for (int i = 0; i < BINS; i++) bins[i] = 0;
        cudaLaunchConfig_t cfg = {0};
        cfg.gridDim = 16;
        cfg.blockDim = 64;
        cfg.dynamicSmemBytes = BINS / size * 4;
        cudaLaunchAttribute a[1];
        a[0].id = cudaLaunchAttributeClusterDimension;
        a[0].val.clusterDim.x = size;
        a[0].val.clusterDim.y = 1;
        a[0].val.clusterDim.z = 1;
        cfg.attrs = a;
        cfg.numAttrs = 1;
        cudaError_t e = cudaLaunchKernelEx(&cfg, hist, (const int*)in, n, bins, BINS / size);
        cudaDeviceSynchronize();
        printf("%d %s:", size, cudaGetErrorName(e));
        for (int i = 0; i < BINS; i++) printf(" %d", bins[i]);
        printf("\n");
    }
    where<<<dim3(4, 4), 32>>>(out);
    cudaDeviceSynchronize();
    for (int b = 0; b < 16; b++) {
        for (int k = 0; k < 12; k++) printf("%d ", out[b * 12 + k]);
        printf("\n");
    }
    return 0;
}

// launch: k<<<4, 64>>>(x, y)
// x: int[256] iota    y: int[4] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(const int* x, int* y) {
    __shared__ int sum;
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * 64 + threadIdx.x]);
    cluster.sync();
    int other = *cluster.map_shared_rank(&sum, cluster.block_rank() ^ 1);
    if (threadIdx.x == 0) y[blockIdx.x] = sum + other;
    cluster.sync();
}
// told: nothing

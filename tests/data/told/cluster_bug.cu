// launch: k<<<4, 64>>>(x, y)
// x: int[256] iota    y: int[4] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The second block of a cluster is slow: the first has ended when it reads there.
__global__ void __cluster_dims__(2, 1, 1) k(const int* x, int* y) {
    __shared__ int sum, again[64];
    auto cluster = cg::this_cluster();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[blockIdx.x * 64 + threadIdx.x]);
    cluster.sync();
    if (cluster.block_rank() == 1) {
        for (int i = 0; i < 5000; ++i) {
            again[threadIdx.x] = i;
            __syncthreads();
        }
    }
    int other = *cluster.map_shared_rank(&sum, cluster.block_rank() ^ 1);
    if (threadIdx.x == 0) y[blockIdx.x] = sum + other;
}
// told: shared memory of a block that has ended

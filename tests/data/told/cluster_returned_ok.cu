// launch: k<<<8, 64>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The barrier of a cluster waits for the threads that have not returned.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    if (t >= 32) return;
    s[t] = in[i];
    cluster.sync();
    out[i] = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4)[31 - t];
    cluster.sync();
}
// told: nothing

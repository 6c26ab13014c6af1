// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Without the barrier of each round.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    cluster.sync();
    for (int by = 2; by > 0; by /= 2)
        if (cluster.block_rank() < by)
            s[t] += cluster.map_shared_rank(s, cluster.block_rank() + by)[t];
    cluster.sync();
    if (cluster.block_rank() == 0) out[i] = s[t];
}
// told: race on s\[

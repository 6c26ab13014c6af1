// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The rank of its own block leads to its own words.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    __syncwarp();
    int* own = cluster.map_shared_rank(s, cluster.block_rank());
    own[t ^ 1] += 1;
    __syncwarp();
    out[i] = s[t];
}
// told: nothing

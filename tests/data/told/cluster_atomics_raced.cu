// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Some still add while the block reads.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    cluster.sync();
    for (int rank = 0; rank < 4; ++rank)
        atomicAdd(cluster.map_shared_rank(s, rank) + (t * 5 + rank) % 32, 1);
    __syncthreads();
    out[i] = s[t];
    cluster.sync();
}
// told: race on s\[

// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The arrival stands before the loads: the block that is read may have ended by then.
__global__ void __cluster_dims__(2, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    cluster.sync();
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    out[i] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[31 - t];
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}
// told: ended

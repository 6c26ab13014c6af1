// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Who has come and does not wait may be earlier than the block in whose memory it stores.
__global__ void __cluster_dims__(2, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[t] = in[i];
    cluster.sync();
    out[i] = s[31 - t];
}
// told: may not have begun

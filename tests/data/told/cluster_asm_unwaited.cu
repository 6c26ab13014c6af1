// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Whoever has arrived and does not wait reads what others may not have stored yet.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    out[i] = cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4)[31 - t];
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    cluster.sync();
}
// told: race on s\[\d+\] of block

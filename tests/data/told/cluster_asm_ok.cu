// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// The cluster's barrier as inline assembly: arrive and wait apart, with work between.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
    int own = in[i] * 2;
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    out[i] = own + cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4)[31 - t];
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}
// told: nothing

// launch: k<<<8, 32>>>(in, out)
// in: int[256] iota    out: int[256] zeros
#include <cooperative_groups.h>
#include <utility>
namespace cg = cooperative_groups;
// What a block stores behind its arrival is not before what others do behind their wait.
__global__ void __cluster_dims__(4, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    cluster.sync();
    auto token = cluster.barrier_arrive();
    cluster.map_shared_rank(s, (cluster.block_rank() + 1) % 4)[t] = in[i];
    cluster.barrier_wait(std::move(token));
    out[i] = s[t];
    cluster.sync();
}
// told: race on s\[\d+\] of block

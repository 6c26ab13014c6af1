// only each warp waits for itself
// launch: k<<<2, 64>>>(a, b)
// a: int[128] iota    b: int[4]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const int* a, int* b) {
    __shared__ int part[2];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int v = cg::reduce(warp, a[blockIdx.x * 64 + threadIdx.x], cg::plus<int>());
    if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
    warp.sync();
    if (threadIdx.x == 0) b[blockIdx.x] = part[0] + part[1];
}
// told: race|nobody

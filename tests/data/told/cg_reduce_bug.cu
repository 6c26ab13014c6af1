// launch: k<<<2, 128>>>(x, y)
// x: int[256] iota    y: int[1] zeros
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const int* x, int* y) {
    __shared__ int s[4];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int v = cg::reduce(warp, x[blockIdx.x * 128 + block.thread_rank()], cg::plus<int>());
    if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = v;
    if (block.thread_rank() == 0) atomicAdd(y, s[0] + s[1] + s[2] + s[3]);
}
// told: race on s\[

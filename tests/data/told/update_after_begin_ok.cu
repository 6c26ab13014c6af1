#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
// launch: k<<<1, 128>>>(x, out)
// x: int[128] iota    out: int[1]
namespace cg = cooperative_groups;
__global__ void k(const int* x, int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    __shared__ int count;
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    if (threadIdx.x == 0) {
        sum.store(0, cuda::memory_order_relaxed);
        count = 0;
    }
    block.sync();
    cg::reduce_update_async(tile, sum, x[threadIdx.x], cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(&count, 1);
    block.sync();
    if (threadIdx.x == 0) out[0] = sum.load(cuda::memory_order_relaxed) + count;
}
// told: nothing

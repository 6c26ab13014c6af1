// arrive and wait of cuda::barrier
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
// launch: k<<<1, 64>>>(in, out)
// in: int[256] iota    out: int[64]
__global__ void k(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    int t = threadIdx.x, sum = 0;
    for (int r = 0; r < 4; ++r) {
        s[t] = in[r * 64 + t];
        bar.arrive_and_wait();
        sum += s[63 - t];
        bar.arrive_and_wait();
    }
    out[t] = sum;
}
// told: nothing

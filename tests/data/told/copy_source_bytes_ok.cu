#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
// launch: k<<<1, 32>>>(x)
// x: char[67] iota
// Less than a word each, in place: they have come when the barrier was waited for.
__global__ void k(char* x) {
    __shared__ char s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, 32);
    block.sync();
    cuda::memcpy_async(block, s, x + 3, 61, bar);
    bar.arrive_and_wait();
    x[3 + threadIdx.x] = s[31 - threadIdx.x];
}
// told: nothing

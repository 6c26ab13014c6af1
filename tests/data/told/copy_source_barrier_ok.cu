#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x)
// x: int[512] iota
// In place, two stages: whoever has waited for the barrier may overwrite what the copy has read.
__global__ void k(int* x) {
    __shared__ alignas(16) int s[2][64];
    __shared__ cuda::barrier<cuda::thread_scope_block> full[2];
    auto block = cg::this_thread_block();
    int t = threadIdx.x;
    if (t < 2) init(&full[t], 64);
    block.sync();
    int* mine = x + blockIdx.x * 256;
    cuda::memcpy_async(block, s[0], mine, cuda::aligned_size_t<16>(256), full[0]);
    for (int k = 0; k < 4; ++k) {
        if (k < 3)
            cuda::memcpy_async(block, s[(k + 1) % 2], mine + (k + 1) * 64,
                               cuda::aligned_size_t<16>(256), full[(k + 1) % 2]);
        full[k % 2].arrive_and_wait();
        mine[k * 64 + t] = s[k % 2][63 - t];
        block.sync();
    }
}
// told: nothing

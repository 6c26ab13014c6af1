#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x, y)
// x: float[128] iota    y: float[128]
// The group's copy is not waited for before its source is scaled in place.
__global__ void k(float* x, float* y) {
    __shared__ float s[64];
    auto block = cg::this_thread_block();
    float* mine = x + blockIdx.x * 64;
    cg::memcpy_async(block, s, mine, sizeof(float) * 64);
    block.sync();
    mine[63 - threadIdx.x] *= 2.0f;
    cg::wait(block);
    y[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// told: overwrites x\[\d+\] while an asynchronous copy

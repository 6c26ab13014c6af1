#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x, y)
// x: float[128] iota    y: float[128]
__global__ void k(float* x, float* y) {
    __shared__ float s[64];
    auto block = cg::this_thread_block();
    float* mine = x + blockIdx.x * 64;
    cg::memcpy_async(block, s, mine, sizeof(float) * 64);
    cg::wait(block);
    mine[63 - threadIdx.x] *= 2.0f;
    y[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}
// told: nothing

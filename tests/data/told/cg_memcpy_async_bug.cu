#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 32>>>(x, y)
// x: int[64] iota    y: int[64]
__global__ void k(const int* x, int* y) {
    __shared__ int s[32];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, x + blockIdx.x * 32, sizeof(int) * 32);
    y[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
// told: s\[

// a shuffle within the branch that only some lanes of the tile take
// launch: k<<<2, 32>>>(x, y)
// x: float[64] iota    y: int[16]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const float* x, int* y) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = x[i] * 37.f - floorf(x[i] * 37.f / 11.f) * 11.f;
    int at = i;
    for (int d = 2; d > 0; d /= 2) {
        float other = tile.shfl_xor(v, d);
        int o = tile.shfl_xor(at, d);
        if (other > v) {
            v = other;
            at = tile.shfl_xor(at, d);
        }
    }
    if (tile.thread_rank() == 0) y[i / 4] = at;
}
// told: named in the mask

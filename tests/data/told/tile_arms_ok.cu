// tiles of eight lanes synchronise in both arms, and sum up there
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (t % 3 == 0) {
        s[t] = x[i];
        tile.sync();
        y[i] = s[t ^ 7] + tile.shfl_xor(t, 1);
    } else {
        s[t] = -x[i];
        tile.sync();
        y[i] = s[t ^ 7] - tile.shfl_xor(2 * t, 1);
    }
}
// told: nothing

// tiles of 16 exchange with the next tile, but only tile.sync() stands between
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int r = threadIdx.x;
    s[r] = x[blockIdx.x * 64 + r];
    tile.sync();
    y[blockIdx.x * 64 + r] = s[(r + 16) % 64];
}
// told: race on s\[

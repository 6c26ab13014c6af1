#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    int r = block.thread_rank(), base = r / 16 * 16;
    s[r] = x[blockIdx.x * 64 + r];
    tile.sync();
    int v = s[base + (tile.thread_rank() + 1) % tile.size()];
    tile.sync();
    s[r] = v * 2;
    y[blockIdx.x * 64 + r] = s[base + 15 - tile.thread_rank()];
}
// told: race on s\[

// a tile of eight lanes reads one of the next tile's
// launch: k<<<2, 64>>>(x, y)
// x: int[128] iota    y: int[128]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int t = block.thread_rank(), i = blockIdx.x * 64 + t;
    s[t] = x[i];
    tile.sync();
    int base = t / 8 * 8, sum = 0;
    for (int j = 0; j < 9; ++j) sum += s[(base + j) % 64];
    y[i] = sum;
}
// told: race|nobody has written

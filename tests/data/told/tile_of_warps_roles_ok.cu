// launch: k<<<2, 256>>>(in, out)
// in: int[512] iota    out: int[512] zeros
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// Tiles do different things, some of them often.
__global__ void k(const int* in, int* out) {
    __shared__ cg::block_tile_memory<256> room;
    __shared__ int s[256];
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<64>(block);
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = in[i];
    if (tile.meta_group_rank() % 2 == 0) {
        for (int by = 32; by > 0; by /= 2) {
            tile.sync();
            if (tile.thread_rank() < by) s[t] += s[t + by];
        }
    }
    tile.sync();
    out[i] = s[t / 64 * 64] + tile.shfl(t, 5);
}
// told: nothing

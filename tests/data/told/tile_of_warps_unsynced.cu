// launch: k<<<2, 256>>>(in, out)
// in: int[512] iota    out: int[512] zeros
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// The other warp of the tile may not have written yet.
__global__ void k(const int* in, int* out) {
    __shared__ cg::block_tile_memory<256> room;
    __shared__ int s[256];
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<64>(block);
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = in[i];
    out[i] = s[t ^ 32] + tile.thread_rank();
}
// told: race on s\[

// launch: halves<<<2, 64>>>(in, out)
// in: int[128] iota    out: int[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void halves(const int* in, int* out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = in[i];
    tile.sync();
    int* own = &s[tile.meta_group_rank() * 16];
    for (int d = 8; d > 0; d /= 2) {
        int v = tile.thread_rank() < d ? own[tile.thread_rank() + d] : 0;
        tile.sync();
        if (tile.thread_rank() < d) own[tile.thread_rank()] += v;
        tile.sync();
    }
    if (tile.thread_rank() == 0) out[i / 16] = s[(tile.meta_group_rank() ^ 1) * 16];
}
// told: race on s\[

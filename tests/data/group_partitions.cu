#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int nested(cg::thread_block_tile<16> t) {
    return t.meta_group_rank() * 100 + t.meta_group_size();
}
__global__ void k(int* out) {
    auto b = cg::this_thread_block();
    auto w = cg::tiled_partition<32>(b);
    auto t = cg::tiled_partition<8>(w);
    int i = b.thread_rank();
    int* o = out + i * 16;
    o[0] = w.meta_group_rank() * 100 + w.meta_group_size();
    o[1] = t.meta_group_rank() * 100 + t.meta_group_size();
    o[2] = nested(cg::tiled_partition<16>(w));
    o[3] = t.match_any(i % 3);
    int p;
    o[4] = t.match_all(i / 8, p) * 10 + p;
    auto l = cg::labeled_partition(w, i % 5);
    o[5] = l.meta_group_rank() * 1000 + l.meta_group_size() * 100 + l.thread_rank();
    auto q = cg::binary_partition(t, i % 4 == 1);
    o[6] = q.meta_group_rank() * 1000 + q.meta_group_size() * 100 + q.size();
    if (i % 3 == 0) {
        auto a = cg::coalesced_threads();
        o[7] = a.meta_group_rank() * 1000 + a.meta_group_size() * 100 + a.thread_rank();
        o[8] = a.match_any(i % 2);
        auto s = cg::tiled_partition(a, 4);
        o[9] = s.meta_group_rank() * 1000 + s.meta_group_size() * 100 + s.thread_rank() * 10 +
               s.size();
        o[10] = a.ballot(i % 2);
    }
    o[11] = cg::thread_rank(t) * 100 + cg::group_size(w);
    o[12] = cg::this_thread().size();
    o[13] = 1;
    o[14] = cg::invoke_one_broadcast(t, [&] { return i; });
    o[15] = cg::this_grid().thread_rank();
}
int main() {
    int* d;
    cudaMallocManaged(&d, 64 * 16 * 4);
    cudaMemset(d, 0, 64 * 16 * 4);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) {
        for (int j = 0; j < 16; j++) printf("%d ", d[i * 16 + j]);
        printf("\n");
    }
    return 0;
}

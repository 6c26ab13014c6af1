// What any, all, ballot, match_any, match_all and shuffles answer in tiles and in a branch.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Votes {
    int any, all, predicate;
    unsigned ballot, same, equal;
    int up, down, rotated, inBranch;
};

__global__ void vote(const int* in, Votes* out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(cg::tiled_partition<32>(block));
    int i = block.thread_rank(), v = in[i];
    Votes r;
    r.any = tile.any(v > 7);
    r.all = tile.all(v > 1);
    r.ballot = tile.ballot(v % 2 == 0);
    r.same = tile.match_any(v % 3);
    r.equal = tile.match_all(v / 100, r.predicate);
    r.up = tile.shfl_up(v, 2);
    r.down = tile.shfl_down(v, 3);
    r.rotated = tile.shfl(v, tile.thread_rank() + 1);
    r.inBranch = -1;
    if (v % 3 != 1) {
        auto some = cg::coalesced_threads();
        int next = some.shfl(v, (some.thread_rank() + 1) % some.size());
        r.inBranch = some.ballot(v > 5) * 16 + next;
    }
    out[i] = r;
}

int main() {
    const int n = 64;
    int* in;
    Votes* out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(Votes));
    for (int i = 0; i < n; i++) in[i] = (i * 5 + i / 8) % 11;
    vote<<<1, dim3(8, 8)>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const Votes& v = out[i];
        printf("%2d: %2d | %d %d %02x %02x %02x %d | %d %d %d | %d\n", i, in[i], v.any, v.all,
               v.ballot, v.same, v.equal, v.predicate, v.up, v.down, v.rotated, v.inBranch);
    }
    return 0;
}

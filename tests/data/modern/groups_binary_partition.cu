// Even and odd values part by binary_partition; each side sums its own, one thread writes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Sides {
    int odd, even, oddCount, evenCount;
};

template <unsigned Size>
__global__ void part(const int* in, Sides* sides, int* ranks, int* ordered) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<Size>(block);
    int i = block.thread_rank(), v = in[i];
    auto side = cg::binary_partition(tile, v % 2 == 1);
    int sum = cg::reduce(side, v, cg::plus<int>());
    Sides& mine = sides[tile.meta_group_rank()];
    cg::invoke_one(side, [&] {
        if (v % 2) {
            mine.odd = sum;
            mine.oddCount = side.size();
        } else {
            mine.even = sum;
            mine.evenCount = side.size();
        }
    });
    ranks[i] = side.thread_rank() * 100 + side.meta_group_rank() * 10 + side.meta_group_size();
    // Odd values first, each side in its order.
    int odds = tile.shfl(v % 2 ? side.size() : 0, __ffs(tile.ballot(v % 2) | 1u << (Size - 1)) - 1);
    int place = (v % 2 ? 0 : odds) + side.thread_rank();
    ordered[tile.meta_group_rank() * Size + place] = v;
}

int main() {
    const int n = 64;
    int *in, *ranks, *ordered;
    Sides* sides;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&ranks, n * sizeof(int));
    cudaMallocManaged(&ordered, n * sizeof(int));
    cudaMallocManaged(&sides, 8 * sizeof(Sides));
    for (int i = 0; i < n; i++) in[i] = (i * i + i / 3) % 50;
    for (int s = 0; s < 8; s++) sides[s] = {0, 0, 0, 0};
    part<16><<<1, n>>>(in, sides, ranks, ordered);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int t = 0; t < 4; t++) {
        int odd = 0, even = 0, place = 0;
        for (int i = t * 16; i < t * 16 + 16; i++) (in[i] % 2 ? odd : even) += in[i];
        for (int i = t * 16; i < t * 16 + 16; i++) {
            if (in[i] % 2) wrong += ordered[t * 16 + place++] != in[i];
        }
        wrong += odd != sides[t].odd || even != sides[t].even;
        printf("%d %d %d %d\n", sides[t].odd, sides[t].oddCount, sides[t].even, sides[t].evenCount);
    }
    for (int i = 0; i < n; i++) printf("%d:%d%c", ordered[i], ranks[i], i % 8 == 7 ? '\n' : ' ');
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

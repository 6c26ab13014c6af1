// Inclusive and exclusive scans and reductions of tiles, by several operators.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Row {
    int inclusive, exclusive, maximum, product, least, bits, odd;
};

__global__ void scans(const int* in, Row* rows) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int v = in[threadIdx.x];
    Row row;
    row.inclusive = cg::inclusive_scan(tile, v);
    row.exclusive = cg::exclusive_scan(tile, v);
    row.maximum = cg::inclusive_scan(tile, v, cg::greater<int>());
    row.product = cg::inclusive_scan(tile, v, [](int a, int b) { return (a * b) % 10007; });
    row.least = cg::reduce(tile, v, cg::less<int>());
    row.bits =
        cg::reduce(tile, v, cg::bit_xor<int>()) * 100 + cg::reduce(tile, v & 31, cg::bit_or<int>());
    row.odd = -1;
    if (v & 1) {
        auto odd = cg::coalesced_threads();
        row.odd = cg::exclusive_scan(odd, v, cg::plus<int>()) * 1000 +
                  cg::reduce(odd, v, cg::plus<int>());
    }
    rows[threadIdx.x] = row;
}

int main() {
    int* in;
    Row* rows;
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&rows, 64 * sizeof(Row));
    for (int i = 0; i < 64; i++) in[i] = (i * 29 + 5) % 41 + 1;
    scans<<<1, 64>>>(in, rows);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    bool ok = true;
    for (int i = 0, sum = 0; i < 64; i++) {
        if (i % 16 == 0) sum = 0;
        ok = ok && rows[i].exclusive == sum;
        sum += in[i];
        ok = ok && rows[i].inclusive == sum;
        const Row& r = rows[i];
        printf("%2d: %2d %d %d %d %d %d %d %d\n", i, in[i], r.inclusive, r.exclusive, r.maximum,
               r.product, r.least, r.bits, r.odd);
    }
    printf("sums %s\n", ok ? "ok" : "wrong");
    return 0;
}

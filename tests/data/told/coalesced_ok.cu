#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(x, out, count)
// x: int[128] iota    out: int[128]    count: int[1] zeros
__global__ void k(const int* x, int* out, int* count) {
    int v = x[blockIdx.x * 64 + threadIdx.x];
    if (v % 3 == 0) {
        cg::coalesced_group g = cg::coalesced_threads();
        int base;
        if (g.thread_rank() == 0) base = atomicAdd(count, g.size());
        out[g.shfl(base, 0) + g.thread_rank()] = v;
    }
}
// told: nothing

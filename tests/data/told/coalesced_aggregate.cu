// the leader of those who are there adds for them
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<2, 64>>>(in, out, n)
// in: int[128] random:8    out: int[128] zeros    n: int[1] zeros
__global__ void k(const int* in, int* out, int* n) {
    int v = in[blockIdx.x * 64 + threadIdx.x];
    if (v % 2) {
        auto g = cg::coalesced_threads();
        int at = 0;
        if (g.thread_rank() == 0) at = atomicAdd(n, g.size());
        at = g.shfl(at, 0) + g.thread_rank();
        out[at] = v;
    }
}
// told: nothing

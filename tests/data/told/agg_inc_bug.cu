// the shuffle names all lanes, whoever came
// launch: k<<<2, 64>>>(x, counter, at)
// x: int[128] iota    counter: int[1] zeros    at: int[128] zeros
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int inc(int* counter) {
    auto g = cg::coalesced_threads();
    int first = 0;
    if (g.thread_rank() == 0) first = atomicAdd(counter, g.size());
    return __shfl_sync(0xffffffff, first, __ffs(__activemask()) - 1) + g.thread_rank();
}
__global__ void k(const int* x, int* counter, int* at) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (x[i] % 5 < 2) at[inc(counter)] = i;
}
// told: named in the mask

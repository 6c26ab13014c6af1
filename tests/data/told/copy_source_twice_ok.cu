#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
// launch: k<<<1, 32>>>(x, y)
// x: int[64] iota    y: int[32]
// Two copies to one place, of which the second one counts; both have come behind the wait.
__global__ void k(int* x, int* y) {
    __shared__ int s[32];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int t = threadIdx.x;
    if (t == 0) init(&bar, 32);
    __syncthreads();
    cuda::memcpy_async(&s[t], &x[t], sizeof(int), bar);
    cuda::memcpy_async(&s[t], &x[t], sizeof(int), bar);
    bar.arrive_and_wait();
    x[t ^ 1] = -1;
    y[t] = s[t ^ 1];
}
// told: nothing

#include <cuda_pipeline.h>
// launch: k<<<1, 64>>>(x, out)
// x: int[32] iota    out: int[32]
// One warp copies and says so by a flag before it has waited; the other one overwrites what was
// copied then.
__global__ void k(int* x, int* out) {
    __shared__ int s[32];
    __shared__ volatile int done;
    int t = threadIdx.x;
    if (t == 0) done = 0;
    __syncthreads();
    if (t < 32) {
        __pipeline_memcpy_async(&s[t], &x[t], 4);
        __pipeline_commit();
        __threadfence_block();
        __syncwarp();
        if (t == 0) done = 1;
        __pipeline_wait_prior(0);
        out[t] = s[t];
    } else {
        while (done == 0) {
        }
        __threadfence_block();
        x[t - 32] = -1;
    }
}
// told: overwrites x\[\d+\] while an asynchronous copy

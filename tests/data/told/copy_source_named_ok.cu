#include <cuda_pipeline.h>
// launch: k<<<1, 96>>>(x, out)
// x: int[32] iota    out: int[32]
// The copying warp and the writing one meet at a barrier of their own.
__global__ void k(int* x, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        __pipeline_memcpy_async(&s[t], &x[t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = s[t];
    } else if (t < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        atomicAdd(&x[t - 32], 3);
    }
}
// told: nothing

#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(x)
// x: int[128] iota
// One warp copies for all; all change it behind the barrier, three times.
__global__ void k(int* x) {
    __shared__ int4 s[16];
    int t = threadIdx.x;
    int* m = x + blockIdx.x * 64;
    for (int r = 0; r < 3; ++r) {
        if (t < 16) {
            __pipeline_memcpy_async(&s[t], m + 4 * t, 16);
            __pipeline_commit();
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        m[t] = ((int*)s)[63 - t] + 1;
        __syncthreads();
    }
}
// told: nothing

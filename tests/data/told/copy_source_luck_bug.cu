#include <cuda_pipeline.h>
// launch: k<<<2, 128>>>(x, out)
// x: int[256] iota    out: int[256]
// Whether the wait comes first is a matter of luck.
__global__ void k(int* x, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    __pipeline_memcpy_async(&s[t], &x[i], 4);
    __pipeline_commit();
    __syncthreads();
    if (t < 64)
        __pipeline_wait_prior(0);
    else
        x[blockIdx.x * 128 + t - 64] = 0;
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = s[127 - t];
}
// told: overwrites x\[\d+\] while an asynchronous copy

#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(x, out)
// x: int[128] iota    out: int[128]
// What the copy reads is overwritten by the same thread behind its wait.
__global__ void k(int* x, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    __pipeline_memcpy_async(&s[t], &x[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    x[i] = 0;
    __syncthreads();
    out[i] = s[63 - t];
}
// told: nothing

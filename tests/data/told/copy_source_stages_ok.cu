#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(x)
// x: float[1024] iota
__global__ void k(float* x) {
    __shared__ float s[3][64];
    int t = threadIdx.x;
    float* m = x + blockIdx.x * 512;
    for (int p = 0; p < 2; ++p) {
        __pipeline_memcpy_async(&s[p][t], m + p * 64 + t, 4);
        __pipeline_commit();
    }
    for (int k = 0; k < 8; ++k) {
        if (k + 2 < 8) __pipeline_memcpy_async(&s[(k + 2) % 3][t], m + (k + 2) * 64 + t, 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        m[k * 64 + 63 - t] = s[k % 3][t] * 2;
    }
}
// told: nothing

// no group in the last rounds: waiting for all but two waits for too few
// launch: k<<<2, 32>>>(x, y)
// x: int[512] iota    y: int[64]
#include <cuda_pipeline.h>
__global__ void k(const int* x, int* y) {
    __shared__ int buf[3][32];
    int t = threadIdx.x, sum = 0;
    const int* from = x + blockIdx.x * 256;
    for (int s = 0; s < 2; ++s) {
        __pipeline_memcpy_async(&buf[s][t], &from[s * 32 + t], 4);
        __pipeline_commit();
    }
    for (int s = 0; s < 8; ++s) {
        if (s + 2 < 8) {
            __pipeline_memcpy_async(&buf[(s + 2) % 3][t], &from[(s + 2) * 32 + t], 4);
            __pipeline_commit();
        }
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += buf[s % 3][31 - t];
        __syncthreads();
    }
    y[blockIdx.x * 32 + t] = sum;
}
// told: buf

#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(x, out)
// x: int[128] iota    out: int[128]
// __syncwarp() behind the wait keeps the lanes of a warp apart; x is changed by another lane of it.
__global__ void k(int* x, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    for (int round = 0; round < 3; ++round) {
        __pipeline_memcpy_async(&s[t], &x[i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp();
        x[i ^ 1] = s[t ^ 5] + round;
        __syncwarp();
    }
    out[i] = s[t];
}
// told: nothing

#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(x, out)
// x: int[128] iota    out: int[128]
// __syncwarp() before the wait keeps nobody apart from the copies.
__global__ void k(int* x, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    for (int round = 0; round < 3; ++round) {
        __pipeline_memcpy_async(&s[t], &x[i], 4);
        __pipeline_commit();
        __syncwarp();
        x[i ^ 1] = round;
        __pipeline_wait_prior(0);
        __syncwarp();
    }
    out[i] = s[t];
}
// told: overwrites x\[\d+\] while an asynchronous copy

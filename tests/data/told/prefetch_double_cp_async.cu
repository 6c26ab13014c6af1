// two stages, each waited for
#include <cuda_pipeline.h>
// launch: k<<<1, 32>>>(in, out)
// in: int[160] iota    out: int[32]
__global__ void k(const int* in, int* out) {
    __shared__ int s[2][32];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    for (int r = 0; r < 5; ++r) {
        if (r < 4) __pipeline_memcpy_async(&s[(r + 1) & 1][t], &in[(r + 1) * 32 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[r & 1][31 - t];
        __syncthreads();
    }
    out[t] = sum;
}
// told: nothing

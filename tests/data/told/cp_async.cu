// a copy is waited for, and then a barrier
#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(in, out)
// in: int[128] iota    out: int[128]
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[blockIdx.x * 64 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}
// told: nothing

// the next copy does not wait for who still reads
// launch: k<<<2, 64>>>(a, b, 6)
// a: float[768] iota    b: float[768]
#include <cuda_pipeline.h>
__global__ void k(const float* a, float* b, int tiles) {
    __shared__ float buf[2][64];
    int t = threadIdx.x;
    const float* src = a + blockIdx.x * tiles * 64;
    float* dst = b + blockIdx.x * tiles * 64;
    __pipeline_memcpy_async(&buf[0][t], &src[t], sizeof(float));
    __pipeline_commit();
    for (int i = 0; i < tiles; ++i) {
        if (i + 1 < tiles)
            __pipeline_memcpy_async(&buf[(i + 1) & 1][t], &src[(i + 1) * 64 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        dst[i * 64 + t] = buf[i & 1][63 - t] * 2;
    }
}
// told:  race on

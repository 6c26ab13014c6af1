// The tile that is read is filled again at once.
#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(in, out, 8)
// in: int[1024] iota    out: int[128]
// Three tiles in flight; each thread reads what its neighbour copied.
__global__ void k(const int* in, int* out, int tiles) {
    __shared__ int s[3][64];
    int t = threadIdx.x, sum = 0;
    const int* mine = in + blockIdx.x * 64 * tiles;
    for (int i = 0; i < 2; i++) {
        __pipeline_memcpy_async(&s[i][t], &mine[i * 64 + t], 4);
        __pipeline_commit();
    }
    for (int i = 0; i < tiles; i++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[i % 3][(t + 5) % 64];
        if (i + 3 < tiles) __pipeline_memcpy_async(&s[i % 3][t], &mine[(i + 3) * 64 + t], 4);
        __pipeline_commit();
    }
    out[blockIdx.x * 64 + t] = sum;
}
// told: race on s|copy

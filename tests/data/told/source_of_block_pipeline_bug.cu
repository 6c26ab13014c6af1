// It says that it has copied before it has waited.
#include <cuda_pipeline.h>

__device__ int copied;
__global__ void k(int* x, int* out) {
    __shared__ alignas(16) int s[32];
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        __pipeline_memcpy_async(&s[t], &x[t], 4);
        __pipeline_commit();
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&copied, 1);
        }
        __pipeline_wait_prior(0);
        __syncthreads();
        out[t] = s[31 - t];
    } else {
        if (t == 0) {
            while (atomicAdd(&copied, 0) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        x[t] = -1;
    }
}

int main() {
    int *x, *out, h[32], got[32];
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, sizeof got);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 32>>>(x, out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[0] != 31;
}
// told: overwrites x\[\d+\] while an asynchronous copy

#include <cuda_runtime.h>
__global__ void relay(float* pair, volatile int* ready, float* out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t == 5) {
            pair[0] = 1.5f;
            pair[1] = 2.5f;
            __threadfence();
            *ready = 1;
        }
        return;
    }
    if (t == 0) {
        while (*ready == 0) {
        }
        __threadfence();
    }
    __syncthreads();
    out[(blockIdx.x - 1) * blockDim.x + t] = pair[t % 2];
}
int main() {
    float *p, *o;
    int* r;
    cudaMalloc(&p, 2 * sizeof(float));
    cudaMalloc(&o, 3 * 64 * sizeof(float));
    cudaMalloc(&r, sizeof(int));
    cudaMemset(r, 0, sizeof(int));
    relay<<<4, 64>>>(p, r, o);
    return cudaDeviceSynchronize();
}
// told: nothing

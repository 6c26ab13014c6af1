#include <cuda_runtime.h>
#define BLOCKS 132
__device__ volatile int step_of[BLOCKS];
__global__ void phases(int* x) {
    int b = blockIdx.x;
    for (int r = 1; r <= 2; r++) {
        x[b * 128 + threadIdx.x] += r;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) step_of[b] = r;
        if (threadIdx.x < BLOCKS) {
            while (step_of[threadIdx.x] < r) {
            }
        }
        __threadfence();
        __syncthreads();
        if (r == 1) x[b * 128 + threadIdx.x] += 0 * x[(b + 1) % BLOCKS * 128];
        __threadfence();
    }
}
int main() {
    int* x;
    cudaMalloc(&x, BLOCKS * 128 * sizeof(int));
    cudaMemset(x, 0, BLOCKS * 128 * sizeof(int));
    phases<<<BLOCKS, 128>>>(x);
    return cudaDeviceSynchronize();
}
// told: x\[

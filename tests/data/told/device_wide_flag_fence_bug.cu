// Block 0 makes a table, the others wait for it.
#include <cstdio>
__device__ float table[64];
__device__ volatile int made;
__global__ void use(float* out) {
    if (blockIdx.x == 0) {
        if (threadIdx.x < 64) table[threadIdx.x] = threadIdx.x * 0.5f;
        __threadfence_block();
        __syncthreads();
        if (threadIdx.x == 0) made = 1;
    } else if (threadIdx.x == 0) {
        while (!made) {
        }
        __threadfence();
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum += table[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main() {
    float *d, h[256];
    cudaMalloc(&d, sizeof h);
    use<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (float x : h)
        if (x != 1008.f) return 1;
    printf("ok\n");
}
// told: table\[.*\]: line

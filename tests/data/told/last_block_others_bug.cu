#include <cuda_runtime.h>
__device__ unsigned int arrived;
__global__ void rows(const int* in, int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    part[i] = in[i] * 2;
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++) sum += part[b * 64 + t];
        out[t] = sum;
    }
}
int main() {
    int *in, *p, *o, h[256];
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&p, sizeof h);
    cudaMalloc(&o, 256);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    rows<<<4, 64>>>(in, p, o);
    return cudaDeviceSynchronize();
}
// told: part\[\d+\]

// A histogram of floats in [0, 1]: 1.0 itself has to go into the last bin.
#include <cstdio>
#define BINS 16
__global__ void hist(const float* x, int n, int* bins) {
    __shared__ int own[BINS];
    if (threadIdx.x < BINS) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int b = (int)(x[i] * BINS);

        atomicAdd(&own[b], 1);
    }
    __syncthreads();
    if (threadIdx.x < BINS) bins[threadIdx.x] = own[threadIdx.x];
}
int main() {
    float h[101], *x;
    int r[BINS], *bins, sum = 0;
    for (int i = 0; i <= 100; ++i) h[i] = i / 100.f;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&bins, sizeof r);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    hist<<<1, 64>>>(x, 101, bins);
    cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
    for (int b : r) sum += b;
    printf("%d\n", sum);
    return sum != 101;
}
// told: own\[16\]

// Two kernels over parts of one array, a weight in constant memory that the host changes between
// them, and a counter of the text's own.
#include <iostream>

__constant__ float weight;
__device__ int visits;

__global__ void scale(float* part, int n) {
    __shared__ float tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? part[i] : 0.0f;
    __syncthreads();
    if (i < n) part[i] = weight * tile[63 - threadIdx.x];
    if (threadIdx.x == 0) atomicAdd(&visits, 1);
}

__global__ void add_halves(const float* low, const float* high, float* sums) {
    sums[threadIdx.x] = low[threadIdx.x] + high[threadIdx.x];
}

int main() {
    const int n = 256;
    float *all, *sums;
    cudaMallocManaged(&all, n * sizeof(float));
    cudaMallocManaged(&sums, 64 * sizeof(float));
    for (int i = 0; i < n; ++i) all[i] = i;
    float w = 2.0f;
    cudaMemcpyToSymbol(weight, &w, sizeof w);
    scale<<<2, 64>>>(all, n / 2);
    w = 3.0f;
    cudaMemcpyToSymbol(weight, &w, sizeof w);
    scale<<<2, 64>>>(all + n / 2, n / 2);
    add_halves<<<1, 64>>>(all + 32, all + n - 64, sums);
    cudaDeviceSynchronize();
    int count;
    cudaMemcpyFromSymbol(&count, visits, sizeof count);
    std::cout << count << " blocks, sums[0] = " << sums[0] << std::endl;
    return 0;
}

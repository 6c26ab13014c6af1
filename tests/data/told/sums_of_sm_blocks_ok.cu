// Two blocks for each multiprocessor go through the array together; each leaves a sum.
#include <cstdio>
#include <cstdlib>

__global__ void sums(const int* in, int* out, int n) {
    __shared__ int s[128];
    int v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
    const int n = 100000;
    int multiprocessors;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    const int blocks = 2 * multiprocessors;
    int *in, *out, *host = (int*)malloc(n * sizeof(int)), total = 0;
    for (int i = 0; i < n; i++) host[i] = i % 3;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    sums<<<blocks, 128>>>(in, out, n);
    cudaMemcpy(host, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++) total += host[i];
    cudaFree(in);
    cudaFree(out);
    free(host);
    return total != 99999;
}
// told: nothing

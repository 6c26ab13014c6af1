// A block for each multiprocessor covers the array on a GPU that has 64 of them or more.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

int main() {
    const int n = 64 * 256;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    int *out, *host = (int*)malloc(n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    fill<<<properties.multiProcessorCount, 256>>>(out, n);
    cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        if (host[i] != i) return 1;
    }
    cudaFree(out);
    free(host);
    return 0;
}
// told: nothing

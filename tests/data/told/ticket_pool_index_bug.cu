// Each block takes work items by an atomic counter until none is left.
#include <cuda_runtime.h>
#include <cstdio>
__device__ int next_item;
__global__ void work(const float* in, float* out, int n) {
    __shared__ int item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(&next_item, blockDim.x);
        __syncthreads();
        int first = item;

        if (first >= n) break;
        int i = first + threadIdx.x;
        if (i < n) out[i] = sqrtf(in[i]);
    }
}
int main() {
    const int n = 1000;
    float h[n], *in, *out;
    for (int i = 0; i < n; ++i) h[i] = float(i) * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    work<<<3, 128>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        if (h[i] != float(i)) {
            printf("wrong at %d\n", i);
            return 1;
        }
    printf("ok\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
// told: item: line .* no .*barrier

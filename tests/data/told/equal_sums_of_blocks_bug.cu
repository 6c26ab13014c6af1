// Two blocks write two sums to one place; the second block hands it on to the first one.
#include <cstdio>

__global__ void add(const int* a, const int* b, int* sum, int* ready, int* out) {
    *sum = *a + *b * (blockIdx.x + 1);
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 1) {
        __threadfence();
        atomicExch(ready, 1);
    } else {
        while (atomicAdd(ready, 0) == 0) {
        }
        __threadfence();
        *out = *sum;
    }
}

int main() {
    int *a, *b, *sum, *ready, *out, two = 2, three = 3, host = 0;
    cudaMalloc(&a, sizeof(int));
    cudaMalloc(&b, sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMalloc(&ready, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(a, &two, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(b, &three, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(ready, 0, sizeof(int));
    add<<<2, 64>>>(a, b, sum, ready, out);
    cudaMemcpy(&host, out, sizeof(int), cudaMemcpyDeviceToHost);
    return host != 5 && host != 8;
}
// told: race on sum\[0\]: both write it in line 5

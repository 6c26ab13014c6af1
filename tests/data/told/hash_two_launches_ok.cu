#include <cuda_runtime.h>
__global__ void insert(int* keys, int* values, const int* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int h = in[i] * 7 % 512;; h = (h + 1) % 512) {
        if (atomicCAS(&keys[h], -1, in[i]) == -1) {
            values[h] = i;
            return;
        }
    }
}
__global__ void find(const int* keys, const int* values, const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int h = in[i] * 7 % 512;; h = (h + 1) % 512) {
        if (keys[h] == in[i]) {
            out[i] = values[h];
            return;
        }
    }
}
int main() {
    const int n = 200;
    int *k, *v, *a, *o, h[n];
    for (int i = 0; i < n; i++) h[i] = i * 3;
    cudaMalloc(&k, 2048);
    cudaMalloc(&v, 2048);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&o, sizeof h);
    cudaMemset(k, 0xff, 2048);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    insert<<<4, 64>>>(k, v, a, n);
    find<<<4, 64>>>(k, v, a, o, n);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    return h[5] == 5 ? 0 : 1;
}
// told: nothing

#include <cuda_runtime.h>
#include <cstdio>
struct Bucket {
    int lock;
    int count;
    long long sum;
};
__global__ void put(Bucket* b, const int* key, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Bucket* mine = &b[key[i] % 4];
    bool done = false;
    while (!done) {
        if (atomicCAS(&mine->lock, 0, 1) == 0) {
            __threadfence();
            mine->count = mine->count + 1;
            mine->sum += key[i];
            __threadfence();
            atomicExch(&mine->lock, 0);
            done = true;
        }
    }
}
int main() {
    const int n = 192;
    int h[n], *k;
    Bucket *b, r[4];
    for (int i = 0; i < n; i++) h[i] = i * 5;
    cudaMalloc(&k, sizeof h);
    cudaMalloc(&b, sizeof r);
    cudaMemset(b, 0, sizeof r);
    cudaMemcpy(k, h, sizeof h, cudaMemcpyHostToDevice);
    put<<<3, 64>>>(b, k, n);
    cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0].count + r[1].count + r[2].count + r[3].count);
    return 0;
}
// told: nothing

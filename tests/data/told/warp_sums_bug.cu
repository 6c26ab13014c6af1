#include <cuda_runtime.h>
#include <cstdio>
__inline__ __device__ int warpReduce(int v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}
__global__ void blockSum(const int* x, int* y, int n) {
    __shared__ int part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    int v = i < n ? x[i] : 0;
    v = warpReduce(v);
    if (lane == 0) part[wid] = v;
    v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
    if (wid == 0) v = warpReduce(v);
    if (threadIdx.x == 0) atomicAdd(y, v);
}
int main() {
    const int n = 1000;
    int h[n], s = 0, *x, *y, r;
    for (int i = 0; i < n; ++i) {
        h[i] = i % 7;
        s += h[i];
    }
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&y, sizeof(int));
    cudaMemcpy(x, h, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(y, 0, sizeof(int));
    blockSum<<<(n + 255) / 256, 256>>>(x, y, n);
    cudaMemcpy(&r, y, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", r, s);
    cudaFree(x);
    cudaFree(y);
    return r != s;
}
// told: race on part\[

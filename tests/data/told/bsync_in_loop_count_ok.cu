#include <cstdio>
__global__ void k(int* out) {
    __shared__ int rounds;
    if (threadIdx.x == 0) rounds = 4;
    __syncthreads();
    int sum = 0;
    while (true) {
        int r = rounds;
        __syncthreads();
        if (r == 0) break;
        sum += r;
        if (threadIdx.x == 0) rounds = r - 1;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *o, h[64];
    cudaMalloc(&o, 256);
    k<<<1, 64>>>(o);
    cudaMemcpy(h, o, 256, cudaMemcpyDeviceToHost);
    return h[63] != 10;
}
// told: nothing

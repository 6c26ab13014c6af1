// Warp 0 hands a value to warp 1 by a flag in shared memory.
#include <cstdio>
__global__ void hand(int* out) {
    __shared__ int value;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 42;

        ready = 1;
    }
    if (threadIdx.x == 32) {
        while (ready == 0) {
        }

        out[0] = value;
    }
}
int main() {
    int *d, h = 0;
    cudaMalloc(&d, 4);
    hand<<<1, 64>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    return h != 42;
}
// told: value: line

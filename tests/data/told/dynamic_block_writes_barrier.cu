// all threads' stores come before the barrier, the launch behind it
#include <cstdio>
__global__ void child(int* x) {
    x[threadIdx.x] += 1;
}
__global__ void parent(int* x) {
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) child<<<1, 64>>>(x);
}
int main() {
    int *a, h[64];
    cudaMalloc(&a, sizeof h);
    parent<<<1, 64>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
    cudaFree(a);
}
// told: nothing

// A kernel for a block of 1024 threads by 2.
#include <cstdio>
__global__ void fill(int* x) {
    x[threadIdx.y * blockDim.x + threadIdx.x] = 1;
}
int main() {
    int *d, h[2048], sum = 0;
    cudaMalloc(&d, sizeof h);
    fill<<<1, dim3(1024, 2)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h) sum += x;
    printf("%d\n", sum);
    return 0;
}
// told: is not launched

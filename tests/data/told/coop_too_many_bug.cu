#include <cooperative_groups.h>
__global__ void k(int* a, int* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i;
    cooperative_groups::this_grid().sync();
    b[i] = a[n - 1 - i];
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 2000 * 256 * sizeof(int));
    cudaMalloc(&b, 2000 * 256 * sizeof(int));
    void* args[] = {&a, &b};
    if (cudaLaunchCooperativeKernel((void*)k, 2000, 256, args) != cudaSuccess) return 1;
    return cudaDeviceSynchronize();
}
// told: is not launched: its 2000 blocks

// parents and children count atomically
#include <cstdio>
__global__ void child(int* n) {
    atomicAdd(n, 1);
}
__global__ void parent(int* n) {
    atomicAdd(n, 1);
    child<<<1, 2>>>(n);
}
int main() {
    int *n, h;
    cudaMalloc(&n, 4);
    cudaMemset(n, 0, 4);
    parent<<<2, 8>>>(n);
    cudaMemcpy(&h, n, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(n);
}
// told: nothing

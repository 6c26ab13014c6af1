#include <cuda_runtime.h>
__global__ void add(int* x, int by) {
    x[threadIdx.x] += by;
}
int main() {
    int* x;
    cudaMallocManaged(&x, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) x[i] = i;
    for (int r = 0; r < 3; r++) {
        add<<<1, 64>>>(x, r);
        cudaDeviceSynchronize();
        x[r] = 0;
    }
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += x[i];
    cudaFree(x);
    return sum > 0 ? 0 : 1;
}
// told: nothing

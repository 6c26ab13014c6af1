#include <cstdlib>
__global__ void fill(int* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
    int *x, h[256];
    cudaMallocManaged(&x, 1024);
    fill<<<4, 64>>>(x);
    cudaMemcpy(h, x, 1024, cudaMemcpyDefault);
    return h[5] != 1 || x[6] != 1;
}
// told: nothing

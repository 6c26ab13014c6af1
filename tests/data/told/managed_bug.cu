#include <cstdio>
__global__ void twice(int* x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        x[i] *= 2;
}
int main() {
    int *x, n = 300;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; ++i) x[i] = i;
    twice<<<2, 64>>>(x, n);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += x[i] != 2 * i;
    cudaFree(x);
    return bad;
}
// told: may not have written

// main waits before it reads
#include <cstdio>
__global__ void sq(int* x) {
    x[threadIdx.x] *= x[threadIdx.x];
}
int main() {
    int* x;
    cudaMallocManaged(&x, 32 * sizeof(int));
    for (int r = 0; r < 3; ++r) {
        for (int i = 0; i < 32; ++i) x[i] = i;
        sq<<<1, 32>>>(x);
        cudaDeviceSynchronize();
        int s = 0;
        for (int i = 0; i < 32; ++i) s += x[i];
        printf("%d\n", s);
    }
    cudaFree(x);
}
// told: nothing

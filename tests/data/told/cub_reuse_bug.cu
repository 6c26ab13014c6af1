#include <cstdio>
#include <cub/cub.cuh>
__global__ void k(const int* x, int* y) {
    typedef cub::BlockReduce<int, 64> Reduce;
    __shared__ typename Reduce::TempStorage temp;
    int a = Reduce(temp).Sum(x[threadIdx.x]);
    int b = Reduce(temp).Reduce(x[threadIdx.x], cub::Max());
    if (threadIdx.x == 0) {
        y[0] = a;
        y[1] = b;
    }
}
int main() {
    int h[64], *x, *y;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 8);
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMemcpy(x, h, 256, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(x, y);
    cudaMemcpy(h, y, 8, cudaMemcpyDeviceToHost);
    return h[0] != 2016 || h[1] != 63;
}
// told: race on

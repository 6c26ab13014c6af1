// Two block scans with one temporary storage.
#include <cstdio>
#include <cub/cub.cuh>
__global__ void k(int* a, int* b) {
    typedef cub::BlockScan<int, 128> Scan;
    __shared__ typename Scan::TempStorage temp;
    int x = a[threadIdx.x], y = b[threadIdx.x];
    Scan(temp).InclusiveSum(x, x);
    __syncthreads();
    Scan(temp).InclusiveSum(y, y);
    a[threadIdx.x] = x;
    b[threadIdx.x] = y;
}
int main() {
    int h[128], *a, *b;
    for (int& x : h) x = 1;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 128>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i)
        if (h[i] != i + 1) return 1;
    printf("ok\n");
}
// told: nothing

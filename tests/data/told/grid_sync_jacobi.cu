// grid.sync() between the halves of a round
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(float* a, float* b, int n) {
    cg::grid_group g = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < 4; ++r) {
        if (i > 0 && i < n - 1)
            b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        else if (i < n)
            b[i] = a[i];
        g.sync();
        float* t = a;
        a = b;
        b = t;
    }
}
int main() {
    int n = 256;
    float *a, *b;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    for (int i = 0; i < n; ++i) a[i] = i % 7, b[i] = 0;
    void* args[] = {&a, &b, &n};
    cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(64), args);
    cudaDeviceSynchronize();
    printf("%g\n", a[100]);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

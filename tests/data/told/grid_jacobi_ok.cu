// two arrays, all blocks meet between
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void jacobi(float* a, float* b, int n, int rounds) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int r = 0; r < rounds; ++r) {
        if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        grid.sync();
        float* t = a;
        a = b;
        b = t;
    }
}
int main() {
    int n = 128, rounds = 3;
    float *a, *b, h[128];
    for (int i = 0; i < n; ++i) h[i] = i * i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    void* args[] = {&a, &b, &n, &rounds};
    cudaLaunchCooperativeKernel((void*)jacobi, dim3(4), dim3(32), args, 0, 0);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[5]);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
// told: nothing

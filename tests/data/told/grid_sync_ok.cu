#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* x, int* y, int n) {
    cg::grid_group g = cg::this_grid();
    int i = g.thread_rank();
    if (i < n) x[i] = i;
    g.sync();
    if (i < n) y[i] = x[n - 1 - i];
    g.sync();
    if (i < n) x[i] = y[i] + y[(i + 77) % n];
}
int main() {
    int n = 250, *x, *y, h[250];
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    void* args[] = {&x, &y, &n};
    cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(64), args, 0, 0);
    cudaMemcpy(h, x, n * 4, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    return h[0] != 249 + 172;
}
// told: nothing

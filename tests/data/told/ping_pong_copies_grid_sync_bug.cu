// The wait for the copies stands behind the grid's barrier.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
// Each block copies its tile and its borders out of one array, and stores into the other; then they
// change.
__global__ void k(int* a, int* b, int n, int rounds) {
    __shared__ int s[34];
    auto grid = cg::this_grid();
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    for (int r = 0; r < rounds; r++) {
        int *from = r % 2 == 0 ? a : b, *to = r % 2 == 0 ? b : a;
        __pipeline_memcpy_async(&s[t + 1], &from[i], 4);
        if (t == 0) __pipeline_memcpy_async(&s[0], &from[(i + n - 1) % n], 4);
        if (t == 31) __pipeline_memcpy_async(&s[33], &from[(i + 1) % n], 4);
        __pipeline_commit();
        grid.sync();
        from[i] = r;
        __pipeline_wait_prior(0);
        __syncthreads();
        to[i] = s[t] + s[t + 1] + s[t + 2];
        grid.sync();
    }
}
int main() {
    int *a, *b, n = 128, rounds = 3, h[128], got[128], next[128];
    for (int i = 0; i < n; i++) h[i] = i % 5;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    void* args[] = {&a, &b, &n, &rounds};
    cudaLaunchCooperativeKernel((void*)k, dim3(4), dim3(32), args, 0, 0);
    cudaMemcpy(got, b, sizeof got, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++) next[i] = h[(i + n - 1) % n] + h[i] + h[(i + 1) % n];
        for (int i = 0; i < n; i++) h[i] = next[i];
    }
    for (int i = 0; i < n; i++)
        if (got[i] != h[i]) return 1;
    return 0;
}
// told: while an asynchronous copy

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void normalise(float* x, float* part, int n) {
    cg::grid_group grid = cg::this_grid();
    __shared__ float s[64];
    int t = threadIdx.x;
    float sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += x[i];
    s[t] = sum;
    __syncthreads();
    for (int d = 32; d; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) part[blockIdx.x] = s[0];
    grid.sync();
    if (blockIdx.x == 0 && t == 0) {
        for (int b = 1; b < gridDim.x; b++) part[0] += part[b];
    }
    grid.sync();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) x[i] /= part[0];
}
int main() {
    int n = 1000;
    float *x, *p, h[1000];
    for (int i = 0; i < n; i++) h[i] = i % 5;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&p, 8 * sizeof(float));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    void* args[] = {&x, &p, &n};
    cudaLaunchCooperativeKernel((void*)normalise, dim3(8), dim3(64), args);
    return cudaDeviceSynchronize();
}
// told: nothing

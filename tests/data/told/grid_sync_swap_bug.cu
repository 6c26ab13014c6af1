// A block reads its neighbours' cells of the round before while they store the next ones.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void life(int* a, int* b, int n, int rounds) {
    cg::grid_group g = cg::this_grid();
    int i = g.thread_rank();
    for (int r = 0; r < rounds; r++) {
        a[i] = a[(i + 1) % n] ^ a[(i + n - 1) % n];
        g.sync();
        int* t = a;
        a = b;
        b = t;
    }
}
int main() {
    int n = 128, rounds = 4, h[128], *a, *b;
    for (int i = 0; i < n; i++) h[i] = i == 64;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    void* args[] = {&a, &b, &n, &rounds};
    cudaLaunchCooperativeKernel((void*)life, dim3(4), dim3(32), args, 0, 0);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += h[i];
    return sum != 2;
}
// told: race on a\[\d+\]

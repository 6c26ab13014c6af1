#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
// One barrier of the grid, launched with more and more blocks: what an earlier launch counted is
// no matter of a later one.
__global__ void shift(int* a) {
    auto grid = cg::this_grid();
    int i = grid.thread_rank();
    int next = a[(i + 1) % grid.size()];
    grid.sync();
    a[i] = next + 1;
}
__global__ void halves(int* a) {
    auto grid = cg::this_grid();
    int i = grid.thread_rank();
    a[i] = i;
    auto token = grid.barrier_arrive();
    int own = i * 3;
    grid.barrier_wait(static_cast<cg::grid_group::arrival_token&&>(token));
    int other = a[(i + 32) % grid.size()];
    grid.sync();
    a[i] = other + own;
}
int main() {
    int* a;
    cudaMallocManaged(&a, 4096);
    for (int blocks = 1; blocks <= 7; ++blocks) {
        for (int i = 0; i < blocks * 32; ++i) a[i] = i * i;
        void* args[] = {&a};
        cudaLaunchCooperativeKernel((void*)shift, dim3(blocks), dim3(32), args, 0, 0);
        cudaDeviceSynchronize();
        printf("%d: %d %d %d\n", blocks, a[0], a[17], a[blocks * 32 - 1]);
        cudaLaunchCooperativeKernel((void*)halves, dim3(blocks), dim3(32), args, 0, 0);
        cudaDeviceSynchronize();
        printf("%d: %d %d %d\n", blocks, a[0], a[17], a[blocks * 32 - 1]);
    }
    return 0;
}

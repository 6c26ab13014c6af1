#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    int t = block.thread_rank();
    s[t] = x[t];
    cg::sync(block);
    y[t] = s[63 - t];
}
int main() {
    int h[64], *x, *y;
    cudaMalloc(&x, 256);
    cudaMalloc(&y, 256);
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMemcpy(x, h, 256, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(x, y);
    cudaMemcpy(h, y, 256, cudaMemcpyDeviceToHost);
    return h[0] != 63;
}
// told: nothing

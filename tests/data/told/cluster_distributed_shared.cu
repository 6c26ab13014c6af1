// cluster.sync() before and after another block's words are read
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) k(const int* in, int* out) {
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    int i = blockIdx.x * 32 + threadIdx.x;
    s[threadIdx.x] = in[i];
    c.sync();
    int* other = c.map_shared_rank(s, c.block_rank() ^ 1);
    out[i] = other[31 - threadIdx.x];
    c.sync();
}
int main() {
    int h[128], *a, *b;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<4, 32>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

// Only odd lanes take part; they sum among themselves.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int reduce(cg::thread_block_tile<32> g, int v) {
    for (int d = 8; d > 0; d /= 2) v += g.shfl_down(v, d);
    return v;
}
__global__ void k(const int* in, int* out) {
    int t = threadIdx.x;
    if (t % 2 == 1) {
        cg::thread_block_tile<32> g = cg::tiled_partition<32>(cg::this_thread_block());
        int sum = reduce(g, in[t]);
        if (g.thread_rank() == 1) out[0] = sum;
    }
}
int main() {
    int h[32], r, *in, *out;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemset(out, 0, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 256;
}
// told: named in the mask

// tile.sync between the halves
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int base = threadIdx.x / 16 * 16, r = tile.thread_rank();
    s[threadIdx.x] = in[threadIdx.x];
    tile.sync();
    for (int d = 8; d > 0; d /= 2) {
        if (r < d) s[base + r] += s[base + r + d];
        tile.sync();
    }
    if (r == 0) out[threadIdx.x / 16] = s[base];
}
int main() {
    int h[64], o[4], *a, *b;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof o);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(a, b);
    cudaMemcpy(o, b, sizeof o, cudaMemcpyDeviceToHost);
    printf("%d %d\n", o[0], o[3]);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

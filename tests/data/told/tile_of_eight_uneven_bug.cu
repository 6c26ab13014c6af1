// Tiles of 8 lanes, each with a number of rounds of its own; they synchronise among themselves.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int* length, const int* in, int* out) {
    __shared__ int s[64];
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x, g = t / 8, r = tile.thread_rank(), sum = 0;
    for (int i = 0; i < length[g]; ++i) {
        s[t] = in[g * 64 + i * 8 + r];
        tile.sync();
        sum += s[g * 8 + (r + 1) % 8];
    }
    out[t] = sum;
}
int main() {
    int length[8], h[512], r[64], *dl, *in, *out;
    for (int i = 0; i < 8; ++i) length[i] = i % 4 + 2;
    for (int i = 0; i < 512; ++i) h[i] = i % 10;
    cudaMalloc(&dl, sizeof length);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(dl, length, sizeof length, cudaMemcpyHostToDevice);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(dl, in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[5]);
    return 0;
}
// told: race on s\[

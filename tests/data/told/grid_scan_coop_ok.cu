// a scan over blocks in one cooperative launch
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
__global__ void scan(const int* in, int* out, int* sums, int n) {
    __shared__ int s[64];
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? in[i] : 0;
    block.sync();
    for (int d = 1; d < 64; d <<= 1) {
        int v = t >= d ? s[t - d] : 0;
        block.sync();
        s[t] += v;
        block.sync();
    }
    if (t == 63) sums[blockIdx.x] = s[63];
    grid.sync();
    int before = 0;
    for (int b = 0; b < blockIdx.x; ++b) before += sums[b];
    if (i < n) out[i] = s[t] + before;
}
int main() {
    int n = 250;
    std::vector<int> h(n, 1);
    int *in, *out, *sums;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMalloc(&sums, 16);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    void* args[] = {&in, &out, &sums, &n};
    cudaLaunchCooperativeKernel((void*)scan, 4, 64, args);
    cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        if (h[i] != i + 1) {
            printf("%d\n", i);
            return 1;
        }
    cudaFree(in);
    cudaFree(out);
    cudaFree(sums);
    return 0;
}
// told: nothing

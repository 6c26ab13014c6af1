#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// A histogram whose bins lie in the blocks of a cluster.
__global__ void __cluster_dims__(2, 1, 1) k(const int* in, int* out, int n) {
    __shared__ int bins[16];
    auto cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int bin = in[i] % 32;
        atomicAdd(cluster.map_shared_rank(&bins[bin % 16], bin / 16), 1);
    }
    cluster.sync();
    if (t < 16) atomicAdd(&out[cluster.block_rank() * 16 + t], bins[t]);
}
int main() {
    int *in, *out, h[512], got[32];
    for (int i = 0; i < 512; i++) h[i] = i * 7;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof got);
    cudaMemset(out, 0, sizeof got);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<4, 64>>>(in, out, 512);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        if (got[i] != 16) return 1;
    return 0;
}
// told: nothing

// A stencil whose blocks read the edges of their neighbours from distributed shared memory.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int kWidth = 32;

__global__ void stencil(const int* in, int* out, int rounds) {
    __shared__ int cells[2][kWidth];
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), count = cluster.num_blocks();
    int x = threadIdx.x, now = 0;
    cells[0][x] = in[blockIdx.x * kWidth + x];
    cluster.sync();
    for (int r = 0; r < rounds; r++) {
        const int* leftCells = cluster.map_shared_rank(cells[now], (rank + count - 1) % count);
        const int* rightCells = cluster.map_shared_rank(cells[now], (rank + 1) % count);
        int left = x > 0 ? cells[now][x - 1] : leftCells[kWidth - 1];
        int right = x < kWidth - 1 ? cells[now][x + 1] : rightCells[0];
        cells[1 - now][x] = (left + 3 * cells[now][x] + right) & 0xffff;
        now = 1 - now;
        cluster.sync();
    }
    out[blockIdx.x * kWidth + x] = cells[now][x];
}

int main() {
    const int clusterSize = 4, blocks = 8, n = blocks * kWidth, ring = clusterSize * kWidth;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = (i * 31 + 7) % 101;

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(kWidth);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = clusterSize;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, stencil, (const int*)in, out, 5)));
    cudaDeviceSynchronize();

    int a[ring], b[ring], wrong = 0;
    for (int c = 0; c < n / ring; c++) {
        for (int i = 0; i < ring; i++) a[i] = in[c * ring + i];
        for (int r = 0; r < 5; r++) {
            for (int i = 0; i < ring; i++) {
                b[i] = (a[(i + ring - 1) % ring] + 3 * a[i] + a[(i + 1) % ring]) & 0xffff;
            }
            for (int i = 0; i < ring; i++) a[i] = b[i];
        }
        for (int i = 0; i < ring; i++) wrong += out[c * ring + i] != a[i];
    }
    for (int i = 0; i < n; i += 15) printf("%d: %d\n", i, out[i]);
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

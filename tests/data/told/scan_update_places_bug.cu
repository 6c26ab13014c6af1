// It writes one place more than it took.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
__device__ cuda::atomic<int, cuda::thread_scope_device> next{0};
// Threads take places in a list; each writes its own.
__global__ void k(const int* x, int* list) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = x[i] % 3;
    int first = cg::exclusive_scan_update(tile, next, n, cg::plus<int>());
    for (int j = 0; j <= n; j++) list[first + j] = i;
}
int main() {
    int *x, *list, h[128], got[128], n = 0;
    for (int i = 0; i < 128; i++) h[i] = i, n += i % 3;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&list, 256 * sizeof(int));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<2, 64>>>(x, list);
    cudaMemcpy(got, list, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (got[i] < 0 || got[i] > 127) return 1;
    return 0;
}
// told: list

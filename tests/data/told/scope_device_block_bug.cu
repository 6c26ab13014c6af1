#include <cuda/atomic>
__global__ void k(const int* x, int* total) {
    cuda::atomic_ref<int, cuda::thread_scope_block> mine(*total);
    mine.fetch_add(x[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
}
int main() {
    int *x, *total;
    cudaMallocManaged(&x, 512 * 4);
    cudaMallocManaged(&total, 4);
    for (int i = 0; i < 512; i++) x[i] = i;
    *total = 0;
    k<<<4, 128>>>(x, total);
    cudaDeviceSynchronize();
    return 0;
}
// told: race

#include <cuda/atomic>
__global__ void count(int* total) {
    cuda::atomic_ref<int, cuda::thread_scope_block> r(*total);
    r.fetch_add(1, cuda::memory_order_relaxed);
}
int main() {
    int *t, h = 0;
    cudaMalloc(&t, sizeof(int));
    cudaMemset(t, 0, sizeof(int));
    count<<<6, 32>>>(t);
    cudaMemcpy(&h, t, sizeof(int), cudaMemcpyDeviceToHost);
    return h == 192 ? 0 : 1;
}
// told: one block only

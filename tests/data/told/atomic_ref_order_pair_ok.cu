// A message between two blocks by cuda::atomic_ref.
#include <cstdio>
#include <cuda/atomic>
__global__ void talk(int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *data = 17;
        f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_acquire) != 1) {
        }
        *out = *data;
    }
}
int main() {
    int *d, h;
    cudaMalloc(&d, 12);
    cudaMemset(d, 0, 12);
    talk<<<2, 32>>>(d, d + 1, d + 2);
    cudaMemcpy(&h, d + 2, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    return h != 17;
}
// told: nothing

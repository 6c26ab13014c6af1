// Who waits does not acquire.
#include <cuda/atomic>
__device__ int ready, message[4];
__global__ void k(int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        for (int i = 0; i < 4; i++) message[i] = i + 1;
        flag.store(1, cuda::memory_order_release);
        flag.notify_all();
    } else {
        flag.wait(0, cuda::memory_order_relaxed);
        out[blockIdx.x] = message[0] + message[3];
    }
}
int main() {
    int *out, got[4];
    cudaMalloc(&out, sizeof got);
    cudaMemset(out, 0, sizeof got);
    k<<<4, 32>>>(out);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    return got[3] != 5;
}
// told: message

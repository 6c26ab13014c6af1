// who reads the relaxed flag has no fence
#include <cuda/atomic>
__device__ int data;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;
__global__ void k(int* out) {
    if (blockIdx.x == 0) {
        data = 5;
        cuda::atomic_thread_fence(cuda::memory_order_release);
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_relaxed) != 1)
            ;
        *out = data;
    }
}
int main() {
    int* o;
    cudaMalloc(&o, 4);
    k<<<2, 1>>>(o);
    int h;
    cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost);
    return h != 5;
}
// told:  race on

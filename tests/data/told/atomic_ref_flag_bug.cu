// the flag is read relaxed
// launch: k<<<2, 32>>>(data, flag, out)
// data: int[32]    flag: int[1] zeros    out: int[32]
#include <cuda/atomic>
__global__ void k(int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 3 * t;
        __syncthreads();
        if (t == 0) f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_relaxed) == 0) {
        }
        out[t] = data[31 - t];
    }
}
// told: race on data

// It says that the slot is full without releasing what is in it.
#include <cuda/atomic>
// launch: k<<<1, 64>>>(out)
// out: int[32]
// Many hand in, one warp takes out: a slot's number says whose turn it is.
__global__ void k(int* out) {
    __shared__ int value[8];
    __shared__ cuda::atomic<int, cuda::thread_scope_block> turn[8];
    __shared__ cuda::atomic<int, cuda::thread_scope_block> tail;
    int t = threadIdx.x;
    if (t < 8) turn[t].store(t, cuda::memory_order_relaxed);
    if (t == 0) tail.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (t < 32) {
        int ticket = tail.fetch_add(1, cuda::memory_order_relaxed);
        while (turn[ticket % 8].load(cuda::memory_order_acquire) != ticket) {
        }
        value[ticket % 8] = t * 3;
        turn[ticket % 8].store(ticket + 1, cuda::memory_order_relaxed);
    } else if (t == 32) {
        for (int i = 0; i < 32; i++) {
            while (turn[i % 8].load(cuda::memory_order_acquire) != i + 1) {
            }
            out[i] = value[i % 8];
            turn[i % 8].store(i + 8, cuda::memory_order_release);
        }
    }
}
// told: race on value|value

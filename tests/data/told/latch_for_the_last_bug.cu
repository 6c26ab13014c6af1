// One of the readers waits for all of them.
#include <cuda/latch>
#include <new>
// launch: k<<<1, 96>>>(x, out)
// x: int[64] iota    out: int[32]
__global__ void k(const int* x, int* out) {
    __shared__ alignas(16) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
    __shared__ int s[64];
    auto* latch = reinterpret_cast<cuda::latch<cuda::thread_scope_block>*>(room);
    int t = threadIdx.x;
    if (t == 0) new (latch) cuda::latch<cuda::thread_scope_block>(64);
    __syncthreads();
    if (t < 64) {
        s[t] = x[t] * 2;
        latch->count_down();
    } else {
        if (t == 95) latch->wait();
        out[t - 64] = s[t - 64] + s[95 - t + 32];
    }
}
// told: race on s

#include <cuda/barrier>
#include <utility>
// launch: k<<<1, 96>>>(x, out)
// x: int[96] iota    out: int[96]
__global__ void k(const int* x, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[96];
    int t = threadIdx.x;
    if (t == 0) init(&bar, 96);
    __syncthreads();
    for (int i = 0; i < 3; i++) {
        s[t] = x[t] + i;
        auto token = bar.arrive();
        int own = s[t] * 2;
        bar.wait(std::move(token));
        own += s[(t + 32) % 96];
        out[t] = own;
        bar.arrive_and_wait();
    }
}
// told: nothing

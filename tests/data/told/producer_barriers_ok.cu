// a warp fills two buffers, another one empties them
// launch: k<<<1, 64>>>(x, y, 5)
// x: int[160] iota    y: int[160]
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(const int* x, int* y, int n) {
    __shared__ barrier full[2], empty[2];
    __shared__ int slot[2][32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        for (int i = 0; i < 2; ++i) {
            init(&full[i], 64);
            init(&empty[i], 64);
        }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int r = 0; r < n; ++r) {
            if (r >= 2) empty[r % 2].arrive_and_wait();
            slot[r % 2][lane] = x[32 * r + lane];
            auto token = full[r % 2].arrive();
        }
    } else {
        for (int r = 0; r < n; ++r) {
            full[r % 2].arrive_and_wait();
            y[32 * r + lane] = slot[r % 2][31 - lane];
            if (r + 2 < n) {
                auto token = empty[r % 2].arrive();
            }
        }
    }
}
// told: nothing

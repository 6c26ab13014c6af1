// the consumer says that the box is empty before it has looked
// launch: pc<<<1, 64>>>(x, y)
// x: int[256] iota    y: int[256]
#include <cuda/barrier>
__global__ void pc(const int* x, int* y) {
    using bar = cuda::barrier<cuda::thread_scope_block>;
    __shared__ bar full, empty;
    __shared__ int box[32];
    if (threadIdx.x == 0) {
        init(&full, 64);
        init(&empty, 64);
    }
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int r = 0; r < 8; ++r) {
            empty.arrive_and_wait();
            box[lane] = x[r * 32 + lane];
            auto token = full.arrive();
            (void)token;
        }
    } else {
        for (int r = 0; r < 8; ++r) {
            full.arrive_and_wait();
            auto token = empty.arrive();
            (void)token;
            y[r * 32 + lane] = box[31 - lane];
        }
    }
}
// told: box|barrier|deadlock

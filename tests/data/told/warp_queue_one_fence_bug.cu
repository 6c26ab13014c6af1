// one warp produces, one consumes, by a volatile flag in shared memory
// launch: k<<<1, 64>>>(x, y)
// x: int[32] iota    y: int[32]
__global__ void k(const int* x, int* y) {
    __shared__ int box[32];
    __shared__ volatile int full;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) full = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        box[lane] = x[lane] * 3;
        __threadfence_block();
        if (lane == 0) full = 1;
    } else {
        while (full == 0) {
        }
        __threadfence_block();
        y[lane] = box[31 - lane];
    }
}
// told: race on box\[

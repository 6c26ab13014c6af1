// a ring of two slots between two warps, with counts in volatile shared memory
// launch: k<<<1, 64>>>(x, y)
// x: int[256] iota    y: int[256]
__global__ void k(const int* x, int* y) {
    __shared__ int slot[2][32];
    __shared__ volatile int made, used;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        made = 0;
        used = 0;
    }
    __syncthreads();
    for (int r = 0; r < 8; ++r) {
        if (threadIdx.x < 32) {
            while (r - used >= 2) {
            }
            __threadfence_block();
            slot[r % 2][lane] = x[32 * r + lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) made = r + 1;
        } else {
            while (made <= r) {
            }
            __threadfence_block();
            y[32 * r + lane] = slot[r % 2][31 - lane];
            __threadfence_block();
            __syncwarp();
            if (lane == 0) used = r + 1;
        }
    }
}
// told: nothing

// who fills the box only counts as there, and does not wait until it is empty
// launch: pc<<<1, 64>>>(x, y)
// x: int[256] iota    y: int[256]
__device__ void wait_at(int id) {
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
}
__device__ void come_to(int id) {
    asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory");
}
__global__ void pc(const int* x, int* y) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int r = 0; r < 8; ++r) {
            if (r > 0) come_to(2);
            box[lane] = x[r * 32 + lane];
            come_to(1);
        }
    } else {
        for (int r = 0; r < 8; ++r) {
            wait_at(1);
            y[r * 32 + lane] = box[31 - lane];
            if (r < 7) come_to(2);
        }
    }
}
// told: race on box

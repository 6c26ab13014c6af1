// launch: k<<<2, 64>>>(x, lock, bins)
// x: int[128] iota    lock: int[8] zeros    bins: int[8] zeros
__global__ void k(const int* x, int* lock, int* bins) {
    int b = x[blockIdx.x * 64 + threadIdx.x] % 8;
    for (bool done = false; !done;) {
        if (atomicCAS(&lock[b], 0, 1) == 0) {
            __threadfence();
            volatile int* v = bins;
            v[b] = v[b] + 1;
            __threadfence();
            atomicExch(&lock[b], 0);
            done = true;
        }
    }
}
// told: nothing

// launch: k<<<2, 64>>>(lock, total)
// lock: int[1] zeros    total: int[1] zeros
__global__ void k(int* lock, int* total) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int*)total = *(volatile int*)total + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
// told: nothing

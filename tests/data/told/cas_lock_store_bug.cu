// a lock given back by a plain store without a fence
// launch: k<<<4, 32>>>(sum, lock)
// sum: int[1] zeros    lock: int[1] zeros
__global__ void k(int* sum, int* lock) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *sum += blockIdx.x;

        *lock = 0;
    }
}
// told:  race on

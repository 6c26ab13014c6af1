// launch: k<<<4, 64>>>(lock, hist)
// lock: int[1] zeros    hist: int[64] zeros
__global__ void k(int* lock, int* hist) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    hist[threadIdx.x] = hist[threadIdx.x] + blockIdx.x + 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicExch(lock, 0);
}
// told: nothing

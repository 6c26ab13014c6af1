// each task is taken by one block, from an atomic cursor
// launch: k<<<3, 32>>>(work, out, cursor)
// work: int[10] iota    out: int[10]    cursor: int[1] zeros
__global__ void k(const int* work, int* out, int* cursor) {
    __shared__ int task;
    for (;;) {
        if (threadIdx.x == 0) task = atomicAdd(cursor, 1);
        __syncthreads();
        if (task >= 10) return;
        if (threadIdx.x == 0) out[task] = work[task] * 3;
        __syncthreads();
    }
}
// told: nothing

// a barrier between blocks made by hand, sense reversing
// launch: k<<<4, 64>>>(count, sense, x, y)
// count: int[1] zeros    sense: int[1] zeros    x: int[256]    y: int[256]
__device__ void gridBarrier(int* count, volatile int* sense, int* mine) {
    __syncthreads();
    if (threadIdx.x == 0) {
        *mine = 1 - *mine;
        if (atomicAdd(count, 1) == gridDim.x - 1) {
            *count = 0;
            *sense = *mine;
        } else {
            while (*sense != *mine) {
            }
        }
    }
    __syncthreads();
}
__global__ void k(int* count, int* sense, int* x, int* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x, mine = 0;
    x[i] = i;
    gridBarrier(count, sense, &mine);
    y[i] = x[n - 1 - i];
    gridBarrier(count, sense, &mine);
    x[i] = y[(i + 64) % n];
}
// told: race on

// a barrier of all blocks that counts on
// launch: k<<<4, 64>>>(a, b, count)
// a: int[256] iota    b: int[256]    count: uint[1] zeros
__device__ void grid_wait(unsigned* count, unsigned goal) {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < goal) {
        }
        __threadfence();
    }
    __syncthreads();
}
__global__ void k(int* a, int* b, unsigned* count) {
    int i = blockIdx.x * 64 + threadIdx.x;
    for (int r = 0; r < 3; ++r) {
        b[i] = a[(i + 1) % 256] + 1;
        grid_wait(count, (2 * r + 1) * gridDim.x);
        a[i] = b[(i + 64) % 256];
        grid_wait(count, (2 * r + 2) * gridDim.x);
    }
}
// told: nothing

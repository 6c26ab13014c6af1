// a barrier between blocks by atomics, with fences
// launch: k<<<4, 32>>>(a, b)
// a: int[128] iota    b: int[128]
__device__ volatile int sense;
__device__ int count;
__device__ void all(int blocks) {
    __syncthreads();
    if (threadIdx.x == 0) {
        int mine = !sense;
        __threadfence();
        if (atomicAdd(&count, 1) == blocks - 1) {
            count = 0;
            __threadfence();
            sense = mine;
        } else
            while (sense != mine) {
            }
        __threadfence();
    }
    __syncthreads();
}
__global__ void k(int* a, int* b) {
    int i = blockIdx.x * 32 + threadIdx.x;
    b[i] = a[i] + 1;
    all(gridDim.x);
    a[i] = b[127 - i];
}
// told: nothing

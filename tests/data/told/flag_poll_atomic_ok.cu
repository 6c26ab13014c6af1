// launch: k<<<3, 64>>>(data, flag, out)
// data: int[64]    flag: int[1] zeros    out: int[192] zeros
__global__ void k(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = 7 * threadIdx.x;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) atomicExch(flag, 1);
    } else {
        if (threadIdx.x == 0)
            while (atomicCAS(flag, 1, 1) != 1) __nanosleep(100);
        __syncthreads();
        __threadfence();
        out[blockIdx.x * 64 + threadIdx.x] = data[63 - threadIdx.x];
    }
}
// told: nothing

// launch: k<<<1, 64>>>(count)
// count: int[1] zeros
__global__ void k(int* count) {
    __shared__ volatile int want[2];
    if (threadIdx.x < 2) want[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x % 32 != 0) return;
    int me = threadIdx.x / 32;
    want[me] = 1;
    if (want[1 - me] == 0) *count += 1;
    want[me] = 0;
}
// told: race on (count|want)

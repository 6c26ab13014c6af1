// launch: k<<<4, 64>>>(total)
// total: int[1] zeros
__global__ void k(volatile int* total) {
    if (threadIdx.x == 0) *total += 1;
}
// told: race on total

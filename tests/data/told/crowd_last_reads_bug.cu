// launch: k<<<8, 64>>>(x, bins, out)
// x: int[512] iota    bins: int[16] zeros    out: int[1]
// One block of many reads what all have counted.
__global__ void k(const int* x, int* bins, int* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    atomicAdd(&bins[x[i] % 16], 1);
    __syncthreads();
    if (blockIdx.x == 3 && threadIdx.x == 0) *out = bins[5];
}
// told: race on bins\[5\]

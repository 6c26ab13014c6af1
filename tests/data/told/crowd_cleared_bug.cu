// launch: k<<<8, 64>>>(x, bins)
// x: int[512] iota    bins: int[16]
// One block clears the bins of all.
__global__ void k(const int* x, int* bins) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < 16) bins[i] = 0;
    __syncthreads();
    atomicAdd(&bins[x[i] % 16], 1);
}
// told: race on bins\[\d+\]

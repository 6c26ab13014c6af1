// launch: k<<<4, 96>>>(x, out)
// x: int[384] iota    out: int[4]
// Nothing but atomics for a while; then one thread reads, and no barrier stands between.
__global__ void k(const int* x, int* out) {
    __shared__ int bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 5; ++k) atomicAdd(&bins[(x[blockIdx.x * 96 + threadIdx.x] + k) % 8], 1);
    if (threadIdx.x == 40) out[blockIdx.x] = bins[3];
}
// told: race on bins\[3\]

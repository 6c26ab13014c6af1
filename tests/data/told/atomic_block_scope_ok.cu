// launch: k<<<4, 64>>>(x, bins)
// x: int[256] iota    bins: int[32] zeros
__global__ void k(const int* x, int* bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd_block(&bins[blockIdx.x * 8 + x[i] % 8], 1);
}
// told: nothing

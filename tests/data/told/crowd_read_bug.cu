// launch: k<<<8, 64>>>(x, bins, out)
// x: int[512] iota    bins: int[16] zeros    out: int[512]
// All blocks count, and each reads a bin while others may still count.
__global__ void k(const int* x, int* bins, int* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    atomicAdd(&bins[x[i] % 16], 1);
    __syncthreads();
    out[i] = threadIdx.x == 0 ? bins[blockIdx.x] : 0;
}
// told: race on bins\[\d\]

// launch: k<<<4, 64>>>(x, bins, 1000)
// x: int[1000] iota    bins: int[16] zeros
__global__ void k(const int* x, int* bins, int n) {
    __shared__ int s[16];
    for (int i = threadIdx.x; i < 16; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&s[x[i] % 16], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 16; i += blockDim.x) bins[i] += s[i];
}
// told: race on bins\[

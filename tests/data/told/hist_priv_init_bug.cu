// counts before all counters are zero
// launch: hist<<<4, 64>>>(x, bins, 256)
// x: int[256] iota    bins: int[16] zeros
__global__ void hist(const int* x, int* bins, int n) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = 0;

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[x[i] % 16], 1);
    __syncthreads();
    if (t < 16) atomicAdd(&bins[t], s[t]);
}
// told: race|nobody

// what is shared by one block may be changed by what is atomic for one
// launch: hist<<<4, 64>>>(x, bins, 256)
// x: int[256] iota    bins: int[16] zeros
__global__ void hist(const int* x, int* bins, int n) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd_block(&s[x[i] % 16], 1);
    __syncthreads();
    if (t < 16) atomicAdd(&bins[t], s[t]);
}
// told: nothing

// barriers on both sides of the shared bins, atomics between blocks
// launch: k<<<4, 128>>>(in, bins, 2048)
// in: int[2048] random:3    bins: int[16] zeros
__global__ void k(const int* in, int* bins, int n) {
    __shared__ int own[16];
    if (threadIdx.x < 16) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[in[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16 && own[threadIdx.x]) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
// told: nothing

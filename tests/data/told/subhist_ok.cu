// launch: k<<<2, 128>>>(x, bins, 1000)
// x: int[1000] iota    bins: int[16] zeros
__global__ void k(const int* x, int* bins, int n) {
    __shared__ int sub[4][16];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 16) sub[w][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&sub[w][x[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], sub[0][threadIdx.x] + sub[1][threadIdx.x] +
                                          sub[2][threadIdx.x] + sub[3][threadIdx.x]);
}
// told: nothing

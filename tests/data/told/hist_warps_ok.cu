// each warp has bins of its own, which it clears itself
// launch: hist<<<2, 128>>>(data, bins, 1000)
// data: int[1000] iota    bins: int[16] zeros
__global__ void hist(const int* data, int* bins, int n) {
    __shared__ int own[4][17];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 16) own[warp][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&own[warp][(data[i] * 7) % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) {
        int sum = 0;
        for (int w = 0; w < 4; ++w) sum += own[w][threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}
// told: nothing

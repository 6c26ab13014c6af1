// launch: k<<<4, 96>>>(x, out)
// x: int[384] iota    out: int[4]
// Each warp has bins of its own, which its lanes read behind a __syncwarp().
__global__ void k(const int* x, int* out) {
    __shared__ int bins[3][8];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 8) bins[warp][lane] = 0;
    __syncwarp();
    for (int k = 0; k < 5; ++k)
        atomicAdd(&bins[warp][(x[blockIdx.x * 96 + threadIdx.x] + k) % 8], 1);
    __syncwarp();
    int own = bins[warp][lane % 8];
    __syncthreads();
    if (threadIdx.x == 40) out[blockIdx.x] = own + bins[0][3];
}
// told: nothing

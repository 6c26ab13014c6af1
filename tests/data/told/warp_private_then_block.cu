// warps have their own rows until the barrier
// launch: k<<<1, 128>>>(in, out)
// in: int[128] random:6    out: int[10]
__global__ void k(const int* in, int* out) {
    __shared__ int h[4][10];
    int w = threadIdx.x / 32, l = threadIdx.x % 32;
    if (l < 10) h[w][l] = 0;
    __syncwarp();
    atomicAdd(&h[w][in[threadIdx.x]], 1);
    __syncthreads();
    if (threadIdx.x < 10)
        out[threadIdx.x] =
            h[0][threadIdx.x] + h[1][threadIdx.x] + h[2][threadIdx.x] + h[3][threadIdx.x];
}
// told: nothing

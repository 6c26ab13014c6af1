// one thread asks whether to stop, and tells its block by shared memory
// launch: k<<<4, 32>>>(stop, out)
// stop: int[1] zeros    out: int[128] zeros
__global__ void k(volatile int* stop, int* out) {
    __shared__ int ends;
    int t = threadIdx.x;
    for (int r = 0; r < 20; ++r) {
        if (t == 0) ends = *stop;
        __syncthreads();
        int now = ends;
        __syncthreads();
        if (now) break;
        out[blockIdx.x * 32 + t] += r;
        if (blockIdx.x == 0 && t == 0 && r == 5) {
            __threadfence();
            *stop = 1;
        }
    }
}
// told: nothing

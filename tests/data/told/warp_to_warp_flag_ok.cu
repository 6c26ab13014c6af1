// launch: k<<<1, 64>>>(in, out)
// in: int[32] iota    out: int[32]
__global__ void k(const int* in, int* out) {
    __shared__ int value[32];
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0) ready = 0;
    __syncthreads();
    if (t < 32) {
        value[t] = in[t] * 2;
        __threadfence_block();
        __syncwarp();
        if (t == 0) ready = 1;
    } else {
        while (ready == 0) {
        }
        __threadfence_block();
        out[t - 32] = value[63 - t];
    }
}
// told: nothing

// one-bit split of a block: ranks by ballots and warp totals
__global__ void split(unsigned* x, int bit) {
    __shared__ unsigned out[128];
    __shared__ int zeros[4];
    int t = threadIdx.x, l = t & 31, w = t >> 5;
    unsigned v = x[t];
    bool one = v >> bit & 1;
    unsigned b = __ballot_sync(0xffffffff, !one);
    if (l == 0) zeros[w] = __popc(b);
    __syncthreads();
    int before = 0, all = 0;
    for (int j = 0; j < 4; j++) {
        if (j < w) before += zeros[j];
        all += zeros[j];
    }
    int rank = before + __popc(b & ((1u << l) - 1));
    out[one ? all + t - rank : rank] = v;
    __syncthreads();
    x[t] = out[t];
}
int main() {
    unsigned* x;
    cudaMallocManaged(&x, 512);
    for (int i = 0; i < 128; i++) x[i] = i * 77 % 128;
    for (int b = 0; b < 7; b++) split<<<1, 128>>>(x, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 128; i++)
        if (x[i] != (unsigned)i) return 1;
    return 0;
}
// told: nothing

// the scan of the digits lacks a barrier
// launch: pass<<<1, 64>>>(in, out, 1)
// in: uint[64] iota    out: uint[64]
__global__ void pass(const unsigned* in, unsigned* out, int bit) {
    __shared__ int ones[64];
    int t = threadIdx.x;
    unsigned v = in[t] * 29 % 64;
    int b = v >> bit & 1;
    ones[t] = b;
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int u = t >= d ? ones[t - d] : 0;
        ones[t] += u;
        __syncthreads();
    }
    int zeros = 64 - ones[63];
    int at = b ? zeros + ones[t] - 1 : t - ones[t];
    out[at] = v;
}
// told: race on ones

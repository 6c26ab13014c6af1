// launch: k<<<1, 128>>>(in, out, 4)
// in: int[256] iota    out: int[64]
__global__ void k(const int* in, int* out, int rounds) {
    __shared__ int tile[1][64];
    int t = threadIdx.x, sum = 0;
    if (t < 64) tile[0][t] = in[t];
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        if (t < 64) {
            if (r + 1 < rounds) tile[(r + 1) % 1][t] = in[64 * (r + 1) + t];
        } else {
            sum += tile[r % 1][127 - t];
        }
        __syncthreads();
    }
    if (t >= 64) out[t - 64] = sum;
}
// told: [Rr]ace on tile\[

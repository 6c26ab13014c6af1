// launch: take<<<1, 32>>>(in, out)
// in: int[32] iota    out: int[32] zeros
__global__ void take(const int* in, int* out) {
    int t = threadIdx.x, v = in[t];
    unsigned low = __ballot_sync(0xffffffff, t < 20);
    if (t < 20) out[t] = __shfl_sync(low, v, t + 8);
}
// told: the mask does not name

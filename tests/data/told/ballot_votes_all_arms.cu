// both arms exchange by the same function
// launch: k<<<1, 32>>>(in, out)
// in: int[32] iota    out: int[32]
__global__ void k(const int* in, int* out) {
    int t = threadIdx.x, v = in[t];
    unsigned m = __ballot_sync(0xffffffffu, v > 7);
    if (v > 7) v += __shfl_sync(m, v, __ffs(m) - 1);
    out[t] = v;
}
// told: nothing

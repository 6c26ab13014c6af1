// the mask holds who comes: asked before the branch; who has returned before is not waited for
// launch: k<<<1, 64>>>(in, out)
// in: int[64] iota    out: int[64]
__global__ void k(const int* in, int* out) {
    int t = threadIdx.x, v = in[t];
    if (t >= 48) return;
    unsigned even = __ballot_sync(0xffffffff, v % 2 == 0);
    if (v % 2 == 0) v += __shfl_xor_sync(even, v, 2);
    for (int r = 0; r < 20; ++r) {
        v += __shfl_sync(0xffffffff, r, t % 32) - r;
        if (r == t % 32 + 5) return;
    }
    out[t] = v;
}
// told: nothing

// lanes with odd values never come
// launch: k<<<1, 64>>>(in, out)
// in: int[64] iota    out: int[64]
__global__ void k(const int* in, int* out) {
    int t = threadIdx.x, v = in[t];
    if (v % 2 == 0) v += __shfl_xor_sync(0xffffffff, v, 2);
    out[t] = v;
}
// told: are named in the mask, but are not there

// launch: pack<<<1, 64>>>(in, out)
// in: int[64] iota    out: int[64] zeros
__global__ void pack(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x, l = t % 32, base = t - l;
    int v = in[t];
    unsigned odd = __ballot_sync(0xffffffff, v % 3 == 1);
    if (v % 3 == 1) {
        int place = __popc(odd & ((1u << l) - 1));
        s[base + place] = v;
        __syncwarp(1u << l);
        out[t] = s[base + __popc(odd) - 1 - place];
    }
}
// told: race on s\[

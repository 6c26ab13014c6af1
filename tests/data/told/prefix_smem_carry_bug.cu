// the carry grows while others still read it
// launch: k<<<1, 64>>>(x, y, 200)
// x: int[200] iota    y: int[200]
__global__ void k(const int* x, int* y, int n) {
    __shared__ int s[64], carry;
    int t = threadIdx.x;
    if (t == 0) carry = 0;
    for (int base = 0; base < n; base += 64) {
        s[t] = base + t < n ? x[base + t] : 0;
        __syncthreads();
        for (int d = 1; d < 64; d *= 2) {
            int v = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += v;
            __syncthreads();
        }
        if (base + t < n) y[base + t] = s[t] + carry;
        if (t == 63) carry += s[63];
        __syncthreads();
    }
}
// told: race on carry

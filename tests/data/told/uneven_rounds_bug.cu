// launch: k<<<1, 64>>>(in, out, 100)
// in: int[100] iota    out: int[100]
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = t; i < n; i += 64) {
        s[t] = in[i];
        __syncthreads();
        if (i < n) out[i] = s[63 - t];
        __syncthreads();
    }
}
// told: barrier

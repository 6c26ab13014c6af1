// halo written before the barrier
// launch: k<<<4, 64>>>(in, out, 256)
// in: int[256] iota    out: int[256]
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[68];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 2] = in[i];
    if (t < 2) {
        s[t] = i >= 2 ? in[i - 2] : 0;
        s[t + 66] = i + 64 < n ? in[i + 64] : 0;
    }
    __syncthreads();
    out[i] = s[t] + s[t + 1] + s[t + 2] + s[t + 3] + s[t + 4];
}
// told: nothing

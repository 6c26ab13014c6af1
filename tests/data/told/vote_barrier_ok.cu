// launch: k<<<1, 128>>>(in, out)
// in: int[128] iota    out: int[128]
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    int any = __syncthreads_or(in[t] > 3);
    out[t] = any ? s[t ^ 1] : 0;
}
// told: nothing

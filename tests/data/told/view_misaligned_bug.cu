// launch: k<<<1, 32, 512>>>(in, out)
// in: float[32] iota    out: double[32]
__global__ void k(const float* in, double* out) {
    extern __shared__ char raw[];
    float* f = (float*)raw;
    double* d = (double*)(raw + 33 * sizeof(float));
    int t = threadIdx.x;
    f[t] = in[t];
    d[t] = t;
    __syncthreads();
    out[t] = d[31 - t] + f[31 - t];
}
// told: no multiple

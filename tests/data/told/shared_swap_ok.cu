// launch: k<<<1, 64>>>(x, y)
// x: float[64] iota    y: float[64]
__global__ void k(const float* x, float* y) {
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ float buf[2 * 64];
    float *a = buf, *b = buf + 64;
    int t = threadIdx.x;
    a[t] = x[t];
    __syncthreads();
    for (int r = 0; r < 5; ++r) {
        b[t] = 0.5f * (a[t] + a[(t + 1) % 64]);
        __syncthreads();
        float* s = a;
        a = b;
        b = s;
    }
    y[t] = a[t];
}
// told: nothing

// launch: k<<<1, 64>>>(x, y)
// x: float[64] iota    y: int[64]
union Bits {
    float f;
    unsigned u;
};
__global__ void k(const float* x, int* y) {
    __shared__ union {
        float f[64];
        int i[64];
    } s;
    int t = threadIdx.x;
    Bits b;
    b.f = x[t];
    s.f[t] = x[t] * 2;
    __syncthreads();
    int v = (int)s.f[63 - t];
    __syncthreads();
    s.i[t] = v + (b.u >> 31);
    __syncthreads();
    y[t] = s.i[63 - t];
}
// told: nothing

// launch: k<<<1, 64, 768>>>(x, y)
// x: int[64] iota    y: float[64]
__global__ void k(const int* x, float* y) {
    extern __shared__ char raw[];
    int* a = (int*)raw;
    float* b = (float*)(a + blockDim.x);
    unsigned* c = (unsigned*)(b + blockDim.x / 2);
    int t = threadIdx.x;
    a[t] = x[t];
    b[t] = 0.5f * t;
    c[t] = 63 - t;
    __syncthreads();
    y[t] = a[c[t]] + b[63 - t];
}
// told: race on|stored

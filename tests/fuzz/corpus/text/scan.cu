#define N 64
#define OP(a, b) ((a) + (b))
__global__ void scan(const float* in, float* out, int n) {
    __shared__ float x[2][N];
    int t = threadIdx.x, from = 0;
    x[0][t] = t < n ? in[t] : 0.0f;
    __syncthreads();
    for (int s = 1; s < N; s *= 2) {
        x[1 - from][t] = t >= s ? OP(x[from][t - s], x[from][t]) : x[from][t];
        from = 1 - from;
        __syncthreads();
    }
    if (t < n) out[t] = x[from][t];
}

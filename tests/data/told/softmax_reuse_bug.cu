// one array for two sums, and the second begins while the first is read
// launch: softmax<<<4, 64>>>(x, y, 100)
// x: float[400] iota    y: float[400]
__global__ void softmax(const float* x, float* y, int n) {
    extern __shared__ float unused[];
    __shared__ float red[64];
    int t = threadIdx.x;
    x += blockIdx.x * n;
    y += blockIdx.x * n;
    float m = -1e30f;
    for (int i = t; i < n; i += blockDim.x) m = fmaxf(m, x[i]);
    red[t] = m;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) red[t] = fmaxf(red[t], red[t + s]);
        __syncthreads();
    }
    m = red[0];

    float sum = 0;
    for (int i = t; i < n; i += blockDim.x) sum += expf(x[i] - m);
    red[t] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) red[t] += red[t + s];
        __syncthreads();
    }
    sum = red[0];
    for (int i = t; i < n; i += blockDim.x) y[i] = expf(x[i] - m) / sum;
}
// told:  race on

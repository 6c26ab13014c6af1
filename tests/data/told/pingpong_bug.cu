// launch: scan<<<1, 128>>>(x, y)
// x: int[128] ones    y: int[128] expect scan(x)
__global__ void scan(const int* x, int* y) {
    __shared__ int b[2][128];
    int t = threadIdx.x, out = 0, in = 1;
    b[out][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        in = out;
        b[out][t] = t >= d ? b[in][t] + b[in][t - d] : b[in][t];
        __syncthreads();
    }
    y[t] = b[out][t];
}
// told: race on b\[

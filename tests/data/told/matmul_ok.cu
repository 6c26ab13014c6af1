// launch: mm<<<dim3(3, 3), dim3(8, 8)>>>(a, b, c, 20)
// a: float[400] iota    b: float[400] ones    c: float[400]
#define T 8
__global__ void mm(const float* a, const float* b, float* c, int n) {
    __shared__ float sa[T][T], sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float sum = 0;
    for (int m = 0; m < (n + T - 1) / T; ++m) {
        sa[ty][tx] = row < n && m * T + tx < n ? a[row * n + m * T + tx] : 0;
        sb[ty][tx] = col < n && m * T + ty < n ? b[(m * T + ty) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < T; ++k) sum += sa[ty][k] * sb[k][tx];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}
// told: nothing

// zeros beyond the edges, barriers on both sides
// launch: k<<<dim3(3, 3), dim3(8, 8)>>>(A, B, C, 20)
// A: float[20][20] random:1    B: float[20][20] random:2    C: float[20][20]
__global__ void k(const float* A, const float* B, float* C, int n) {
    __shared__ float a[8][8], b[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 8 + tx, y = blockIdx.y * 8 + ty;
    float sum = 0;
    for (int t = 0; t < (n + 7) / 8; ++t) {
        a[ty][tx] = y < n && t * 8 + tx < n ? A[y * n + t * 8 + tx] : 0;
        b[ty][tx] = x < n && t * 8 + ty < n ? B[(t * 8 + ty) * n + x] : 0;
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (x < n && y < n) C[y * n + x] = sum;
}
// told: nothing

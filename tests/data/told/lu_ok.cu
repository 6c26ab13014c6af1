// launch: lu<<<1, dim3(16, 16)>>>(m)
// m: float[256] iota
__global__ void lu(float* m) {
    __shared__ float a[16][17];
    int c = threadIdx.x, r = threadIdx.y;
    a[r][c] = m[16 * r + c] + (r == c ? 300.0f : 0.0f);
    __syncthreads();
    for (int k = 0; k < 15; ++k) {
        if (r > k && c == k) a[r][k] /= a[k][k];
        __syncthreads();
        if (r > k && c > k) a[r][c] -= a[r][k] * a[k][c];
        __syncthreads();
    }
    m[16 * r + c] = a[r][c];
}
// told: nothing

// elimination in shared memory, three barriers a column
// launch: lu<<<1, 256>>>(a)
// a: float[256] iota
__global__ void lu(float* a) {
    __shared__ float s[16][17];
    int r = threadIdx.x / 16, c = threadIdx.x % 16;
    s[r][c] = a[threadIdx.x] + (r == c ? 1000.f : 0.f);
    __syncthreads();
    for (int k = 0; k < 15; ++k) {
        if (r > k && c == k) s[r][k] /= s[k][k];
        __syncthreads();
        if (r > k && c > k) s[r][c] -= s[r][k] * s[k][c];
        __syncthreads();
    }
    a[threadIdx.x] = s[r][c];
}
// told: nothing

__global__ void k(const float* x, float* y) {
    __shared__ float s[17][17];
    int c = threadIdx.x, r = threadIdx.y;
    s[r][c] = x[r * 16 + c];
    if (c == 0) s[r][16] = 0;
    if (r == 0) s[16][c] = 0;
    __syncthreads();
    y[r * 16 + c] = s[r][c] + s[r + 1][c] + s[r][c + 1];
}
int main() {
    float* m;
    cudaMallocManaged(&m, 512 * 4);
    for (int i = 0; i < 256; i++) m[i] = i;
    k<<<1, dim3(16, 16)>>>(m, m + 256);
    cudaDeviceSynchronize();
    return m[256] != 17;
}
// told: nothing

// the tile is padded for rows, and the last thread reads a column beyond the last row
__global__ void k(const float* x, float* y) {
    __shared__ float s[16][17];
    int c = threadIdx.x, r = threadIdx.y;
    s[r][c] = x[r * 16 + c];
    if (c == 0) s[r][16] = 0;
    __syncthreads();
    y[r * 16 + c] = s[r][c] + s[r + 1][c];
}
int main() {
    float* m;
    cudaMallocManaged(&m, 512 * 4);
    for (int i = 0; i < 256; i++) m[i] = i;
    k<<<1, dim3(16, 16)>>>(m, m + 256);
    cudaDeviceSynchronize();
    return 0;
}
// told: s\[

__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64 + 4];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 2] = i < n ? x[i] : 0;
    if (t < 2) {
        s[t] = i >= 2 ? x[i - 2] : 0;
        s[66 + t] = i + 64 < n ? x[i + 64] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int d = -2; d <= 2; d++) sum += s[t + 2 + d];
    y[i] = sum;
}
int main() {
    float* m;
    cudaMallocManaged(&m, 256 * 4);
    for (int i = 0; i < 128; i++) m[i] = 1;
    k<<<2, 64>>>(m, m + 128, 120);
    cudaDeviceSynchronize();
    return m[128 + 64] != 5 || m[128 + 119] != 3;
}
// told: nothing

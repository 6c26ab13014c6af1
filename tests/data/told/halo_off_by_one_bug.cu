// a radius of 2 with a tile that has room for one more on each side
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64 + 2];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 1] = x[i];
    if (t < 1) {
        s[0] = i > 0 ? x[i - 1] : 0;
        s[65] = i + 64 < n ? x[i + 64] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int d = -2; d <= 2; d++) sum += s[t + 1 + d];
    y[i] = sum;
}
int main() {
    float* m;
    cudaMallocManaged(&m, 256 * 4);
    for (int i = 0; i < 128; i++) m[i] = 1;
    k<<<2, 64>>>(m, m + 128, 128);
    cudaDeviceSynchronize();
    return 0;
}
// told: s\[

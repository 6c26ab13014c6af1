__global__ void step(int* d, int n, int k) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    int other = d[i * n + k] + d[k * n + j];
    if (other < d[i * n + j]) d[i * n + j] = other;
}
int main() {
    const int n = 32;
    int h[n * n], *d;
    for (int i = 0; i < n * n; ++i) h[i] = i / n == i % n ? 0 : 1 + i * 7 % 31;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < n; ++k) step<<<dim3(2, 2), dim3(16, 16)>>>(d, n, k);
    return cudaDeviceSynchronize();
}
// told: nothing

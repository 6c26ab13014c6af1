#define R 2
__constant__ float w[2 * R + 1];
__global__ void conv(const float* x, float* y, int n) {
    __shared__ float s[64 + 2 * R];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    s[t + R] = i < n ? x[i] : 0;
    if (t < R) {
        s[t] = i >= R ? x[i - R] : 0;
        s[t + 64 + R] = i + 64 < n ? x[i + 64] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    float v = 0;
    for (int k = -R; k <= R; ++k) v += w[k + R] * s[t + R + k];
    y[i] = v;
}
int main() {
    const int n = 150;
    float h[n], hw[] = {1, 2, 3, 2, 1}, *x, *y;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(w, hw, sizeof hw);
    conv<<<3, 64>>>(x, y, n);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    return h[5] != 9 || h[0] != 6 || h[64] != 9;
}
// told: nothing

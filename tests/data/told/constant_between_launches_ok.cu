// Coefficients in constant memory, new ones for each of two launches in a stream.
#include <cstdio>
__constant__ float c[4];
__global__ void poly(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = c[0] + x[i] * (c[1] + x[i] * (c[2] + x[i] * c[3]));
}
int main() {
    const int n = 256;
    float h[n], a[4] = {1, 2, 0, 0}, b[4] = {0, 0, 1, 0}, *x, *y, *z;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMalloc(&z, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMemcpyToSymbol(c, a, sizeof a);
    poly<<<2, 128, 0, s>>>(x, y, n);
    cudaStreamSynchronize(s);
    cudaMemcpyToSymbolAsync(c, b, sizeof b, 0, cudaMemcpyHostToDevice, t);
    poly<<<2, 128, 0, t>>>(x, z, n);
    cudaDeviceSynchronize();
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[3]);
    return h[3] != 7;
}
// told: nothing

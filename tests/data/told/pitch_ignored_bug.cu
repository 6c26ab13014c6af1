#include <cstdio>
__global__ void k(float* x, size_t pitch, int w, int h) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < w && r < h) {
        float* row = x + r * w;
        row[c] = row[c] * 2 + r;
    }
}
int main() {
    const int w = 30, h = 10;
    float a[h][w], *x;
    size_t pitch;
    for (int r = 0; r < h; ++r)
        for (int c = 0; c < w; ++c) a[r][c] = c;
    cudaMallocPitch(&x, &pitch, w * sizeof(float), h);
    cudaMemcpy2D(x, pitch, a, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
    k<<<dim3(2, 2), dim3(16, 8)>>>(x, pitch, w, h);
    cudaMemcpy2D(a, w * sizeof(float), x, pitch, w * sizeof(float), h, cudaMemcpyDeviceToHost);
    cudaFree(x);
    printf("%g\n", a[9][29]);
    return a[9][29] != 67;
}
// told: nobody has written

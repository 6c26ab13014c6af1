#include <cstdio>
__global__ void add(float* x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        x[i] = fmaf(x[i], a, 1.0f);
        i += gridDim.x * blockDim.x;
    }
    if (i == n) printf("%d %s\n", i, "last");
}
int main() {
    const int n = 100;
    float h[n], *d;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&d, n * sizeof(float));
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<2, 32>>>(d, 2.0f, n);
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", h[3]);
    cudaFree(d);
    return 0;
}

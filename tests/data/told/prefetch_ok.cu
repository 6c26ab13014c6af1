#include <cstdio>
__global__ void add(int n, float* x, float* y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = x[i] + y[i];
}
int main() {
    int N = 1000;
    float *x, *y;
    cudaMallocManaged(&x, N * sizeof(float));
    cudaMallocManaged(&y, N * sizeof(float));
    for (int i = 0; i < N; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    int device = 0;
    cudaGetDevice(&device);
    add<<<2, 256>>>(N, x, y);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
    float most = 0;
    for (int i = 0; i < N; i++) most = fmaxf(most, fabsf(y[i] - 3.0f));
    printf("%g\n", most);
    cudaFree(x);
    cudaFree(y);
    return most != 0;
}
// told: nothing

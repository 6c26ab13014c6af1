// launches order the phases
#include <cstdio>
__global__ void phase(int* a, int n, int odd) {
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 < n && a[i] > a[i + 1]) {
        int x = a[i];
        a[i] = a[i + 1];
        a[i + 1] = x;
    }
}
int main() {
    const int n = 90;
    int h[n], *d;
    for (int i = 0; i < n; ++i) h[i] = (i * 37) % 91;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    for (int r = 0; r < n; ++r) phase<<<2, 32>>>(d, n, r & 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 1; i < n; ++i)
        if (h[i - 1] > h[i]) return 1;
    cudaFree(d);
    puts("sorted");
}
// told: nothing

// Both blocks of a pair of tiles swap it.
#include <cstdio>
#define T 8
__global__ void transpose(int* a, int n) {
    __shared__ int p[T][T + 1], q[T][T + 1];
    int bx = blockIdx.x, by = blockIdx.y;
    int x = threadIdx.x, y = threadIdx.y;
    p[y][x] = a[(by * T + y) * n + bx * T + x];
    q[y][x] = a[(bx * T + y) * n + by * T + x];
    __syncthreads();
    a[(bx * T + y) * n + by * T + x] = p[x][y];
    if (bx != by) a[(by * T + y) * n + bx * T + x] = q[x][y];
}
int main() {
    const int n = 32;
    static int h[n * n];
    for (int i = 0; i < n * n; i++) h[i] = i;
    int* d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    transpose<<<dim3(n / T, n / T), dim3(T, T)>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (h[y * n + x] != x * n + y) return printf("%d %d\n", x, y), 1;
    return 0;
}
// told: race on a\[\d+\]

// A tiled product of matrices whose sides are no multiples of the tile.
#include <cstdio>
#include <vector>
#define T 16
__global__ void mul(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float as[T][T], bs[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int p = 0; p < (k + T - 1) / T; ++p) {
        int ak = p * T + threadIdx.x, bk = p * T + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < m && ak < k ? a[row * k + ak] : 0.f;
        bs[threadIdx.y][threadIdx.x] = bk < k ? b[bk * n + col] : 0.f;
        __syncthreads();
        for (int i = 0; i < T; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}
int main() {
    const int m = 33, n = 20, k = 37;
    std::vector<float> a(m * k, 1.f), b(k * n, 2.f), c(m * n);
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * 4);
    cudaMalloc(&db, b.size() * 4);
    cudaMalloc(&dc, c.size() * 4);
    cudaMemcpy(da, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * 4, cudaMemcpyHostToDevice);
    mul<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(da, db, dc, m, n, k);
    cudaMemcpy(c.data(), dc, c.size() * 4, cudaMemcpyDeviceToHost);
    for (float x : c)
        if (x != 2.f * k) return 1;
    printf("ok\n");
}
// told: reads b\[7\d\d\]

#include <cstdio>
__global__ void part(const int* x, int* y, int* sums) {
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = x[i];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    y[i] = s[t];
    if (t == 63 && sums) sums[blockIdx.x] = s[63];
}
__global__ void add(int* y, const int* sums) {
    if (blockIdx.x > 0) y[blockIdx.x * 64 + threadIdx.x] += y[blockIdx.x * 64 - 1];
}
int main() {
    const int n = 4096;
    int *h = (int*)malloc(n * 4), *x, *y, *s, *t;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaMalloc(&s, 64 * 4);
    cudaMalloc(&t, 64 * 4);
    cudaMemcpy(x, h, n * 4, cudaMemcpyHostToDevice);
    part<<<64, 64>>>(x, y, s);
    part<<<1, 64>>>(s, t, NULL);
    add<<<64, 64>>>(y, t);
    cudaMemcpy(h, y, n * 4, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[i] != i + 1;
    printf("%d\n", bad);
    free(h);
    return bad;
}
// told: race on y\[|nobody has written

// An inclusive scan of a block in shared memory.
#include <cstdio>
#define N 256
__global__ void scan(int* data) {
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    data[t] = s[t];
}
int main() {
    int h[N], *d;
    for (int& x : h) x = 1;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < N; ++i) bad += h[i] != i + 1;
    printf("%d wrong\n", bad);
    return bad != 0;
}
// told: nothing

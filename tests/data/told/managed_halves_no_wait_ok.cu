// The host prepares the next half of managed memory while a kernel works on this one.
#include <cstdio>
__global__ void work(int* x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] += 1;
}
int main() {
    const int n = 64;
    int* x;
    cudaMallocManaged(&x, 2 * n * sizeof(int));
    for (int i = 0; i < n; ++i) x[i] = i;
    work<<<1, n>>>(x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) x[n + i] = 2 * x[i];
    work<<<1, n>>>(x + n, n);
    cudaDeviceSynchronize();
    printf("%d\n", x[n + 3]);
    int bad = x[n + 3] != 9;
    cudaFree(x);
    return bad;
}
// told: nothing

// A scan by launches alone: two arrays take turns, and the host swaps them.
#include <cstdio>
#include <cstdlib>

__global__ void add_neighbour(const int* from, int* to, int stride, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    to[i] = i >= stride ? from[i] + from[i - stride] : from[i];
}

int main() {
    const int n = 1000;
    int* h = (int*)malloc(n * sizeof(int));
    for (int i = 0; i < n; ++i) h[i] = rand() % 10;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += h[i];
    int *a, *b;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);
    for (int stride = 1; stride < n; stride *= 2) {
        add_neighbour<<<(n + 255) / 256, 256>>>(a, b, stride, n);
        int* swap = a;
        a = b;
        b = swap;
    }
    cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%s\n", h[n - 1] == sum ? "right" : "wrong");
    cudaFree(a);
    cudaFree(b);
    free(h);
    return 0;
}

// main has a table made by a function.
#include <cstdio>
__global__ void k(int* x) {
    x[threadIdx.x] *= 2;
}
const int* table(int n) {
    static int values[8];
    for (int i = 0; i < 8; ++i) values[i] = n * i;
    const int* begin = values;
    return begin;
}
int main() {
    int h[8], *d;
    cudaMalloc(&d, sizeof h);
    const int* t = table(3);
    for (int i = 0; i < 8; ++i) h[i] = t[i];
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[2]);
    return 0;
}
// told: nothing

// The digits of a number, made by a function.
#include <cstdio>
struct Digits {
    int at[4];
};
__device__ int* digits(int n) {
    int d[4];
    for (int i = 0; i < 4; ++i) {
        d[i] = n % 10;
        n /= 10;
    }
    return d;
}
__global__ void k(int* out) {
    int t = threadIdx.x;
    int* d = digits(1000 + 7 * t);
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += d[i];
    out[t] = sum;
}
int main() {
    int h[32], *out;
    cudaMalloc(&out, sizeof h);
    k<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    return 0;
}
// told: reaches d, a variable of digits: digits has ended

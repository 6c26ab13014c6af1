#include <cstdio>
__global__ void k(const int* x, int* y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int r = 0; r < 3; r++) {
        if (t < 64) {
            if (r > 0) asm volatile("bar.sync 2, 128;" ::: "memory");
            s[t] = x[r * 64 + t];
            asm volatile("bar.arrive 1, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            y[r * 64 + t - 64] = s[127 - t];
            if (r < 2) asm volatile("bar.arrive 2, 128;" ::: "memory");
        }
    }
}
int main() {
    int h[192], *x, *y;
    for (int i = 0; i < 192; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 128>>>(x, y);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    return h[0] != 63;
}
// told: nothing

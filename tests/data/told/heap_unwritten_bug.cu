// Counts in a buffer of the thread's own.
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
    int* count = new int[8];

    for (int i = 0; i < n; ++i) count[in[i] % 8] += 1;
    int most = 0;
    for (int i = 1; i < 8; ++i)
        if (count[i] > count[most]) most = i;
    out[threadIdx.x] = most;
    delete[] count;
}
int main() {
    int h[20], r, *in, *out;
    for (int i = 0; i < 20; ++i) h[i] = i % 3 ? 5 : i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(in, out, 20);
    cudaMemcpy(&r, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 5;
}
// told: reads byte \d+ of what it allocated in line \d+, which nobody has written

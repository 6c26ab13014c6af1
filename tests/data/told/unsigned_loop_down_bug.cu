// Suffix sums by one thread, from the last element down.
#include <cstdio>
__global__ void suffix(const int* in, int* out, unsigned n) {
    int sum = 0;
    for (unsigned i = n - 1; i >= 0; --i) {
        sum += in[i];
        out[i] = sum;
    }
}
int main() {
    int h[32], *in, *out;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    suffix<<<1, 1>>>(in, out, 32);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", e, h[0]);
    return h[0] != 496;
}
// told: reads in\[

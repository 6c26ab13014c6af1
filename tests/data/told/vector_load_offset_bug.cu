// Copies by float4, from an offset.
#include <cstdio>
__global__ void copy(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) reinterpret_cast<float4*>(out)[i] = *reinterpret_cast<const float4*>(in + 4 * i);
}
int main() {
    const int n = 256;
    float h[n + 8], *in, *out;
    for (int i = 0; i < n + 8; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, n * 4);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(in + 3, out, n);
    cudaMemcpy(h, out, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        if (h[i] != i + 3) return 1;
    printf("ok\n");
}
// told: no multiple of

// A stencil of radius 2 with its halo in shared memory.
#include <cstdio>
#define R 2
#define B 128
__global__ void stencil(const float* in, float* out, int n) {
    __shared__ float s[B + 2 * R];
    int g = blockIdx.x * B + threadIdx.x, l = threadIdx.x + R;
    s[l] = g < n ? in[g] : 0.f;
    if (threadIdx.x < R) {
        s[l - R] = g >= R ? in[g - R] : 0.f;
        s[l + B] = g + B < n ? in[g + B] : 0.f;
    }
    __syncthreads();
    float sum = 0;
    for (int d = -R; d <= R; ++d) sum += s[l + d];
    if (g < n) out[g] = sum;
}
int main() {
    const int n = 500;
    float h[n], *in, *out;
    for (float& x : h) x = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    stencil<<<(n + B - 1) / B, B>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[250]);
    return h[250] != 5;
}
// told: nothing

// Dynamic shared memory for bytes, then floats.
#include <cstdio>
__global__ void k(const unsigned char* in, float* out, int n) {
    extern __shared__ unsigned char raw[];
    unsigned char* bytes = raw;
    float* values = (float*)(raw + (n + 15) / 16 * 16);
    int t = threadIdx.x;
    bytes[t] = in[t];
    __syncthreads();
    values[t] = bytes[n - 1 - t] * 0.5f;
    __syncthreads();
    out[t] = values[t] + values[(t + 1) % n];
}
int main() {
    const int n = 50;
    unsigned char h[n], *in;
    float r[n], *out;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&in, n);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, n, cudaMemcpyHostToDevice);
    k<<<1, n, 64 + n * sizeof(float)>>>(in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g\n", r[0]);
    return r[0] != 48.5f;
}
// told: nothing

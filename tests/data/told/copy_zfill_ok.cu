#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out, int n) {
    __shared__ float4 s[32];
    const int t = threadIdx.x;
    const int left = n - 4 * t;
    const int have = left >= 4 ? 16 : left > 0 ? left * 4 : 0;
    __pipeline_memcpy_async(&s[t], in + 4 * t, 16, 16 - have);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = s[t].x + s[t].y + s[t].z + s[t].w;
}
int main() {
    float *in, *out, host[50], sums[32];
    for (int i = 0; i < 50; i++) host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof sums);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out, 50);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        if (sums[i] != (i < 12 ? 4 : i == 12 ? 2 : 0)) return 1;
    return 0;
}
// told: nothing

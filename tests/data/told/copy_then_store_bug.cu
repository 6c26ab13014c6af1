#include <cuda_pipeline.h>
// Rows behind the end are to be zero, but the copy of what was there before may come later.
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], sizeof(int));
    __pipeline_commit();
    if (t >= n) s[t] = 0;
    __pipeline_wait_prior(0);
    out[t] = s[t];
}
int main() {
    int *in, *out;
    cudaMalloc(&in, 256);
    cudaMalloc(&out, 256);
    cudaMemset(in, 1, 256);
    k<<<1, 64>>>(in, out, 50);
    return cudaDeviceSynchronize();
}
// told: Line 8: thread .* writes s.*, which it copies asynchronously and

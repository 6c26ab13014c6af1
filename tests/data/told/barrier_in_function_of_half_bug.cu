// The first half of the block works together in a function that has a barrier.
#include <cstdio>
__device__ int sum_of(int* s, int t) {
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    return s[0];
}
__global__ void k(const int* in, int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 64) {
        s[t] = in[t];
        __syncthreads();
        int sum = sum_of(s, t);
        if (t == 0) out[0] = sum;
    } else {
        out[t] = 2 * in[t];
    }
}
int main() {
    int h[128], *in, *out;
    for (int i = 0; i < 128; ++i) h[i] = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemset(out, 0, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return h[0] != 64;
}
// told: reach this barrier|barrier

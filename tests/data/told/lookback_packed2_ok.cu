#include <cuda_runtime.h>
// The upper half says what the lower one is: 1 a sum, 2 all sums up to here.
__global__ void offsets(const int* in, int* out, unsigned long long* state) {
    __shared__ int s[64];
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x;
    s[t] = in[b * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        int sum = s[0], all = 0;
        atomicExch(&state[b], (1ull << 32) | (unsigned)sum);
        for (int p = b - 1; p >= 0; --p) {
            unsigned long long w;
            do w = atomicAdd(&state[p], 0ull);
            while ((w >> 32) == 0);
            all += (int)(unsigned)w;
            if ((w >> 32) == 2) break;
        }
        atomicExch(&state[b], (2ull << 32) | (unsigned)(all + sum));
        before = all;
    }
    __syncthreads();
    out[b * 64 + t] = before + in[b * 64 + t];
}
int main() {
    int *in, *out, h[320];
    unsigned long long* state;
    for (int i = 0; i < 320; i++) h[i] = i % 7;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&state, 5 * 8);
    cudaMemset(state, 0, 5 * 8);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    offsets<<<5, 64>>>(in, out, state);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    return 0;
}
// told: nothing

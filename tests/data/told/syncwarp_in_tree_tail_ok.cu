// The last warp of a reduction without barriers.
#include <cstdio>
__global__ void sum(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        int v = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2) {
            s[t] = v;
            __syncwarp();
            v += t + d < 32 ? s[t + d] : 0;
            __syncwarp();
        }
        if (t == 0) out[blockIdx.x] = v;
    }
}
int main() {
    int h[256], r[2], *in, *out;
    for (int& x : h) x = 1;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<2, 128>>>(in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
    return r[0] != 128 || r[1] != 128;
}
// told: nothing

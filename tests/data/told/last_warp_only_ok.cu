#include <cstdio>
__global__ void k(const int* x, int* part, int* out, unsigned* done) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int v = x[warp * 32 + lane];
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    unsigned before = 0;
    if (lane == 0) {
        part[warp] = v;
        __threadfence();
        before = atomicAdd(done, 1u);
        __threadfence();
    }
    before = __shfl_sync(~0u, before, 0);
    if (before == gridDim.x * blockDim.x / 32 - 1) {
        __syncwarp();
        int s = lane < 8 ? part[lane] : 0;
        for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
        if (lane == 0) *out = s;
    }
}
int main() {
    int h[256], *x, *p, *o, r;
    unsigned* d;
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&p, 32);
    cudaMalloc(&o, 4);
    cudaMalloc(&d, 4);
    cudaMemset(d, 0, 4);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<4, 64>>>(x, p, o, d);
    cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
    return r != 255 * 128;
}
// told: nothing

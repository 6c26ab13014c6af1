#include <cstdio>
__global__ void k(const int* n, int* out) {
    int lane = threadIdx.x, v = lane, rounds = n[lane];
    int most = __reduce_max_sync(0xffffffff, rounds);
    for (int i = 0; i < most; i++) {
        int o = __shfl_sync(0xffffffff, v, (lane + 1) % 32);
        if (i < rounds) v += o;
    }
    out[lane] = v;
}
int main() {
    int h[32], *n, *o;
    for (int i = 0; i < 32; i++) h[i] = i % 3 + 1;
    cudaMalloc(&n, 128);
    cudaMalloc(&o, 128);
    cudaMemcpy(n, h, 128, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(n, o);
    cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return 0;
}
// told: nothing

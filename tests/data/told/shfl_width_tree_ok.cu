// Sums of groups of 16 lanes by shuffles.
#include <cstdio>
__global__ void sums(const int* in, int* out) {
    int t = threadIdx.x;
    int v = in[t];
    for (int d = 8; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d, 16);
    if (t % 16 == 0) out[t / 16] = v;
}
int main() {
    int h[64], r[4], *in, *out;
    for (int i = 0; i < 64; ++i) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int g = 0; g < 4; ++g) {
        int want = 0;
        for (int i = 0; i < 16; ++i) want += g * 16 + i;
        if (r[g] != want) {
            printf("group %d: %d, not %d\n", g, r[g], want);
            return 1;
        }
    }
    printf("ok\n");
}
// told: nothing

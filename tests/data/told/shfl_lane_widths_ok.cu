// Groups of lanes of several sizes side by side: each lane names the width of its own group.
#include <cstdio>
__global__ void first_of_group(const int* width, const int* in, int* out) {
    int t = threadIdx.x;
    out[t] = __shfl_sync(0xffffffff, in[t], 0, width[t]);
}
int main() {
    int w[32], h[32], r[32], *dw, *in, *out;
    for (int i = 0; i < 32; ++i) {
        w[i] = i < 16 ? 16 : i < 24 ? 8 : i < 28 ? 4 : i < 30 ? 2 : 1;
        h[i] = 100 + i;
    }
    cudaMalloc(&dw, sizeof w);
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    first_of_group<<<1, 32>>>(dw, in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) {
        int first = i < 16 ? 0 : i < 24 ? 16 : i < 28 ? 24 : i < 30 ? 28 : i;
        if (r[i] != 100 + first) return 1;
    }
    printf("ok\n");
    return 0;
}
// told: nothing

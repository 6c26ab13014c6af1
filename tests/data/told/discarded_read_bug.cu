// Steps over the leading zeros, by a pointer whose value nobody uses.
#include <cstdio>
__global__ void k(const int* in, int* out, int n) {
    const int *p = in, *end = in + n;
    for (; p != end && *p == 0; *p++) {
    }
    out[threadIdx.x] = n - (int)(p - in);
    int last = *p;
    out[0] = last;
}
int main() {
    int h[8] = {}, *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out, 8);
    int r[32], *q = r;
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) *q++;
    *q;
    return r[0] != 0;
}
// told: reads in\[8\]

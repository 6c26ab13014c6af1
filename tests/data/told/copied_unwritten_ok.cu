// What comes back is not what the kernel wrote.
#include <cstdio>
__global__ void k(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x] + 1;
}
int main() {
    int h[32] = {}, *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return 0;
}
// told: nothing

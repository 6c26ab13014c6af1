// The padded row is indexed with the unpadded width: rows overlap.
#include <cstdio>
#define P 9
__global__ void t(const int* in, int* out) {
    extern __shared__ int s[];
    int x = threadIdx.x, y = threadIdx.y;
    s[y * 7 + x] = in[y * 8 + x];
    __syncthreads();
    out[y * 8 + x] = s[x * P + y];
}
int main() {
    int h[64], *a, *b;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    t<<<1, dim3(8, 8), 8 * P * sizeof(int)>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    return h[1] != 8;
}
// told: race on s\[\d+\]

// the child comes after its parent's stores, and main waits for both
#include <cstdio>
__global__ void child(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x] * 2;
}
__global__ void parent(int* in, int* out) {
    if (threadIdx.x == 0) {
        for (int i = 0; i < 32; ++i) in[i] = i + 1;
        child<<<1, 32>>>(in, out);
    }
}
int main() {
    int *a, *b, h[32];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    parent<<<1, 1>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

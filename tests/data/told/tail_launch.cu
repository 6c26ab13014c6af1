// a tail launch comes after its parent's grid
#include <cstdio>
__global__ void sum(const int* x, int* out) {
    if (threadIdx.x == 0) {
        int s = 0;
        for (int i = 0; i < 64; ++i) s += x[i];
        out[0] = s;
    }
}
__global__ void parent(int* x, int* out) {
    if (threadIdx.x == 0) sum<<<1, 32, 0, cudaStreamTailLaunch>>>(x, out);
    x[threadIdx.x] = threadIdx.x;
}
int main() {
    int *a, *b, h;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, sizeof h);
    parent<<<1, 64>>>(a, b);
    cudaMemcpy(&h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(a);
    cudaFree(b);
}
// told: nothing

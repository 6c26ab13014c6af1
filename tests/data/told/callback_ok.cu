#include <cstdio>
__global__ void fill(int* x) {
    x[threadIdx.x] = 1;
}
void then(void* p) {
    printf("%d\n", ((int*)p)[3]);
}
int main() {
    int* x;
    cudaMallocHost(&x, 256);
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<1, 64, 0, s>>>(x);
    cudaLaunchHostFunc(s, then, x);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return x[1] != 1;
}
// told: nothing

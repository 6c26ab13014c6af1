#include <cstdio>
__global__ void inc(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}
__global__ void dbl(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2;
}
int main() {
    const int n = 100;
    int *x, *h;
    cudaMalloc(&x, n * 4);
    cudaMallocHost(&h, n * 4);
    cudaMemset(x, 0, n * 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    inc<<<2, 64, 0, s>>>(x, n);
    dbl<<<2, 64, 0, s>>>(x, n);
    cudaMemcpyAsync(h, x, n * 4, cudaMemcpyDeviceToHost, s);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, NULL, NULL, 0);
    for (int k = 0; k < 3; ++k) cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    printf("%d\n", h[7]);
    return h[7] != 14;
}
// told: nothing

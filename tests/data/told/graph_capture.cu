// what is captured runs in order
#include <cstdio>
__global__ void inc(int* x) {
    x[threadIdx.x] += 1;
}
int main() {
    int *x, h[32];
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    cudaMalloc(&x, sizeof h);
    cudaMemset(x, 0, sizeof h);
    cudaDeviceSynchronize();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    inc<<<1, 32, 0, s>>>(x);
    inc<<<1, 32, 0, s>>>(x);
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, nullptr, nullptr, 0);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    return h[0] != 6;
}
// told: nothing

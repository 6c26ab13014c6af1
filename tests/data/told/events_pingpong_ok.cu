#include <cuda_runtime.h>
__global__ void step(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[(i + 1) % n] * 0.5f + from[i];
}
int main() {
    const int n = 256;
    float *x, *y, h[n] = {};
    cudaStream_t s[2];
    cudaEvent_t e[2];
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; k++) {
        cudaStreamCreateWithFlags(&s[k], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[k], cudaEventDisableTiming);
    }
    for (int r = 0; r < 3; r++) {
        step<<<4, 64, 0, s[0]>>>(x, y, n);
        cudaEventRecord(e[0], s[0]);
        cudaStreamWaitEvent(s[1], e[0], 0);
        step<<<4, 64, 0, s[1]>>>(y, x, n);
        cudaEventRecord(e[1], s[1]);
        cudaStreamWaitEvent(s[0], e[1], 0);
    }
    cudaStreamSynchronize(s[1]);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    return 0;
}
// told: nothing

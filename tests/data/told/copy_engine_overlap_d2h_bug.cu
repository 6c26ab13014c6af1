// The results are overwritten by the next kernel while they are copied.
#include <cstdio>
__global__ void make(int* x, int v) {
    x[threadIdx.x] = v;
}
int main() {
    int *d[2], *h;
    cudaMalloc(&d[0], 256);
    cudaMalloc(&d[1], 256);
    cudaMallocHost(&h, 4 * 256);
    cudaStream_t run, copy;
    cudaStreamCreate(&run);
    cudaStreamCreate(&copy);
    cudaEvent_t made, copied[2];
    cudaEventCreate(&made);
    cudaEventCreate(&copied[0]);
    cudaEventCreate(&copied[1]);
    for (int r = 0; r < 4; r++) {
        make<<<1, 64, 0, run>>>(d[r % 2], r);
        cudaEventRecord(made, run);
        cudaStreamWaitEvent(copy, made, 0);
        cudaMemcpyAsync(h + r * 64, d[r % 2], 256, cudaMemcpyDeviceToHost, copy);
        cudaEventRecord(copied[r % 2], copy);
    }
    cudaStreamSynchronize(copy);
    for (int r = 0; r < 4; r++)
        if (h[r * 64] != r) return 1;
    return 0;
}
// told: make writes x\[0\], and cudaMemcpyAsync .* may not have read it yet

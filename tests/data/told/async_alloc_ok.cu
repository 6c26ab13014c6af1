__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *x, h[64];
    cudaMallocAsync(&x, sizeof h, s);
    fill<<<1, 64, 0, s>>>(x);
    cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(x, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return h[9] != 9;
}
// told: nothing

__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
__global__ void add(int* x, int* y) {
    y[threadIdx.x] = x[threadIdx.x] + 1;
}
int main() {
    int *x, *y, h[64];
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync((void**)&x, 256, s);
    fill<<<1, 64, 0, s>>>(x);
    cudaMallocAsync((void**)&y, 256, s);
    add<<<1, 64, 0, s>>>(x, y);
    cudaFreeAsync(x, s);
    cudaMemcpyAsync(h, y, 256, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(y, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    return h[63] != 64;
}
// told: nothing

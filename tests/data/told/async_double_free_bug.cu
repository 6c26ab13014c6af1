__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}
int main() {
    int* x;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync((void**)&x, 256, s);
    fill<<<1, 64, 0, s>>>(x);
    cudaFreeAsync(x, s);
    cudaStreamSynchronize(s);
    cudaFree(x);
    return 0;
}
// told: free

__global__ void fill(int* x) {
    x[threadIdx.x] = 1;
}
__global__ void add(int* x, int* y) {
    y[threadIdx.x] = x[threadIdx.x] + 1;
}
int main() {
    int *x, *y;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocAsync(&x, 256, s);
    cudaMallocAsync(&y, 256, s);
    fill<<<1, 64, 0, s>>>(x);
    cudaFreeAsync(x, s);
    add<<<1, 64, 0, s>>>(x, y);
    cudaFreeAsync(y, s);
    cudaStreamSynchronize(s);
    return 0;
}
// told: freed|no array|given back

// the default stream waits for blocking streams, and they for it
__global__ void fill(int* x, int v) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void add(const int* x, int* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[127 - i] + 1;
}
int main() {
    int *x, *y, h[128];
    cudaMalloc(&x, 512);
    cudaMalloc(&y, 512);
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    fill<<<2, 64, 0, a>>>(x, 3);
    add<<<2, 64>>>(x, y);
    fill<<<2, 64, 0, b>>>(x, 4);
    cudaMemcpy(h, y, 512, cudaMemcpyDeviceToHost);
    return h[0] != 4;
}
// told: nothing

__global__ void fill(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
int main() {
    const int n = 256;
    int *x, *h;
    cudaMalloc(&x, n * 4);
    h = (int*)malloc(n * 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    fill<<<4, 64, 0, s>>>(x, n);
    cudaMemcpyAsync(h, x, n * 4, cudaMemcpyDeviceToHost, s);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[i] != i;
    cudaStreamSynchronize(s);
    return bad;
}
// told: nothing

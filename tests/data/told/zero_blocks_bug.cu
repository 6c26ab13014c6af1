__global__ void sum(const int* x, int* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(y, x[i]);
}
int main() {
    const int n = 128;
    int h[n], *x, *y, r;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, 4);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(y, 0, 4);
    sum<<<n / 256, 64>>>(x, y, n);
    cudaMemcpy(&r, y, 4, cudaMemcpyDeviceToHost);
    return r != n;
}
// told: not launched

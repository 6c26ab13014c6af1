// the copy back is in another stream than the kernel
#include <cstdio>
__global__ void fill(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
}
int main() {
    const int n = 256;
    int *x, *h;
    cudaMalloc(&x, n * 4);
    cudaMallocHost(&h, n * 4);
    cudaMemset(x, 0, n * 4);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    fill<<<4, 64, 0, a>>>(x, n);
    cudaMemcpyAsync(h, x, n * 4, cudaMemcpyDeviceToHost, b);
    cudaStreamSynchronize(b);
    printf("%d\n", h[5]);
    return 0;
}
// told: in another stream

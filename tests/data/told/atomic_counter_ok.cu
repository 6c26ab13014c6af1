#include <cstdio>
#include <cuda/atomic>
__global__ void count(cuda::atomic<int, cuda::thread_scope_device>* n, const int* x, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size && x[i] % 2) n->fetch_add(1, cuda::std::memory_order_relaxed);
}
int main() {
    const int size = 300;
    int h[size], *x;
    for (int i = 0; i < size; ++i) h[i] = i;
    cuda::atomic<int, cuda::thread_scope_device>* n;
    cudaMalloc(&n, sizeof *n);
    cudaMemset(n, 0, sizeof *n);
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<5, 64>>>(n, x, size);
    int r;
    cudaMemcpy(&r, n, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    return r != 150;
}
// told: nothing

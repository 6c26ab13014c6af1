#include <cuda/latch>
#include <new>
using Latch = cuda::latch<cuda::thread_scope_device>;
__global__ void make(Latch* latch, int n) {
    new (latch) Latch(n);
}
__global__ void k(Latch* latch, int* parts, int* out) {
    parts[blockIdx.x * 32 + threadIdx.x] = blockIdx.x + threadIdx.x;
    __syncthreads();
    if (threadIdx.x != 0) return;
    latch->count_down();
    if (blockIdx.x == 0) {
        latch->wait();
        int sum = 0;
        for (int i = 0; i < 128; i++) sum += parts[i];
        *out = sum;
    }
}
int main() {
    Latch* latch;
    int *parts, *out, got;
    cudaMalloc(&latch, sizeof(Latch));
    cudaMalloc(&parts, 512);
    cudaMalloc(&out, 4);
    make<<<1, 1>>>(latch, 4);
    k<<<4, 32>>>(latch, parts, out);
    cudaMemcpy(&got, out, 4, cudaMemcpyDeviceToHost);
    return got != 4 * 496 + 32 * 6;
}
// told: nothing

#include <cuda/barrier>
#include <utility>
__global__ void k(int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
    if (threadIdx.x == 0) {
        init(&bar[0], 64);
        init(&bar[1], 64);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        bar[0].arrive_and_wait();
        bar[1].arrive_and_wait();
    } else {
        bar[1].arrive_and_wait();
        bar[0].arrive_and_wait();
    }
    out[threadIdx.x] = 1;
}
int main() {
    int* d;
    cudaMalloc(&d, 256);
    k<<<1, 64>>>(d);
    cudaDeviceSynchronize();
}
// told: Line 11: deadlock: warp 0 of block 0 waits here

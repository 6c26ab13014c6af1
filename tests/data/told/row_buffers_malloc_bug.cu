// One buffer for the block, allocated by one of its threads.
#include <cstdio>
__global__ void k(int* out, int n) {
    __shared__ int* buffer;
    if (threadIdx.x == 0) buffer = (int*)malloc(n * sizeof(int));
    __syncthreads();
    if (buffer == nullptr) return;
    for (int i = threadIdx.x; i <= n; i += blockDim.x) buffer[i] = i;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += buffer[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) free(buffer);
}
int main() {
    int h[128], *d;
    cudaMalloc(&d, sizeof h);
    k<<<2, 64>>>(d, 100);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h)
        if (x != 4950) return 1;
    printf("ok\n");
}
// told: thread 36 of block \d writes beyond what thread 0 of .*: byte 400 of 400

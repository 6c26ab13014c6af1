// thread 0 fetches the next tile while others may not have read the last one
__device__ int next;
__global__ void k(float* x, int tiles) {
    __shared__ int tile;
    while (true) {
        if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
        __syncthreads();
        if (tile >= tiles) return;
        x[tile * 64 + threadIdx.x] = tile + 1;
    }
}
int main() {
    float* x;
    cudaMallocManaged(&x, 20 * 64 * 4);
    int zero = 0;
    cudaMemcpyToSymbol(next, &zero, 4);
    k<<<3, 64>>>(x, 20);
    cudaDeviceSynchronize();
    return 0;
}
// told: race.*tile

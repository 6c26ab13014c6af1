// persistent blocks fetch tiles from a queue; the block's number of the tile comes by shared memory
__device__ int next;
__global__ void k(float* x, int tiles) {
    __shared__ int tile;
    while (true) {
        if (threadIdx.x == 0) tile = atomicAdd(&next, 1);
        __syncthreads();
        int mine = tile;
        __syncthreads();
        if (mine >= tiles) return;
        x[mine * 64 + threadIdx.x] = mine + 1;
    }
}
int main() {
    float* x;
    cudaMallocManaged(&x, 20 * 64 * 4);
    int zero = 0;
    cudaMemcpyToSymbol(next, &zero, 4);
    k<<<3, 64>>>(x, 20);
    cudaDeviceSynchronize();
    for (int i = 0; i < 1280; i++)
        if (x[i] != i / 64 + 1) return 1;
    return 0;
}
// told: nothing

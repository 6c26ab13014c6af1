// half of the block has returned before __syncthreads_and is reached in a branch of the others
__global__ void k(const int* x, int* all, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 48) {
        int ok = __syncthreads_and(x[i] >= 0);
        if (threadIdx.x == 0) all[blockIdx.x] = ok;
    } else {
        __syncthreads();
    }
}
int main() {
    int *x, *a;
    cudaMallocManaged(&x, 128 * 4);
    cudaMallocManaged(&a, 8);
    for (int i = 0; i < 128; i++) x[i] = i;
    k<<<2, 64>>>(x, a, 128);
    cudaDeviceSynchronize();
    return 0;
}
// told: barrier|__syncthreads

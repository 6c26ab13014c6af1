// launch: k<<<2, 64>>>(x, y, 100)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[threadIdx.x ^ 1];
}
// told: reach this barrier

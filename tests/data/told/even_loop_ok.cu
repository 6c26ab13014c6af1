// launch: k<<<1, 64>>>(x, y, 128)
// x: int[128] iota    y: int[128]
__global__ void k(const int* x, int* y, int n) {
    __shared__ int s[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = x[i];
        __syncthreads();
        y[i] = s[threadIdx.x ^ 1];
        __syncthreads();
    }
}
// told: nothing

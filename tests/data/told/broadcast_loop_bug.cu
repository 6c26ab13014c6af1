// launch: k<<<2, 64>>>(x, y)
// x: int[8] iota    y: int[128] zeros
__global__ void k(const int* x, int* y) {
    __shared__ int pivot;
    int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int r = 0; r < 8; ++r) {
        if (threadIdx.x == r) pivot = x[r];
        __syncthreads();
        s += pivot * (r + 1);
    }
    y[i] = s;
}
// told: race on pivot

// two warps add up, and wait each for itself
// launch: mv<<<8, dim3(64, 2)>>>(a, x, y, 40)
// a: float[640] iota    x: float[40] ones    y: float[16]
__global__ void mv(const float* a, const float* x, float* y, int n) {
    __shared__ float part[2][64];
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += 64) s += a[row * n + j] * x[j];
    part[threadIdx.y][threadIdx.x] = s;
    __syncwarp();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.y][threadIdx.x] += part[threadIdx.y][threadIdx.x + d];
        __syncwarp();
    }
    if (threadIdx.x == 0) y[row] = part[threadIdx.y][0];
}
// told:  race on

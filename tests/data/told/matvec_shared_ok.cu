// eight lanes of a warp add up, and wait for their warp
// launch: mv<<<8, dim3(8, 16)>>>(a, x, y, 40)
// a: float[5120] iota    x: float[40] ones    y: float[128]
__global__ void mv(const float* a, const float* x, float* y, int n) {
    __shared__ float part[16][8];
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    float s = 0;
    for (int j = threadIdx.x; j < n; j += 8) s += a[row * n + j] * x[j];
    part[threadIdx.y][threadIdx.x] = s;
    __syncwarp();
    for (int d = 4; d > 0; d /= 2) {
        if (threadIdx.x < d) part[threadIdx.y][threadIdx.x] += part[threadIdx.y][threadIdx.x + d];
        __syncwarp();
    }
    if (threadIdx.x == 0) y[row] = part[threadIdx.y][0];
}
// told: nothing

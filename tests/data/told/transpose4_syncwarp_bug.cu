// only each warp waits for itself
// launch: tr<<<dim3(2, 2), dim3(16, 4)>>>(a, b, 32)
// a: float[1024] iota    b: float[1024]
__global__ void tr(const float* a, float* b, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += 4) tile[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
    __syncwarp();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    for (int j = 0; j < 16; j += 4) b[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
// told: race|nobody

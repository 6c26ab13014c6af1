// launch: tr<<<dim3(2, 2), dim3(16, 4)>>>(a, b, 32)
// a: float[1024] iota    b: float[1024]
#define TILE 16
#define ROWS 4
__global__ void tr(const float* a, float* b, int n) {
    __shared__ float t[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) t[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) b[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}
// told: nothing

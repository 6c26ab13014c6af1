// title:   A stencil, each point for itself
// launch:  stencil<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out)
// in:      int[N][N] random
// out:     int[N][N] expect i > 0 && i < N - 1 && j > 0 && j < N - 1 ? in[i - 1][j] + in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j] : 0
#define N 30
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)
__global__ void stencil(const int* in, int* out) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    // step: add up
    if (x > 0 && x < N - 1 && y > 0 && y < N - 1) {
        out[y * N + x] = in[(y - 1) * N + x] + in[y * N + x - 1] + in[y * N + x] +
                         in[y * N + x + 1] + in[(y + 1) * N + x];
    }
}

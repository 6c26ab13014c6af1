// title:   A stencil, by a tile with its halo
// launch:  stencil<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out)
// in:      int[N][N] random
// out:     int[N][N] expect i > 0 && i < N - 1 && j > 0 && j < N - 1 ? in[i - 1][j] + in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j] : 0
#define N 30
#define TILE 16         // of what is read
#define OUT (TILE - 2)  // of what is written
#define GRID ((N - 2 + OUT - 1) / OUT)
__global__ void stencil(const int* in, int* out) {
    __shared__ int tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * OUT + tx, y = blockIdx.y * OUT + ty;
    // step: load
    if (x < N && y < N) {
        tile[ty][tx] = in[y * N + x];
    }
    __syncthreads();
    // step: add up
    if (tx > 0 && tx < TILE - 1 && ty > 0 && ty < TILE - 1 && x < N - 1 && y < N - 1) {
        out[y * N + x] = tile[ty - 1][tx] + tile[ty][tx - 1] + tile[ty][tx] +
                         tile[ty][tx + 1] + tile[ty + 1][tx];
    }
}

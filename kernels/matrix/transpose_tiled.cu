// title:   Tiled transpose
// summary: The tile is turned round in shared memory, so that both sides coalesce. Its columns lie
//          in one bank each.
// source:  Harris, An Efficient Matrix Transpose in CUDA C/C++, 2013          family: matrix
// launch:  transpose_tiled<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] iota          out: float[N][N] expect transpose(in)
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 32
#define GRID ((N + TILE - 1) / TILE)

__global__ void transpose_tiled(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) {
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;  // the tile's place in the transpose
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n) {
        out[y * n + x] = tile[threadIdx.x][threadIdx.y];
    }
}

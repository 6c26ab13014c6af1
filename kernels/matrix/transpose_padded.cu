// title:   Tiled transpose, padded
// summary: One column more, which nobody uses, and the tile's columns lie in 32 different banks.
// source:  Harris, An Efficient Matrix Transpose in CUDA C/C++, 2013          family: matrix
// launch:  transpose_padded<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] iota          out: float[N][N] expect transpose(in)
// knob:    N 1 … 1024          knob: TILE 8 16 32          knob: PAD 0 1 2
#define N 64
#define TILE 32
#define PAD 1
#define GRID ((N + TILE - 1) / TILE)

__global__ void transpose_padded(const float* in, float* out, int n) {
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) {
        tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < n && y < n) {
        out[y * n + x] = tile[threadIdx.x][threadIdx.y];
    }
}

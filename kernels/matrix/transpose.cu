// title:   Transpose
// summary: Reading by rows coalesces; writing by columns sends each lane to another line of memory.
// source:  Harris, An Efficient Matrix Transpose in CUDA C/C++, 2013          family: matrix
// launch:  transpose<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(in, out, N)
// in:      float[N][N] iota          out: float[N][N] expect transpose(in)
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 32
#define GRID ((N + TILE - 1) / TILE)

__global__ void transpose(const float* in, float* out, int n) {
    // step: transpose
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < n) {
        out[x * n + y] = in[y * n + x];
    }
}

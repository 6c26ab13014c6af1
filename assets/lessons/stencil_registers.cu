// title:   A stencil, row after row
// launch:  stencil<<<GRID, TILE>>>(in, out)
// in:      int[N][N] random
// out:     int[N][N] expect i > 0 && i < N - 1 && j > 0 && j < N - 1 ? in[i - 1][j] + in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j] : 0
#define N 30
#define TILE 16
#define OUT (TILE - 2)
#define GRID ((N - 2 + OUT - 1) / OUT)
__global__ void stencil(const int* in, int* out) {
    __shared__ int row[TILE];
    int tx = threadIdx.x;
    int x = blockIdx.x * OUT + tx;
    int above = 0, here = 0, below = 0;
    // step: begin
    if (x < N) {
        here = in[x];
        below = in[N + x];
    }
    for (int y = 1; y < N - 1; y++) {
        // step: row
        above = here;
        here = below;
        if (x < N) {
            below = in[(y + 1) * N + x];
        }
        row[tx] = here;
        __syncthreads();
        if (tx > 0 && tx < TILE - 1 && x < N - 1) {
            out[y * N + x] = above + row[tx - 1] + here + row[tx + 1] + below;
        }
        __syncthreads();
    }
}

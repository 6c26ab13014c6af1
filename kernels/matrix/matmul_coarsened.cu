// title:   Coarsened matrix product
// summary: A thread computes several elements of its row: a tile of A is read once for all of them.
// source:  Hwu, Kirk & El Hajj, Programming Massively Parallel Processors          family: matrix
// launch:  matmul_coarsened<<<dim3(GRID_X, GRID_Y), dim3(TILE, TILE)>>>(A, B, C, N)
// A:       float[N][N] random          B: float[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    N 1 … 1024          knob: TILE 8 16 32          knob: COARSEN 1 2 4 8
#define N 64
#define TILE 16
#define COARSEN 4
#define GRID_X ((N + COARSEN * TILE - 1) / (COARSEN * TILE))
#define GRID_Y ((N + TILE - 1) / TILE)

__global__ void matmul_coarsened(const float* A, const float* B, float* C, int n) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int first = blockIdx.x * TILE * COARSEN + tx;  // of the thread's columns

    float sum[COARSEN];
    for (int c = 0; c < COARSEN; c++) {
        sum[c] = 0.0f;
    }
    for (int ph = 0; ph < (n + TILE - 1) / TILE; ph++) {
        int k0 = ph * TILE;
        a[ty][tx] = row < n && k0 + tx < n ? A[row * n + k0 + tx] : 0.0f;
        for (int c = 0; c < COARSEN; c++) {
            int column = first + c * TILE;
            b[ty][tx] = k0 + ty < n && column < n ? B[(k0 + ty) * n + column] : 0.0f;
            __syncthreads();
            for (int k = 0; k < TILE; k++) {
                sum[c] += a[ty][k] * b[k][tx];
            }
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSEN; c++) {
        int column = first + c * TILE;
        if (row < n && column < n) {
            C[row * n + column] = sum[c];
        }
    }
}

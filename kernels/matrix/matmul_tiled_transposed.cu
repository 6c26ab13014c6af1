// title:   Tiled matrix product of the transpose
// summary: C = A · transpose(B). Both tiles are read by rows, which coalesces; but lanes then walk
//          down a column of b, and all rows of a 32 × 32 tile begin in the same bank.
// source:  CUDA C++ Best Practices Guide          family: matrix
// launch:  matmul_tiled_transposed<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(A, B, C, N)
// A:       float[N][N] random          B: float[N][N] random:2
// C:       float[N][N] expect matmul(A, transpose(B))
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 32
#define GRID ((N + TILE - 1) / TILE)

__global__ void matmul_tiled_transposed(const float* A, const float* B, float* C, int n) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int column = blockIdx.x * TILE + tx;
    int row_of_b = blockIdx.x * TILE + ty;

    float sum = 0.0f;
    for (int ph = 0; ph < (n + TILE - 1) / TILE; ph++) {
        int k0 = ph * TILE;
        // step: fetch
        a[ty][tx] = row < n && k0 + tx < n ? A[row * n + k0 + tx] : 0.0f;
        b[ty][tx] = row_of_b < n && k0 + tx < n ? B[row_of_b * n + k0 + tx] : 0.0f;
        __syncthreads();
        // step: multiply
        for (int k = 0; k < TILE; k++) {
            sum += a[ty][k] * b[tx][k];
        }
        __syncthreads();
    }
    // step: store
    if (row < n && column < n) {
        C[row * n + column] = sum;
    }
}

// title:   Tiled matrix product
// summary: A block reads a tile of A and one of B once, and each of their elements serves TILE
//          threads from shared memory.
// source:  CUDA C++ Programming Guide          family: matrix
// launch:  matmul_tiled<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(A, B, C, N)
// A:       float[N][N] random          B: float[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__global__ void matmul_tiled(const float* A, const float* B, float* C, int n) {
    __shared__ float a[TILE][TILE];
    __shared__ float b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int column = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int ph = 0; ph < (n + TILE - 1) / TILE; ph++) {
        int k0 = ph * TILE;
        // step: fetch
        a[ty][tx] = row < n && k0 + tx < n ? A[row * n + k0 + tx] : 0.0f;
        b[ty][tx] = k0 + ty < n && column < n ? B[(k0 + ty) * n + column] : 0.0f;
        __syncthreads();
        // step: multiply
        for (int k = 0; k < TILE; k++) {
            sum += a[ty][k] * b[k][tx];
        }
        __syncthreads();  // before the next tile overwrites this one
    }
    // step: store
    if (row < n && column < n) {
        C[row * n + column] = sum;
    }
}

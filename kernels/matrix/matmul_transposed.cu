// title:   Matrix product of the transpose
// summary: C = A · transpose(B). Lanes that are neighbours read B in rows of its own: each of them
//          wants another line of memory.
// source:  CUDA C++ Programming Guide          family: matrix
// launch:  matmul_transposed<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(A, B, C, N)
// A:       float[N][N] random          B: float[N][N] random:2
// C:       float[N][N] expect matmul(A, transpose(B))
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__global__ void matmul_transposed(const float* A, const float* B, float* C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) {
            sum += A[row * n + k] * B[column * n + k];
        }
        C[row * n + column] = sum;
    }
}

// title:   Matrix product
// summary: A thread for each element of C. All of A's row and of B's column come from global
//          memory, again for each thread.
// source:  CUDA C++ Programming Guide          family: matrix
// launch:  matmul<<<dim3(GRID, GRID), dim3(TILE, TILE)>>>(A, B, C, N)
// A:       float[N][N] random          B: float[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    N 1 … 1024          knob: TILE 8 16 32
#define N 64
#define TILE 16
#define GRID ((N + TILE - 1) / TILE)

__global__ void matmul(const float* A, const float* B, float* C, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) {
            sum += A[row * n + k] * B[k * n + column];
        }
        C[row * n + column] = sum;
    }
}

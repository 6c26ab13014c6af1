// title:   Puzzle 5
// launch:  turn<<<1, dim3(32, 32)>>>(A, B)
// A:       float[32][32] iota          B: float[32][32] expect transpose(A)
__global__ void turn(const float* A, float* B) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    // step: load
    tile[y][x] = A[32 * y + x];
    __syncthreads();
    // step: store
    B[32 * y + x] = tile[x][y];
}

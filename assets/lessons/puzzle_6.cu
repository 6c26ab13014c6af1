// title:   Puzzle 6
// launch:  scale<<<(N + 31) / 32, 32>>>(A, B, N)
// A:       float[N] iota          B: float[N] expect 2 * A[i]
#define N 100

__global__ void scale(const float* A, float* B, int n) {
    // step: scale
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = A[i];
    B[i] = 2 * a;
}

// title:   Matrix product by mma
// summary: Tensor cores by hand: eight rows of 16 bytes for each matrix of ldmatrix. Rows 128 bytes
//          apart all lie in the same banks; padding or a swizzle parts them.
// source:  PTX ISA, ldmatrix and mma.sync; Thakkar & Kerr, CUTLASS 3          family: matrix
// launch:  matmul_mma<<<dim3(N / TILE, N / TILE), 128>>>(A, B, C, N)
// A:       __half[N][N] random          B: __half[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    LAYOUT plain padded swizzled          knob: N 64 128 192
#include <cuda_fp16.h>

#define N 64
#define TILE 64  // rows and columns of a tile: a row is 128 bytes, eight chunks of 16
#define LAYOUT plain
#include "layouts.cuh"

__global__ void matmul_mma(const __half* A, const __half* B, float* C, int n) {
    __shared__ __align__(128) __half a[HALVES];
    __shared__ __align__(128) __half b[HALVES];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * TILE, column = blockIdx.x * TILE;

    float sum[8][4] = {};  // sixteen rows by sixty-four columns for each warp
    for (int k0 = 0; k0 < n; k0 += TILE) {
        // step: fetch
        for (int i = threadIdx.x; i < TILE * 8; i += 128) {
            int r = i / 8, chunk = i % 8;
            *(uint4*)&a[PLACE(r, chunk)] = *(const uint4*)&A[(row + r) * n + k0 + chunk * 8];
            *(uint4*)&b[PLACE(r, chunk)] = *(const uint4*)&B[(k0 + r) * n + column + chunk * 8];
        }
        __syncthreads();
        // step: multiply
        for (int k = 0; k < TILE / 16; k++) {
            unsigned left[4];
            load_matrices(left, &a[PLACE(warp * 16 + lane % 16, 2 * k + lane / 16)]);
            for (int j = 0; j < 4; j++) {
                unsigned right[4];
                load_transposed(right, &b[PLACE(k * 16 + lane % 16, 2 * j + lane / 16)]);
                multiply(sum[2 * j], left, right[0], right[1]);
                multiply(sum[2 * j + 1], left, right[2], right[3]);
            }
        }
        __syncthreads();  // before the next tile overwrites this one
    }
    // step: store
    for (int j = 0; j < 8; j++) {
        float* to = &C[(row + warp * 16 + lane / 4) * n + column + j * 8 + lane % 4 * 2];
        *(float2*)to = make_float2(sum[j][0], sum[j][1]);
        *(float2*)(to + 8 * n) = make_float2(sum[j][2], sum[j][3]);
    }
}

// title:   Matrix product by wmma
// summary: A warp multiplies tiles of 16 × 16 on the tensor cores; which lane holds which element is
//          the compiler's affair.
// source:  CUDA C++ Programming Guide, Warp Matrix Functions          family: matrix
// launch:  matmul_wmma<<<dim3(N / 16, N / 16), 32>>>(A, B, C, N)
// A:       __half[N][N] random          B: __half[N][N] random:2
// C:       float[N][N] expect matmul(A, B)
// knob:    N 16 32 48 64 128
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

#define N 64
#if N % 16
#error "whole tiles only: choose for N a multiple of 16"
#endif

__global__ void matmul_wmma(const __half* A, const __half* B, float* C, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    int row = blockIdx.y * 16, column = blockIdx.x * 16;

    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < n; k += 16) {
        // step: multiply
        wmma::load_matrix_sync(a, A + row * n + k, n);
        wmma::load_matrix_sync(b, B + k * n + column, n);
        wmma::mma_sync(sum, a, b, sum);
    }
    // step: store
    wmma::store_matrix_sync(C + row * n + column, sum, n, wmma::mem_row_major);
}

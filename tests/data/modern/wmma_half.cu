// One warp multiplies two 16 by 16 matrices of half by wmma, into float and into half.
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>

using namespace nvcuda;

__global__ void multiply(const half* a, const half* b, float* wide, half* narrow) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> fh;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 1.0f);
    wmma::load_matrix_sync(fh, a, 16, wmma::mem_row_major);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::mma_sync(fh, fa, fb, fh);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = 2.0f * fc.x[i] - 1.0f;
    wmma::store_matrix_sync(wide, fc, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(narrow, fh, 16, wmma::mem_col_major);
}

int main() {
    half *a, *b, *narrow;
    float* wide;
    cudaMallocManaged(&a, 256 * sizeof(half));
    cudaMallocManaged(&b, 256 * sizeof(half));
    cudaMallocManaged(&narrow, 256 * sizeof(half));
    cudaMallocManaged(&wide, 256 * sizeof(float));
    for (int i = 0; i < 256; i++) {
        a[i] = __float2half((float)((i * 5 + i / 16) % 9 - 4));
        b[i] = __float2half((float)((i * 3 + 1) % 7 - 3));
    }
    multiply<<<1, 32>>>(a, b, wide, narrow);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int wrong = 0;
    for (int r = 0; r < 16; r++) {
        for (int c = 0; c < 16; c++) {
            int sum = 0;
            for (int k = 0; k < 16; k++) {
                sum += (int)__half2float(a[r * 16 + k]) * (int)__half2float(b[c * 16 + k]);
            }
            wrong += wide[r * 16 + c] != 2.0f * (sum + 1) - 1.0f;
            wrong += __half2float(narrow[c * 16 + r]) != sum + __half2float(a[r * 16 + c]);
            printf("%d:%04x ", (int)wide[r * 16 + c], __half_as_ushort(narrow[c * 16 + r]));
        }
        printf("\n");
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

// Tall and wide tiles of wmma, of whole numbers that every order of additions sums alike: halves,
// bfloat16 and bytes, by rows and by columns. Nothing may be wrong, on an H200 neither.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
using namespace nvcuda;

template <int M, int N, typename T, typename S, typename A, typename B>
__global__ void product(const T* a, unsigned lda, const T* b, unsigned ldb, const S* c, S* d,
                        wmma::layout_t layout) {
    wmma::fragment<wmma::matrix_a, M, N, 16, T, A> left;
    wmma::fragment<wmma::matrix_b, M, N, 16, T, B> right;
    wmma::fragment<wmma::accumulator, M, N, 16, S> sum;
    unsigned ldc = layout == wmma::mem_row_major ? N : M;
    wmma::load_matrix_sync(left, a, lda);
    wmma::load_matrix_sync(right, b, ldb);
    wmma::load_matrix_sync(sum, c, ldc, layout);
    wmma::mma_sync(sum, left, right, sum);
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
    wmma::store_matrix_sync(d, sum, ldc, layout);
}

template <int M, int N, typename T, typename S, typename A, typename B>
void test(const char* name, bool a_rows, bool b_rows, wmma::layout_t layout) {
    T *a, *b;
    S *c, *d;
    cudaMallocManaged(&a, M * 16 * sizeof(T));
    cudaMallocManaged(&b, 16 * N * sizeof(T));
    cudaMallocManaged(&c, M * N * sizeof(S));
    cudaMallocManaged(&d, M * N * sizeof(S));
    int left[M][16], right[16][N], wrong = 0;
    for (int i = 0; i < M; ++i)
        for (int k = 0; k < 16; ++k) {
            left[i][k] = (i * 7 + k * 3) % 11;
            a[a_rows ? i * 16 + k : k * M + i] = (T)(float)left[i][k];
        }
    for (int k = 0; k < 16; ++k)
        for (int j = 0; j < N; ++j) {
            right[k][j] = (k * 5 + j * 2) % 7;
            b[b_rows ? k * N + j : j * 16 + k] = (T)(float)right[k][j];
        }
    for (int i = 0; i < M * N; ++i) c[i] = (S)(float)(i % 5);
    product<M, N, T, S, A, B><<<1, 32>>>(a, a_rows ? 16 : M, b, b_rows ? N : 16, c, d, layout);
    cudaDeviceSynchronize();
    double all = 0;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            int at = layout == wmma::mem_row_major ? i * N + j : j * M + i;
            int sum = at % 5;
            for (int k = 0; k < 16; ++k) sum += left[i][k] * right[k][j];
            float got = (float)d[at];
            wrong += got != (float)(2 * sum);
            all += got * (at % 13 + 1);
        }
    printf("%s: %.0f, wrong %d\n", name, all, wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaFree(d);
}

template <int M, int N, typename T, typename S>
void all(const char* name) {
    typedef wmma::row_major rows;
    typedef wmma::col_major columns;
    test<M, N, T, S, rows, rows>(name, true, true, wmma::mem_row_major);
    test<M, N, T, S, rows, columns>(name, true, false, wmma::mem_col_major);
    test<M, N, T, S, columns, rows>(name, false, true, wmma::mem_row_major);
    test<M, N, T, S, columns, columns>(name, false, false, wmma::mem_col_major);
}

int main() {
    all<32, 8, __half, float>("32 x 8, half, float");
    all<8, 32, __half, float>("8 x 32, half, float");
    all<32, 8, __half, __half>("32 x 8, half, half");
    all<8, 32, __half, __half>("8 x 32, half, half");
    all<32, 8, __nv_bfloat16, float>("32 x 8, bfloat16");
    all<8, 32, __nv_bfloat16, float>("8 x 32, bfloat16");
    all<32, 8, signed char, int>("32 x 8, bytes");
    all<8, 32, signed char, int>("8 x 32, bytes");
    all<8, 32, unsigned char, int>("8 x 32, unsigned bytes");
    all<16, 16, __half, float>("16 x 16, half, float");
    return 0;
}

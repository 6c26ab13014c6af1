// Tiles of tf32 by wmma, of whole numbers and of ones that are cut.
#include <mma.h>
#include <cstdio>
using namespace nvcuda;

template <typename A, typename B, bool rounds>
__global__ void k(const float* a, const float* b, float* c, int lda, int ldb) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, A> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, B> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fc, c, 16, wmma::mem_row_major);
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    if (rounds) {
        for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
        for (int i = 0; i < fb.num_elements; i++) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    }
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

template <typename A, typename B, bool rounds>
void run(float extra, int lda, int ldb) {
    float h[20 * 20], g[20 * 20], r[256], *a, *b, *c;
    for (int i = 0; i < 400; i++)
        h[i] = (float)(i * 7 % 13 - 6) + (i % 3 ? extra : 0), g[i] = (float)(i * 5 % 11 - 5);
    for (int i = 0; i < 256; i++) r[i] = (float)(i % 9);
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof g);
    cudaMalloc(&c, sizeof r);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, g, sizeof g, cudaMemcpyHostToDevice);
    cudaMemcpy(c, r, sizeof r, cudaMemcpyHostToDevice);
    k<A, B, rounds><<<1, 32>>>(a, b, c, lda, ldb);
    cudaMemcpy(r, c, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) printf("%.9g%c", r[i], i % 16 == 15 ? '\n' : ' ');
}

int main() {
    run<wmma::row_major, wmma::col_major, false>(0, 12, 12);
    run<wmma::col_major, wmma::row_major, false>(0, 20, 20);
    run<wmma::row_major, wmma::row_major, true>(1.0f / 2048, 12, 20);
    run<wmma::col_major, wmma::col_major, false>(1.0f / 2048, 20, 12);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

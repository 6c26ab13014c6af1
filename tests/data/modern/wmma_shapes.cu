// The three shapes of half fragments, each in the four combinations of layouts.
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
#include <type_traits>

using namespace nvcuda::wmma;

template <int M, int N, int K, typename LayoutA, typename LayoutB>
__global__ void multiply(const half* a, const half* b, const float* c, float* d) {
    constexpr bool aRows = std::is_same<LayoutA, row_major>::value;
    constexpr bool bRows = std::is_same<LayoutB, row_major>::value;
    fragment<matrix_a, M, N, K, half, LayoutA> fa;
    fragment<matrix_b, M, N, K, half, LayoutB> fb;
    fragment<accumulator, M, N, K, float> fc;
    load_matrix_sync(fa, a, aRows ? K : M);
    load_matrix_sync(fb, b, bRows ? N : K);
    load_matrix_sync(fc, c, N, mem_row_major);
    mma_sync(fc, fa, fb, fc);
    store_matrix_sync(d, fc, N, mem_row_major);
}

half *a, *b;
float *c, *d;

template <int M, int N, int K, typename LayoutA, typename LayoutB>
void test(const char* layouts) {
    multiply<M, N, K, LayoutA, LayoutB><<<1, 32>>>(a, b, c, d);
    cudaDeviceSynchronize();
    constexpr bool aRows = std::is_same<LayoutA, row_major>::value;
    constexpr bool bRows = std::is_same<LayoutB, row_major>::value;
    int wrong = 0, trace = 0;
    for (int m = 0; m < M; m++) {
        for (int n = 0; n < N; n++) {
            float sum = c[m * N + n];
            for (int k = 0; k < K; k++) {
                sum += __half2float(a[aRows ? m * K + k : k * M + m]) *
                       __half2float(b[bRows ? k * N + n : n * K + k]);
            }
            wrong += d[m * N + n] != sum;
            trace = trace * 31 + (int)d[m * N + n] % 1000;
            trace %= 1000003;
        }
    }
    printf("%dx%dx%d %s: first %d, last %d, %d %s\n", M, N, K, layouts, (int)d[0],
           (int)d[M * N - 1], trace, wrong ? "wrong" : "ok");
}

template <int M, int N, int K>
void testLayouts() {
    test<M, N, K, row_major, row_major>("row row");
    test<M, N, K, row_major, col_major>("row col");
    test<M, N, K, col_major, row_major>("col row");
    test<M, N, K, col_major, col_major>("col col");
}

int main() {
    cudaMallocManaged(&a, 512 * sizeof(half));
    cudaMallocManaged(&b, 512 * sizeof(half));
    cudaMallocManaged(&c, 256 * sizeof(float));
    cudaMallocManaged(&d, 256 * sizeof(float));
    for (int i = 0; i < 512; i++) {
        a[i] = __int2half_rn(i * 11 % 13 - 6);
        b[i] = __int2half_rn(i * 7 % 17 - 8);
        if (i < 256) c[i] = i % 19;
    }
    testLayouts<16, 16, 16>();
    testLayouts<32, 8, 16>();
    testLayouts<8, 32, 16>();
    return 0;
}

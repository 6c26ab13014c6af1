// Signed and unsigned bytes by wmma, summed in int; four warps share the tiles of a product.
#include <mma.h>
#include <cstdio>

using namespace nvcuda;

constexpr int kRows = 32, kColumns = 32, kDepth = 64;

template <typename T>
__global__ void multiply(const T* a, const T* b, int* c) {
    int warp = threadIdx.x / 32, tileRow = warp / 2, tileColumn = warp % 2;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
    wmma::fill_fragment(sum, 0);
    for (int k = 0; k < kDepth; k += 16) {
        wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, a + tileRow * 16 * kDepth + k, kDepth);
        wmma::load_matrix_sync(fb, b + k * kColumns + tileColumn * 16, kColumns);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + tileRow * 16 * kColumns + tileColumn * 16, sum, kColumns,
                            wmma::mem_row_major);
}

template <typename T>
void run(const char* name) {
    T *a, *b;
    int* c;
    cudaMallocManaged(&a, kRows * kDepth);
    cudaMallocManaged(&b, kDepth * kColumns);
    cudaMallocManaged(&c, kRows * kColumns * sizeof(int));
    for (int i = 0; i < kRows * kDepth; i++) a[i] = (T)(i * 37 + i / 64);
    for (int i = 0; i < kDepth * kColumns; i++) b[i] = (T)(i * 91 + 200);
    multiply<T><<<1, 128>>>(a, b, c);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < kRows * kColumns; i++) {
        int sum = 0;
        for (int k = 0; k < kDepth; k++) {
            sum += a[i / kColumns * kDepth + k] * b[k * kColumns + i % kColumns];
        }
        wrong += c[i] != sum;
        if (i % 41 == 0) printf("%s %d: %d\n", name, i, c[i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}

int main() {
    run<signed char>("signed");
    run<unsigned char>("unsigned");
    return 0;
}

// A convolution of an image as a product: shared memory holds its windows, wmma multiplies them.
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
#include <cstring>

using namespace nvcuda;

constexpr int kWidth = 18, kFilters = 16, kWindow = 16;

__global__ void convolve(const half* image, const half* filters, float* out) {
    __shared__ half windows[16][kWindow];
    int row = blockIdx.x, lane = threadIdx.x;
    for (int i = lane; i < 16 * kWindow; i += 32) {
        int x = i / kWindow, tap = i % kWindow;
        half v = __float2half(0.0f);
        if (tap < 9) v = image[(row + tap / 3) * kWidth + x + tap % 3];
        windows[x][tap] = v;
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, -3.0f);
    wmma::load_matrix_sync(a, &windows[0][0], kWindow);
    wmma::load_matrix_sync(b, filters, kWindow);
    wmma::mma_sync(c, a, b, c);
#pragma unroll
    for (int i = 0; i < c.num_elements; ++i) c.x[i] = c.x[i] > 0.0f ? c.x[i] : 0.0f;
    wmma::store_matrix_sync(out + row * 16 * kFilters, c, kFilters, wmma::mem_row_major);
}

int main() {
    half *image, *filters;
    float* out;
    cudaMallocManaged(&image, kWidth * kWidth * sizeof(half));
    cudaMallocManaged(&filters, kFilters * kWindow * sizeof(half));
    cudaMallocManaged(&out, 16 * 16 * kFilters * sizeof(float));
    for (int i = 0; i < kWidth * kWidth; i++) image[i] = __float2half(i * 7 % 16);
    for (int i = 0; i < kFilters * kWindow; i++) {
        filters[i] = __float2half(i % kWindow < 9 ? (i * 5 % 9 - 4) * 0.5f : 100.0f);
    }
    convolve<<<16, 32>>>(image, filters, out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 16 * 16 * kFilters; i++) {
        int y = i / (16 * kFilters), x = i / kFilters % 16, f = i % kFilters;
        float sum = -3.0f;
        for (int tap = 0; tap < 9; tap++) {
            sum += __half2float(image[(y + tap / 3) * kWidth + x + tap % 3]) *
                   __half2float(filters[f * kWindow + tap]);
        }
        wrong += out[i] != (sum > 0 ? sum : 0);
        unsigned u;
        memcpy(&u, &out[i], sizeof u);
        if (i % 67 == 0) printf("%d %08x\n", i, u);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

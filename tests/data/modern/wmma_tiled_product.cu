// D = alpha A B + beta C for matrices of 64, tiles in shared memory, a tile of D per warp.
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace nvcuda;

constexpr int kSize = 64, kTile = 32, kStep = 16, kPad = 8;

__global__ void product(const half* a, const half* b, const float* c, float* d, float alpha,
                        float beta) {
    __shared__ half tileA[kTile][kStep + kPad], tileB[kStep][kTile + kPad];
    int warp = threadIdx.x / 32;
    int row = warp / 2 * 16, column = warp % 2 * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < kSize; k += kStep) {
        for (int i = threadIdx.x; i < kTile * kStep; i += blockDim.x) {
            int r = i / kStep, s = i % kStep;
            tileA[r][s] = a[(blockIdx.y * kTile + r) * kSize + k + s];
            r = i / kTile, s = i % kTile;
            tileB[r][s] = b[(k + r) * kSize + blockIdx.x * kTile + s];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, &tileA[row][0], kStep + kPad);
        wmma::load_matrix_sync(fb, &tileB[0][column], kTile + kPad);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    int corner = (blockIdx.y * kTile + row) * kSize + blockIdx.x * kTile + column;
    wmma::load_matrix_sync(old, c + corner, kSize, wmma::mem_row_major);
    for (int i = 0; i < sum.num_elements; i++) {
        sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
    }
    wmma::store_matrix_sync(d + corner, sum, kSize, wmma::mem_row_major);
}

int main() {
    const int n = kSize * kSize;
    std::vector<half> a(n), b(n);
    std::vector<float> c(n), d(n);
    for (int i = 0; i < n; i++) {
        a[i] = __float2half((i * 19 + i / 64) % 15 - 7);
        b[i] = __float2half((i * 23 + i / 64) % 11 - 5);
        c[i] = i % 33 - 16;
    }
    half *da, *db;
    float *dc, *dd;
    cudaMalloc(&da, n * sizeof(half));
    cudaMalloc(&db, n * sizeof(half));
    cudaMalloc(&dc, n * sizeof(float));
    cudaMalloc(&dd, n * sizeof(float));
    cudaMemcpy(da, a.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    product<<<dim3(2, 2), 128>>>(da, db, dc, dd, 0.5f, -2.0f);
    cudaMemcpy(d.data(), dd, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < kSize; k++) {
            sum += __half2float(a[i / kSize * kSize + k]) * __half2float(b[k * kSize + i % kSize]);
        }
        wrong += d[i] != 0.5f * sum - 2.0f * c[i];
        unsigned u;
        memcpy(&u, &d[i], 4);
        if (i % 63 == 0) printf("%d %08x\n", i, u);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

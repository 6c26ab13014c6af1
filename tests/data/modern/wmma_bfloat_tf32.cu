// wmma of bfloat16 in shared memory, and of tf32, whose inputs are rounded first.
#include <cuda_bf16.h>
#include <mma.h>
#include <cstdio>
#include <cstring>

using namespace nvcuda;

__global__ void bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) {
    __shared__ __nv_bfloat16 sa[16][24], sb[16][24];
    for (int i = threadIdx.x; i < 256; i += 32) {
        sa[i / 16][i % 16] = a[i];
        sb[i / 16][i % 16] = b[i];
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::col_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, &sa[0][0], 24);
    wmma::load_matrix_sync(fb, &sb[0][0], 24);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

__global__ void tf32s(const float* a, const float* b, float* c, float* rounded) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 8);
    wmma::fill_fragment(fc, 0.0f);
    for (float& x : fa.x) x = wmma::__float_to_tf32(x);
    for (int i = 0; i < fb.num_elements; i++) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    rounded[threadIdx.x] = wmma::__float_to_tf32(a[threadIdx.x]);
}

unsigned floatBits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main() {
    __nv_bfloat16 *a, *b;
    float *c, *x, *y, *z, *rounded;
    cudaMallocManaged(&a, 256 * sizeof(*a));
    cudaMallocManaged(&b, 256 * sizeof(*b));
    cudaMallocManaged(&c, 256 * sizeof(float));
    cudaMallocManaged(&x, 128 * sizeof(float));
    cudaMallocManaged(&y, 128 * sizeof(float));
    cudaMallocManaged(&z, 256 * sizeof(float));
    cudaMallocManaged(&rounded, 32 * sizeof(float));
    for (int i = 0; i < 256; i++) {
        a[i] = __float2bfloat16(float(i % 21 - 10));
        b[i] = __float2bfloat16(float(i * 3 % 25 - 12));
    }
    for (int i = 0; i < 128; i++) {
        x[i] = 1.0f + (i % 8 == 0 ? i * 0.000131f : 0.0f);
        y[i] = i % 8 == 0 ? 1.0f : 0.0f;
    }
    bfloats<<<1, 32>>>(a, b, c);
    tf32s<<<1, 32>>>(x, y, z, rounded);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 256; i++) {
        float sum = 0;
        for (int k = 0; k < 16; k++) {
            sum += __bfloat162float(a[k * 16 + i / 16]) * __bfloat162float(b[k * 16 + i % 16]);
        }
        wrong += c[i] != sum;
        printf("%08x%c", floatBits(z[i]), i % 8 == 7 ? '\n' : ' ');
    }
    for (int i = 0; i < 32; i++) printf("%08x ", floatBits(rounded[i]));
    printf("\n%s\n", wrong ? "wrong" : "ok");
    return 0;
}

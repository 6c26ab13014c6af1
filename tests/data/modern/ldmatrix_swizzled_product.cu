// A product of 64 by 64 by mma.sync, its tiles in shared memory swizzled for ldmatrix.
#include <cuda_fp16.h>
#include <cstdio>

constexpr int kSize = 64;

// The place of eight halves in a row of 64: the piece's number xor the row.
__device__ int swizzled(int row, int piece) {
    return row * kSize + ((piece ^ (row & 7)) << 3);
}

__device__ unsigned shared32(const half* p) {
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load4(unsigned (&r)[4], const half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(shared32(p)));
}

__device__ void load2Transposed(unsigned (&r)[2], const half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1])
                 : "r"(shared32(p)));
}

__global__ void product(const half* a, const half* b, float* c) {
    __shared__ __align__(128) half sa[kSize * kSize], sb[kSize * kSize];
    for (int i = threadIdx.x; i < kSize * kSize / 8; i += blockDim.x) {
        int row = i / 8, piece = i % 8;
        *(int4*)&sa[swizzled(row, piece)] = ((const int4*)a)[i];
        *(int4*)&sb[swizzled(row, piece)] = ((const int4*)b)[i];
    }
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int n = 0; n < kSize; n += 8) {
        float d[4] = {};
        for (int k = 0; k < kSize; k += 16) {
            unsigned ra[4], rb[2];
            load4(ra, &sa[swizzled(warp * 16 + lane % 16, k / 8 + lane / 16)]);
            load2Transposed(rb, &sb[swizzled(k + lane % 16, n / 8)]);
            asm volatile(
                "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
        }
        float* here = c + (warp * 16 + lane / 4) * kSize + n + lane % 4 * 2;
        *(float2*)here = make_float2(d[0], d[1]);
        *(float2*)(here + 8 * kSize) = make_float2(d[2], d[3]);
    }
}

int main() {
    const int n = kSize * kSize;
    half *a, *b;
    float* c;
    cudaMallocManaged(&a, n * sizeof(half));
    cudaMallocManaged(&b, n * sizeof(half));
    cudaMallocManaged(&c, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        a[i] = __float2half((i * 13 + i / 64) % 19 - 9);
        b[i] = __float2half((i * 29 + i / 64) % 23 - 11);
    }
    product<<<1, 128>>>(a, b, c);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < kSize; k++) {
            sum += __half2float(a[i / kSize * kSize + k]) * __half2float(b[k * kSize + i % kSize]);
        }
        wrong += sum != c[i];
        if (i % 77 == 0) printf("%d: %d\n", i, (int)c[i]);
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

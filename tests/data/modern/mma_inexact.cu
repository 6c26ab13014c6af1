// Products whose sums are not exact: large beside small, cancelling, tenths, and infinities.
#include <cuda_fp16.h>
#include <cstdio>
#include <cstring>

__global__ void multiply(const half* a, const half* b, const float* c, float* d) {
    int row = threadIdx.x / 4, column = threadIdx.x % 4 * 2;
    unsigned ra[4], rb[2];
    float rc[4];
    for (int i = 0; i < 4; i++) {
        memcpy(&ra[i], a + (row + i % 2 * 8) * 16 + column + i / 2 * 8, 4);
        rc[i] = c[(row + i / 2 * 8) * 8 + column + i % 2];
    }
    for (int i = 0; i < 2; i++) memcpy(&rb[i], b + row * 16 + column + i * 8, 4);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
        : "+f"(rc[0]), "+f"(rc[1]), "+f"(rc[2]), "+f"(rc[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 4; i++) d[(row + i / 2 * 8) * 8 + column + i % 2] = rc[i];
}

int main() {
    half *a, *b;
    float *c, *d;
    cudaMallocManaged(&a, 256 * sizeof(half));
    cudaMallocManaged(&b, 128 * sizeof(half));
    cudaMallocManaged(&c, 128 * sizeof(float));
    cudaMallocManaged(&d, 128 * sizeof(float));
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 256; i++) {
            int r = i / 16, k = i % 16;
            float v = 0.1f * ((i * 7 + round) % 19) - 0.9f;
            if (round == 1) v = k == r ? 30000.0f : 0.0007f * (k + 1);
            if (round == 2) v = (k % 2 ? -1.0f : 1.0f) * (1024 + r) + (k == 15 ? 0.5f : 0.0f);
            if (round == 3) v = k == 0 && r == 3 ? 65520.0f : 6e-8f * (i % 5);
            a[i] = __float2half(v);
        }
        for (int i = 0; i < 128; i++) {
            b[i] = __float2half(round == 2 ? 1.0f : 0.3f * (i % 11) - 0.7f);
            c[i] = round == 1 ? 1e-3f * i : round == 2 ? 16777216.0f : 0.0f;
        }
        multiply<<<1, 32>>>(a, b, c, d);
        cudaDeviceSynchronize();
        printf("round %d\n", round);
        for (int i = 0; i < 128; i++) {
            unsigned u;
            memcpy(&u, &d[i], 4);
            printf("%08x%c", u, i % 8 == 7 ? '\n' : ' ');
        }
    }
    return 0;
}

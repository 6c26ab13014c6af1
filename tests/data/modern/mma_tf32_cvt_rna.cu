// mma.sync of shape m16n8k8: half and tf32, registers filled straight from the layout.
#include <cuda_fp16.h>
#include <cstdio>

__device__ unsigned pack(half low, half high) {
    return __half_as_ushort(low) | (unsigned)__half_as_ushort(high) << 16;
}

__global__ void halves(const half* a, const half* b, float* d) {
    int group = threadIdx.x >> 2, inGroup = threadIdx.x & 3;
    unsigned ra[2], rb;
    ra[0] = pack(a[group * 8 + inGroup * 2], a[group * 8 + inGroup * 2 + 1]);
    ra[1] = pack(a[(group + 8) * 8 + inGroup * 2], a[(group + 8) * 8 + inGroup * 2 + 1]);
    rb = pack(b[(inGroup * 2) * 8 + group], b[(inGroup * 2 + 1) * 8 + group]);
    float c[4] = {0.0f, 1.0f, 2.0f, 3.0f};
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};\n"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(rb));
    for (int i = 0; i < 4; i++) d[(group + i / 2 * 8) * 8 + inGroup * 2 + i % 2] = c[i];
}

__device__ unsigned toTf32(float f) {
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(f));
    return r;
}

__global__ void tf32s(const float* a, const float* b, float* d) {
    int group = threadIdx.x / 4, inGroup = threadIdx.x % 4;
    unsigned ra[4], rb[2];
    for (int i = 0; i < 4; i++) {
        ra[i] = toTf32(a[(group + i % 2 * 8) * 8 + inGroup + i / 2 * 4]);
    }
    for (int i = 0; i < 2; i++) rb[i] = toTf32(b[(inGroup + i * 4) * 8 + group]);
    float4 c = make_float4(0, 0, 0, 0);
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, "
        "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
        : "=f"(c.x), "=f"(c.y), "=f"(c.z), "=f"(c.w)
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "f"(c.x),
          "f"(c.y), "f"(c.z), "f"(c.w));
    *reinterpret_cast<float2*>(d + group * 8 + inGroup * 2) = make_float2(c.x, c.y);
    *reinterpret_cast<float2*>(d + (group + 8) * 8 + inGroup * 2) = make_float2(c.z, c.w);
}

int main() {
    half *a, *b;
    float *fa, *fb, *d;
    cudaMallocManaged(&a, 128 * sizeof(half));
    cudaMallocManaged(&b, 64 * sizeof(half));
    cudaMallocManaged(&fa, 128 * sizeof(float));
    cudaMallocManaged(&fb, 64 * sizeof(float));
    cudaMallocManaged(&d, 256 * sizeof(float));
    for (int i = 0; i < 128; i++) a[i] = __float2half(fa[i] = i * 7 % 31 - 15);
    for (int i = 0; i < 64; i++) b[i] = __float2half(fb[i] = i * 11 % 23 - 11);
    halves<<<1, 32>>>(a, b, d);
    tf32s<<<1, 32>>>(fa, fb, d + 128);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 128; i++) {
        int r = i / 8, c = i % 8;
        float sum = 0;
        for (int k = 0; k < 8; k++) sum += fa[r * 8 + k] * fb[k * 8 + c];
        wrong += d[i] != sum + (r / 8 * 2 + c % 2);
        wrong += d[128 + i] != sum;
        printf("%d,%d%c", (int)d[i], (int)d[128 + i], c == 7 ? '\n' : ' ');
    }
    printf("%s\n", wrong ? "wrong" : "ok");
    return 0;
}

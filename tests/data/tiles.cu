// Tiles of tensor cores by inline assembly: loaded, multiplied, stored, and copied ahead.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>

__device__ __forceinline__ uint32_t address_of(const void* p) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__global__ void matrices(uint32_t* out) {
    __shared__ __align__(16) uint16_t tile[32 * 8 + 64], back[32 * 8];
    for (int i = threadIdx.x; i < 32 * 8; i += 32) tile[i] = i * 3 + 1, back[i] = 0;
    __syncthreads();
    uint32_t r0, r1, r2, r3, at = address_of(tile + threadIdx.x * 8);
    int n = 0;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];\n" : "=r"(r0) : "r"(at));
    out[32 * n++ + threadIdx.x] = r0;
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];\n"
                 : "=r"(r0), "=r"(r1)
                 : "r"(at));
    out[32 * n++ + threadIdx.x] = r0;
    out[32 * n++ + threadIdx.x] = r1;
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(at));
    out[32 * n++ + threadIdx.x] = r0;
    out[32 * n++ + threadIdx.x] = r1;
    out[32 * n++ + threadIdx.x] = r2;
    out[32 * n++ + threadIdx.x] = r3;
    // Rows in another order, and the matrices turned.
    uint32_t mixed = address_of(tile + (threadIdx.x * 5 % 32) * 8);
    asm volatile("ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3)
                 : "r"(mixed));
    out[32 * n++ + threadIdx.x] = r0;
    out[32 * n++ + threadIdx.x] = r1;
    out[32 * n++ + threadIdx.x] = r2;
    out[32 * n++ + threadIdx.x] = r3;
    asm volatile("stmatrix.sync.aligned.x4.m8n8.shared.b16 [%0], {%1, %2, %3, %4};\n" ::"r"(
                     address_of(back + (threadIdx.x * 3 % 32) * 8)),
                 "r"(r0), "r"(r1), "r"(r2), "r"(r3));
    __syncthreads();
    for (int i = threadIdx.x; i < 128; i += 32) out[32 * n + i] = ((uint32_t*)back)[i];
    n += 4;
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.x2.trans.m8n8.shared.b16 [%0], {%1, %2};\n" ::"r"(
                     address_of(back + threadIdx.x * 8)),
                 "r"(r0), "r"(r1));
    __syncthreads();
    for (int i = threadIdx.x; i < 128; i += 32) out[32 * n + i] = ((uint32_t*)back)[i];
}

__device__ uint32_t pair(float x, float y) {
    return (uint32_t)__half_as_ushort(__float2half_rn(x)) |
           (uint32_t)__half_as_ushort(__float2half_rn(y)) << 16;
}
__device__ uint32_t bpair(float x, float y) {
    return (uint32_t)__bfloat16_as_ushort(__float2bfloat16(x)) |
           (uint32_t)__bfloat16_as_ushort(__float2bfloat16(y)) << 16;
}

// Whole numbers: every sum is exact.
__global__ void products(float* out) {
    int t = threadIdx.x, n = 0;
    float v[12];
    for (int i = 0; i < 12; ++i) v[i] = (t * 7 + i * 5) % 13 - 6;
    uint32_t a[4], b[2], ba[4], bb[2];
    for (int i = 0; i < 4; ++i)
        a[i] = pair(v[2 * i], v[2 * i + 1]), ba[i] = bpair(v[2 * i], v[2 * i + 1]);
    for (int i = 0; i < 2; ++i)
        b[i] = pair(v[8 + 2 * i], v[9 + 2 * i]), bb[i] = bpair(v[8 + 2 * i], v[9 + 2 * i]);
    float d[4] = {1, 2, 3, (float)t};
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, "
        "{%0, %1, %2, %3};\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int i = 0; i < 4; ++i) out[32 * n++ + t] = d[i];
    float e[4];
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, "
        "{%10, %11, %12, %13};\n"
        : "=f"(e[0]), "=f"(e[1]), "=f"(e[2]), "=f"(e[3])
        : "r"(ba[0]), "r"(ba[1]), "r"(ba[2]), "r"(ba[3]), "r"(bb[0]), "r"(bb[1]), "f"(d[0]),
          "f"(d[1]), "f"(d[2]), "f"(d[3]));
    for (int i = 0; i < 4; ++i) out[32 * n++ + t] = e[i];
    uint32_t h[2] = {pair(1, -1), pair(2, t)};
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, "
        "{%8, %9};\n"
        : "=r"(h[0]), "=r"(h[1])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(h[0]), "r"(h[1]));
    for (int i = 0; i < 4; ++i)
        out[32 * n++ + t] =
            __half2float(__ushort_as_half((unsigned short)(h[i / 2] >> 16 * (i % 2))));
    uint32_t s[4] = {0, __float_as_uint(2.0f), 0, 0};
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, "
        "%8, %9, "
        "%10};\n"
        : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(s[0]), "r"(s[1]), "r"(s[2]), "r"(s[3]));
    for (int i = 0; i < 4; ++i) out[32 * n++ + t] = __uint_as_float(s[i]);
    float f[4] = {0, 0, 0, 0};
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, "
        "{%10, %11, %12, %13};\n"
        : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3])
        : "r"(__float_as_uint(v[0])), "r"(__float_as_uint(v[1])), "r"(__float_as_uint(v[2])),
          "r"(__float_as_uint(v[3] + 1.0f / 4096)), "r"(__float_as_uint(v[4])),
          "r"(__float_as_uint(v[5])), "f"(f[0]), "f"(f[1]), "f"(f[2]), "f"(f[3]));
    for (int i = 0; i < 4; ++i) out[32 * n++ + t] = f[i];
}

__global__ void copies(const float* in, float* out) {
    __shared__ __align__(16) float s[32 * 12];
    for (int i = threadIdx.x; i < 32 * 12; i += 32) s[i] = -1;
    __syncthreads();
    const float* from = in + threadIdx.x * 4;
    asm volatile(
        "cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(address_of(s + threadIdx.x * 4)),
        "l"(from));
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n" ::"r"(
                     address_of(s + 128 + threadIdx.x * 2)),
                 "l"(from), "n"(8));
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4, %2;\n" ::"r"(address_of(s + 192 + threadIdx.x)),
        "l"(from), "r"(threadIdx.x % 2 ? 4 : 0));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(
                     address_of(s + 256 + threadIdx.x * 4)),
                 "l"(from), "r"((int)threadIdx.x % 5 * 4));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
    __syncthreads();
    for (int i = threadIdx.x; i < 32 * 12; i += 32) out[i] = s[i];
    float x, y, z, w;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(from));
    out[384 + threadIdx.x] = x + 10 * y + 100 * z + 1000 * w;
    __syncthreads();
    asm volatile("st.shared.v2.f32 [%0 + 8], {%1, %2};" ::"r"(address_of(s + 4 * threadIdx.x)),
                 "f"(y), "f"(x));
    asm volatile("ld.shared.f32 %0, [%1 + 12];" : "=f"(z) : "r"(address_of(s + 4 * threadIdx.x)));
    out[416 + threadIdx.x] = z;
}

int main() {
    static uint32_t words[32 * 20];
    static float floats[512], numbers[32 * 20];
    uint32_t* w;
    float *f, *g;
    cudaMalloc(&w, sizeof words);
    cudaMemset(w, 0, sizeof words);
    matrices<<<1, 32>>>(w);
    cudaMemcpy(words, w, sizeof words, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 19 * 32; ++i) printf("%x%c", words[i], i % 32 == 31 ? '\n' : ' ');
    cudaMalloc(&f, sizeof numbers);
    products<<<1, 32>>>(f);
    cudaMemcpy(numbers, f, sizeof numbers, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20 * 32; ++i) printf("%g%c", numbers[i], i % 32 == 31 ? '\n' : ' ');
    for (int i = 0; i < 512; ++i) floats[i] = i * 0.5f;
    cudaMalloc(&g, sizeof floats);
    cudaMemcpy(g, floats, sizeof floats, cudaMemcpyHostToDevice);
    copies<<<1, 32>>>(g, f);
    cudaMemcpy(numbers, f, 448 * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 448; ++i) printf("%g%c", numbers[i], i % 32 == 31 ? '\n' : ' ');
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

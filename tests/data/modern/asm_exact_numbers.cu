// asm of what is defined to the last bit: roundings, quotients, numbers as halves; policies of the
// L2 cache change nothing.
#include <cstdio>
#include <cstring>

__global__ void rounded(const float* x, float* y, double* z) {
    const float a = x[threadIdx.x], b = x[31 - threadIdx.x];
    float* to = y + threadIdx.x * 12;
    asm("add.rz.f32 %0, %1, %2;" : "=f"(to[0]) : "f"(a), "f"(b));
    asm("sub.rm.f32 %0, %1, %2;" : "=f"(to[1]) : "f"(a), "f"(b));
    asm("mul.rp.f32 %0, %1, %2;" : "=f"(to[2]) : "f"(a), "f"(b));
    asm("div.rn.f32 %0, %1, %2;" : "=f"(to[3]) : "f"(a), "f"(b));
    asm("div.rz.f32 %0, %1, %2;" : "=f"(to[4]) : "f"(a), "f"(b));
    asm("rcp.rn.f32 %0, %1;" : "=f"(to[5]) : "f"(a));
    asm("sqrt.rn.f32 %0, %1;" : "=f"(to[6]) : "f"(b));
    asm("sqrt.rp.f32 %0, %1;" : "=f"(to[7]) : "f"(b));
    asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(to[8]) : "f"(a), "f"(b), "f"(a));
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(to[9]) : "f"(a), "f"(b), "f"(a));
    asm("abs.f32 %0, %1;" : "=f"(to[10]) : "f"(-a));
    asm("rcp.rp.f32 %0, %1;" : "=f"(to[11]) : "f"(b));
    double* wide = z + threadIdx.x * 4;
    const double c = a, d = b;
    asm("add.rp.f64 %0, %1, %2;" : "=d"(wide[0]) : "d"(c * 1e-9), "d"(d));
    asm("div.rn.f64 %0, %1, %2;" : "=d"(wide[1]) : "d"(c), "d"(d));
    asm("sqrt.rn.f64 %0, %1;" : "=d"(wide[2]) : "d"(c));
    asm("rcp.rn.f64 %0, %1;" : "=d"(wide[3]) : "d"(c));
}

__global__ void whole(const int* x, int* y, unsigned* halves) {
    const int a = x[threadIdx.x], b = x[31 - threadIdx.x] | 1;
    int* to = y + threadIdx.x * 5;
    asm("div.s32 %0, %1, %2;" : "=r"(to[0]) : "r"(a), "r"(b));
    asm("rem.s32 %0, %1, %2;" : "=r"(to[1]) : "r"(a), "r"(b));
    asm("div.u32 %0, %1, %2;" : "=r"(to[2]) : "r"(a), "r"(b));
    asm("rem.u32 %0, %1, %2;" : "=r"(to[3]) : "r"(a), "r"(b));
    asm("abs.s32 %0, %1;" : "=r"(to[4]) : "r"(a));
    const float p = a * 0.37f, q = b * 1e-3f;
    unsigned* as = halves + threadIdx.x * 4;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(as[0]) : "f"(p), "f"(q));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(as[1]) : "f"(p), "f"(q));
    unsigned short half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(q));
    as[2] = half;
    float back;
    asm("cvt.f32.f16 %0, %1;" : "=f"(back) : "h"(half));
    as[3] = __float_as_uint(back);
}

__global__ void hinted(const int* x, int* y) {
    unsigned long long last, first;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(last));
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(first));
    int v;
    asm volatile("ld.global.L2::cache_hint.b32 %0, [%1], %2;"
                 : "=r"(v)
                 : "l"(x + threadIdx.x), "l"(last));
    asm volatile("st.global.L2::cache_hint.b32 [%0], %1, %2;" ::"l"(y + threadIdx.x), "r"(v * 5),
                 "l"(first)
                 : "memory");
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

int main() {
    float *x, *y;
    double* z;
    int *n, *m;
    unsigned* h;
    cudaMallocManaged(&x, 32 * 4);
    cudaMallocManaged(&y, 32 * 12 * 4);
    cudaMallocManaged(&z, 32 * 4 * 8);
    cudaMallocManaged(&n, 256 * 4);
    cudaMallocManaged(&m, 256 * 4);
    cudaMallocManaged(&h, 32 * 4 * 4);
    for (int i = 0; i < 32; ++i) x[i] = 0.1f + i * 1.7f + i * i * 0.013f;
    for (int i = 0; i < 256; ++i) n[i] = (i * 7919 % 1000 - 500) * (i % 7 + 1);
    rounded<<<1, 32>>>(x, y, z);
    whole<<<1, 32>>>(n, m, h);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32 * 12; ++i) {
        unsigned bits;
        std::memcpy(&bits, &y[i], 4);
        std::printf("%08x\n", bits);
    }
    for (int i = 0; i < 32 * 4; ++i) std::printf("%.17g\n", z[i]);
    for (int i = 0; i < 32 * 5; ++i) std::printf("%d\n", m[i]);
    for (int i = 0; i < 32 * 4; ++i) std::printf("%08x\n", h[i]);
    hinted<<<1, 256>>>(n, m);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; i += 17) std::printf("%d\n", m[i]);
}

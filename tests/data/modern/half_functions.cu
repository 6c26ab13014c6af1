// Functions of half and bfloat16: roots, powers of two, logarithms, roundings, of pairs as well.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

__global__ void halves(unsigned short* out) {
    int i = threadIdx.x;
    half x = __float2half(0.037f * (i + 1) * (1 + i % 7)), y = __float2half(-4.0f + 0.131f * i);
    half r[12] = {hsqrt(x), hrsqrt(x), hrcp(x),   hexp2(y), hlog2(x), hexp(y),
                  hlog(x),  hsin(y),   hfloor(y), hceil(y), hrint(y), htrunc(y)};
    for (int k = 0; k < 12; k++) out[i * 12 + k] = __half_as_ushort(r[k]);
}

__global__ void pairs(unsigned* out) {
    int i = threadIdx.x;
    half2 v = __floats2half2_rn(1.0f + 0.11f * i, 7.3f - 0.09f * i);
    half2 r[4] = {h2sqrt(v), h2rcp(v), h2floor(v), __h2div(v, __float2half2_rn(3.0f))};
    __nv_bfloat162 b = __floats2bfloat162_rn(1.0f + 0.11f * i, 7.3f - 0.09f * i);
    __nv_bfloat162 s = h2sqrt(b), q = __h2div(b, __float2bfloat162_rn(3.0f));
    for (int k = 0; k < 4; k++) out[i * 6 + k] = *reinterpret_cast<unsigned*>(&r[k]);
    out[i * 6 + 4] = *reinterpret_cast<unsigned*>(&s);
    out[i * 6 + 5] = *reinterpret_cast<unsigned*>(&q);
}

int main() {
    unsigned short* single;
    unsigned* both;
    cudaMallocManaged(&single, 64 * 12 * sizeof(unsigned short));
    cudaMallocManaged(&both, 64 * 6 * sizeof(unsigned));
    halves<<<1, 64>>>(single);
    pairs<<<1, 64>>>(both);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64 * 12; i++) printf("%04x%c", single[i], i % 12 == 11 ? '\n' : ' ');
    for (int i = 0; i < 64 * 6; i++) printf("%08x%c", both[i], i % 6 == 5 ? '\n' : ' ');
    return 0;
}

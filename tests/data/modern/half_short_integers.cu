// Halves to integers of all widths and back, in every rounding, out of range and NaN as well.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

__global__ void toIntegers(const unsigned short* in, long long* out) {
    int i = threadIdx.x;
    half h = __ushort_as_half(in[i]);
    long long* r = out + i * 10;
    r[0] = __half2int_rn(h);
    r[1] = __half2int_rz(h);
    r[2] = __half2int_ru(h);
    r[3] = __half2int_rd(h);
    r[4] = __half2uint_rn(h);
    r[5] = __half2short_rn(h);
    r[6] = __half2ushort_rz(h);
    r[7] = __half2ll_rd(h);
    r[8] = (int)h;
    r[9] = __half_as_ushort(hrint(h)) * 65536ll + __half_as_ushort(htrunc(h));
}

__global__ void fromIntegers(const int* in, unsigned short* out) {
    int i = threadIdx.x, v = in[i];
    unsigned short* r = out + i * 8;
    r[0] = __half_as_ushort(__int2half_rn(v));
    r[1] = __half_as_ushort(__int2half_rz(v));
    r[2] = __half_as_ushort(__int2half_ru(v));
    r[3] = __half_as_ushort(__int2half_rd(v));
    r[4] = __half_as_ushort(__uint2half_rn((unsigned)v));
    r[5] = __half_as_ushort(__short2half_rn((short)v));
    r[6] = __half_as_ushort(__ll2half_rn(v * 3ll));
    r[7] = __bfloat16_as_ushort(__int2bfloat16_rn(v));
}

int main() {
    const unsigned short halves[] = {0x0000, 0x8000, 0x3800, 0x3e00, 0x4100, 0xb800,
                                     0xbe00, 0xc100, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
                                     0x7fff, 0x0001, 0x8001, 0x5640};
    const int integers[] = {0,    1,    -1,    2047,  2048,  2049,   2051,       -2049,
                            4099, 8197, 32769, 65503, 65519, -65520, 2147483647, (int)0x80000000};
    unsigned short *h, *made;
    int* v;
    long long* out;
    cudaMallocManaged(&h, sizeof(halves));
    cudaMallocManaged(&v, sizeof(integers));
    cudaMallocManaged(&out, 16 * 10 * sizeof(long long));
    cudaMallocManaged(&made, 16 * 8 * sizeof(unsigned short));
    for (int i = 0; i < 16; i++) {
        h[i] = halves[i];
        v[i] = integers[i];
    }
    toIntegers<<<1, 16>>>(h, out);
    fromIntegers<<<1, 16>>>(v, made);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++) {
        printf("%04x:", halves[i]);
        for (int k = 0; k < 10; k++) printf(" %lld", out[i * 10 + k]);
        printf("\n%d:", integers[i]);
        for (int k = 0; k < 8; k++) printf(" %04x", made[i * 8 + k]);
        printf("\n");
    }
    return 0;
}

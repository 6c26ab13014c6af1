// bfloat16 of float and double in four roundings, beside a rounding to even by integers.
#include <cuda_bf16.h>
#include <cstdio>
#include <cstring>

__host__ __device__ unsigned short byIntegers(unsigned u) {
    if ((u & 0x7fffffff) > 0x7f800000) return 0x7fff;
    unsigned odd = (u >> 16) & 1;
    return (u + 0x7fff + odd) >> 16;
}

__global__ void convert(const unsigned* in, unsigned short* out, unsigned* pairs) {
    int i = threadIdx.x;
    float f = __uint_as_float(in[i]);
    unsigned short* mine = out + i * 5;
    mine[0] = __bfloat16_as_ushort(__float2bfloat16_rn(f));
    mine[1] = __bfloat16_as_ushort(__float2bfloat16_rz(f));
    mine[2] = __bfloat16_as_ushort(__float2bfloat16_ru(f));
    mine[3] = __bfloat16_as_ushort(__float2bfloat16_rd(f));
    mine[4] = __bfloat16_as_ushort(__double2bfloat16((double)f));
    float other = __uint_as_float(in[(i + 1) % blockDim.x]);
    __nv_bfloat162 pair = __floats2bfloat162_rn(f, other);
    float2 both = __bfloat1622float2(pair);
    pairs[i * 3] = *reinterpret_cast<unsigned*>(&pair);
    pairs[i * 3 + 1] = __float_as_uint(both.x);
    pairs[i * 3 + 2] = __float_as_uint(__low2float(pair) + __high2float(pair));
}

int main() {
    const int n = 96;
    unsigned *in, *pairs;
    unsigned short* out;
    cudaMallocManaged(&in, n * sizeof(unsigned));
    cudaMallocManaged(&out, n * 5 * sizeof(unsigned short));
    cudaMallocManaged(&pairs, n * 3 * sizeof(unsigned));
    const unsigned special[] = {0,          0x80000000, 0x3f808000, 0x3f818000, 0x7f7fffff,
                                0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
                                0x80007fff, 0x00408000, 0x7f7f7fff, 0x3f80ffff};
    for (int i = 0; i < n; i++) {
        unsigned u = i * 2654435761u + 12345;
        in[i] = i < 14 ? special[i] : (u & 0x807fffff) | ((100 + u % 60) << 23);
    }
    convert<<<1, n>>>(in, out, pairs);
    cudaDeviceSynchronize();
    int same = 0;
    for (int i = 0; i < n; i++) {
        const unsigned short* r = out + i * 5;
        same += r[0] == byIntegers(in[i]);
        printf("%08x: %04x %04x %04x %04x %04x | %08x %08x %08x\n", in[i], r[0], r[1], r[2], r[3],
               r[4], pairs[i * 3], pairs[i * 3 + 1], pairs[i * 3 + 2]);
    }
    printf("%s\n", same == n ? "ok" : "wrong");
    return 0;
}

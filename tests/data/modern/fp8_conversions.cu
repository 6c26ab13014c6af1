// Eight-bit floats of both kinds: from float, half and pairs, saturated or not, and back.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cstdio>

__global__ void encode(const float* in, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = in[i];
    __half h = __float2half(f);
    unsigned char* r = out + i * 8;
    r[0] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3);
    r[1] = __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2);
    r[2] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E4M3);
    r[3] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, __NV_E5M2);
    r[4] = __nv_fp8_e4m3(h).__x;
    r[5] = __nv_fp8_e5m2(__float2bfloat16(f)).__x;
    __nv_fp8x2_storage_t pair =
        __nv_cvt_float2_to_fp8x2(make_float2(f, -f * 0.5f), __NV_SATFINITE, __NV_E4M3);
    r[6] = pair & 255;
    r[7] = pair >> 8;
}

__global__ void decode(unsigned* out) {
    unsigned char code = threadIdx.x;
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = code;
    __half_raw h = __nv_cvt_fp8_to_halfraw(code, __NV_E4M3);
    bool nan = (code & 0x7f) == 0x7f;
    out[code * 3] = nan ? 0x7fffffff : __float_as_uint(float(a));
    out[code * 3 + 1] = (code & 0x7f) > 0x7c ? 0x7fffffff : __float_as_uint(float(b));
    out[code * 3 + 2] = nan ? 0x7fff : h.x;
}

int main() {
    const int n = 64;
    float* in;
    unsigned char* codes;
    unsigned* back;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&codes, n * 8);
    cudaMallocManaged(&back, 256 * 3 * sizeof(unsigned));
    const float first[] = {0.0f,   -0.0f,         448.0f, 449.0f,  463.9f,  464.0f,
                           465.0f, 1e9f,          -1e9f,  57344.f, 61439.f, 61440.f,
                           0.001f, 0.0009765625f, 1e-6f,  1.0625f};
    for (int i = 0; i < n; i++) {
        in[i] = i < 16 ? first[i] : (i % 2 ? -1 : 1) * 0.037f * i * i * (1 + i % 5);
    }
    encode<<<2, 32>>>(in, codes, n);
    decode<<<1, 256>>>(back);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++) printf("%02x%c", codes[i * 8 + k], k == 7 ? '\n' : ' ');
    }
    for (int c = 0; c < 256; c++) {
        printf("%02x: %08x %08x %04x\n", c, back[c * 3], back[c * 3 + 1], back[c * 3 + 2]);
    }
    return 0;
}
